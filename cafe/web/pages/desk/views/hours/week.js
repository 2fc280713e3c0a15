/** The opening hours: two times for every day, or each day of the week with its ranges. */

import { actions } from "../../../shared/delegate.js";
import { closeDialog, openDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { booleanAttribute, html } from "../../../shared/html.js";
import { anyText } from "../../../shared/texts.js";
import { byField } from "../../lib/draft.js";
import { errorOf, field, focusFirstError, segments, switchField } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { save, tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { nextRange, rangeFields } from "./ranges.js";
import { special } from "./special.js";
import {
  areHoursChanged,
  changedDays,
  changedTimes,
  DAYS,
  readHours,
  rebaseHours,
  resetDraft,
  shownRanges,
  state,
  writeRange,
  writeTimes,
} from "./state.js";

/** @import { Edit } from "../../types" */
/** @import { DayKey } from "./state.js" */

const dayName = (/** @type {string} */ day) => anyText(`hours.day.${day}`);

/** @param {DayKey} day */
function dayRow(day) {
  const ranges = state.draft.week[day];
  const name = dayName(day);
  return html`<li class="hours-day" data-key="d-${day}">
    ${switchField({ name: `works-${day}`, label: html`<span class="visually-hidden">${t("hours.works", { day: name })}</span><span aria-hidden="true">${name}</span>`, isOn: ranges.length > 0, change: "hours.works", value: day })}
    ${
      ranges.length === 0
        ? html`<p class="muted hours-closed">${t("hours.closed")}</p>`
        : html`${rangeFields(day, name, ranges, errorOf(state.problems, day))}
          <p class="cluster hours-tools"><button type="button" class="link-button" data-action="hours.addRange" data-day="${day}" aria-label="${t("hours.range.addTo", { day: name })}">${t("hours.range.add")}</button>
          <button type="button" class="link-button" data-action="hours.copy" data-day="${day}" aria-haspopup="dialog" aria-label="${t("hours.copy.from", { day: name })}">${t("hours.copy")}</button></p>`
    }
  </li>`;
}

const simpleFields = () => html`<div class="columns">
  ${field({ name: "work_hours_from", label: t("hours.from"), type: "time", value: state.draft.from, input: "hours.simple", error: errorOf(state.problems, "work_hours_from") })}
  ${field({ name: "work_hours_to", label: t("hours.to"), type: "time", value: state.draft.to, input: "hours.simple", error: errorOf(state.problems, "work_hours_to") })}
</div>`;

export const weekCard =
  () => html`<section class="card stack" aria-labelledby="week-title" data-key="week" id="hours-week">
  <h2 id="week-title">${t("hours.week")}</h2>
  ${segments({
    name: "hours-mode",
    label: t("hours.mode"),
    value: state.draft.mode,
    choices: [
      { value: "simple", label: t("hours.mode.simple") },
      { value: "week", label: t("hours.mode.week") },
    ],
    change: "hours.mode",
  })}
  ${state.draft.mode === "simple" ? simpleFields() : html`<ul class="hours-week">${DAYS.map(dayRow)}</ul>`}
  <p class="field-hint">${t("hours.hint")}</p>
  ${
    areHoursChanged() &&
    html`<div class="save-bar"><button type="button" class="button soft" data-action="hours.discard">${t("cancel")}</button>
      <button type="button" class="button" data-action="hours.save">${t("save")}</button></div>`
  }
</section>`;

/** The same for those who may not change it. */
export function weekList() {
  const { work_hours_from: from, work_hours_to: to } = /** @type {Record<string, string>} */ (state.settings);
  const row = (/** @type {string} */ day, /** @type {string[]} */ ranges) =>
    html`<div class="spread"><dt>${day}</dt><dd>${shownRanges(ranges) || t("hours.closed")}</dd></div>`;
  const { week } = state;
  return html`<section class="card stack" data-key="week"><h2>${t("hours.week")}</h2>
    <dl class="stack-small numbers">${week ? DAYS.map((day) => row(dayName(day), week[day])) : row(t("hours.mode.simple"), [`${from}-${to}`])}</dl></section>`;
}

/** @returns {Edit[]} */
function weekEdits() {
  const { draft, week } = state;
  const values = (/** @type {readonly DayKey[]} */ days) =>
    Object.fromEntries(days.map((day) => [day, draft.week[day].map(writeRange)]));
  if (draft.mode === "week") {
    if (week === null) return [{ table: "hours", key: "", seen: null, values: values(DAYS) }];
    const days = changedDays();
    const seen = Object.fromEntries(days.map((day) => [day, week[day]]));
    return [{ table: "hours", key: "", seen, values: values(days) }];
  }
  const times = changedTimes();
  /** @type {Edit[]} */
  const edits = week === null ? [] : [{ table: "hours", key: "", seen: week, values: null }];
  if (times.length > 0) {
    const seen = Object.fromEntries(times.map(([key]) => [key, state.settings[key]]));
    edits.push({ table: "settings", key: "", seen, values: Object.fromEntries(times) });
  }
  return edits;
}

/** Give up what is typed, and show what is stored. */
async function reread() {
  resetDraft();
  await readHours().catch(tellFailure);
  draw();
}

async function takeTheirs() {
  await rebaseHours().catch(tellFailure);
  draw();
}

/** The ranges that a field or a button belongs to: a day's, or those of the special day in the dialog. @param {string} day */
const rangesOf = (day) => (day === special.key ? special.ranges : state.draft.week[/** @type {DayKey} */ (day)]);

actions["hours.mode"] = (element) => {
  state.draft.mode = /** @type {HTMLInputElement} */ (element).value === "week" ? "week" : "simple";
  state.problems = [];
  draw();
};
actions["hours.simple"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  writeTimes({ ...state.draft, [name === "work_hours_from" ? "from" : "to"]: value });
  draw();
};
actions["hours.works"] = (element) => {
  const { value, checked } = /** @type {HTMLInputElement} */ (element);
  const day = /** @type {DayKey} */ (value);
  const others = DAYS.map((each) => state.draft.week[each]).find((ranges) => ranges.length > 0);
  state.draft.week[day] = checked ? structuredClone(others ?? [nextRange([])]) : [];
  draw();
};
actions["hours.time"] = (element) => {
  const { day = "", number = "0", side } = element.dataset;
  const range = rangesOf(day)[Number(number)];
  if (range) range[side === "to" ? "to" : "from"] = /** @type {HTMLInputElement} */ (element).value;
  draw();
};
actions["hours.addRange"] = ({ dataset }) => {
  const ranges = rangesOf(dataset.day ?? "");
  ranges.push(nextRange(ranges));
  draw();
};
actions["hours.removeRange"] = ({ dataset }) => {
  rangesOf(dataset.day ?? "").splice(Number(dataset.number), 1);
  draw();
};
actions["hours.discard"] = () => {
  resetDraft();
  draw();
};
actions["hours.save"] = async () => {
  const outcome = await save(weekEdits(), { onUndo: reread });
  if (outcome.state === "invalid") {
    state.problems = byField(outcome.problems);
    draw();
    setTimeout(() => focusFirstError(/** @type {Element} */ (document.getElementById("hours-week"))));
  } else if (outcome.state === "saved") await reread();
  else if (outcome.state === "theirs") await takeTheirs();
};

/** @param {DayKey} from */
const copyDialog = (from) => html`<form class="stack" data-submit="hours.copyNow" data-day="${from}">
  <fieldset><legend class="hours-legend">${t("hours.copy.to")}</legend>
  ${DAYS.filter((day) => day !== from).map(
    (
      day,
    ) => html`<label class="hours-check"><input type="checkbox" name="day" value="${day}" ${booleanAttribute("checked", day !== "sat" && day !== "sun")}>
      <span>${dayName(day)}</span></label>`,
  )}</fieldset>
  <button class="button full-width">${icon("copy")}${t("hours.copy.do")}</button></form>`;

actions["hours.copy"] = ({ dataset }) => {
  const day = /** @type {DayKey} */ (dataset.day);
  openDialog(
    () => `${dayName(day)}: ${shownRanges(state.draft.week[day].map(writeRange))}`,
    () => copyDialog(day),
  );
};
actions["hours.copyNow"] = (form) => {
  const ranges = state.draft.week[/** @type {DayKey} */ (form.dataset.day)];
  for (const day of new FormData(/** @type {HTMLFormElement} */ (form)).getAll("day")) {
    state.draft.week[/** @type {DayKey} */ (String(day))] = structuredClone(ranges);
  }
  closeDialog();
  draw();
};
