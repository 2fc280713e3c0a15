/** What slows or stops orders, behind one button at the top: busy mode, pauses, modes of the menu, the stop-list. */

import { actions } from "../shared/delegate.js";
import { openDialog } from "../shared/dialog.js";
import { booleanAttribute, html } from "../shared/html.js";
import { OfflineError, RefusedError } from "../shared/request.js";
import { showToast } from "../shared/toast.js";
import { api } from "./api.js";
import { cashPart, readCash } from "./cash.js";
import { icon } from "./icons.js";
import { nextQuestion, readBoard, showBoard } from "./live.js";
import { isAlone, setState, state } from "./state.js";
import { readStops, stopsView } from "./stops.js";
import { t } from "./texts.js";
import { clockTime } from "./times.js";

/** @import { Renderable } from "../shared/types" */
/** @import { Board, Disruption, Mode, Pause } from "./types" */

const SPANS = ["30", "60", "120", "opening", "resumed"];
const MODE_SPANS = /** @type {const} */ (["60", "120", "opening", "open"]);

/** @param {Pause} pause */
const until = ({ until: end }) => (end ? t("pause.until", { time: clockTime(end) }) : t("pause.open"));

/** @param {Pause} pause */
const pausedText = (pause) => `${t(pause.type ? `type.${pause.type}` : "pause.all")}: ${until(pause)}`;

/** @param {Disruption} disruption */
const disruptionText = ({ kind, until: end }) =>
  end ? t(`disruption.${kind}.until`, { time: clockTime(end) }) : t(`disruption.${kind}`);

/** What holds orders up now, most of all. @param {Board} board */
function buttonText({ busy: { minutes, until: end }, pauses, disruptions = [] }) {
  const [disruption] = disruptions;
  if (disruption) return { tone: "paused", text: disruptionText(disruption) };
  const [worst] = pauses;
  if (worst) return { tone: "paused", text: t("pause.on", { what: pausedText(worst) }) };
  return end
    ? { tone: "busy", text: t("busy.on", { minutes, time: clockTime(end) }) }
    : { tone: "", text: t("controls") };
}

/** A mode that is on, and until when. @param {Mode} mode */
function modeText({ name, until: end }) {
  const time = end && clockTime(new Date(end * 1000).toLocaleString("sv").replace(" ", "T").slice(0, 16));
  return `${name}: ${time ? t("pause.until", { time }) : t("modes.open")}`;
}

/** @param {Board} board */
const modesOn = ({ modes = [] }) => modes.filter((mode) => mode.is_on);

/** @param {Board} board */
const modesSign = (board) =>
  modesOn(board).length > 0 &&
  html`<button type="button" class="tool busy" data-key="modes" data-action="controls" aria-haspopup="dialog"><span>${modesOn(board).map(modeText).join(" · ")}</span></button>`;

/** @param {Board} board */
export function controlsButton(board) {
  const { tone, text } = buttonText(board);
  return html`${modesSign(board)}<button type="button" class="tool ${tone}" data-key="controls" data-action="controls" aria-haspopup="dialog" ${booleanAttribute("disabled", isAlone())}>${icon(tone === "paused" ? "pause" : "clock")}<span>${text}</span></button>`;
}

/** @param {string} title @param {Renderable} body */
const part = (title, body) => html`<section class="control"><h3>${title}</h3>${body}</section>`;

function busyPart() {
  const busy = state.board?.busy;
  const more = (/** @type {number} */ minutes, /** @type {number} */ span) =>
    html`<button type="button" class="soft" data-action="setBusy" data-minutes="${minutes}" data-span="${span}">${t("busy.more", { minutes })}</button>`;
  const row = (/** @type {string} */ label, /** @type {number} */ span) =>
    html`<div class="pair choice" role="group" aria-label="${label}"><p>${label}</p>${PUBLISHED.BUSY_MINUTES.map((minutes) => more(minutes, span))}</div>`;
  return html`${row(t("busy.hour"), 60)}${row(t("busy.today"), 0)}
    ${
      busy?.until &&
      html`<p class="on">${t("busy.on", { minutes: busy.minutes, time: clockTime(busy.until) })}
      <button type="button" class="soft" data-action="setBusy" data-minutes="0" data-span="0">${t("busy.off")}</button></p>`
    }`;
}

/** Which orders the next pause is for; empty: all. */
let pausedType = "";

/** @param {Pause} pause */
const pauseRow = (pause) => html`<p class="on" data-key="p${pause.type}">${pausedText(pause)}
  <button type="button" class="soft" data-action="pause" data-type="${pause.type ?? ""}" data-span="on">${t("pause.off")}</button></p>`;

