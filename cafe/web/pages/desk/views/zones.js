/** Delivery zones: what delivery costs where, pauses of a while, a form with a map for one, and 'which zone is this?'. */

import { actions } from "../../shared/delegate.js";
import { ask } from "../../shared/dialog.js";
import { draw } from "../../shared/drawing.js";
import { money } from "../../shared/formats.js";
import { html } from "../../shared/html.js";
import { anyText } from "../../shared/texts.js";
import { api } from "../lib/api.js";
import { Draft, wholeNumber } from "../lib/draft.js";
import { errorLine, errorOf, field, focusFirstError, switchField, textArea } from "../lib/fields.js";
import { dayAndTime } from "../lib/format.js";
import { icon } from "../lib/icons.js";
import { rangeLists, rangesField } from "../lib/ranges.js";
import { save, tellFailure } from "../lib/save.js";
import { may } from "../lib/session.js";
import { t } from "../lib/texts.js";
import { go } from "../router.js";
import { mapView, showAll } from "./zones/map.js";
import { cornersText, readCorners, readGeoJson } from "./zones/shapes.js";

/** @import { Item, View } from "../types" */
/** @import { Shapes } from "./zones/map.js" */
/** @import { Polygon, Ring } from "./zones/shapes.js" */

/**
 * @typedef {object} Zone
 * @property {string} slug
 * @property {string} name
 * @property {string} name_en
 * @property {number} fee whole UAH
 * @property {number} min_amount
 * @property {number} free_from 0: never
 * @property {number} extra_minutes
 * @property {number} sort_order
 * @property {boolean} active
 * @property {string[]} hours
 * @property {Ring[]} rings
 * @property {Polygon[]} polygons
 * @property {string[]} streets
 * @property {number} paused_until Unix seconds
 */

const NUMBERS = /** @type {const} */ (["fee", "min_amount", "free_from", "extra_minutes", "sort_order"]);
const FIELDS = [...NUMBERS, ...["name", "name_en", "active", "hours", "rings", "polygons", "streets", "paused_until"]];
const NEW = {
  ...{ name: "", name_en: "", fee: 0, min_amount: 0, free_from: 0, extra_minutes: 0, sort_order: 0, active: true },
  ...{ hours: [], rings: [], polygons: [], streets: [] },
};
const HOUR = 3600;
const ENDLESS = 4_102_444_800; // the year 2100: until somebody ends it

/** @type {{ zones: Zone[], draft: Draft | null, isMissing: boolean, isSaving: boolean, tiles: string, credit: string, asked: string, answer: string, geo: string, geoError: string }} */
const state = {
  ...{ zones: [], draft: null, isMissing: false, isSaving: false, tiles: "", credit: "" },
  ...{ asked: "", answer: "", geo: "", geoError: "" },
};

const mayEdit = () => may("settings");

async function read() {
  const [zones, settings] = await Promise.all([api.get("/catalogue/zones"), api.get("/catalogue/settings")]);
  state.zones = zones.items;
  const [{ map_tiles: tiles, map_credit: credit }] = settings.items;
  Object.assign(state, { tiles, credit });
}

/** @param {Zone} zone */
const isPaused = (zone) => zone.paused_until * 1000 > Date.now();

/** @param {Zone} zone */
function stateText(zone) {
  if (!zone.active) return t("zones.off");
  if (!isPaused(zone)) return "";
  return zone.paused_until >= ENDLESS
    ? t("zones.paused")
    : t("zones.pausedUntil", { moment: dayAndTime(zone.paused_until) });
}

/** @param {Zone} zone */
const terms = (zone) =>
  [
    zone.fee > 0 ? t("zones.terms.fee", { sum: money(zone.fee) }) : t("zones.terms.free"),
    zone.fee > 0 && zone.free_from > 0 && t("zones.terms.freeFrom", { sum: money(zone.free_from) }),
    zone.min_amount > 0 && t("zones.terms.from", { sum: money(zone.min_amount) }),
    zone.extra_minutes > 0 && t("zones.longer", { count: zone.extra_minutes }),
    zone.hours.join(", "),
  ]
    .filter(Boolean)
    .join(" · ");

