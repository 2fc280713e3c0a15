/** The sound of a new order, on this device: on or off, and silent until somebody has touched the page, as browsers want it. */

import { playNotes } from "../../shared/chime.js";
import { actions } from "../../shared/delegate.js";
import { draw } from "../../shared/drawing.js";
import { html } from "../../shared/html.js";
import { localStore } from "../../shared/storage.js";
import { showToast } from "../../shared/toast.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";

const NOTES = [784, 988, 1175];
const LOUDNESS = 0.5;

/** @type {AudioContext | null} */
let audio = null;

export const bell = { isOn: localStore.get("desk.bell", true) };

export const ring = () => bell.isOn && playNotes(audio, NOTES, LOUDNESS);

const isMute = () => audio?.state !== "running";

async function unlock() {
  if (!bell.isOn || !isMute()) return;
  try {
    audio ??= new AudioContext();
    await audio.resume();
  } catch {
    // a device without sound
  }
  draw();
}

export function listenForTouches() {
  for (const touch of ["pointerup", "keydown"]) document.addEventListener(touch, unlock);
}

export const bellButton =
  () => html`${bell.isOn && isMute() && html`<span class="bell-hint muted" data-key="bell-hint">${t("bell.touch")}</span>`}
  <button type="button" class="icon-button" data-key="bell" data-action="bell.turn" aria-pressed="${String(bell.isOn)}"
    aria-label="${t("bell")}" title="${t(bell.isOn ? "bell.isOn" : "bell.isOff")}">${icon(bell.isOn ? "bell" : "bellOff")}</button>`;

actions["bell.turn"] = async () => {
  bell.isOn = !bell.isOn;
  localStore.set("desk.bell", bell.isOn);
  showToast(t(bell.isOn ? "bell.isOn" : "bell.isOff"));
  draw();
  await unlock();
  ring();
};
