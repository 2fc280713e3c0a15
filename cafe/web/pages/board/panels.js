/** What stands around the board: its top, pairing, the start of a shift, and the dialogs. */

import { actions } from "../shared/delegate.js";
import { openDialog } from "../shared/dialog.js";
import { booleanAttribute, html } from "../shared/html.js";
import { RefusedError } from "../shared/request.js";
import { localStore } from "../shared/storage.js";
import { chooseLocale, currentLocale, languages } from "../shared/texts.js";
import { api } from "./api.js";
import { controlsButton } from "./controls.js";
import { counterButton } from "./counter.js";
import { icon } from "./icons.js";
import { readBoard } from "./live.js";
import { playChime, startShift } from "./shift.js";
import { isAlone, setState, state } from "./state.js";
import { t } from "./texts.js";
import { beginAutoPrinting } from "./tickets.js";

/** @import { Language } from "../shared/types" */
/** @import { Board, Order, TextId } from "./types" */

/** @param {Board} board */
function stationText({ categories }) {
  const [first, ...others] = categories.filter(({ id }) => state.station.includes(id));
  if (state.station.length === 0) return t("station", { name: t("stations.all") });
  if (first && others.length === 0) return t("station", { name: first.name });
  return t("station.some", { count: state.station.length });
}

/** @param {Board} board */
export function topBar(board) {
  return html`<h1>${board.cafe_name}</h1>
    <button type="button" class="tool" data-key="stations" data-action="stations" aria-haspopup="dialog">${icon("stations")}<span>${stationText(board)}</span></button>
    ${state.isShiftOn && state.isMute && html`<p class="mute">${icon("mute")}<span>${t("shift.mute")}</span></p>`}
    ${board.person && html`<button type="button" class="tool" data-key="person" data-action="person" aria-haspopup="dialog" ${booleanAttribute("disabled", isAlone())}>${icon("person")}<span>${board.person}</span></button>`}
    ${state.isShiftOn && counterButton()}
    ${controlsButton(board)}
    <button type="button" class="tool" data-key="recall" data-action="recall">${icon("undo")}<span>${t("recall")}</span></button>
    <button type="button" class="icon-button" data-key="settings" data-action="settings" aria-label="${t("settings")}">${icon("settings")}</button>`;
}