/** @param {Zone} zone */
function row(zone) {
  const head = html`<span class="row-main"><b>${zone.name}</b> ${stateText(zone) && html`<span class="badge">${stateText(zone)}</span>`}
    <span class="promo-facts muted">${terms(zone)}</span></span>`;
  const buttons = isPaused(zone)
    ? html`<button type="button" class="button soft small" data-action="zones.resume" data-slug="${zone.slug}">${t("zones.resume")}</button>`
    : html`<button type="button" class="button soft small" data-action="zones.pause" data-slug="${zone.slug}" data-hours="1">${t("zones.pauseHour")}</button>
      <button type="button" class="button soft small" data-action="zones.pause" data-slug="${zone.slug}">${t("zones.pause")}</button>`;
  return html`<li class="zone-row" data-key="z-${zone.slug}">
    ${mayEdit() ? html`<a class="row" href="#/zones/${encodeURIComponent(zone.slug)}">${head}</a>` : html`<div class="row">${head}</div>`}
    ${zone.active && html`<span class="zone-pauses">${buttons}</span>`}</li>`;
}

const question = () => html`<form class="card stack" data-submit="zones.find" data-key="find">
  <h2>${t("zones.find")}</h2>
  ${field({ name: "address", label: t("zones.address"), hint: t("zones.addressHint"), value: state.asked, input: "zones.address", maxlength: 400 })}
  <p class="toolbar-line"><button type="submit" class="button soft">${icon("search")}${t("zones.ask")}</button></p>
  <p role="status">${state.answer}</p></form>`;

const list = () => html`<p class="lead">${t("zones.about")}</p>
  ${mayEdit() && html`<p class="toolbar-line"><a class="button" href="#/zones/+">${icon("plus")}${t("zones.add")}</a></p>`}
  ${
    state.zones.length > 0
      ? html`<ul class="rows">${state.zones.map(row)}</ul>${question()}`
      : html`<div class="empty">${icon("delivery")}<p>${t("zones.empty")}</p></div>`
  }`;

/** @param {Draft} draft @returns {Shapes} */
const shapesOf = (draft) => ({
  rings: /** @type {Ring[]} */ (draft.value("rings") ?? []),
  polygons: /** @type {Polygon[]} */ (draft.value("polygons") ?? []),
});

/** @param {Draft} draft */
const change =
  (draft) =>
  (/** @type {Shapes} */ { rings, polygons }) => {
    draft.set("rings", rings);
    draft.set("polygons", polygons);
  };

/** @param {Ring} ring @param {number} index */
const ringRow = (
  ring,
  index,
) => html`<fieldset class="zone-shape" data-key="ring-${index}"><legend>${t("zones.ring", { count: index + 1 })}</legend>
  <div class="columns">${
    /** @type {const} */ (["lat", "lon", "km"]).map((name) =>
      field({
        name: `ring-${index}-${name}`,
        label: anyText(`zones.ring.${name}`),
        value: ring[name],
        inputmode: "decimal",
        change: "zones.ring",
      }),
    )
  }</div>
  <button type="button" class="button soft small" data-action="zones.dropShape" data-list="rings" data-index="${index}">${icon("trash")}${t("zones.dropShape")}</button></fieldset>`;

/** @param {Polygon} polygon @param {number} index */
const polygonRow = (
  polygon,
  index,
) => html`<details class="zone-shape" data-key="area-${index}"><summary>${t("zones.area", { count: index + 1, corners: polygon.length })}</summary>
  ${textArea({ name: `area-${index}`, label: t("zones.corners"), hint: t("zones.corners.hint"), value: cornersText(polygon), rows: 5, maxlength: 20_000, input: "zones.corners" })}
  <button type="button" class="button soft small" data-action="zones.dropShape" data-list="polygons" data-index="${index}">${icon("trash")}${t("zones.dropShape")}</button></details>`;

const pasted = () => html`<details class="zone-shape" data-key="geo"><summary>${t("zones.geo")}</summary>
  ${textArea({ name: "geojson", label: t("zones.geo.label"), hint: t("zones.geo.hint"), value: state.geo, rows: 4, maxlength: 200_000, input: "zones.geo", error: state.geoError })}
  <button type="button" class="button soft small" data-action="zones.takeGeo">${t("zones.geo.take")}</button></details>`;

