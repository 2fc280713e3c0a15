/** The figures of a day: so far, or as they were when it was closed. */

import { html } from "../../../shared/html.js";
import { anyText } from "../../../shared/texts.js";
import { dayAndTime } from "../../lib/format.js";
import { t } from "../../lib/texts.js";
import { signedSum, sumText } from "./state.js";

/** @import { Figure, Figures, TillMove } from "./state.js" */

/** @type {Figure[]} */
const CASH = ["opening_difference", "taken", "undone", "given_back", "handed_in", "brought", "out"];
/** @type {Figure[]} */
const WITHOUT = ["terminal", "card", "terminal_back", "card_back"];

/** @param {string} id @param {string} sum @param {string} label */
const line = (id, sum, label = anyText(`till.figure.${id}`)) =>
  html`<div class="till-line ${id === "expected" && id}" data-key="l-${id}"><dt>${label}</dt><dd class="numbers">${sum}</dd></div>`;

/** @param {Figures} figures */
export const figuresView = (figures) => html`<dl class="till-figures">
  ${line("left", sumText(figures.left))}
  ${CASH.filter((each) => figures[each] !== 0).map((each) => line(each, signedSum(figures[each])))}
  ${line("expected", sumText(figures.expected))}
</dl>
<dl class="till-figures">
  ${line("cash", sumText(figures.taken + figures.undone))}
  ${WITHOUT.filter((each) => figures[each] !== 0 || !each.endsWith("_back")).map((each) => line(each, sumText(figures[each])))}
</dl>`;

/** @param {TillMove} move */
export const tillMoveRow = ({
  id,
  kind,
  amount,
  order,
  by,
  reason,
  at,
}) => html`<li class="row cash-row" data-key="tm-${id}">
  <span class="row-main"><b>${anyText(`till.kind.${kind}`)}</b>
    ${order && html`<a href="#/orders/${order.id}">${order.number}</a>`}
    <span class="muted">${[reason, by, dayAndTime(at)].filter(Boolean).join(" · ")}</span></span>
  <b class="numbers">${signedSum(amount)}</b></li>`;

/** @param {number} difference */
export const differenceBadge = (difference) =>
  difference === 0
    ? html`<span class="badge good">${t("till.agrees")}</span>`
    : html`<span class="badge bad">${t("till.differs", { sum: signedSum(difference) })}</span>`;