function pausePart() {
  const types = ["", ...PUBLISHED.ORDER_TYPES];
  return html`<div class="pair" role="group" aria-label="${t("pause.what")}">${types.map(
    (type) =>
      html`<button type="button" class="chip" data-key="t${type}" data-action="pauseType" data-type="${type}" aria-pressed="${String(type === pausedType)}">${type ? t(/** @type {"type.pickup"} */ (`type.${type}`)) : t("pause.all")}</button>`,
  )}</div>
  <div class="pair" role="group" aria-label="${t("pause.howLong")}">${SPANS.map(
    (span) =>
      html`<button type="button" class="soft" data-action="pause" data-type="${pausedType}" data-span="${span}">${t(/** @type {"pause.span.30"} */ (`pause.span.${span}`))}</button>`,
  )}</div>
  ${state.board?.pauses.map(pauseRow)}
  ${state.board?.disruptions?.map((each) => html`<p class="on" data-key="d${each.kind}">${disruptionText(each)}</p>`)}`;
}

/** The mode that is about to be switched on: for how long is asked. */
let askedMode = 0;

/** @param {Mode} mode */
const modeRow = (mode) => html`<p class="on" data-key="m${mode.id}">${modeText(mode)}
  <button type="button" class="soft" data-action="switchMode" data-id="${mode.id}" data-span="off" aria-label="${t("modes.off")}: ${mode.name}">${t("modes.off")}</button></p>`;

/** @param {Mode[]} modes */
const modesPart = (modes) => html`<div class="pair" role="group" aria-label="${t("modes.title")}">${modes
  .filter((mode) => !mode.is_on)
  .map(
    ({ id, name }) =>
      html`<button type="button" class="chip" data-key="n${id}" data-action="askMode" data-id="${id}" aria-pressed="${String(id === askedMode)}">${name}</button>`,
  )}</div>
  ${
    askedMode > 0 &&
    html`<div class="pair" role="group" aria-label="${t("pause.howLong")}">${MODE_SPANS.map(
      (span) =>
        html`<button type="button" class="soft" data-action="switchMode" data-id="${askedMode}" data-span="${span}">${t(span === "open" ? "modes.span.open" : `pause.span.${span}`)}</button>`,
    )}</div>`
  }
  ${modes.filter((mode) => mode.is_on).map(modeRow)}`;

function controlsView() {
  const { modes = [] } = state.board ?? {};
  return html`${modes.length > 0 && part(t("modes.title"), modesPart(modes))}
    ${part(t("busy.title"), busyPart())}${part(t("pause.title"), pausePart())}${cashPart()}${part(t("stops.title"), stopsView())}`;
}

/**
 * @param {(question: number) => Promise<void>} act
 */
async function attempt(act) {
  try {
    await act(nextQuestion());
  } catch (error) {
    if (!(error instanceof RefusedError || error instanceof OfflineError)) throw error;
    showToast(t(error instanceof RefusedError ? "busy.changed" : "busy.offline"), { tone: "bad" });
    readBoard();
  }
}

/** @param {HTMLElement} button */
const setBusy = ({ dataset }) =>
  attempt(async (question) => {
    const [minutes, span] = [Number(dataset.minutes), Number(dataset.span)];
    showBoard(await api.busy({ minutes, ...(span > 0 && { span }), mark: state.board?.busy.mark ?? 0 }), question);
  });

/** @param {HTMLElement} button */
const setPause = ({ dataset: { type, span = "" } }) =>
  attempt(async (question) => {
    const minutes = Number(span);
    showBoard(await api.pause({ ...(type && { type }), span: minutes || span }), question);
  });

/** @param {HTMLElement} button */
const switchMode = ({ dataset: { id, span = "" } }) =>
  attempt(async (question) => {
    showBoard(await api.switchMode({ id: Number(id), span: Number(span) || span }), question);
    askedMode = 0;
    setState();
  });

Object.assign(actions, {
  controls() {
    pausedType = "";
    askedMode = 0;
    openDialog(() => t("controls.title"), controlsView);
    readStops();
    readCash();
  },
  setBusy,
  pause: setPause,
  switchMode,
  askMode(/** @type {HTMLElement} */ { dataset }) {
    askedMode = Number(dataset.id);
    setState();
  },
  pauseType(/** @type {HTMLElement} */ { dataset }) {
    pausedType = dataset.type ?? "";
    setState();
  },
});
