/** Cards with a QR code for each table, to be printed and cut out. */

import { actions } from "../../shared/delegate.js";
import { draw } from "../../shared/drawing.js";
import { html } from "../../shared/html.js";
import { RefusedError } from "../../shared/request.js";
import { localStore } from "../../shared/storage.js";
import { anyText } from "../../shared/texts.js";
import { announce } from "../../shared/toast.js";
import { api } from "../lib/api.js";
import { errorOf, field, focusFirstError, segments } from "../lib/fields.js";
import { saveBlob } from "../lib/files.js";
import { icon } from "../lib/icons.js";
import { tellFailure } from "../lib/save.js";
import { t } from "../lib/texts.js";

/** @import { Problem } from "../../shared/types" */
/** @import { TableCode, TableCodes, View } from "../types" */

const OPENS = ["browser", "app", "chat"];
const LONG = 3; // characters of a name, which stands on the card twice
const STORED = "desk.tables"; // the choice of this device

/** What a card says to guests, in both languages whatever the desk speaks. */
const CARD = {
  uk: { table: "Столик", hint: "Наведіть камеру, оберіть із меню — принесемо сюди." },
  en: { table: "Table", hint: "Point your camera here and choose: we bring it to you." },
};

const wish = { tables: "1-12", opens: "browser", bot: "", ...localStore.get(STORED, {}) };

/** @type {{ codes: TableCodes | null, problems: Problem[], isBusy: boolean }} */
const state = { codes: null, problems: [], isBusy: false };

async function read() {
  state.problems = [];
  try {
    state.codes = await api.get(`/tables?${new URLSearchParams(wish)}`);
    localStore.set(STORED, wish);
  } catch (error) {
    if (!(error instanceof RefusedError && error.code === "invalid")) throw error;
    state.codes = null;
    state.problems = error.problems;
  }
}

const form = () => html`<form class="card stack tables-form" data-submit="tables.make" novalidate>
  ${field({ name: "tables", label: t("tables.which"), value: wish.tables, hint: t("tables.which.hint"), error: errorOf(state.problems, "tables"), maxlength: 4000, required: true })}
  ${segments({ name: "opens", label: t("tables.opens"), value: wish.opens, change: "tables.opens", choices: OPENS.map((value) => ({ value, label: anyText(`tables.opens.${value}`) })) })}
  <p class="muted">${anyText(`tables.opens.${wish.opens}.hint`)}</p>
  ${wish.opens !== "browser" && field({ name: "bot", label: t("tables.bot"), value: wish.bot, hint: t("tables.bot.hint"), error: errorOf(state.problems, "bot"), autocomplete: "off", maxlength: 40, required: true })}
  <p class="cluster"><button class="button" aria-busy="${String(state.isBusy)}">${t("tables.make")}</button>
    ${state.codes && html`<button type="button" class="button soft" data-action="tables.print">${icon("print")}${t("tables.print")}</button>`}</p></form>`;

/** @param {string} svg */
const pictureAddress = (svg) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** The address as a person would type it. @param {string} address */
const readable = (address) => decodeURI(address.replace(/^https?:\/\//, ""));

/** In both languages; 'Столик 1' says already what it is. @param {string} name */
const tableName = (name) =>
  [CARD.uk, CARD.en].some(({ table }) => name.toLowerCase().startsWith(table.toLowerCase()))
    ? name
    : html`<span lang="uk">${CARD.uk.table} ${name}</span> <span lang="en">/ ${CARD.en.table} ${name}</span>`;

/** @param {TableCode} code @param {TableCodes} codes */
const card = ({ name, address, svg }, codes) => html`<li class="table-card" data-key="c-${name}">
  <p class="table-cafe">${codes.cafe_name}${codes.cafe_name_en !== codes.cafe_name && html`<span lang="en"> · ${codes.cafe_name_en}</span>`}</p>
  <p class="table-name ${name.length > LONG && "long"}">${tableName(name)}</p>
  <img src="${pictureAddress(svg)}" alt="${t("tables.code", { table: name })}" width="200" height="200">
  <p class="table-hint" lang="uk">${CARD.uk.hint}</p>
  <p class="table-hint" lang="en">${CARD.en.hint}</p>
  <p class="table-address">${readable(address)}</p>
  <button type="button" class="link-button table-save" data-action="tables.save" data-table="${name}" aria-label="${t("tables.save", { table: name })}">SVG</button></li>`;

/** @type {View} */
export const view = {
  load: read,
  render: () => html`<p class="lead">${t("tables.about")}</p>
    ${form()}
    ${
      state.codes &&
      html`${!state.codes.is_public && html`<p class="tables-warning" role="note">${icon("warning")}<span>${t("tables.local")}</span></p>`}
        <ul class="table-cards">${state.codes.tables.map((code) => card(code, /** @type {TableCodes} */ (state.codes)))}</ul>`
    }`,
};

/** @param {HTMLFormElement} element */
function keepWish(element) {
  const data = new FormData(element);
  wish.tables = String(data.get("tables") ?? "");
  wish.opens = String(data.get("opens") ?? "browser");
  wish.bot = String(data.get("bot") ?? wish.bot);
}

actions["tables.opens"] = (element) => {
  const { form: around } = /** @type {HTMLInputElement} */ (element);
  if (around) keepWish(around);
  draw();
};
actions["tables.make"] = async (element) => {
  if (state.isBusy || !(element instanceof HTMLFormElement)) return;
  keepWish(element);
  state.isBusy = true;
  draw();
  await read().catch(tellFailure);
  state.isBusy = false;
  draw();
  if (state.codes) announce(t("tables.made", { count: state.codes.tables.length }));
  else queueMicrotask(() => focusFirstError(element));
};
actions["tables.print"] = () => print();
actions["tables.save"] = ({ dataset }) => {
  const code = state.codes?.tables.find(({ name }) => name === dataset.table);
  if (code)
    saveBlob(new Blob([code.svg], { type: "image/svg+xml" }), `${CARD.en.table} ${code.name.replaceAll("/", "-")}.svg`);
};
