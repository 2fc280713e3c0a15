/** A closed day of a till, on the screen and on paper. */

import { actions } from "../../../shared/delegate.js";
import { dayText, inHryvnias } from "../../../shared/formats.js";
import { html } from "../../../shared/html.js";
import { api } from "../../lib/api.js";
import { dayAndTime } from "../../lib/format.js";
import { icon } from "../../lib/icons.js";
import { session } from "../../lib/session.js";
import { t } from "../../lib/texts.js";
import { differenceBadge, figuresView, tillMoveRow } from "./figures.js";
import { sumText } from "./state.js";

/** @import { TillCount, TillDay } from "./state.js" */

/** @type {{ day: TillDay | null }} */
const shown = { day: null };

/** @param {string} id */
export async function readTillDay(id) {
  shown.day = null;
  shown.day = await api.get(`/tills/days/${Number(id)}`);
}

export const tillDayTitle = () => (shown.day ? dayTitle(shown.day) : t("nav.cash"));

/** @param {TillDay} day */
export const dayTitle = ({ till, number }) => t("till.day.title", { till, number });

/** @param {TillCount} count */
const countRow = ({ id, counted, expected, difference, by, at, pieces }) => {
  const told = Object.entries(pieces)
    .filter(([, count]) => count > 0)
    .sort(([one], [other]) => Number(other) - Number(one))
    .map(([face, count]) =>
      face === "kopiykas" ? t("till.kopiykas.count", { count }) : `${inHryvnias(face)} × ${count}`,
    );
  return html`<li class="row cash-row" data-key="c-${id}"><span class="row-main"><b>${sumText(counted)}</b>
    ${expected !== null && differenceBadge(difference)}
    <span class="muted">${[by, dayAndTime(at), told.join(", ")].filter(Boolean).join(" · ")}</span></span></li>`;
};

export function tillDayView() {
  const { day } = shown;
  if (!day) return "";
  const { counts = [], moves = [] } = day;
  return html`<div class="stack-large till-day">
    <p class="cluster till-top"><a class="back-link" href="#/cash">${icon("back")}${t("back")}</a>
      <button type="button" class="button soft small" data-action="till.print">${icon("print")}${t("till.print")}</button></p>
    <section class="card stack till-report">
      <h2 class="till-paper">${session.person?.cafe ?? ""}</h2>
      <h2>${dayTitle(day)}</h2>
      <p class="muted">${dayText(day.day, { year: "numeric" })}<br>
        ${t("till.day.opened", { name: day.opened_by, moment: dayAndTime(day.opened_at) })}<br>
        ${t("till.day.closed", { name: day.closed_by, moment: dayAndTime(day.closed_at) })}</p>
      ${figuresView(day.figures)}
      <dl class="till-figures"><div class="till-line expected"><dt>${t("till.counted")}</dt><dd class="numbers">${sumText(day.counted)}</dd></div></dl>
      <p>${differenceBadge(day.difference)}</p>
      ${day.opening_reason && html`<p>${t("till.reason.opening", { reason: day.opening_reason })}</p>`}
      ${day.closing_reason && html`<p>${t("till.reason.closing", { reason: day.closing_reason })}</p>`}
      <p class="till-paper till-signature">${t("till.signature")}</p>
    </section>
    <section class="stack till-more"><h2>${t("till.counts")}</h2><ul class="rows">${counts.map(countRow)}</ul></section>
    ${moves.length > 0 && html`<section class="stack till-more"><h2>${t("till.moves")}</h2><ul class="rows">${moves.map(tillMoveRow)}</ul></section>`}
  </div>`;
}

actions["till.print"] = () => print();
