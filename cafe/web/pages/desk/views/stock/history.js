/** What came, was written off and was counted: of all, or of one ingredient. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { money } from "../../../shared/formats.js";
import { html } from "../../../shared/html.js";
import { anyText } from "../../../shared/texts.js";
import { api } from "../../lib/api.js";
import { clockTime, dayName } from "../../lib/format.js";
import { icon } from "../../lib/icons.js";
import { tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { amountText, changeText } from "./moves.js";

/** @import { Move } from "./moves.js" */

/** @type {{ code: string, moves: Move[], next: number | null }} */
const state = { code: "", moves: [], next: null };

/** @param {string} code blank: of all ingredients */
export async function readMoves(code, before = "") {
  const query = new URLSearchParams({ ...(code && { code }), ...(before && { before }) });
  const page = await api.get(`/stock/moves?${query}`);
  state.moves = before ? [...state.moves, ...page.moves] : page.moves;
  Object.assign(state, { code, next: page.next });
}

/** Read the first page anew and draw. */
export async function reloadMoves() {
  await readMoves(state.code).catch(tellFailure);
  draw();
}

/** What was paid for it, or what it was worth. @param {Move} move */
function moneyOf({ paid, value }) {
  if (paid !== undefined) return html`<span class="muted">${t("stock.paidSum", { sum: money(paid) })}</span>`;
  return value ? html`<span class="muted">${t("stock.worth", { sum: money(value) })}</span>` : "";
}

/** @param {Move} move */
const row = (move) => html`<li class="row" data-key="m-${move.id}"><span class="row-main">
    <b>${state.code ? anyText(`stock.kind.${move.kind}`) : `${move.name}: ${anyText(`stock.kind.${move.kind}`).toLowerCase()}`}</b>
    <span class="move-facts muted">${clockTime(move.at)}, ${move.by}${move.note && ` · ${move.note}`}</span></span>
  <span class="move-numbers numbers"><b class="${move.change < 0 ? "is-less" : ""}">${changeText(move.change, move.unit)}</b>
    <span class="muted">${t("stock.left", { amount: amountText(move.after, move.unit) })}</span>${moneyOf(move)}</span></li>`;

export function movesView() {
  if (state.moves.length === 0) return html`<div class="empty">${icon("box")}<p>${t("stock.noMoves")}</p></div>`;
  /** @type {Map<string, Move[]>} */
  const days = new Map();
  for (const move of state.moves) days.set(dayName(move.at), [...(days.get(dayName(move.at)) ?? []), move]);
  return html`${[...days].map(
    ([day, moves]) =>
      html`<section data-key="d-${day}"><h3 class="day">${day}</h3><ul class="rows">${moves.map(row)}</ul></section>`,
  )}
  ${state.next !== null && html`<p class="stack"><button type="button" class="button soft full-width" data-action="stock.older">${t("showMore")}</button></p>`}`;
}

export const historyView = () => html`<p><a class="back-link" href="#/stock">${icon("back")}${t("back")}</a></p>
  <h2 class="visually-hidden">${t("stock.history")}</h2>${movesView()}`;

actions["stock.older"] = async () => {
  if (state.next === null) return;
  await readMoves(state.code, String(state.next)).catch(tellFailure);
  draw();
};
