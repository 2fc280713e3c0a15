/** A photo from the phone: cut to shape in a dialog, made small here and sent. */

import { actions } from "../../shared/delegate.js";
import { closeDialog, openDialog } from "../../shared/dialog.js";
import { draw } from "../../shared/drawing.js";
import { html } from "../../shared/html.js";
import { RefusedError } from "../../shared/request.js";
import { Crop } from "./crop.js";
import { errorLine, segments } from "./fields.js";
import { t } from "./texts.js";
import { upload } from "./upload.js";

const MOST_MB = 60; // of the file on the phone; what is sent is far smaller
const NEARER = 0.05; // of the frame, for an arrow key

/**
 * @typedef {object} Purpose
 * @property {boolean} [isSquare] no other shape will do
 * @property {(url: string) => void} onReady the photo lies at the cafe
 * @property {(message: string) => void} onTrouble it is none; blank: another one is tried
 */

/**
 * The photo in the dialog, null while that is closed; `share` is how much of it is sent, null before.
 * @typedef {{ crop: Crop, purpose: Purpose, share: number | null, error: string, sending: AbortController }} Taking
 * @type {Taking | null}
 */
let taking = null;

/** What a file field takes. */
export const PHOTO_TYPES = "image/jpeg,image/png,image/webp";

/**
 * Take what was chosen in a file field through the dialog to the cafe.
 * @param {HTMLElement} element the field
 * @param {Purpose} purpose
 */
export async function takePhoto(element, purpose) {
  const input = /** @type {HTMLInputElement} */ (element);
  const [file] = input.files ?? [];
  input.value = ""; // or the same file could not be chosen again
  if (!file) return;
  purpose.onTrouble("");
  if (file.size > MOST_MB * 1024 * 1024) {
    purpose.onTrouble(t("photo.large", { limit: MOST_MB }));
  } else {
    try {
      const crop = new Crop(await createImageBitmap(file, { imageOrientation: "from-image" }));
      if (purpose.isSquare) crop.shape = "1:1";
      taking = { crop, purpose, share: null, error: "", sending: new AbortController() };
      openDialog(() => t("photo.crop"), cropDialog, forget);
      paintSoon();
    } catch {
      purpose.onTrouble(t("photo.unreadable"));
    }
  }
  draw();
}

/** Who closes the dialog has thought better of it. */
function forget() {
  taking?.sending.abort();
  taking?.crop.photo.close();
  taking = null;
}

const canvas = () => /** @type {HTMLCanvasElement | null} */ (document.getElementById("crop"));

/** A canvas is empty after each change of what is around it. */
function paintSoon() {
  draw();
  queueMicrotask(() => {
    const target = canvas();
    if (target) taking?.crop.paint(target);
  });
}

/** @param {string} value */
const shapes = (value) =>
  segments({
    name: "crop-shape",
    label: t("photo.shape"),
    value,
    change: "photo.shape",
    choices: [
      { value: "4:3", label: "4:3" },
      { value: "1:1", label: "1:1" },
      { value: "whole", label: t("photo.whole") },
    ],
  });

function cropDialog() {
  if (!taking) return "";
  const { crop, purpose, share, error } = taking;
  return html`<div class="stack">
    <canvas id="crop" class="crop" tabindex="0" role="img" aria-label="${t("photo.move")}"></canvas>
    ${!purpose.isSquare && shapes(crop.shape)}
    <label class="zoom" data-key="zoom"><span>${t("photo.zoom")}</span><input type="range" min="1" max="4" step="0.05" value="1" data-input="photo.zoom"></label>
    ${errorLine(error)}
    ${share === null ? html`<button type="button" class="button full-width" data-key="use" data-action="photo.use">${error ? t("retry") : t("photo.use")}</button>` : progress(share)}</div>`;
}

/** @param {number} share */
const progress = (
  share,
) => html`<p data-key="progress" role="status">${t("photo.sending", { percent: Math.round(share * 100) })}
  <progress max="100" value="${Math.round(share * 100)}"></progress></p>`;

async function use() {
  const mine = taking;
  if (!mine || mine.share !== null) return;
  Object.assign(mine, { share: 0, error: "" });
  paintSoon();
  try {
    const { url } = await send(mine);
    if (taking !== mine) return;
    closeDialog();
    mine.purpose.onReady(url);
  } catch (error) {
    const words = error instanceof RefusedError ? (error.problems[0]?.message ?? t("photo.unreadable")) : "";
    Object.assign(mine, { share: null, error: words || t("photo.offline") });
    paintSoon();
  }
  draw();
}

/** @param {Taking} mine @returns {Promise<{ url: string }>} */
async function send(mine) {
  const file = await mine.crop.file();
  if (!file) throw new RefusedError(400, null);
  const onProgress = (/** @type {number} */ share) => {
    mine.share = share;
    paintSoon();
  };
  return upload("/pictures", file, { onProgress, signal: mine.sending.signal });
}

actions["photo.shape"] = (element) => {
  if (taking) taking.crop.shape = /** @type {Crop["shape"]} */ (/** @type {HTMLInputElement} */ (element).value);
  paintSoon();
};
actions["photo.zoom"] = (element) => {
  if (taking) taking.crop.zoom = Number(/** @type {HTMLInputElement} */ (element).value);
  paintSoon();
};
actions["photo.use"] = use;

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const arrow = ARROWS[event.key];
  if (!arrow || event.target !== canvas()) return;
  event.preventDefault();
  taking?.crop.move(arrow[0] * NEARER, arrow[1] * NEARER);
  paintSoon();
});

/** @type {{ x: number, y: number } | null} */
let held = null;

document.addEventListener("pointerdown", (event) => {
  const target = canvas();
  if (event.target !== target || !target) return;
  target.setPointerCapture(event.pointerId);
  held = { x: event.clientX, y: event.clientY };
});
document.addEventListener("pointermove", (event) => {
  const target = canvas();
  if (!held || !target) return;
  const { width, height } = target.getBoundingClientRect();
  taking?.crop.move((held.x - event.clientX) / width, (held.y - event.clientY) / height);
  held = { x: event.clientX, y: event.clientY };
  paintSoon();
});
document.addEventListener("pointerup", () => {
  held = null;
});
