/** Air alerts and power cuts: what is in force, beginning and ending by hand, the sources, and the plan of power cuts. */

import { actions } from "../../../shared/delegate.js";
import { openDialog, openedDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { anyText, hasText } from "../../../shared/texts.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { errorOf, field, focusFirstError, segments, textArea } from "../../lib/fields.js";
import { clockTime, dayName, isoDay } from "../../lib/format.js";
import { icon } from "../../lib/icons.js";
import { tellFailure } from "../../lib/save.js";
import { may } from "../../lib/session.js";
import { t } from "../../lib/texts.js";

/** @import { Problem } from "../../../shared/types" */
/** @import { Disruptions, DisruptionKind, PowerCut } from "../../disruption-types" */

const SPANS = ["30", "60", "120", ""];

/** @type {{ all: Disruptions | null, kind: string, span: string, text: string, preview: { days: string[], cuts: PowerCut[] } | null, row: { date: string, from: string, to: string }, problems: Problem[], asked: Record<string, string>, busy: string }} */
const state = {
  ...{ all: null, kind: "", span: "", text: "", preview: null },
  ...{ row: { date: "", from: "", to: "" }, problems: [], asked: {}, busy: "" },
};

export async function readDisruptions() {
  state.all = await api.get("/disruptions");
}

export function resetDisruptions() {
  Object.assign(state, { text: "", preview: null, problems: [], asked: {} });
}

/** Whether a plan is typed that was not saved. */
export const isPlanTyped = () => state.text.trim() !== "";

/** @param {PowerCut} cut */
function spanText({ from, until }) {
  if (until === null) return t("disruptions.since", { time: `${dayName(from)}, ${clockTime(from)}` });
  const end = isoDay(until - 1) === isoDay(from) ? clockTime(until) : `${dayName(until)}, ${clockTime(until)}`;
  return `${dayName(from)}, ${clockTime(from)} – ${end}`;
}

/** @param {string} effect */
const effectText = (effect) =>
  effect.startsWith("mode:") ? t("disruptions.effect.mode") : anyText(`disruptions.effect.${effect}`);

/** @param {DisruptionKind} each */
function sourceText({ kind, source }) {
  if (!source) return t(kind === "air_alert" ? "disruptions.source.none" : "disruptions.plan.none");
  const heard = source.heard_at
    ? t("disruptions.source.heard", { time: `${dayName(source.heard_at)}, ${clockTime(source.heard_at)}` })
    : t("disruptions.source.new");
  return source.trouble ? `${heard} ${anyText(`disruptions.trouble.${source.trouble}`)}` : heard;
}

/** @param {DisruptionKind} each */
function kindView(each) {
  const { kind, effect, in_force: now, is_used: isUsed, source } = each;
  const name = anyText(`disruptions.${kind}`);
  const state_ = now
    ? html`<span class="badge bad">${t("disruptions.on")}</span>`
    : html`<span class="badge">${t(isUsed ? "disruptions.off" : "disruptions.unused")}</span>`;
  const hand = now
    ? html`<button type="button" class="button small" data-action="disruptions.end" data-kind="${kind}">${anyText(`disruptions.end.${kind}`)}</button>`
    : html`<button type="button" class="button soft small" data-action="disruptions.begin" data-kind="${kind}" aria-haspopup="dialog">${anyText(`disruptions.begin.${kind}`)}</button>`;
  return html`<section class="card stack" data-key="k-${kind}" aria-labelledby="disruption-${kind}">
    <div class="spread"><h3 id="disruption-${kind}"><b>${name}</b></h3>${state_}</div>
    <p>${effectText(effect)}${now && html`<br><b>${spanText(now)}</b>`}</p>
    ${isUsed && html`<p class="muted">${source?.is_silent && icon("warning")}${sourceText(each)}</p>`}
    ${state.asked[kind] && html`<p role="status">${state.asked[kind]}</p>`}
    <p class="cluster">${isUsed && hand}
      ${source && may("settings") && html`<button type="button" class="button soft small" data-action="disruptions.ask" data-kind="${kind}" aria-busy="${String(state.busy === kind)}">${t("disruptions.ask")}</button>`}
      ${may("settings") && html`<a class="button soft small" href="#/settings">${t("disruptions.settings")}</a>`}</p></section>`;
}

/** @param {PowerCut} cut */
const cutRow = (
  cut,
) => html`<li class="row" data-key="c-${cut.id}"><span class="row-main numbers">${spanText(cut)}</span>
  ${may("menu") && html`<button type="button" class="icon-button" data-action="disruptions.delete" data-id="${cut.id}" aria-label="${t("disruptions.delete", { span: spanText(cut) })}">${icon("close")}</button>`}</li>`;

function previewView() {
  const { preview } = state;
  if (!preview) return "";
  return html`<div class="stack-small" role="status"><p><b>${t("disruptions.understood")}</b></p>
    ${preview.cuts.length > 0 ? html`<ul class="stack-small numbers">${preview.cuts.map((cut) => html`<li>${spanText(cut)}</li>`)}</ul>` : html`<p>${t("disruptions.noCuts")}</p>`}
    <p class="muted">${t("disruptions.replaces")}</p></div>`;
}

/** @param {Disruptions} all */
const planForm = (
  all,
) => html`<div class="stack"><form class="stack" data-submit="${state.preview ? "disruptions.save" : "disruptions.look"}" novalidate>
  ${textArea({
    name: "plan",
    label: t("disruptions.paste"),
    hint: all.queue ? t("disruptions.queue", { queue: all.queue }) : t("disruptions.noQueue"),
    value: state.text,
    rows: 4,
    maxlength: 20_000,
    input: "disruptions.type",
    error: errorOf(state.problems, "text"),
  })}
  ${previewView()}
  <p class="cluster"><button class="button" aria-busy="${String(state.busy === "plan")}">${t(state.preview ? "disruptions.save" : "disruptions.look")}</button>
    ${isPlanTyped() && html`<button type="button" class="button soft" data-action="disruptions.clear">${t("cancel")}</button>`}</p></form>
  <form class="stack" data-submit="disruptions.add" novalidate>
    <div class="columns">
      ${field({ name: "cut-date", label: t("disruptions.row.date"), type: "date", value: state.row.date, input: "disruptions.row", error: errorOf(state.problems, "row") })}
      ${field({ name: "cut-from", label: t("disruptions.row.from"), type: "time", value: state.row.from, input: "disruptions.row" })}
      ${field({ name: "cut-to", label: t("disruptions.row.to"), type: "time", value: state.row.to, input: "disruptions.row" })}
    </div>
    <p><button class="button soft">${icon("plus")}${t("disruptions.row.add")}</button></p></form></div>`;

/** @param {Disruptions} all */
const planView = (all) => html`<section class="card stack" data-key="plan" aria-labelledby="plan-title">
  <h3 id="plan-title"><b>${t("disruptions.plan")}</b></h3>
  ${all.cuts.length > 0 ? html`<ul class="rows">${all.cuts.map(cutRow)}</ul>` : html`<p class="muted">${t("disruptions.noCuts")}</p>`}
  ${may("menu") && html`<details data-key="plan-form"><summary>${t("disruptions.change")}</summary>${planForm(all)}</details>`}</section>`;

export function disruptionsCard() {
  const { all } = state;
  if (!all) return null;
  const isPlanUsed = all.kinds.some(({ kind, is_used: isUsed }) => kind === "power_cut" && isUsed);
  return html`<section class="stack" data-key="disruptions" aria-labelledby="disruptions-title">
    <h2 id="disruptions-title">${t("disruptions.title")}</h2>
    <p class="muted">${t("disruptions.about")}</p>
    <div class="columns">${all.kinds.map(kindView)}</div>
    ${isPlanUsed && planView(all)}</section>`;
}

const beginDialog = () => html`<div class="stack hours-choice">
  ${segments({
    name: "disruption-span",
    label: t("hours.pause.span"),
    value: state.span,
    choices: SPANS.map((value) => ({
      value,
      label: anyText(value ? `hours.span.${value}` : "disruptions.untilEnded"),
    })),
    change: "disruptions.span",
  })}
  <button type="button" class="button full-width" data-action="disruptions.beginNow">${anyText(`disruptions.begin.${state.kind}`)}</button>
</div>`;

/**
 * Do something that answers with how everything stands then.
 * @param {() => Promise<Disruptions>} act
 * @param {string} told
 */
async function change(act, told) {
  try {
    state.all = await act();
    state.problems = [];
    showToast(told, { tone: "good" });
    return true;
  } catch (error) {
    if (error instanceof RefusedError && error.code === "invalid") state.problems = error.problems;
    else tellFailure(error);
    return false;
  } finally {
    draw();
  }
}

actions["disruptions.begin"] = ({ dataset }) => {
  Object.assign(state, { kind: dataset.kind ?? "", span: "" });
  openDialog(() => anyText(`disruptions.${state.kind}`), beginDialog);
};
actions["disruptions.span"] = (element) => {
  state.span = /** @type {HTMLInputElement} */ (element).value;
  draw();
};
actions["disruptions.beginNow"] = async () => {
  const { close } = openedDialog();
  const body = { kind: state.kind, minutes: state.span ? Number(state.span) : null };
  if (await change(() => api.post("/disruptions/begin", body), t("saved"))) close();
};
actions["disruptions.end"] = ({ dataset }) =>
  change(() => api.post("/disruptions/end", { kind: dataset.kind }), t("saved"));
actions["disruptions.delete"] = ({ dataset }) =>
  change(() => api.delete(`/disruptions/cuts/${dataset.id}`), t("disruptions.deleted"));
actions["disruptions.type"] = (element) => {
  state.text = /** @type {HTMLTextAreaElement} */ (element).value;
  Object.assign(state, { preview: null, problems: [] });
  draw();
};
actions["disruptions.clear"] = () => {
  Object.assign(state, { text: "", preview: null, problems: [] });
  draw();
};
actions["disruptions.look"] = async (form) => {
  if (state.busy) return;
  state.busy = "plan";
  draw();
  try {
    Object.assign(state, { preview: await api.look("/disruptions/preview", { text: state.text }), problems: [] });
  } catch (error) {
    if (error instanceof RefusedError && error.code === "invalid") state.problems = error.problems;
    else tellFailure(error);
  }
  state.busy = "";
  draw();
  if (state.problems.length > 0) queueMicrotask(() => focusFirstError(form));
};
actions["disruptions.save"] = async () => {
  const isSaved = await change(() => api.post("/disruptions/plan", { text: state.text }), t("disruptions.saved"));
  if (isSaved) Object.assign(state, { text: "", preview: null });
  draw();
};
actions["disruptions.row"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  const key = /** @type {"date" | "from" | "to"} */ (name.replace("cut-", ""));
  state.row[key] = value;
};
actions["disruptions.add"] = async () => {
  const { date, from, to } = state.row;
  if (!date || !from || !to) {
    state.problems = [{ field: "row", message: t("disruptions.row.needed") }];
    draw();
    return;
  }
  const isSaved = await change(
    () => api.post("/disruptions/plan", { text: `${date} ${from}-${to}`, adds: true }),
    t("disruptions.saved"),
  );
  if (isSaved) state.row = { date: "", from: "", to: "" };
  else state.problems = state.problems.map((problem) => ({ ...problem, field: "row" }));
  draw();
};

/** @param {{ trouble?: string, is_alert?: boolean, cuts?: PowerCut[] }} answer */
function answerText({ trouble, is_alert: isAlert, cuts }) {
  const known = `disruptions.trouble.${trouble}`;
  if (trouble) return hasText(known) ? anyText(known) : trouble;
  if (cuts) return cuts.length > 0 ? cuts.map(spanText).join("; ") : t("disruptions.noCuts");
  return t(isAlert ? "disruptions.answer.alert" : "disruptions.answer.calm");
}

actions["disruptions.ask"] = async ({ dataset }) => {
  const { kind = "" } = dataset;
  if (state.busy) return;
  state.busy = kind;
  draw();
  try {
    state.asked[kind] = answerText(await api.look("/disruptions/ask", { kind }));
  } catch (error) {
    tellFailure(error);
  }
  state.busy = "";
  draw();
};
