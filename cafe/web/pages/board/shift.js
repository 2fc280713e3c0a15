/** The shift: sound that a touch has unlocked, a screen that stays awake, and new orders that ring until touched. */

import { playNotes } from "../shared/chime.js";
import { localStore } from "../shared/storage.js";
import { isForHere, setState, state } from "./state.js";

/** @import { Board } from "./types" */

const RING_EVERY_MS = 4000;
const MOST_KNOWN = 300;
const CHIME = [880, 1175, 1568];
const ALARM = [440, 330, 440, 330];

/** @type {AudioContext | null} */
let audio = null;
/** @type {WakeLockSentinel | null} */
let lock = null;
let ringing = 0;
let alarming = 0;
let isHeard = false; // the alarm: whoever works on without a network knows

/**
 * New orders that somebody here has noticed: they do not ring again, not even after a reload.
 * @type {Set<number>}
 */
const noticed = new Set(localStore.get("board.noticed", /** @type {number[]} */ ([])));

/** @param {number[]} notes their frequencies, in hertz */
const play = (notes) => playNotes(audio, notes);

export const playChime = () => play(CHIME);

/** Browsers allow sound only after a touch. */
async function unlockSound() {
  try {
    audio ??= new AudioContext();
    if (audio.state !== "running") await audio.resume();
  } catch {
    // a device without sound
  }
  setState({ isMute: audio?.state !== "running" });
}

async function stayAwake() {
  if (!state.isShiftOn || document.visibilityState !== "visible" || (lock && !lock.released)) return;
  try {
    lock = (await navigator.wakeLock?.request("screen")) ?? null;
  } catch {
    lock = null; // refused, as with an empty battery
  }
}

export async function startShift() {
  localStore.set("board.shift", true);
  setState({ isShiftOn: true });
  await Promise.all([unlockSound(), stayAwake()]);
  playChime();
}

/** @param {Board} board */
const newOrders = ({ orders }) => orders.filter((order) => order.status === "new" && isForHere(order));

/** Somebody is here: what rings has been noticed. */
function notice() {
  if (alarming) isHeard = true;
  alarm(state.isLost);
  for (const { id } of state.board ? newOrders(state.board) : []) noticed.add(id);
  localStore.set("board.noticed", [...noticed].slice(-MOST_KNOWN));
  ring(false);
}

/** @param {boolean} isOn */
function ring(isOn) {
  document.documentElement.toggleAttribute("data-ringing", isOn);
  if (isOn === Boolean(ringing)) return;
  clearInterval(ringing);
  ringing = 0;
  if (!isOn) return;
  playChime();
  ringing = setInterval(playChime, RING_EVERY_MS);
}

/**
 * Ring while there are new orders that nobody has noticed.
 * @param {Board} board
 */
export function ringFor(board) {
  ring(newOrders(board).some(({ id }) => !noticed.has(id)));
}

/** @param {boolean} isLost whether the connection is lost; somebody who is here turns it off */
export function alarm(isLost) {
  if (!isLost) isHeard = false;
  const isOn = isLost && !isHeard;
  document.documentElement.toggleAttribute("data-alarming", isOn);
  if (isOn === Boolean(alarming)) return;
  clearInterval(alarming);
  alarming = 0;
  if (!isOn) return;
  play(ALARM);
  alarming = setInterval(() => play(ALARM), RING_EVERY_MS);
}

/** A shift that was started before goes on after a reload; the first touch brings the sound back. */
export function listenForTouches() {
  document.addEventListener("pointerdown", notice);
  // At the end of the press: the note that goes moves what stands beside it, and the press would miss.
  document.addEventListener("click", () => state.isShiftOn && state.isMute && unlockSound());
  document.addEventListener("keydown", notice);
  document.addEventListener("visibilitychange", stayAwake);
  if (!state.isShiftOn) return;
  unlockSound();
  stayAwake();
}
