/**
 * Cash: the tills and their days; and couriers' cash: counting what somebody hands in, and for those who may see the sums,
 * differences and the ledger.
 */

import { actions } from "../../shared/delegate.js";
import { closeDialog, openDialog } from "../../shared/dialog.js";
import { draw } from "../../shared/drawing.js";
import { money } from "../../shared/formats.js";
import { html } from "../../shared/html.js";
import { RefusedError } from "../../shared/request.js";
import { anyText } from "../../shared/texts.js";
import { showToast } from "../../shared/toast.js";
import { api } from "../lib/api.js";
import { wholeNumber } from "../lib/draft.js";
import { errorOf, field, focusFirstError, select } from "../lib/fields.js";
import { dayAndTime } from "../lib/format.js";
import { icon } from "../lib/icons.js";
import { tellFailure } from "../lib/save.js";
import { may } from "../lib/session.js";
import { t } from "../lib/texts.js";
import { beginTillCount, endTillCount, isTillCounted, tillCountTitle, tillCountView } from "./cash/count.js";
import { readTillDay, tillDayTitle, tillDayView } from "./cash/day.js";
import { readRegisters, registersView } from "./cash/registers.js";
import { readTills } from "./cash/state.js";
import { tillsView } from "./cash/tills.js";

/** @import { Problem } from "../../shared/types" */
/** @import { View } from "../types" */

/**
 * Sums, in whole UAH, only for those who may see them.
 * @typedef {{ id: number, name: string, is_on_shift: boolean, in_hand?: number }} Pocket
 * @typedef {object} HandIn
 * @property {number} id
 * @property {string} name
 * @property {number} counted
 * @property {string} by
 * @property {number} at Unix seconds
 * @property {boolean} agrees
 * @property {boolean} is_open
 * @property {"owed" | "written_off" | null} decision
 * @property {number} [expected]
 * @property {number} [difference] below 0: something is missing
 * @property {string} [decided_by]
 * @property {string} [reason]
 * @typedef {{ id: number, name: string, kind: string, amount: number, order: { id: number, number: string } | null, by: string, reason: string, at: number }} Move
 * @typedef {{ couriers: Pocket[], hand_ins: HandIn[], moves?: Move[], agrees?: boolean }} Cash
 */

const REFUSALS = new Set(["cash_unknown", "cash_own", "cash_decided"]);

/** @type {Cash} */
const NOTHING = { couriers: [], hand_ins: [] };

/**
 * `about` is whom or what the open dialog is about.
 * @type {{ cash: Cash, counted: string, courier: string, problems: Problem[], about: number, decision: string }}
 */
const state = { cash: NOTHING, counted: "", courier: "", problems: [], about: 0, decision: "" };

/** Which page of the section is shown. @type {"cash" | "count" | "day"} */
let page = "cash";

/** @param {string[]} path */
function load([name = "", id = ""]) {
  page = name === "count" || name === "day" ? name : "cash";
  if (page === "day") return readTillDay(id);
  if (page === "count") beginTillCount(Number(id));
  else {
    endTillCount();
    readRegisters();
  }
  return read();
}

async function read() {
  await Promise.all([readTills(), readCouriers()]);
}

const seesCouriers = () => may("orders", "cash");

async function readCouriers() {
  state.cash = seesCouriers() ? await api.get("/cash") : NOTHING;
  if (!state.cash.couriers.some(({ id }) => String(id) === state.courier)) {
    state.courier = String(state.cash.couriers[0]?.id ?? "");
  }
}

/**
 * Send an act; its answer is how things stand.
 * @param {string} path @param {object} body
 * @returns {Promise<boolean>} whether it is done
 */
async function send(path, body) {
  state.problems = [];
  try {
    state.cash = await api.post(`/cash/${path}`, body);
    return true;
  } catch (error) {
    if (error instanceof RefusedError && error.code === "invalid") state.problems = error.problems;
    else if (error instanceof RefusedError && REFUSALS.has(error.code)) {
      showToast(anyText(`cash.refused.${error.code}`), { tone: "bad" });
      await readCouriers().catch(tellFailure);
    } else tellFailure(error);
    return false;
  } finally {
    draw();
  }
}

const signed = (/** @type {number} */ sum) => `${sum > 0 ? "+" : "−"}${money(Math.abs(sum))}`;

