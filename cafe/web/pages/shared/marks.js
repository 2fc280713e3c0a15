/** The dialog in which excise marks are scanned or typed: of bottles that are opened, or sold as they are. */

import { actions } from "./delegate.js";
import { closeDialog, openDialog } from "./dialog.js";
import { draw } from "./drawing.js";
import { html } from "./html.js";
import { canScan, scan } from "./scanner.js";
import { anyText, hasText, ownText } from "./texts.js";

/** @import { MissingMark } from "./types" */

/**
 * What the dialog needs of its page; `send` throws what `problemOf` puts into words.
 * @typedef {object} Page
 * @property {(mark: string, missing: MissingMark) => Promise<MissingMark[]>} send takes a mark; gives what is missing still
 * @property {(picture: Blob) => Promise<string | null>} read the code in a picture
 * @property {(error: unknown) => string} problemOf
 * @property {() => void} done nothing is missing any more
 */

/** @typedef {{ missing: MissingMark[], page: Page, scanning: string, problem: string, isBusy: boolean, camera: AbortController | null }} Marking */

/** @type {Marking | null} */
let marking = null;

/**
 * @param {string} title
 * @param {MissingMark[]} missing
 * @param {Page} page
 */
export function askMarks(title, missing, page) {
  const mine = { missing, page, scanning: "", problem: "", isBusy: false, camera: null };
  marking = mine;
  openDialog(
    () => title,
    marksBody,
    () => {
      if (marking === mine) stopCamera();
      if (marking === mine) marking = null;
    },
  );
}

/** @param {MissingMark} missing */
const keyOf = ({ drink, ingredient }) => (drink ? `d-${drink}` : `i-${ingredient}`);

/** @param {MissingMark} missing */
function whatText({ drink, pieces = 0, remaining = 0, needed = 0, unit = "" }) {
  if (drink) return anyText("marks.pieces", { count: pieces });
  if (needed === 0) return anyText("marks.open");
  const word = hasText(`marks.unit.${unit}`) ? anyText(`marks.unit.${unit}`) : unit;
  return anyText("marks.bottle", { remaining, needed, unit: word });
}

/** @param {MissingMark} missing @param {Marking} state */
function markRow(missing, { scanning, isBusy }) {
  const key = keyOf(missing);
  const name = ownText(missing.name, missing.name_en);
  return html`<li data-key="${key}"><form class="stack" data-submit="marks.take" data-of="${key}" novalidate>
    <h3>${name}</h3><p>${whatText(missing)}</p>
    <p class="marks-row"><input id="mark-${key}" name="mark" aria-label="${anyText("marks.label", { name })}" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="200" placeholder="${anyText("marks.placeholder")}">
    ${canScan() && html`<button type="button" class="button soft" data-action="marks.scan" data-of="${key}" aria-pressed="${String(scanning === key)}">${anyText("marks.scan")}</button>`}
    <button class="button" aria-busy="${String(isBusy)}">${anyText("marks.take")}</button></p></form></li>`;
}

function marksBody() {
  if (!marking) return "";
  const { missing, problem, scanning } = marking;
  return html`<div class="stack marks"><ul>${missing.map((each) => marking && markRow(each, marking))}</ul>
    ${scanning && html`<video id="mark-video" data-key="video" muted playsinline aria-label="${anyText("marks.camera")}"></video>`}
    ${problem && html`<p class="field-error" role="alert" data-key="problem">${problem}</p>`}</div>`;
}

function stopCamera() {
  marking?.camera?.abort();
  if (marking) Object.assign(marking, { camera: null, scanning: "" });
}

/** @param {string} key @param {string} mark */
async function take(key, mark) {
  const mine = marking;
  const missing = mine?.missing.find((each) => keyOf(each) === key);
  if (!mine || !missing || mine.isBusy || mark.trim() === "") return;
  Object.assign(mine, { isBusy: true, problem: "" });
  draw();
  try {
    mine.missing = await mine.page.send(mark.trim(), missing);
    const input = document.getElementById(`mark-${key}`);
    if (input instanceof HTMLInputElement) input.value = "";
  } catch (error) {
    mine.problem = mine.page.problemOf(error);
  }
  mine.isBusy = false;
  if (marking === mine && mine.missing.length === 0) {
    closeDialog();
    mine.page.done();
  }
  draw();
}

/** @param {string} key */
async function scanInto(key) {
  const mine = marking;
  if (!mine) return;
  const camera = new AbortController();
  Object.assign(mine, { camera, scanning: key, problem: "" });
  draw();
  await Promise.resolve(); // it is drawn by then
  const video = document.getElementById("mark-video");
  if (!(video instanceof HTMLVideoElement)) return;
  try {
    const text = await scan(video, mine.page.read, camera.signal);
    if (mine.camera === camera) Object.assign(mine, { camera: null, scanning: "" });
    await take(key, text);
  } catch (error) {
    if (camera.signal.aborted) return;
    const isRefused = error instanceof DOMException;
    Object.assign(mine, { camera: null, scanning: "" });
    mine.problem = isRefused ? anyText("marks.noCamera") : mine.page.problemOf(error);
    draw();
  }
}

Object.assign(actions, {
  "marks.take"(/** @type {HTMLFormElement} */ form) {
    take(form.dataset.of ?? "", String(new FormData(form).get("mark")));
  },
  "marks.scan"(/** @type {HTMLElement} */ { dataset }) {
    const isOn = marking?.scanning === dataset.of;
    stopCamera();
    if (isOn) draw();
    else scanInto(dataset.of ?? "");
  },
});
