/** What the screen knows, in one place; whoever changes it says so, and the screen is drawn once per change. */

import { draw } from "../shared/drawing.js";
import { localStore } from "../shared/storage.js";
import { withActs } from "./unsent.js";

/** @import { Order, State } from "./types" */

/** @type {State} */
export const state = {
  phase: "loading",
  board: null,
  read: null,
  acts: [],
  told: [],
  sent: [],
  aloneSince: null,
  readAt: 0,
  isLost: false,
  isShiftOn: localStore.get("board.shift", false),
  isMute: true,
  station: localStore.get("board.station", /** @type {number[]} */ ([])),
  isAutoPrinting: localStore.get("board.autoprint", false),
  pressed: new Set(),
  tapped: new Map(),
  pairError: null,
};

/** @param {Partial<State>} changes */
export function setState(changes = {}) {
  Object.assign(state, changes);
  draw();
}

/** The server's time now, in Unix seconds: a tablet's own clock may be wrong. */
export const serverNow = () => (state.read?.now ?? 0) + (performance.now() - state.readAt) / 1000;

export const isAlone = () => state.aloneSince !== null;

/** Work the board out anew, after an act or as time goes by; a change may come with it. @param {Partial<State>} changes */
export function refreshBoard(changes = {}) {
  Object.assign(state, changes);
  const { read, sent, acts } = state;
  setState({ board: read && withActs(read, [...sent, ...acts], serverNow(), isAlone()) });
}

/**
 * @param {number} id
 * @returns {Order | undefined}
 */
export const findOrder = (id) =>
  [...(state.board?.orders ?? []), ...(state.board?.done ?? [])].find((order) => order.id === id);

/** @param {{ category_id: number | null }} what a line, or pieces to make */
export const isMadeHere = ({ category_id: category }) =>
  state.station.length === 0 || category === null || state.station.includes(category);

/**
 * Whether this station makes something of it.
 * @param {Order} order
 */
export const isForHere = ({ lines }) => lines.some(isMadeHere);