/** @param {Draft} draft */
function form(draft) {
  const shapes = shapesOf(draft);
  const text = (/** @type {string} */ name, more = {}) =>
    field({
      name,
      label: anyText(`zones.${name}`),
      value: draft.text(name),
      error: errorOf(draft.problems, name),
      input: "zones.type",
      ...more,
    });
  const number = (/** @type {string} */ name, suffix = "₴", hint = "") =>
    text(name, { suffix, hint, inputmode: "numeric" });
  return html`<form data-submit="zones.save" novalidate class="stack" data-key="zone-form">
    <p><a class="back-link" href="#/zones">${icon("back")}${t("back")}</a></p>
    <div class="card stack"><div class="columns">
      ${text("name", { required: true, of: "zones.name" })}${text("name_en", { lang: "en", of: "zones.name_en" })}
      ${number("fee")}${number("free_from", "₴", t("zones.free_from.hint"))}${number("min_amount", "₴", t("zones.min_amount.hint"))}
      ${number("extra_minutes", t("settings.unit.minutes"), t("zones.extra_minutes.hint"))}
      ${number("sort_order", "", t("zones.sort_order.hint"))}</div>
      ${rangesField({ name: "zone-hours", label: t("zones.hours"), hint: t("zones.hours.hint"), error: errorOf(draft.problems, "hours") })}
      ${switchField({ name: "active", label: t("zones.active"), isOn: draft.value("active") === true, change: "zones.flag" })}
    </div>
    <section class="card stack"><h2>${t("zones.streets")}</h2>
      ${textArea({
        name: "streets",
        label: t("zones.streets.label"),
        hint: t("zones.streets.hint"),
        value: /** @type {string[]} */ (draft.value("streets") ?? []).join("\n"),
        rows: 10,
        maxlength: 200_000,
        error: errorOf(draft.problems, "streets"),
        input: "zones.streets",
      })}</section>
    <section class="card stack"><h2>${t("zones.shapes")}</h2>
      ${mapView({
        shapes,
        others: state.zones.filter(({ slug }) => slug !== draft.key),
        tiles: state.tiles,
        credit: state.credit,
        change: change(draft),
      })}
      ${errorLine(errorOf(draft.problems, "rings") || errorOf(draft.problems, "polygons"))}
      ${shapes.rings.map(ringRow)} ${shapes.polygons.map(polygonRow)} ${pasted()}</section>
    ${draft.key !== null && html`<p><button type="button" class="button soft bad" data-action="zones.delete">${icon("trash")}${t("zones.delete")}</button></p>`}
    <div class="save-bar"><a class="button soft" href="#/zones">${t("cancel")}</a>
      <button type="submit" class="button" aria-busy="${String(state.isSaving)}">${t("save")}</button></div>
  </form>`;
}

/** @param {string} slug from the address @param {Zone | undefined} zone */
function draftOf(slug, zone) {
  if (!mayEdit()) return null;
  const last = Math.max(0, ...state.zones.map(({ sort_order: place }) => place));
  if (slug === "+") return new Draft("zones", null, { ...NEW, sort_order: last + 10 });
  return zone ? new Draft("zones", zone.slug, /** @type {Item} */ ({ ...zone })) : null;
}

/** @type {View} */
export const view = {
  async load([slug = ""]) {
    await read();
    const zone = state.zones.find((each) => each.slug === slug);
    state.isMissing = slug !== "" && slug !== "+" && !zone;
    state.draft = draftOf(slug, zone);
    Object.assign(state, { geo: "", geoError: "" });
    showAll(zone && zone.rings.length + zone.polygons.length > 0 ? [zone] : state.zones);
    rangeLists["zone-hours"] = {
      get: () => /** @type {string[]} */ (state.draft?.value("hours") ?? []),
      set: (hours) => state.draft?.set("hours", hours),
    };
  },
  title() {
    if (!state.draft) return t("nav.zones");
    return state.draft.key === null ? t("zones.add") : state.draft.text("name");
  },
  render() {
    if (state.draft) return form(state.draft);
    if (state.isMissing)
      return html`<div class="empty" role="alert">${icon("delivery")}<p>${t("zones.notFound")}</p></div>`;
    return list();
  },
  isDirty: () => state.draft?.isDirty ?? false,
  leave() {
    state.draft = null;
  },
};

async function reload() {
  await read();
  draw();
}

/** @param {Zone} zone @param {number} until */
async function pause(zone, until) {
  const edit = {
    table: "zones",
    key: zone.slug,
    seen: { paused_until: zone.paused_until },
    values: { paused_until: until },
  };
  await save([edit], { onUndo: reload });
  await reload().catch(tellFailure);
}

/** @param {HTMLElement} element */
const zoneOf = ({ dataset }) => state.zones.find(({ slug }) => slug === dataset.slug);

