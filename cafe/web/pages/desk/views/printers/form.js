/** What a printer prints, with an example of its paper beside. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { anyText, languages } from "../../../shared/texts.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { errorOf, field, focusFirstError, segments, select, switchField } from "../../lib/fields.js";
import { t } from "../../lib/texts.js";
import { showPairing } from "./pairing.js";
import { findPrinter, printers, sendPrinter } from "./state.js";

/** @import { PrinterSettings } from "../../printer-types" */

const PAGES = ["ticket", "bill", "receipt", "day"];
const TYPES = ["delivery", "pickup", "dine_in"];
const MOMENTS = ["placed", "accepted", "due"];
const WIDTHS = ["58", "80"];
const PREVIEWS = ["ticket", "bill", "test"];
const MOST_COPIES = 5;

/** @type {() => PrinterSettings} */
const usual = () => ({
  name: "",
  width: 80,
  locale: "uk",
  pages: ["ticket"],
  order_types: [],
  categories: [],
  moment: "placed",
  copies: 1,
  address: "",
  opens_drawer: false,
  rings: false,
});

/** Each switch is on for one that is chosen; none of them: for all. @param {string} name @param {{ value: string, label: string }[]} choices @param {string[]} chosen */
const switches = (name, choices, chosen) =>
  choices.map(({ value, label }) =>
    switchField({
      name: `${name}-${value}`,
      label,
      value,
      isOn: chosen.includes(value),
      change: "printers.typed",
    }),
  );

/** @param {string} legend @param {string} hint @param {import("../../../shared/types").Renderable} content */
const group = (legend, hint, content) =>
  html`<fieldset class="stack-small"><legend class="field-name">${legend}</legend>${hint && html`<p class="field-hint">${hint}</p>`}${content}</fieldset>`;

/** @param {PrinterSettings} settings */
const ticketParts = (settings) => html`
  <p class="field-name">${t("printers.moment")}</p>
  ${segments({ name: "moment", label: t("printers.moment"), value: settings.moment, change: "printers.typed", choices: MOMENTS.map((value) => ({ value, label: anyText(`printers.moment.${value}`) })) })}
  ${group(
    t("printers.stations"),
    t("printers.stations.hint"),
    switches(
      "category",
      printers.categories.map(({ id, name }) => ({ value: String(id), label: name })),
      settings.categories.map(String),
    ),
  )}`;

const previewView = () => {
  const { picture = "", page = "ticket", settings = usual() } = printers.edited ?? {};
  return html`<aside class="printer-preview stack-small" data-key="preview">
    ${segments({ name: "preview", label: t("printers.preview"), value: page, change: "printers.preview", choices: PREVIEWS.map((value) => ({ value, label: anyText(`printers.page.${value}`) })) })}
    ${picture && html`<img class="printer-paper" src="${picture}" width="${settings.width === 80 ? 288 : 192}" alt="${t("printers.preview.alt", { width: settings.width })}">`}</aside>`;
};

