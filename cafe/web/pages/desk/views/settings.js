/** The settings in plain words, and the mini-app as it would look with them. */

import { actions } from "../../shared/delegate.js";
import { draw } from "../../shared/drawing.js";
import { html } from "../../shared/html.js";
import { anyText, hasText, languages } from "../../shared/texts.js";
import { api } from "../lib/api.js";
import { Draft, wholeNumber } from "../lib/draft.js";
import { errorLine, errorOf, field, focusFirstError, select, switchField } from "../lib/fields.js";
import { icon } from "../lib/icons.js";
import { save, tellFailure } from "../lib/save.js";
import { readCafe } from "../lib/session.js";
import { t } from "../lib/texts.js";
import { colourField, currentTheme, deriveTheme, paint } from "./settings/colour.js";
import { effectField, readDisruptionChoices, regionField } from "./settings/disruptions.js";
import { GROUPS, kindOf } from "./settings/groups.js";
import { listenForLogo, logoField } from "./settings/logo.js";
import { listenForPrepTimes, prepTimesField } from "./settings/prep-times.js";
import {
  endPreview,
  isPreviewShown,
  previewFrame,
  showDraft,
  showStored,
  startPreview,
  togglePreview,
} from "./settings/preview.js";
import { taxesPage } from "./settings/taxes.js";

/** @import { Renderable } from "../../shared/types" */
/** @import { Item, View } from "../types" */
/** @import { Setting } from "./settings/groups.js" */

/** @type {{ draft: Draft, acceptsCards: boolean, isSaving: boolean, isOpen: boolean }} */
const state = {
  draft: new Draft("settings", "", {}),
  acceptsCards: false,
  isSaving: false,
  isOpen: false,
};

/** @param {Draft} draft what is typed in it stays, but where others have changed the same */
async function read(draft) {
  const [settings, steps] = await Promise.all([api.get("/catalogue/settings"), api.get("/first-steps")]);
  draft.rebase(settings.items[0]);
  state.draft = draft;
  /** @type {{ step: string, is_done: boolean }[]} */
  const all = steps.steps;
  state.acceptsCards = all.find(({ step }) => step === "cards")?.is_done ?? false;
  deriveTheme(state.draft.text("accent"), () => {});
}

/** What the mini-app would be told: what is typed, as far as it can be stored. */
function shownDraft() {
  const { typed } = state.draft;
  const usable = Object.entries(typed).filter(
    ([name, value]) => name !== "accent" && (kindOf(name) !== "whole" || typeof value === "number"),
  );
  const theme = "accent" in typed && currentTheme();
  return /** @type {Item} */ ({ ...Object.fromEntries(usable), ...(theme && { theme }) });
}

/**
 * Some of a few, stored with commas between them.
 * @param {{ name: string, label: string, hint: string, choices: string[], chosen: string[], error: string }} options
 */
const severalField = ({ name, label, hint, choices, chosen, error }) =>
  html`<div class="stack" role="group" aria-labelledby="${name}"><p id="${name}"><b>${label}</b></p>${hint && html`<p class="field-hint">${hint}</p>`}${choices.map(
    (each) =>
      switchField({
        name: `${name}.${each}`,
        label: anyText(`settings.${name}.${each}`),
        isOn: chosen.includes(each),
        change: "settings.several",
        value: each,
      }),
  )}${errorLine(error)}</div>`;

/** @type {Partial<Record<Setting["kind"], (options: { name: string, label: string, hint: string, value: string, error: string }) => Renderable>>} */
const OWN_FIELDS = { effect: effectField, region: regionField, prep_times: prepTimesField, logo: logoField };

/** @param {string} name @param {Setting} setting */
function oneField(name, { kind, suffix = "", type = "text", choices = [] }) {
  const { draft } = state;
  const label = anyText(`settings.name.${name}`);
  const hint = hasText(`settings.hint.${name}`) ? anyText(`settings.hint.${name}`) : "";
  const value = draft.text(name);
  const error = errorOf(draft.problems, name);
  if (kind === "flag")
    return switchField({ name, label, hint, isOn: draft.value(name) === true, change: "settings.flag" });
  if (kind === "several") return severalField({ name, label, hint, choices, chosen: value.split(","), error });
  const own = OWN_FIELDS[kind];
  if (own) return own({ name, label, hint, value, error });
  if (kind === "colour") return colourField(value, error);
  if (kind === "language") {
    const options = languages.map((each) => ({ value: each.code, label: each.name }));
    return select({ name, label, hint, value, error, choices: options, change: "settings.choose" });
  }
  if (kind === "choice") {
    const labelOf = (/** @type {string} */ each) => PUBLISHED.PROVIDERS[each] ?? anyText(`settings.${name}.${each}`);
    const options = choices.map((each) => ({ value: each, label: labelOf(each) }));
    const isProvider = name === "payment_provider" && !(name in draft.typed);
    return html`${select({ name, label, hint, value, error, choices: options, change: "settings.choose" })}
      ${isProvider && html`<p class="muted">${t(state.acceptsCards ? "settings.cards.on" : "settings.cards.off")}</p>`}`;
  }
  const unit = hasText(`settings.unit.${suffix}`) ? anyText(`settings.unit.${suffix}`) : suffix;
  const inputmode = kind === "whole" ? "numeric" : type;
  const lang = name.endsWith("_en") ? "en" : "";
  return field({
    name,
    label,
    hint,
    value,
    error,
    suffix: unit,
    inputmode,
    lang,
    of: `settings.${name}`,
    input: "settings.type",
  });
}

