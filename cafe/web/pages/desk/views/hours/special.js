/** Special days: a list of what is coming, and a dialog for one day or a span of days. */

import { actions } from "../../../shared/delegate.js";
import { openDialog, openedDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { dayText } from "../../../shared/formats.js";
import { html } from "../../../shared/html.js";
import { ownText } from "../../../shared/texts.js";
import { byField } from "../../lib/draft.js";
import { errorOf, field, segments } from "../../lib/fields.js";
import { isoDay } from "../../lib/format.js";
import { icon } from "../../lib/icons.js";
import { save, tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { nextRange, rangeFields } from "./ranges.js";
import { parseRange, readHours, shownRanges, state, writeRange } from "./state.js";

/** @import { Problem } from "../../../shared/types" */
/** @import { Edit } from "../../types" */
/** @import { Range, SpecialDay } from "./state.js" */

const A_DAY = 86_400_000;
const MOST_DAYS = 366;

/** What the dialog holds. */
export const special = {
  /** Tells its ranges from those of the week's days. */
  key: "special",
  /** @type {string[]} the dates that it is about, none for a new one */
  dates: [],
  from: "",
  to: "",
  isClosed: true,
  /** @type {Range[]} */
  ranges: [],
  message: "",
  message_en: "",
  /** @type {Problem[]} */
  problems: [],
};

const today = () => isoDay(state.day?.now ?? Date.now() / 1000);
const dayAfter = (/** @type {string} */ date) => new Date(Date.parse(date) + A_DAY).toISOString().slice(0, 10);
const content = (/** @type {SpecialDay} */ day) => JSON.stringify([day.hours, day.message, day.message_en]);

/** The coming days; those that follow each other and are alike are one entry. */
function groups() {
  /** @type {SpecialDay[][]} */
  const found = [];
  for (const day of state.specialDays.filter(({ date }) => date >= today())) {
    const last = found.at(-1)?.at(-1);
    if (last && dayAfter(last.date) === day.date && content(last) === content(day)) found.at(-1)?.push(day);
    else found.push([day]);
  }
  return found;
}

/** @param {string} date */
function dateText(date) {
  const isThisYear = date.slice(0, 4) === today().slice(0, 4);
  return dayText(date, { weekday: "short", ...(!isThisYear && { year: "numeric" }) });
}

/** @param {SpecialDay[]} days */
const spanText = (days) =>
  [days[0], ...(days.length > 1 ? [days.at(-1)] : [])].map((day) => dateText(day?.date ?? "")).join(" – ");

/**
 * @param {SpecialDay[]} days
 * @param {boolean} mayChange
 */
function entry(days, mayChange) {
  const [day] = days;
  if (!day) return null;
  const message = ownText(day.message, day.message_en);
  const ranges = shownRanges(day.hours);
  const words = html`<span class="row-main"><b>${spanText(days)}</b>${message && html`<br><span class="muted">${message}</span>`}</span>
    <span class="${ranges ? "numbers" : "badge bad"}">${ranges || t("hours.closed")}</span>`;
  if (!mayChange) return html`<li class="row" data-key="s-${day.date}">${words}</li>`;
  return html`<li data-key="s-${day.date}"><button type="button" class="row" data-action="hours.editSpecial" data-date="${day.date}" aria-haspopup="dialog">
    ${words}${icon("next")}</button></li>`;
}

/** @param {{ mayChange: boolean }} options */
export function specialCard({ mayChange }) {
  const coming = groups();
  return html`<section class="stack-small" aria-labelledby="special-title" data-key="special">
    <div class="spread"><h2 id="special-title">${t("hours.special")}</h2>
      ${mayChange && html`<button type="button" class="button soft small" data-action="hours.addSpecial" aria-haspopup="dialog">${icon("plus")}${t("hours.special.add")}</button>`}</div>
    <p class="muted">${t("hours.special.about")}</p>
    ${coming.length > 0 ? html`<ul class="rows">${coming.map((days) => entry(days, mayChange))}</ul>` : html`<p class="card muted">${t("hours.special.none")}</p>`}
  </section>`;
}

const dialog = () => html`<form class="stack" data-submit="hours.saveSpecial" id="special-form">
  <div class="columns">
    ${field({ name: "from", label: t("hours.special.from"), type: "date", value: special.from, input: "hours.special", error: errorOf(special.problems, "date") })}
    ${field({ name: "to", label: t("hours.special.to"), type: "date", value: special.to, hint: t("hours.special.to.hint"), input: "hours.special", error: errorOf(special.problems, "to") })}
  </div>
  ${segments({
    name: "special-is",
    label: t("hours.special.is"),
    value: special.isClosed ? "closed" : "other",
    choices: [
      { value: "closed", label: t("hours.special.closed") },
      { value: "other", label: t("hours.special.other") },
    ],
    change: "hours.specialIs",
  })}
  ${
    !special.isClosed &&
    html`${rangeFields(special.key, t("hours.special.is"), special.ranges, errorOf(special.problems, "hours"))}
      <button type="button" class="link-button" data-action="hours.addRange" data-day="${special.key}">${t("hours.range.add")}</button>`
  }
  ${field({ name: "message", label: t("hours.special.message"), value: special.message, of: "special_days.message", hint: t("hours.special.example"), lang: "uk", input: "hours.special", error: errorOf(special.problems, "message") })}
  ${field({ name: "message_en", label: t("hours.special.message_en"), value: special.message_en, of: "special_days.message_en", lang: "en", input: "hours.special", error: errorOf(special.problems, "message_en") })}
  <button class="button full-width">${t("save")}</button>
  ${special.dates.length > 0 && html`<button type="button" class="button bad full-width" data-action="hours.deleteSpecial">${icon("trash")}${t("hours.special.delete")}</button>`}
</form>`;

/** @param {SpecialDay[]} days */
function openSpecial(days) {
  const [day] = days;
  Object.assign(special, {
    dates: days.map(({ date }) => date),
    from: day?.date ?? "",
    to: days.length > 1 ? (days.at(-1)?.date ?? "") : "",
    isClosed: day ? day.hours.length === 0 : true,
    ranges: day?.hours.length ? day.hours.map(parseRange) : [nextRange([])],
    message: day?.message ?? "",
    message_en: day?.message_en ?? "",
    problems: [],
  });
  openDialog(() => t(day ? "hours.special.edit" : "hours.special.new"), dialog);
}

/**
 * The days of the dialog; null with a problem where they cannot be.
 * @returns {string[] | null}
 */
function wantedDates() {
  const { from } = special;
  const to = special.to || from;
  const count = (Date.parse(to) - Date.parse(from)) / A_DAY + 1;
  const problem = (/** @type {string} */ name, /** @type {string} */ message) => {
    special.problems = [{ field: name, message }];
    return null;
  };
  if (!from) return problem("date", t("hours.special.needsDay"));
  if (to < from) return problem("to", t("hours.special.wrongOrder"));
  if (count > MOST_DAYS) return problem("to", t("hours.special.tooLong"));
  return Array.from({ length: count }, (_, number) =>
    new Date(Date.parse(from) + number * A_DAY).toISOString().slice(0, 10),
  );
}

/** @param {string[]} dates @returns {Edit[]} */
function specialEdits(dates) {
  const { message, message_en } = special;
  const hours = special.isClosed ? [] : special.ranges.map(writeRange);
  const stored = new Map(state.specialDays.map((day) => [day.date, day]));
  /** @type {Edit[]} */
  const edits = [];
  for (const date of dates) {
    const day = stored.get(date);
    const values = { hours, message: message.trim(), message_en: message_en.trim() };
    if (!day) edits.push({ table: "special_days", key: null, seen: null, values: { date, ...values } });
    else if (content(day) !== JSON.stringify(Object.values(values))) {
      const seen = { hours: day.hours, message: day.message, message_en: day.message_en };
      edits.push({ table: "special_days", key: date, seen, values });
    }
  }
  return [...edits, ...deletions(special.dates.filter((date) => !dates.includes(date)))];
}

/** @param {string[]} dates @returns {Edit[]} */
const deletions = (dates) =>
  state.specialDays
    .filter(({ date }) => dates.includes(date))
    .map((day) => ({ table: "special_days", key: day.date, seen: { ...day }, values: null }));

async function reread() {
  await readHours().catch(tellFailure);
  draw();
}

/** @param {Edit[]} edits */
async function store(edits) {
  const { isOpen, close } = openedDialog();
  const outcome = edits.length > 0 ? await save(edits, { onUndo: reread }) : { state: /** @type {const} */ ("theirs") };
  if (outcome.state === "invalid" && isOpen()) special.problems = byField(outcome.problems);
  if (outcome.state === "saved" || outcome.state === "theirs") {
    close();
    await reread();
  }
  draw();
}

actions["hours.addSpecial"] = () => openSpecial([]);
actions["hours.editSpecial"] = ({ dataset }) => {
  openSpecial(groups().find((days) => days[0]?.date === dataset.date) ?? []);
};
actions["hours.special"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  Object.assign(special, { [name]: value, problems: [] });
  draw();
};
actions["hours.specialIs"] = (element) => {
  special.isClosed = /** @type {HTMLInputElement} */ (element).value === "closed";
  draw();
};
actions["hours.saveSpecial"] = async () => {
  const dates = wantedDates();
  if (dates) await store(specialEdits(dates));
  else draw();
};
actions["hours.deleteSpecial"] = () => store(deletions(special.dates));