export function editForm() {
  const { id = 0, settings = usual() } = printers.edited ?? {};
  const wrong = (/** @type {string} */ name) => errorOf(printers.problems, name);
  return html`<div class="printer-edit" data-key="edit"><form class="card stack" data-submit="printers.store" novalidate>
    <h2>${id ? settings.name : t("printers.add")}</h2>
    ${field({ name: "name", label: t("printers.name"), value: settings.name, of: "devices.name", hint: t("printers.name.hint"), error: wrong("name"), required: true })}
    <p class="field-name">${t("printers.width")}</p>
    ${segments({ name: "width", label: t("printers.width"), value: String(settings.width), change: "printers.typed", choices: WIDTHS.map((value) => ({ value, label: t("printers.mm", { width: value }) })) })}
    ${select({ name: "locale", label: t("printers.locale"), value: settings.locale, change: "printers.typed", choices: languages.filter(({ code }) => printers.locales.includes(code)).map(({ code, name }) => ({ value: code, label: name })) })}
    ${group(
      t("printers.pages"),
      wrong("pages"),
      switches(
        "page",
        PAGES.map((value) => ({ value, label: anyText(`printers.page.${value}.long`) })),
        settings.pages,
      ),
    )}
    ${settings.pages.includes("ticket") && ticketParts(settings)}
    ${group(
      t("printers.types"),
      t("printers.types.hint"),
      switches(
        "type",
        TYPES.map((value) => ({ value, label: anyText(`orders.type.${value}`) })),
        settings.order_types,
      ),
    )}
    ${select({ name: "copies", label: t("printers.copies"), value: settings.copies, choices: Array.from({ length: MOST_COPIES }, (_, at) => ({ value: String(at + 1), label: String(at + 1) })) })}
    ${field({ name: "address", label: t("printers.address"), value: settings.address, hint: t("printers.address.hint"), error: wrong("address"), maxlength: 120 })}
    ${switchField({ name: "opens_drawer", label: t("printers.drawer"), hint: t("printers.drawer.hint"), isOn: settings.opens_drawer })}
    ${switchField({ name: "rings", label: t("printers.rings"), hint: t("printers.rings.hint"), isOn: settings.rings })}
    <p class="cluster"><button class="button" aria-busy="${String(printers.isBusy)}">${t("save")}</button>
      <button type="button" class="button soft" data-action="printers.cancel">${t("cancel")}</button></p></form>
    ${previewView()}</div>`;
}

/** @param {HTMLFormElement} form @returns {PrinterSettings} */
function typed(form) {
  const data = new FormData(form);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
  const chosen = (/** @type {string} */ prefix) =>
    [...data].filter(([name]) => name.startsWith(`${prefix}-`)).map(([, value]) => String(value));
  const before = printers.edited?.settings ?? usual();
  const pages = chosen("page");
  const isTicket = data.has("moment");
  return {
    name: text("name"),
    width: Number(text("width")),
    locale: text("locale"),
    pages,
    order_types: chosen("type"),
    categories: isTicket ? chosen("category").map(Number) : before.categories,
    moment: isTicket ? text("moment") : before.moment,
    copies: Number(text("copies")),
    address: text("address"),
    opens_drawer: data.has("opens_drawer"),
    rings: data.has("rings"),
  };
}

async function readPreview() {
  const { edited } = printers;
  if (!edited) return;
  const { width, locale, categories } = edited.settings;
  const query = { page: edited.page, width: String(width), locale, categories: categories.join(",") };
  try {
    const { picture } = await api.get(`/printers/preview?${new URLSearchParams(query)}`);
    if (printers.edited === edited) edited.picture = picture;
  } catch {
    edited.picture = ""; // the form is good without it
  }
  draw();
}

/** @param {number} id 0: a new one */
export function editPrinter(id) {
  const settings = findPrinter(id)?.settings ?? usual();
  Object.assign(printers, { edited: { id, settings, picture: "", page: "ticket" }, problems: [] });
  draw();
  scrollTo(0, 0);
  readPreview();
}

/** @param {HTMLElement} element */
function keep(element) {
  const form = element.closest("form");
  if (printers.edited && form) printers.edited.settings = typed(form);
}

actions["printers.typed"] = (element) => {
  keep(element);
  draw();
  return readPreview();
};
actions["printers.preview"] = (element) => {
  if (printers.edited) printers.edited.page = /** @type {HTMLInputElement} */ (element).value;
  return readPreview();
};
actions["printers.cancel"] = () => {
  Object.assign(printers, { edited: null, problems: [] });
  draw();
};
actions["printers.store"] = async (element) => {
  keep(element);
  const { edited } = printers;
  if (!edited) return;
  const answer = edited.id
    ? await sendPrinter("patch", `/${edited.id}`, edited.settings)
    : await sendPrinter("post", "", edited.settings);
  if (!answer) {
    queueMicrotask(() => focusFirstError(element));
    return;
  }
  printers.edited = null;
  draw();
  if (answer.paired) showPairing(answer.paired);
  else showToast(t("printers.told.saved"), { tone: "good" });
};
