/** The fiscal registers: whether their shifts are open, and opening and closing them by hand. Sums in kopiykas. */

import { actions } from "../../../shared/delegate.js";
import { closeDialog, openDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { anyText } from "../../../shared/texts.js";
import { api } from "../../lib/api.js";
import { dayAndTime } from "../../lib/format.js";
import { tellFailure } from "../../lib/save.js";
import { may } from "../../lib/session.js";
import { t } from "../../lib/texts.js";
import { signedSum, sumText } from "./state.js";

/**
 * @typedef {"open" | "close"} ShiftAct
 * @typedef {object} Register
 * @property {"checkbox" | "vchasno"} service
 * @property {{ opened_at: number | null, drawer: number | null } | null} shift the open one
 * @property {string} problem why it is unknown
 * @property {{ act: ShiftAct, by: string, at: number, problem: string } | null} wish what is not done yet
 * @typedef {{ registers: Register[], waiting: { amount: number, reason: string }[] }} Fiscal
 */

const LOOK_AGAIN_MS = 4000;

/** @type {{ known: Fiscal, about: Register["service"], isLooking: boolean }} */
const fiscal = { known: { registers: [], waiting: [] }, about: "checkbox", isLooking: false };

/** Ask how the registers stand; the answer may take a while, and nothing waits for it. */
export function readRegisters() {
  if (may("cash", "reports")) api.get("/fiscal").then(show, tellFailure);
}

/** @param {Fiscal} found */
function show(found) {
  fiscal.known = found;
  draw();
  if (fiscal.isLooking || !found.registers.some(({ wish }) => wish && !wish.problem)) return;
  fiscal.isLooking = true;
  setTimeout(() => {
    fiscal.isLooking = false;
    if (location.hash.startsWith("#/cash")) readRegisters();
  }, LOOK_AGAIN_MS);
}

/** @param {Register} register */
function badge({ shift, problem, wish }) {
  if (wish && !wish.problem) return html`<span class="badge">${anyText(`register.wish.${wish.act}`)}</span>`;
  if (problem) return html`<span class="badge bad">${t("register.unknown")}</span>`;
  return shift
    ? html`<span class="badge good">${t("register.isOpen")}</span>`
    : html`<span class="badge">${t("register.isClosed")}</span>`;
}

/** @param {Register} register */
function facts({ shift, problem, wish }) {
  if (wish?.problem || problem) return wish?.problem || problem;
  const since = shift?.opened_at ? t("register.since", { moment: dayAndTime(shift.opened_at) }) : "";
  return [since, shift && shift.drawer !== null && t("register.drawer", { sum: sumText(shift.drawer) })]
    .filter(Boolean)
    .join(" · ");
}

/** @param {Register} register */
const card = (register) => html`<section class="card stack till-card" data-key="fiscal-${register.service}">
  <header class="till-head"><h2>${anyText(`register.name.${register.service}`)}</h2>${badge(register)}</header>
  ${facts(register) && html`<p class="muted">${facts(register)}</p>`}
  ${
    (!register.wish || register.wish.problem) &&
    html`<p><button type="button" class="button soft" data-action="fiscal.ask" data-service="${register.service}" aria-haspopup="dialog">${t(register.shift ? "register.close" : "register.open")}</button></p>`
  }</section>`;

export const registersView = () =>
  fiscal.known.registers.length > 0 &&
  html`<section class="stack-large" data-key="fiscal"><h2 class="day">${t("register.title")}</h2><p class="lead">${t("register.about")}</p>
    ${fiscal.known.registers.map(card)}
    ${
      fiscal.known.waiting.length > 0 &&
      html`<section class="stack" data-key="fiscal-waiting"><h3>${t("register.waiting")}</h3><ul class="rows">${fiscal.known.waiting.map(
        ({ amount, reason }, place) => html`<li class="row cash-row" data-key="fw-${place}">
        <span class="row-main"><b>${t(amount < 0 ? "till.kind.out" : "till.kind.in")}</b> <span class="muted">${reason}</span></span>
        <b class="numbers">${signedSum(amount)}</b></li>`,
      )}</ul></section>`
    }</section>`;

const about = () => fiscal.known.registers.find(({ service }) => service === fiscal.about);

const shiftForm = () => html`<form class="stack" data-submit="fiscal.send" novalidate>
  <p>${t(about()?.shift ? "register.close.about" : "register.open.about")}</p>
  <p><button class="button">${t(about()?.shift ? "register.close" : "register.open")}</button></p></form>`;

actions["fiscal.ask"] = ({ dataset }) => {
  fiscal.about = dataset.service === "vchasno" ? "vchasno" : "checkbox";
  openDialog(() => anyText(`register.name.${fiscal.about}`), shiftForm);
};
actions["fiscal.send"] = async () => {
  try {
    show(await api.post("/fiscal/shifts", { service: fiscal.about, act: about()?.shift ? "close" : "open" }));
    closeDialog();
  } catch (error) {
    tellFailure(error);
  }
};
