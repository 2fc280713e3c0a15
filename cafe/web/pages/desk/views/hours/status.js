/** How the day stands: open or closed, and until when; pauses and busy mode with their buttons. */

import { actions } from "../../../shared/delegate.js";
import { openDialog, openedDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { anyText } from "../../../shared/texts.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { segments } from "../../lib/fields.js";
import { clockTime, dayName, isoDay } from "../../lib/format.js";
import { icon } from "../../lib/icons.js";
import { modesCard } from "../../lib/modes.js";
import { tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { DAYS, state } from "./state.js";

/** @import { Day } from "../../day-types" */

const TYPES = ["", ...PUBLISHED.ORDER_TYPES];
const SPANS = ["30", "60", "120"];
const BUSY_SPANS = ["60", "120"];
const A_DAY = 86_400;

const choice = { type: "", span: "30", minutes: "20", busySpan: "60" };

/** Days from today to a moment's, on the cafe's clock. @param {Day} day @param {number} moment */
const daysAhead = (day, moment) => (Date.parse(isoDay(moment)) - Date.parse(isoDay(day.now))) / (A_DAY * 1000);

/** @param {Day} day */
function openText(day) {
  const { now, turns_at: at } = day;
  if (at === null) return t("hours.open.always");
  const time = clockTime(at);
  return at - now < A_DAY ? t("hours.open.until", { time }) : t("hours.open.untilDay", { day: dayName(at), time });
}

/** @param {Day} day */
function closedText(day) {
  const { turns_at: at } = day;
  if (at === null) return t("hours.closed");
  const ahead = daysAhead(day, at);
  const weekday = DAYS[(new Date(isoDay(at)).getUTCDay() + 6) % 7];
  const word = ["today", "tomorrow"][ahead] ?? (ahead < 7 ? weekday : "day");
  return anyText(`hours.closed.${word}`, { day: dayName(at), time: clockTime(at) });
}

/** @param {Day} day */
export const statusText = (day) => (day.is_open ? openText(day) : closedText(day));

/** A moment as it is told: the time, with its day where that is another. @param {Day} day @param {number} moment */
const shown = (day, moment) =>
  daysAhead(day, moment) === 0 ? clockTime(moment) : `${dayName(moment)}, ${clockTime(moment)}`;

/** @param {Day} day @param {Day["pauses"][number]} pause */
const pauseRow = (day, { type, until }) => html`<li class="spread" data-key="p-${type ?? "all"}">
  <span><b>${anyText(`hours.type.${type ?? "all"}`)}</b>
    <span class="muted">${until === null ? t("hours.pause.open") : t("hours.pause.until", { time: shown(day, until) })}</span></span>
  <button type="button" class="button soft small" data-action="hours.resume" data-type="${type ?? ""}">${t("hours.resume")}</button></li>`;

/** @param {Day} day */
const busyRow = (day) => html`<p class="spread"><b>${t("hours.busy.until", {
  minutes: day.busy.minutes,
  time: day.busy.until === null ? "" : shown(day, day.busy.until),
})}</b>
  <button type="button" class="button soft small" data-action="hours.busyOff">${t("hours.busy.off")}</button></p>`;

export function statusCard() {
  const { day } = state;
  if (!day) return null;
  const isServing = day.is_open && !day.is_force_closed;
  return html`<section class="card hours-status ${isServing ? "is-open" : ""}" aria-live="polite" data-key="status">
    <h2><span class="hours-dot" aria-hidden="true"></span>${statusText(day)}</h2>
    <p class="cluster">
      ${day.is_force_closed && html`<span class="badge bad">${t("hours.forced")}</span>`}
      <span class="badge ${day.takes_orders ? "good" : "bad"}">${t(day.takes_orders ? "hours.taking" : "hours.notTaking")}</span>
    </p>
  </section>`;
}

export function dayCards() {
  const { day } = state;
  if (!day) return null;
  return html`<div class="columns" data-key="day">
    <section class="card stack" aria-labelledby="pause-title">
      <h2 id="pause-title">${t("hours.pause")}</h2>
      <p class="muted">${t("hours.pause.about")}</p>
      ${day.pauses.length > 0 && html`<ul class="stack-small">${day.pauses.map((pause) => pauseRow(day, pause))}</ul>`}
      <button type="button" class="button full-width" data-action="hours.pause" aria-haspopup="dialog">${icon("pause")}${t("hours.pause.begin")}</button>
    </section>
    <section class="card stack" aria-labelledby="busy-title">
      <h2 id="busy-title">${t("hours.busy")}</h2>
      <p class="muted">${t("hours.busy.about")}</p>
      ${day.busy.minutes > 0 && busyRow(day)}
      <button type="button" class="button full-width" data-action="hours.busy" aria-haspopup="dialog">${icon("clock")}${t("hours.busy.begin")}</button>
    </section>
    ${modesCard(day)}
  </div>`;
}

/** @param {string[]} values @param {string} prefix */
const choices = (values, prefix) => values.map((value) => ({ value, label: anyText(`${prefix}${value || "all"}`) }));

/** Until the cafe opens next, and where that is today still, until tomorrow. @param {Day} day */
function openings(day) {
  const { next_start: next, next_day_start: tomorrow } = day;
  const spans = [["opening", next], ...(tomorrow > next ? [["tomorrow", tomorrow]] : [])];
  return spans.map(([value, at]) => ({
    value: String(value),
    label: t("hours.span.opening", { time: shown(day, Number(at)) }),
  }));
}

/** Spans of a pause. */
const pauseSpans = () => [
  ...choices(SPANS, "hours.span."),
  ...(state.day ? openings(state.day) : []),
  ...choices(["resumed"], "hours.span."),
];

/** Spans of busy mode. */
const busySpans = () => [...choices(BUSY_SPANS, "hours.span."), ...(state.day ? openings(state.day).slice(0, 1) : [])];

const legend = (/** @type {string} */ text) => html`<p class="hours-legend" aria-hidden="true">${text}</p>`;

const pauseDialog = () => html`<div class="stack hours-choice">
  ${legend(t("hours.pause.what"))}
  ${segments({ name: "pause-type", label: t("hours.pause.what"), value: choice.type, choices: choices(TYPES, "hours.type."), change: "hours.choose" })}
  ${legend(t("hours.pause.span"))}
  ${segments({ name: "pause-span", label: t("hours.pause.span"), value: choice.span, choices: pauseSpans(), change: "hours.choose" })}
  <button type="button" class="button full-width" data-action="hours.pauseNow">${t("hours.pause.begin")}</button>
</div>`;

const busyDialog = () => html`<div class="stack hours-choice">
  ${legend(t("hours.busy.more"))}
  ${segments({
    name: "busy-minutes",
    label: t("hours.busy.more"),
    value: choice.minutes,
    choices: PUBLISHED.BUSY_MINUTES.map((minutes) => ({
      value: String(minutes),
      label: t("hours.busy.minutes", { minutes }),
    })),
    change: "hours.choose",
  })}
  ${legend(t("hours.pause.span"))}
  ${segments({ name: "busy-span", label: t("hours.pause.span"), value: choice.busySpan, choices: busySpans(), change: "hours.choose" })}
  <button type="button" class="button full-width" data-action="hours.busyNow">${t("hours.busy.begin")}</button>
</div>`;

/**
 * @param {string} path
 * @param {unknown} body
 * @param {string} told
 */
async function change(path, body, told) {
  const { close } = openedDialog();
  try {
    state.day = await api.post(`/day/${path}`, body);
    close();
    showToast(told, { tone: "good" });
  } catch (error) {
    if (error instanceof RefusedError && error.code === "changed") {
      state.day = /** @type {{ day: Day }} */ (/** @type {unknown} */ (error.body)).day;
      close();
      showToast(t("hours.busy.changed"), { tone: "bad" });
    } else tellFailure(error);
  }
  draw();
}

/** Minutes as a number, other spans as their word. @param {string} span */
const spanOf = (span) => (/^\d+$/.test(span) ? Number(span) : span);

actions["hours.pause"] = () => openDialog(() => t("hours.pause"), pauseDialog);
actions["hours.busy"] = () => openDialog(() => t("hours.busy"), busyDialog);
actions["hours.choose"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  if (name === "pause-type") choice.type = value;
  if (name === "pause-span") choice.span = value;
  if (name === "busy-minutes") choice.minutes = value;
  if (name === "busy-span") choice.busySpan = value;
  draw();
};
actions["hours.pauseNow"] = () =>
  change("pause", { type: choice.type || null, span: spanOf(choice.span) }, t("hours.paused"));
actions["hours.resume"] = ({ dataset }) => change("resume", { type: dataset.type || null }, t("hours.resumed"));
actions["hours.busyNow"] = () =>
  change(
    "busy",
    { minutes: Number(choice.minutes), span: spanOf(choice.busySpan), mark: state.day?.busy.mark },
    t("saved"),
  );
actions["hours.busyOff"] = () => change("busy", { minutes: 0, mark: state.day?.busy.mark }, t("saved"));
