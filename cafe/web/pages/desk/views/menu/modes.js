/** Modes of the menu: which are on, with a button for each, and a form for what is served while one is. */

import { actions } from "../../../shared/delegate.js";
import { ask } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { booleanAttribute, html } from "../../../shared/html.js";
import { anyText } from "../../../shared/texts.js";
import { api } from "../../lib/api.js";
import { Draft, wholeNumber } from "../../lib/draft.js";
import { errorLine, errorOf, field, focusFirstError } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { onSwitch, onText, switchButton } from "../../lib/modes.js";
import { save, tellFailure } from "../../lib/save.js";
import { may } from "../../lib/session.js";
import { t } from "../../lib/texts.js";
import { edited, weekRangesField, weekRangeText } from "../../lib/week-ranges.js";
import { go } from "../../router.js";
import { resetServed, servedField } from "./mode-served.js";
import { nameOf } from "./rows.js";
import { findCategory, findDish, readMenu } from "./state.js";

/** @import { Day, DayMode } from "../../day-types" */
/** @import { Item, View } from "../../types" */

/**
 * @typedef {object} Mode
 * @property {number} id
 * @property {string} slug
 * @property {string} name
 * @property {string} name_en
 * @property {string[]} categories slugs; without these and dishes everything is served
 * @property {string[]} products
 * @property {number} extra_minutes
 * @property {string[]} order_types none: all
 * @property {string[]} payments none: all
 * @property {string} message a line for guests
 * @property {string} message_en
 * @property {string[]} hours
 * @property {number} sort_order
 * @property {number} on_until Unix seconds
 * @property {number} off_until
 */

const PLACE = "#/menu/modes";
const NUMBERS = ["extra_minutes", "sort_order"];
const LISTS = { order_types: PUBLISHED.ORDER_TYPES, payments: PUBLISHED.PAYMENT_METHODS };
const NEW = {
  ...{ name: "", name_en: "", categories: [], products: [], extra_minutes: 0, order_types: [], payments: [] },
  ...{ message: "", message_en: "", hours: [] },
};
const FIELDS = [...Object.keys(NEW), "sort_order", "on_until", "off_until"];
const STEP = 10; // between the places of modes
const FEW = 6; // names of what is served, in the list

/** @type {{ modes: Mode[], day: Day | null, draft: Draft | null, isMissing: boolean, isSaving: boolean }} */
const state = { modes: [], day: null, draft: null, isMissing: false, isSaving: false };

async function read() {
  const [modes, day] = await Promise.all([api.get("/catalogue/modes"), api.get("/day"), readMenu()]);
  Object.assign(state, { modes: modes.items, day });
}

/** @param {Mode} mode */
function servedText({ categories, products }) {
  const found = [...categories.map(findCategory), ...products.map(findDish)];
  const names = found.flatMap((each) => (each ? [nameOf(each)] : []));
  if (names.length === 0) return t("modes.everything");
  const shown = names.slice(0, FEW).join(", ");
  return names.length > FEW ? t("modes.andMore", { names: shown, count: names.length - FEW }) : shown;
}

/** @param {Mode} mode */
const facts = (mode) =>
  [
    servedText(mode),
    mode.extra_minutes > 0 && t("hours.busy.minutes", { minutes: mode.extra_minutes }),
    ...Object.keys(LISTS).map((ways) =>
      mode[/** @type {"payments"} */ (ways)].map((code) => anyText(`settings.${ways}.${code}`)).join(", "),
    ),
    mode.hours.map(weekRangeText).join(", "),
  ]
    .filter(Boolean)
    .join(" · ");

/** @param {Mode} mode @param {Day} day @param {DayMode | undefined} now */
function row(mode, day, now) {
  const head = html`<span class="row-main"><b>${nameOf(mode)}</b>
    ${now?.is_on && html`<span class="badge good">${onText(day, now)}</span>`}
    <span class="promo-facts muted">${facts(mode)}</span></span>`;
  return html`<li class="mode-row" data-key="m-${mode.slug}">
    ${may("menu") ? html`<a class="row" href="${PLACE}/${encodeURIComponent(mode.slug)}">${head}</a>` : html`<div class="row">${head}</div>`}
    ${now && switchButton(day, now)}</li>`;
}

function list() {
  const { day, modes } = state;
  const nowOf = (/** @type {number} */ id) => day?.modes?.find((each) => each.id === id);
  return html`<p data-key="back"><a class="back-link" href="#/menu">${icon("back")}${t("menu.back")}</a></p>
  <p class="lead">${t("modes.about")}</p>
  ${may("menu") && html`<p class="toolbar-line"><a class="button" href="${PLACE}/+">${icon("plus")}${t("modes.add")}</a></p>`}
  ${
    day && modes.length > 0
      ? html`<ul class="rows">${modes.map((mode) => row(mode, day, nowOf(mode.id)))}</ul>`
      : html`<div class="empty">${icon("clock")}<p>${t("modes.empty")}</p></div>`
  }`;
}

/** @param {Draft} draft @param {keyof typeof LISTS} name */
function choices(draft, name) {
  const chosen = /** @type {string[]} */ (draft.value(name));
  return html`<fieldset class="stack-small" data-key="f-${name}"><legend class="field-name">${t(`modes.${name}`)}</legend>
    <p class="field-hint">${t("modes.all.hint")}</p>
    ${LISTS[name].map(
      (
        code,
      ) => html`<label class="tick"><input type="checkbox" name="${name}" value="${code}" data-change="modes.choose" ${booleanAttribute("checked", chosen.includes(code))}>
      <span>${anyText(`settings.${name}.${code}`)}</span></label>`,
    )}${errorLine(errorOf(draft.problems, name))}</fieldset>`;
}