const countForm = () => html`<form class="card stack cash-count" data-submit="cash.count" data-key="count" novalidate>
  <h2>${t("cash.take")}</h2>
  ${select({ name: "courier", label: t("cash.courier"), value: state.courier, change: "cash.courier", choices: state.cash.couriers.map(({ id, name }) => ({ value: String(id), label: name })) })}
  ${field({ name: "counted", label: t("cash.counted"), value: state.counted, hint: t("cash.counted.hint"), suffix: "₴", inputmode: "numeric", maxlength: 9, input: "cash.type", error: errorOf(state.problems, "counted"), required: true })}
  <p><button class="button">${t("cash.count")}</button></p></form>`;

/** @param {HandIn} handIn */
function outcome({ agrees, is_open: isOpen, decision }) {
  if (agrees) return html`<span class="badge good">${t("cash.agrees")}</span>`;
  if (isOpen) return html`<span class="badge bad">${t("cash.open")}</span>`;
  return html`<span class="badge">${anyText(`cash.decided.${decision}`)}</span>`;
}

/** @param {HandIn} handIn */
const handInRow = (handIn) => {
  const { id, name, counted, by, at, expected, difference = 0, decided_by: decidedBy, reason } = handIn;
  const sums = expected === undefined || handIn.agrees ? "" : t("cash.expected", { sum: money(expected) });
  const told = [by, dayAndTime(at), sums, decidedBy && t("cash.decidedBy", { name: decidedBy }), reason].filter(
    Boolean,
  );
  return html`<li class="row cash-row" data-key="h-${id}">
    <span class="row-main"><b>${name}: ${money(counted)}</b> ${outcome(handIn)}
      ${difference !== 0 && html`<b class="numbers cash-difference">${signed(difference)}</b>`}
      <span class="muted">${told.join(" · ")}</span></span>
    ${
      handIn.is_open &&
      may("cash") &&
      html`<span class="cluster"><button type="button" class="button soft small" data-action="cash.ask" data-id="${id}" data-decision="owed">${t("cash.owed")}</button>
      <button type="button" class="button soft small" data-action="cash.ask" data-id="${id}" data-decision="written_off">${t("cash.writeOff")}</button></span>`
    }</li>`;
};

/** @param {Pocket} pocket */
const pocketRow = ({
  id,
  name,
  is_on_shift: isOnShift,
  in_hand: inHand = 0,
}) => html`<li class="row" data-key="p-${id}">
  <span class="row-main"><b>${name}</b> ${isOnShift && html`<span class="badge good">${t("cash.onShift")}</span>`}</span>
  <b class="numbers">${money(inHand)}</b>
  <button type="button" class="button soft small" data-action="cash.correct" data-id="${id}">${t("cash.correct")}</button></li>`;

/** @param {Move} move */
const moveRow = ({ id, name, kind, amount, order, by, reason, at }) => html`<li class="row cash-row" data-key="m-${id}">
  <span class="row-main"><b>${name}</b> ${anyText(`cash.kind.${kind}`)}
    ${order && html`<a href="#/orders/${order.id}">${order.number}</a>`}
    <span class="muted">${[by, dayAndTime(at), reason].filter(Boolean).join(" · ")}</span></span>
  <b class="numbers">${signed(amount)}</b></li>`;

/** @param {string} title @param {unknown[]} rows @param {string} key */
const part = (title, rows, key) =>
  rows.length > 0 &&
  html`<section class="stack" data-key="${key}"><h2>${title}</h2><ul class="rows">${/** @type {string[]} */ (rows)}</ul></section>`;

function couriersView() {
  const { couriers, hand_ins: handIns, moves = [] } = state.cash;
  const open = handIns.filter((each) => each.is_open);
  const over = handIns.filter((each) => !each.is_open);
  const isEmpty = couriers.length === 0 && handIns.length === 0;
  return html`<section class="stack-large" data-key="couriers"><h2 class="day">${t("cash.title")}</h2><p class="lead">${t("cash.about")}</p>
    ${isEmpty && html`<div class="empty">${icon("cash")}<p>${t("cash.empty")}</p></div>`}
    <div class="stack-large">
    ${part(t("cash.differences"), open.map(handInRow), "open")}
    ${couriers.length > 0 && countForm()}
    ${may("cash") && part(t("cash.pockets"), couriers.map(pocketRow), "pockets")}
    ${part(t("cash.handIns"), over.map(handInRow), "over")}
    ${part(t("cash.moves"), moves.map(moveRow), "moves")}</div></section>`;
}