/** @param {Setting} setting */
const rowOf = (setting) =>
  setting.hasEnglish
    ? html`<div class="side-by-side" data-key="r-${setting.name}">${oneField(setting.name, setting)}${oneField(`${setting.name}_en`, setting)}</div>`
    : oneField(setting.name, setting);

/** @param {{ name: string, settings: Setting[] }} group */
const groupView = ({
  name,
  settings,
}) => html`<section class="card stack" data-key="g-${name}" aria-labelledby="group-${name}">
  <h2 id="group-${name}">${anyText(`settings.group.${name}`)}</h2>
  <p class="muted">${anyText(`settings.about.${name}`)}</p>
  ${settings.map(rowOf)}
  ${name === "payment" && html`<p><a class="button soft" href="#/settings/taxes">${icon("receipt")}${t("taxes.title")}</a></p>`}</section>`;

function saveBar() {
  const count = Object.keys(state.draft.typed).length;
  if (count === 0) return "";
  return html`<div class="save-bar" data-key="save-bar"><p role="status">${t("settings.unsaved", { count })}</p>
    <button type="button" class="button soft" data-action="settings.discard">${t("settings.discard")}</button>
    <button type="submit" class="button" aria-busy="${String(state.isSaving)}">${t("save")}</button></div>`;
}

const preview = () => html`<aside class="preview" data-key="preview-aside" aria-labelledby="preview-title">
  <h2 id="preview-title">${t("settings.preview")}</h2><p class="muted">${t("settings.preview.about")}</p>
  ${previewFrame(t("settings.preview"))}</aside>`;

/** @type {View} */
const formPage = {
  async load() {
    await Promise.all([read(new Draft("settings", "", {})), readDisruptionChoices()]);
    if (!state.isOpen) startPreview();
    state.isOpen = true;
    setTimeout(paint);
  },
  render: () => html`<div class="settings ${isPreviewShown() ? "has-preview" : ""}">
    <form class="stack" data-submit="settings.save" novalidate data-key="settings-form">
      <p class="preview-toggle"><button type="button" class="button soft full-width" data-action="settings.preview" aria-expanded="${String(isPreviewShown())}">
        ${t(isPreviewShown() ? "settings.preview.hide" : "settings.preview.show")}</button></p>
      ${GROUPS.map(groupView)}${saveBar()}</form>
    ${isPreviewShown() && preview()}</div>`,
  isDirty: () => state.draft.isDirty,
  leave() {
    state.isOpen = false;
    endPreview();
  },
};

let page = formPage;

/** @type {View} */
export const view = {
  load([name = "", ...path], params) {
    const next = name === "taxes" ? taxesPage : formPage;
    if (next !== page) page.leave?.();
    page = next;
    return page.load(path, params);
  },
  render: () => page.render(),
  title: () => page.title?.() ?? t("nav.settings"),
  isDirty: () => page.isDirty?.() ?? false,
  leave: () => page.leave?.(),
};

/** @param {string} name @param {unknown} value */
function set(name, value) {
  state.draft.set(name, value);
  if (name === "accent") deriveTheme(state.draft.text("accent"), () => showDraft(shownDraft()));
  else showDraft(shownDraft());
  draw();
}

async function reload() {
  await Promise.all([read(state.draft), readCafe()]); // its name and colour stand around every view
  showStored();
  showTyped();
}

/** Show in the preview what is typed. */
function showTyped() {
  showDraft(shownDraft());
  deriveTheme(state.draft.text("accent"), () => showDraft(shownDraft()));
  draw();
}

actions["settings.type"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  set(name, kindOf(name) === "whole" ? wholeNumber(value) : value);
};
actions["settings.pick"] = (element) => set("accent", /** @type {HTMLInputElement} */ (element).value);
actions["settings.choose"] = (element) => {
  const { name, value } = /** @type {HTMLSelectElement} */ (element);
  set(name, value);
};
actions["settings.flag"] = (element) => {
  const { name, checked } = /** @type {HTMLInputElement} */ (element);
  set(name, checked);
};
actions["settings.several"] = (element) => {
  const { name, value, checked } = /** @type {HTMLInputElement} */ (element);
  const setting = name.replace(/\..*/, "");
  const chosen = state.draft.text(setting).split(",");
  const { choices = [] } = PUBLISHED.SETTINGS[setting] ?? {};
  set(setting, choices.filter((each) => (each === value ? checked : chosen.includes(each))).join(","));
};
listenForLogo((url) => set("logo_url", url));
listenForPrepTimes(
  () => state.draft.text("prep_times"),
  (value) => set("prep_times", value),
);
actions["settings.preview"] = togglePreview;
actions["settings.discard"] = () => {
  state.draft.typed = {};
  state.draft.problems = [];
  showTyped();
};
actions["settings.save"] = async (form) => {
  const { draft } = state;
  if (!draft.isDirty || state.isSaving) return;
  state.isSaving = true;
  draw();
  const outcome = await save([draft.edit()], { onUndo: reload });
  state.isSaving = false;
  if (outcome.state === "saved") draft.keep(); // who leaves or goes on before it is read anew loses nothing
  if (outcome.state === "saved" || outcome.state === "theirs") await reload().catch(tellFailure);
  if (outcome.state === "invalid") {
    draft.refuse(outcome.problems);
    draw();
    queueMicrotask(() => focusFirstError(form));
  }
  draw();
};