/** @param {Draft} draft */
function form(draft) {
  const text = (/** @type {string} */ name, more = {}) =>
    field({
      name,
      label: anyText(`modes.${name}`),
      value: draft.text(name),
      error: errorOf(draft.problems, name),
      input: "modes.type",
      of: `modes.${name}`,
      ...more,
    });
  return html`<form data-submit="modes.save" novalidate class="stack" data-key="mode-form">
    <p><a class="back-link" href="${PLACE}">${icon("back")}${t("modes.back")}</a></p>
    <section class="card columns in-pairs">
      ${text("name", { required: true })}${text("name_en", { lang: "en" })}
      ${text("message", { hint: t("modes.message.hint") })}${text("message_en", { lang: "en" })}</section>
    <section class="card stack"><h2>${t("modes.served")}</h2>${servedField(draft)}</section>
    <section class="card columns in-pairs">
      ${choices(draft, "order_types")}${choices(draft, "payments")}
      ${text("extra_minutes", { suffix: t("settings.unit.minutes"), hint: t("modes.extra_minutes.hint"), inputmode: "numeric", maxlength: 4 })}
      ${text("sort_order", { hint: t("modes.sort_order.hint"), inputmode: "numeric", maxlength: 9 })}</section>
    <section class="card">${weekRangesField({ label: t("modes.hours"), hint: t("modes.hours.hint"), error: errorOf(draft.problems, "hours") })}</section>
    ${draft.key !== null && html`<p><button type="button" class="button soft bad" data-action="modes.delete">${icon("trash")}${t("modes.delete")}</button></p>`}
    <div class="save-bar"><a class="button soft" href="${PLACE}">${t("cancel")}</a>
      <button type="submit" class="button" aria-busy="${String(state.isSaving)}">${t("save")}</button></div>
  </form>`;
}

/** @param {string} slug from the address @param {Mode | undefined} mode */
function draftOf(slug, mode) {
  if (!may("menu")) return null;
  const last = state.modes.at(-1);
  if (slug === "+") return new Draft("modes", null, { ...NEW, sort_order: (last?.sort_order ?? 0) + STEP });
  return mode ? new Draft("modes", mode.slug, /** @type {Item} */ ({ ...mode })) : null;
}

/** @type {View} */
export const modesPage = {
  async load([slug = ""]) {
    await read();
    const mode = state.modes.find((each) => each.slug === slug);
    state.isMissing = slug !== "" && slug !== "+" && !mode;
    state.draft = draftOf(slug, mode);
    resetServed();
    edited.get = () => /** @type {string[]} */ (state.draft?.value("hours") ?? []);
    edited.set = (hours) => state.draft?.set("hours", hours);
    onSwitch((day) => {
      state.day = day;
    });
  },
  title() {
    if (!state.draft) return t("modes.title");
    return state.draft.key === null ? t("modes.add") : state.draft.text("name");
  },
  render() {
    if (state.draft) return form(state.draft);
    if (state.isMissing)
      return html`<div class="empty" role="alert">${icon("clock")}<p>${t("modes.notFound")}</p></div>`;
    return list();
  },
  follows: ["day"],
  refresh: read,
  isReading: () => state.draft !== null,
  isDirty: () => state.draft?.isDirty ?? false,
  leave() {
    state.draft = null;
  },
};

actions["modes.type"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  state.draft?.set(name, NUMBERS.includes(name) ? wholeNumber(value) : value);
};
actions["modes.choose"] = (element) => {
  const { name, value, checked } = /** @type {HTMLInputElement} */ (element);
  const { draft } = state;
  if (!draft) return;
  const chosen = /** @type {string[]} */ (draft.value(name));
  const codes = LISTS[/** @type {keyof typeof LISTS} */ (name)];
  draft.set(
    name,
    codes.filter((code) => (code === value ? checked : chosen.includes(code))),
  );
  draw();
};
actions["modes.serve"] = (element) => {
  const { name, value, checked } = /** @type {HTMLInputElement} */ (element);
  const { draft } = state;
  if (!draft) return;
  const before = /** @type {string[]} */ (draft.value(name));
  draft.set(name, checked ? [...before, value] : before.filter((slug) => slug !== value));
  draw();
};
actions["modes.save"] = async (element) => {
  const { draft } = state;
  if (!draft || state.isSaving) return;
  if (!draft.isDirty && draft.key !== null) return go(PLACE);
  state.isSaving = true;
  const outcome = await save([draft.edit()], { onUndo: reload });
  state.isSaving = false;
  if (outcome.state === "saved") return go(PLACE);
  if (outcome.state === "theirs") await takeTheirs(draft).catch(tellFailure);
  if (outcome.state === "invalid") draft.refuse(outcome.problems);
  draw();
  queueMicrotask(() => focusFirstError(element));
};
actions["modes.delete"] = async () => {
  const { draft } = state;
  if (!draft) return;
  const words = { yes: t("delete"), text: t("modes.deleteText"), tone: /** @type {const} */ ("bad") };
  if (!(await ask(t("modes.deleteQuestion", { mode: draft.text("name") }), words))) return;
  const outcome = await save([draft.deletion(FIELDS)], { onUndo: reload });
  if (outcome.state === "saved") go(PLACE);
};

/** Only what nobody else has changed stays as it is typed. @param {Draft} draft */
async function takeTheirs(draft) {
  await read();
  const mode = state.modes.find(({ slug }) => slug === draft.key);
  if (mode) draft.rebase(/** @type {Item} */ ({ ...mode }));
  else if (draft.key !== null) Object.assign(state, { draft: null, isMissing: true });
}

async function reload() {
  await read();
  draw();
}
