/** A photo from the phone: cut to shape in a dialog, made small here and sent. */

import { actions } from "../../../webapp/assets/lib/delegate.js";
import { html } from "../../../webapp/assets/lib/html.js";
import { texts as en } from "../texts/en/photo.js";
import { texts as uk } from "../texts/uk/photo.js";
import { RefusedError } from "./api.js";
import { Crop } from "./crop.js";
import { closeDialog, openDialog } from "./dialog.js";
import { draw } from "./draw.js";
import { segments } from "./fields.js";
import { icon } from "./icons.js";
import { addTexts, t as common } from "./texts.js";
import { upload } from "./upload.js";

const t = addTexts({ uk, en });

const MOST_MB = 60; // of the file on the phone; what is sent is far smaller
const NEARER = 0.05; // of the frame, for an arrow key

/**
 * @typedef {object} Purpose
 * @property {boolean} [isSquare] no other shape will do
 * @property {(url: string) => void} onReady the photo lies at the cafe
 * @property {(message: string) => void} onTrouble it is none; blank: another one is tried
 */

/** @type {Purpose} */
let purpose = { onReady: () => {}, onTrouble: () => {} };
/** @type {{ crop: Crop | null, share: number | null, error: string }} */
const state = { crop: null, share: null, error: "" };

/** What a file field takes. */
export const PHOTO_TYPES = "image/jpeg,image/png,image/webp";

/**
 * Take what was chosen in a file field through the dialog to the cafe.
 * @param {HTMLElement} element the field
 * @param {Purpose} wanted
 */
export async function takePhoto(element, wanted) {
  const input = /** @type {HTMLInputElement} */ (element);
  const [file] = input.files ?? [];
  input.value = ""; // or the same file could not be chosen again
  if (!file) return;
  purpose = wanted;
  Object.assign(state, { error: "", share: null });
  purpose.onTrouble("");
  if (file.size > MOST_MB * 1024 * 1024) {
    purpose.onTrouble(t("photo.large", { limit: MOST_MB }));
  } else {
    try {
      state.crop = new Crop(await createImageBitmap(file, { imageOrientation: "from-image" }));
      if (purpose.isSquare) state.crop.shape = "1:1";
      openDialog(() => t("photo.crop"), cropDialog, forget);
      paintSoon();
    } catch {
      purpose.onTrouble(t("photo.unreadable"));
    }
  }
  draw();
}

function forget() {
  state.crop?.photo.close();
  Object.assign(state, { crop: null, share: null });
}

const canvas = () => /** @type {HTMLCanvasElement | null} */ (document.getElementById("crop"));

/** A canvas is empty after each change of what is around it. */
function paintSoon() {
  draw();
  queueMicrotask(() => {
    const target = canvas();
    if (target) state.crop?.paint(target);
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
  const { crop, share, error } = state;
  if (!crop) return "";
  return html`<div class="stack">
    <canvas id="crop" class="crop" tabindex="0" role="img" aria-label="${t("photo.move")}"></canvas>
    ${!purpose.isSquare && shapes(crop.shape)}
    <label class="zoom" data-key="zoom"><span>${t("photo.zoom")}</span><input type="range" min="1" max="4" step="0.05" value="1" data-input="photo.zoom"></label>
    <p class="field-error" role="alert">${error && html`${icon("warning")}<span>${error}</span>`}</p>
    ${share === null ? html`<button type="button" class="button full-width" data-key="use" data-action="photo.use">${error ? common("retry") : t("photo.use")}</button>` : progress(share)}</div>`;
}

/** @param {number} share */
const progress = (
  share,
) => html`<p data-key="progress" role="status">${t("photo.sending", { percent: Math.round(share * 100) })}
  <progress max="100" value="${Math.round(share * 100)}"></progress></p>`;

async function use() {
  const crop = state.crop;
  if (!crop || state.share !== null) return;
  Object.assign(state, { share: 0, error: "" });
  paintSoon();
  try {
    const file = await crop.file();
    if (!file) throw new RefusedError(400, null);
    const picture = await upload("/pictures", file, (share) => {
      state.share = share;
      paintSoon();
    });
    closeDialog();
    purpose.onReady(picture.url);
  } catch (error) {
    const words = error instanceof RefusedError ? (error.problems[0]?.message ?? t("photo.unreadable")) : "";
    Object.assign(state, { share: null, error: words || t("photo.offline") });
    paintSoon();
  }
  draw();
}

actions["photo.shape"] = (element) => {
  if (state.crop) state.crop.shape = /** @type {Crop["shape"]} */ (/** @type {HTMLInputElement} */ (element).value);
  paintSoon();
};
actions["photo.zoom"] = (element) => {
  if (state.crop) state.crop.zoom = Number(/** @type {HTMLInputElement} */ (element).value);
  paintSoon();
};
actions["photo.use"] = use;

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener("keydown", (event) => {
  const arrow = ARROWS[event.key];
  if (!arrow || event.target !== canvas()) return;
  event.preventDefault();
  state.crop?.move(arrow[0] * NEARER, arrow[1] * NEARER);
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
  state.crop?.move((held.x - event.clientX) / width, (held.y - event.clientY) / height);
  held = { x: event.clientX, y: event.clientY };
  paintSoon();
});
document.addEventListener("pointerup", () => {
  held = null;
});