const TITLES = { cash: () => t("nav.cash"), count: tillCountTitle, day: tillDayTitle };

function render() {
  if (page === "count") return tillCountView();
  if (page === "day") return tillDayView();
  return html`<div class="stack-large">${tillsView()}${registersView()}${seesCouriers() && couriersView()}</div>`;
}

/** @type {View} */
export const view = {
  load,
  render,
  title: () => TITLES[page](),
  follows: ["orders"],
  refresh: () => (page === "day" ? Promise.resolve() : read()),
  isReading: () => page === "count",
  isDirty: () => page === "count" && isTillCounted(),
};

function decideForm() {
  const found = state.cash.hand_ins.find(({ id }) => id === state.about);
  if (!found) return "";
  return html`<form class="stack" data-submit="cash.decide" novalidate>
    <p>${t(state.decision === "owed" ? "cash.owed.about" : "cash.writeOff.about", { name: found.name, sum: money(Math.abs(found.difference ?? 0)) })}</p>
    ${field({ name: "reason", label: t("cash.reason"), maxlength: 200, error: errorOf(state.problems, "reason"), required: state.decision !== "owed" })}
    <p><button class="button">${t(state.decision === "owed" ? "cash.owed" : "cash.writeOff")}</button></p></form>`;
}

const correctForm = () => html`<form class="stack" data-submit="cash.store" novalidate>
  <p>${t("cash.correct.about")}</p>
  ${field({ name: "amount", label: t("cash.amount"), hint: t("cash.amount.hint"), suffix: "₴", maxlength: 9, error: errorOf(state.problems, "amount"), required: true })}
  ${field({ name: "reason", label: t("cash.reason"), maxlength: 200, error: errorOf(state.problems, "reason"), required: true })}
  <p><button class="button">${t("save")}</button></p></form>`;

/** What a form says. @param {HTMLElement} form @param {string} name */
const given = (form, name) => String(new FormData(/** @type {HTMLFormElement} */ (form)).get(name) ?? "").trim();

/** @param {HTMLElement} form @param {string} path @param {object} body */
async function sendForm(form, path, body) {
  if (await send(path, body)) closeDialog();
  else queueMicrotask(() => focusFirstError(form));
}

actions["cash.courier"] = (element) => {
  state.courier = /** @type {HTMLSelectElement} */ (element).value;
};
actions["cash.type"] = (element) => {
  state.counted = /** @type {HTMLInputElement} */ (element).value;
};
actions["cash.count"] = async (form) => {
  const name = state.cash.couriers.find(({ id }) => String(id) === state.courier)?.name ?? "";
  const counted = wholeNumber(state.counted);
  if (!(await send("hand-ins", { staff: Number(state.courier), counted }))) {
    queueMicrotask(() => focusFirstError(form));
    return;
  }
  state.counted = "";
  const { agrees } = state.cash;
  showToast(t(agrees ? "cash.told.agrees" : "cash.told.differs", { name }), { tone: agrees ? "good" : "bad" });
  draw();
};
actions["cash.ask"] = ({ dataset }) => {
  Object.assign(state, { about: Number(dataset.id), decision: dataset.decision ?? "", problems: [] });
  openDialog(() => t("cash.differences"), decideForm);
};
actions["cash.decide"] = (form) =>
  sendForm(form, `hand-ins/${state.about}/decision`, { decision: state.decision, reason: given(form, "reason") });
actions["cash.correct"] = ({ dataset }) => {
  Object.assign(state, { about: Number(dataset.id), problems: [] });
  openDialog(() => t("cash.correct"), correctForm);
};
actions["cash.store"] = (form) => {
  const typed = given(form, "amount").replace("−", "-");
  const amount = typed.startsWith("-") ? -Number(wholeNumber(typed.slice(1))) : wholeNumber(typed);
  return sendForm(form, "corrections", { staff: state.about, amount, reason: given(form, "reason") });
};