/** The token of a link that pairs; pressing the button uses it up, so that opening it elsewhere does no harm. */
const linkToken = () => location.hash.match(/^#pair=([\w-]+)$/)?.[1] ?? null;

const byLinkView = () => html`<form class="plain" data-submit="pair" data-key="pair-by-link">
  <h1>${t("pair.title")}</h1>
  <p>${t("pair.byLink")}</p>
  <p class="error" role="alert">${state.pairError && t(state.pairError)}</p>
  <button class="step">${t("pair.button")}</button>
</form>`;

const byCodeView = () => html`<form class="plain" data-submit="pair" data-key="pair">
  <h1>${t("pair.title")}</h1>
  <p id="pair-text">${t("pair.text")}</p>
  <label for="code">${t("pair.label")}</label>
  <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" aria-describedby="pair-text pair-error" required />
  <p id="pair-error" class="error" role="alert">${state.pairError && t(state.pairError)}</p>
  <button class="step">${t("pair.button")}</button>
</form>`;

/** What was done here while it was paired is sent once it is again. */
const waitingView = () =>
  state.acts.length > 0 &&
  html`<p class="plain" data-key="waiting">${t("pair.waits", { count: state.acts.length })}</p>`;

export const pairingView = () => html`${linkToken() ? byLinkView() : byCodeView()}${waitingView()}`;

export const shiftView = () => html`<div class="plain" data-key="shift">
  <button type="button" class="step start" data-action="startShift">${t("shift.title")}</button>
  <p>${t("shift.text")}</p>
</div>`;

/** @param {Order} order */
const recallRow = (order) => html`<li data-key="r${order.id}">
  <p><b>${order.number}</b> ${t(`status.${order.status}`)} · ${order.name}
    <span class="quiet">${order.lines.map((line) => `${line.quantity} × ${line.name}`).join(", ")}</span></p>
  <button type="button" class="icon-button" data-action="order" data-order="${order.id}" aria-label="${t("order.of", { number: order.number })}">${icon("info")}</button>
  ${
    order.can_step_back
      ? html`<button type="button" class="soft" data-action="back" data-order="${order.id}" aria-label="${t("undo.of", { number: order.number })}">${icon("undo")}${t("undo")}</button>`
      : html`<span class="quiet">${t("recall.over")}</span>`
  }
</li>`;

function recallView() {
  const done = state.board?.done ?? [];
  return done.length > 0 ? html`<ul class="rows">${done.map(recallRow)}</ul>` : html`<p>${t("recall.empty")}</p>`;
}

/** A category is a station; however many there are, the top of the screen has one button for them. */
function stationsView() {
  const chip = (/** @type {number} */ id, /** @type {string} */ name, /** @type {boolean} */ isOn) =>
    html`<button type="button" class="chip" data-key="c${id}" data-action="station" data-id="${id}" aria-pressed="${String(isOn)}">${name}</button>`;
  return html`<div class="pair" role="group" aria-labelledby="dialog-title">
      ${chip(0, t("stations.all"), state.station.length === 0)}
      ${state.board?.categories.map(({ id, name }) => chip(id, name, state.station.includes(id)))}
    </div>`;
}

function settingsView() {
  const language = (/** @type {Language} */ { code, name }) =>
    html`<button type="button" class="chip" data-action="language" data-locale="${code}" lang="${code}" aria-pressed="${String(currentLocale() === code)}">${name}</button>`;
  return html`<p class="quiet">${t("settings.device", { name: state.board?.device ?? "" })}</p>
    <label class="switch"><input type="checkbox" role="switch" data-change="autoprint" ${booleanAttribute("checked", state.isAutoPrinting)} />
      <span>${t("settings.autoprint")}<small>${t("settings.autoprint.text")}</small></span></label>
    <div class="pair"><button type="button" class="soft" data-action="person">${icon("person")}${t("person")}</button>
      <button type="button" class="soft" data-action="testSound">${t("settings.sound")}</button></div>
    <div class="pair" role="group" aria-label="${t("settings.language")}">${languages.map(language)}</div>`;
}

/**
 * @param {unknown} error
 * @returns {TextId}
 */
function pairError(error) {
  if (!(error instanceof RefusedError)) return "pair.offline";
  return error.code === "too_many_attempts" ? "pair.limit" : "pair.wrong";
}

/** @param {HTMLElement} form */
async function pair(form) {
  const code = String(new FormData(/** @type {HTMLFormElement} */ (form)).get("code"));
  const token = linkToken();
  setState({ pairError: null });
  try {
    await api.pair(token ? { token } : { code });
    forgetLink();
    setState({ phase: "loading" });
    await readBoard();
  } catch (error) {
    if (error instanceof RefusedError) forgetLink(); // it is used up or too old: a code may be at hand
    setState({ pairError: pairError(error) });
  }
}

const forgetLink = () => history.replaceState(null, "", location.pathname);

/** @param {HTMLElement} chip */
function chooseStation(chip) {
  const id = Number(chip.dataset.id);
  const chosen = new Set(state.station);
  if (id === 0) chosen.clear();
  else if (!chosen.delete(id)) chosen.add(id);
  const station = [...chosen];
  localStore.set("board.station", station);
  setState({ station });
  if (state.isAutoPrinting) beginAutoPrinting(); // what stands here already has its ticket elsewhere
}

Object.assign(actions, {
  pair,
  startShift,
  stations: () => openDialog(() => t("stations.title"), stationsView),
  station: chooseStation,
  testSound: playChime,
  recall: () => openDialog(() => t("recall.title"), recallView),
  settings: () => openDialog(() => t("settings"), settingsView),
  async language(/** @type {HTMLElement} */ button) {
    await chooseLocale(button.dataset.locale ?? currentLocale());
    setState();
  },
  autoprint(/** @type {HTMLElement} */ field) {
    const isAutoPrinting = /** @type {HTMLInputElement} */ (field).checked;
    localStore.set("board.autoprint", isAutoPrinting);
    setState({ isAutoPrinting });
    if (isAutoPrinting) beginAutoPrinting();
  },
});
