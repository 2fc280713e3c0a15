// Its recommended rules, without those that a rendered document cannot fulfil and those that are a matter of taste.
// biome-ignore lint/style/noDefaultExport: that is what html-validate reads
export default {
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // How a browser writes a document down: <!DOCTYPE>, checked="", and styles that scripts have set.
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "doctype-style": "off",
    "no-inline-style": "off", // the pages' policy refuses those in the source
    // What is left out is what it is by itself: a form's button submits it, an input is a line of text.
    "no-implicit-button-type": "off",
    "no-implicit-input-type": "off",
    "wcag/h32": "off", // a price is saved by Enter; the settings' button is in the bar below
    "aria-label-misuse": ["error", { allowAnyNamable: true }], // the steps of an order are a list with a name
    "form-dup-name": ["error", { shared: ["checkbox", "radio"] }],
    // A box that scrolls, with a name for the keyboard's user; what a search finds below its field, in groups with icons.
    "prefer-native-element": ["error", { exclude: ["listbox", "region"] }],
    "tel-non-breaking": "off", // a number to call wraps where letters are large
    "unique-landmark": "off", // axe asks too, and knows what is hidden
    "valid-id": ["error", { relaxed: true }], // settings have dots in their names
  },
};