actions["zones.pause"] = async (element) => {
  const zone = zoneOf(element);
  const hours = Number(element.dataset.hours ?? 0);
  if (zone) await pause(zone, hours ? Math.round(Date.now() / 1000) + hours * HOUR : ENDLESS);
};
actions["zones.resume"] = async (element) => {
  const zone = zoneOf(element);
  if (zone) await pause(zone, 0);
};
actions["zones.address"] = (element) => {
  state.asked = /** @type {HTMLInputElement} */ (element).value;
};
actions["zones.find"] = async () => {
  if (!state.asked.trim()) return;
  try {
    const { zone, suggestions } = await api.get(`/zones/find?address=${encodeURIComponent(state.asked)}`);
    const meant = suggestions.length > 0 ? t("zones.meant", { streets: suggestions.join(", ") }) : t("zones.unknown");
    state.answer = zone ? t("zones.found", { zone }) : meant;
  } catch (error) {
    tellFailure(error);
  }
  draw();
};
actions["zones.type"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  const isNumber = NUMBERS.some((each) => each === name);
  state.draft?.set(name, isNumber ? wholeNumber(value) : value);
};
actions["zones.flag"] = (element) => {
  state.draft?.set("active", /** @type {HTMLInputElement} */ (element).checked);
  draw();
};
actions["zones.streets"] = (element) => {
  const { value } = /** @type {HTMLTextAreaElement} */ (element);
  const streets = value.split("\n").map((line) => line.trim());
  state.draft?.set("streets", streets.filter(Boolean));
};
actions["zones.ring"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  const [, index, key = ""] = name.split("-");
  const { draft } = state;
  if (!draft) return;
  const rings = shapesOf(draft).rings.map((ring, each) =>
    each === Number(index) ? { ...ring, [key]: Number(value.replace(",", ".")) } : ring,
  );
  draft.set("rings", rings);
  showAll([shapesOf(draft)]);
  draw();
};
actions["zones.corners"] = (element) => {
  const { name, value } = /** @type {HTMLTextAreaElement} */ (element);
  const { draft } = state;
  if (!draft) return;
  const index = Number(name.split("-")[1]);
  draft.set(
    "polygons",
    shapesOf(draft).polygons.map((polygon, each) => (each === index ? readCorners(value) : polygon)),
  );
};
actions["zones.dropShape"] = ({ dataset }) => {
  const { draft } = state;
  const name = dataset.list ?? "";
  if (!draft) return;
  const shapes = /** @type {unknown[]} */ (draft.value(name) ?? []);
  draft.set(
    name,
    shapes.filter((_, index) => index !== Number(dataset.index)),
  );
  draw();
};
actions["zones.geo"] = (element) => {
  Object.assign(state, { geo: /** @type {HTMLTextAreaElement} */ (element).value, geoError: "" });
};
actions["zones.takeGeo"] = () => {
  const { draft } = state;
  const found = readGeoJson(state.geo);
  if (draft && found) {
    draft.set("polygons", [...shapesOf(draft).polygons, ...found]);
    state.geo = "";
    showAll([shapesOf(draft)]);
  } else state.geoError = t("zones.geo.wrong");
  draw();
};
actions["zones.save"] = async (element) => {
  const { draft } = state;
  if (!draft || state.isSaving) return;
  if (!draft.isDirty && draft.key !== null) return go("#/zones");
  state.isSaving = true;
  const outcome = await save([draft.edit()], { onUndo: reload });
  state.isSaving = false;
  if (outcome.state === "saved") return go("#/zones");
  if (outcome.state === "theirs") await takeTheirs(draft).catch(tellFailure);
  if (outcome.state === "invalid") draft.refuse(outcome.problems);
  draw();
  queueMicrotask(() => focusFirstError(element));
};
actions["zones.delete"] = async () => {
  const { draft } = state;
  if (!draft) return;
  const words = { yes: t("delete"), text: t("zones.deleteText"), tone: /** @type {const} */ ("bad") };
  if (!(await ask(t("zones.deleteQuestion", { zone: draft.text("name") }), words))) return;
  const outcome = await save([draft.deletion(FIELDS)], { onUndo: reload });
  if (outcome.state === "saved") go("#/zones");
};

/** Only what nobody else has changed stays as it is typed. @param {Draft} draft */
async function takeTheirs(draft) {
  await read();
  const zone = state.zones.find(({ slug }) => slug === draft.key);
  if (zone) draft.rebase(/** @type {Item} */ ({ ...zone }));
  else if (draft.key !== null) Object.assign(state, { draft: null, isMissing: true });
}
