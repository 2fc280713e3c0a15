/** The stop-list: dishes by category, options by group; what is stopped comes first. */

import { actions } from "../shared/delegate.js";
import { html } from "../shared/html.js";
import { OfflineError, RefusedError } from "../shared/request.js";
import { showToast } from "../shared/toast.js";
import { api } from "./api.js";
import { setState, state } from "./state.js";
import { t } from "./texts.js";
import { clockTime } from "./times.js";

/** @import { Stop, StopGroup, Stops } from "./types" */

/** @typedef {"dish" | "option"} Kind */

const SPANS = { dish: ["hour", "opening", "resumed"], option: ["opening", "resumed"] };

/**
 * `opened` is the group that is unfolded, `asked` the item for which a span is asked, `readFor` the menu's version when it was read.
 * @type {{ stops: Stops | null, opened: string, asked: string, readFor: number }}
 */
const list = { stops: null, opened: "", asked: "", readFor: -1 };

/** The menu's version, as the board knows it. */
const version = () => state.board?.catalogue ?? 0;

export async function readStops() {
  list.readFor = version();
  try {
    list.stops = await api.stops();
  } catch (error) {
    if (!(error instanceof RefusedError || error instanceof OfflineError)) throw error;
    showToast(t("stops.offline"), { tone: "bad" });
  }
  setState();
}

/** @param {Kind} kind @param {Stop} item */
function itemRow(kind, { id, name, is_stopped: isStopped, until }) {
  const key = `${kind}-${id}`;
  const button = (/** @type {string} */ span) =>
    html`<button type="button" class="soft" data-action="stop" data-kind="${kind}" data-id="${id}" data-span="${span}"
      aria-label="${t("stops.of", { act: t(/** @type {"stops.on"} */ (`stops.${span}`)), name })}">${t(/** @type {"stops.on"} */ (`stops.${span}`))}</button>`;
  const when = until ? t("stops.until", { time: clockTime(until) }) : t("stops.off");
  return html`<li data-key="${key}" class="${isStopped && "stopped"}"><p>${name}${isStopped && html`<span class="quiet">${when}</span>`}</p>
    ${
      isStopped
        ? button("on")
        : html`<button type="button" class="soft" data-action="askStop" data-key="ask" data-item="${key}" aria-expanded="${String(list.asked === key)}"
          aria-label="${t("stops.of", { act: t("stops.stop"), name })}">${t("stops.stop")}</button>`
    }
    ${list.asked === key && !isStopped && html`<div class="pair choice" data-key="spans">${SPANS[kind].map(button)}</div>`}</li>`;
}

/** @param {Kind} kind @param {StopGroup} group @param {number} index */
function groupView(kind, { name, items }, index) {
  const key = `${kind}${index}`;
  const off = items.filter((item) => item.is_stopped).length;
  const isOpen = list.opened === key;
  return html`<li data-key="${key}" class="stop-group">
    <button type="button" class="tool" data-action="openStops" data-group="${key}" aria-expanded="${String(isOpen)}">${name}${off > 0 && html` <b>⛔ ${off}</b>`}</button>
    ${isOpen && html`<ul class="rows">${items.map((item) => itemRow(kind, item))}</ul>`}</li>`;
}

export function stopsView() {
  const { stops, readFor } = list;
  if (stops && stops.catalogue < version() && readFor < version()) readStops(); // somebody has stopped something elsewhere
  if (!stops) return html`<p aria-busy="true">${t("loading")}</p>`;
  const stopped = (/** @type {Kind} */ kind, /** @type {StopGroup[]} */ groups) =>
    groups.flatMap(({ items }) => items.filter((item) => item.is_stopped)).map((item) => itemRow(kind, item));
  return html`<ul class="rows" data-key="stopped">${stopped("dish", stops.dishes)}${stopped("option", stops.options)}</ul>
    <ul class="stop-groups" data-key="groups">${stops.dishes.map((group, index) => groupView("dish", group, index))}
    ${stops.options.map((group, index) => groupView("option", group, index))}</ul>`;
}

Object.assign(actions, {
  openStops(/** @type {HTMLElement} */ { dataset: { group = "" } }) {
    list.opened = list.opened === group ? "" : group;
    setState();
  },
  askStop(/** @type {HTMLElement} */ { dataset: { item = "" } }) {
    list.asked = list.asked === item ? "" : item;
    setState();
  },
  async stop(/** @type {HTMLElement} */ { dataset: { kind, id, span = "" } }) {
    list.asked = "";
    try {
      list.stops = await api.stop(kind === "option" ? "option" : "dish", { id: Number(id), span });
    } catch (error) {
      if (!(error instanceof RefusedError || error instanceof OfflineError)) throw error;
      showToast(t(error instanceof RefusedError ? "stops.gone" : "busy.offline"), { tone: "bad" });
      await readStops();
    }
    setState();
  },
});
