/** Which modes of the menu are on; switching one on takes two presses, the mode and for how long, and off one. */

import { actions } from "../../shared/delegate.js";
import { openDialog, openedDialog } from "../../shared/dialog.js";
import { draw } from "../../shared/drawing.js";
import { html } from "../../shared/html.js";
import { anyText } from "../../shared/texts.js";
import { showToast } from "../../shared/toast.js";
import { api } from "./api.js";
import { clockTime, dayAndTime, isoDay } from "./format.js";
import { icon } from "./icons.js";
import { tellFailure } from "./save.js";
import { t } from "./texts.js";

/** @import { Day, DayMode } from "../day-types" */

const SPANS = ["60", "120", "opening", "open"];

/** What the page does with the day as it is after a switch; a view that shows modes says it. */
let take = (/** @type {Day} */ _day) => {};
/** @type {DayMode | null} */
let asked = null;
/** @type {Day | null} */
let seen = null;

/** @param {(day: Day) => unknown} callback */
export const onSwitch = (callback) => {
  take = callback;
};

/** Today a time is enough. @param {Day} day @param {number} moment */
const shown = (day, moment) => (isoDay(moment) === isoDay(day.now) ? clockTime(moment) : dayAndTime(moment));

/** Until when a mode is on, in words. @param {Day} day @param {DayMode} mode */
export const onText = (day, { until }) =>
  until === null ? t("modes.on.open") : t("modes.on.until", { time: shown(day, until) });

/** The button of a mode: on leads to a choice of how long. @param {Day} day @param {DayMode} mode */
export function switchButton(day, { id, name, is_on: isOn }) {
  seen = day;
  const act = isOn ? "modes.off" : "modes.ask";
  return html`<button type="button" class="button soft small" data-action="${act}" data-id="${id}" ${!isOn && html`aria-haspopup="dialog"`}
    aria-label="${t(isOn ? "modes.switchOff" : "modes.switchOn")}: ${name}">${t(isOn ? "modes.switchOff" : "modes.switchOn")}</button>`;
}

/** The modes with their buttons, beside pauses and busy mode. @param {Day} day */
export function modesCard(day) {
  const { modes = [] } = day;
  return html`<section class="card stack" aria-labelledby="modes-title" data-key="modes">
    <h2 id="modes-title">${t("modes.title")}</h2>
    <p class="muted">${t("modes.card")}</p>
    <ul class="stack-small">${modes.map(
      (mode) => html`<li class="spread" data-key="m-${mode.id}"><span><b>${mode.name}</b>
        ${mode.is_on && html`<span class="badge good">${onText(day, mode)}</span>`}</span>${switchButton(day, mode)}</li>`,
    )}</ul>
    <p><a href="#/menu/modes">${t(modes.length > 0 ? "modes.all" : "modes.make")}</a></p>
  </section>`;
}

/** @param {string} span */
const spanText = (span) =>
  span === "opening" && seen ? t("hours.span.opening", { time: shown(seen, seen.next_start) }) : spanWord(span);

/** @param {string} span */
const spanWord = (span) => (span === "open" ? t("modes.span.open") : anyText(`hours.span.${span}`));

const spans = () =>
  html`<ul class="stack-small acts">${SPANS.map(
    (span) => html`<li data-key="s-${span}"><button type="button" class="button soft full-width" data-action="modes.on"
    data-id="${asked?.id ?? 0}" data-span="${span}">${icon("clock")}${spanText(span)}</button></li>`,
  )}</ul>`;

/** @param {number} id @param {number | string} span @param {string} told */
async function switchMode(id, span, told) {
  try {
    take(await api.post("/day/modes", { id, span }));
    showToast(told, { tone: "good" });
  } catch (error) {
    tellFailure(error);
  }
  draw();
}

/** @param {HTMLElement} element */
const modeOf = ({ dataset }) => seen?.modes?.find(({ id }) => id === Number(dataset.id)) ?? null;

actions["modes.ask"] = (element) => {
  asked = modeOf(element);
  if (asked) openDialog(() => t("modes.ask", { mode: asked?.name ?? "" }), spans);
};
actions["modes.on"] = async ({ dataset }) => {
  const { close } = openedDialog();
  const span = dataset.span ?? "";
  close();
  await switchMode(Number(dataset.id), Number(span) || span, t("modes.isOn", { mode: asked?.name ?? "" }));
};
actions["modes.off"] = (element) =>
  switchMode(Number(element.dataset.id), "off", t("modes.isOff", { mode: modeOf(element)?.name ?? "" }));
