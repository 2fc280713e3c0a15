/** Who changed what and when, with a button that takes it back. */

import { actions } from "../../shared/delegate.js";
import { ask } from "../../shared/dialog.js";
import { draw } from "../../shared/drawing.js";
import { html } from "../../shared/html.js";
import { anyText, hasText } from "../../shared/texts.js";
import { announce } from "../../shared/toast.js";
import { api } from "../lib/api.js";
import { isSame } from "../lib/draft.js";
import { clockTime, dayName } from "../lib/format.js";
import { icon } from "../lib/icons.js";
import { fieldText, tellFailure, undo, valueText } from "../lib/save.js";
import { t } from "../lib/texts.js";
import { go } from "../router.js";

/** @import { TextId } from "../text-types" */
/** @import { Change, ChangedItem, View } from "../types" */

const TABLES = [
  "products",
  "categories",
  "option_groups",
  "options",
  "promos",
  "ingredients",
  "hours",
  "special_days",
  "zones",
  "modes",
  "tax_groups",
  "pauses",
  "busy",
  "disruptions",
  "settings",
  "connections",
  "staff",
  "staff_roles",
  "devices",
  "printers",
];
const MOST_FIELDS = 12;
const FEW = 3; // more changes are taken back only after a question

/** @type {{ changes: Change[], table: string, hasMore: boolean, busy: number | null }} */
const state = { changes: [], table: "", hasMore: false, busy: null };

/** @param {Change | undefined} last the oldest that is shown; what is older follows */
async function read(last) {
  const query = new URLSearchParams({
    ...(state.table && { table: state.table }),
    ...(last && { before: String(last.id) }),
  });
  const page = await api.get(`/changes?${query}`);
  state.changes = last ? [...state.changes, ...page.changes] : page.changes;
  state.hasMore = page.has_more;
}

/** What was paused, or whose keys were typed. @param {ChangedItem} item */
function typeText({ table, key }) {
  if (table === "connections") return anyText(`connections.name.${key}`);
  if (table === "disruptions") return anyText(`disruptions.${key}`);
  return table === "pauses" ? anyText(`history.type.${key || "all"}`) : "";
}

/** @param {ChangedItem} item */
function itemView(item) {
  const kind = anyText(`history.kind.${item.table}`);
  const name = item.name ? `${kind} «${item.name}»` : [kind, typeText(item)].filter(Boolean).join(": ");
  if (item.before === null) return html`<li><b>${name}</b>: ${t("history.added")}</li>`;
  if (item.after === null) return html`<li><b>${name}</b>: ${t("history.deleted")}</li>`;
  const after = item.after;
  const changed = Object.entries(item.before).filter(([field, value]) => !isSame(value, after[field]));
  const fields = changed.slice(0, MOST_FIELDS);
  return html`<li><b>${name}</b>
    <ul class="change-fields">${fields.map(
      ([field, value]) => html`<li>${fieldText(item.table, field)}: <del>${shownValue(field, value)}</del>
        <span aria-hidden="true">→</span><span class="visually-hidden">${t("history.became")}</span> <ins>${shownValue(field, after[field])}</ins></li>`,
    )}</ul></li>`;
}

/**
 * Fields that hold a moment, and how it is told.
 * @type {Record<string, { none: TextId, endless: TextId, until: TextId }>}
 */
const UNTIL = {
  stopped_until: { none: "history.offered", endless: "history.stopped", until: "history.stoppedUntil" },
  paused_until: { none: "history.notPaused", endless: "history.paused", until: "history.until" },
  on_until: { none: "history.modeOff", endless: "history.modeOn", until: "history.until" },
  off_until: { none: "history.asUsual", endless: "history.modeOff", until: "history.modeOffUntil" },
  disruption_until: { none: "history.notThere", endless: "history.untilEnded", until: "history.until" },
  busy_until: { none: "history.asUsual", endless: "history.asUsual", until: "history.until" },
};
/** Lists of codes, and where their words are. @type {Record<string, string>} */
const CODES = { rights: "right.", order_types: "settings.order_types.", payments: "settings.payments." };

/**
 * @param {string} field
 * @param {unknown} value
 */
function shownValue(field, value) {
  if (field === "role") return hasText(`role.${value}`) ? anyText(`role.${value}`) : String(value);
  if (CODES[field] && Array.isArray(value) && value.length > 0)
    return value.map((each) => anyText(`${CODES[field]}${each}`)).join(", ");
  if (field === "typed_at") return `${dayName(Number(value))} ${clockTime(Number(value))}`;
  const words = UNTIL[field];
  if (!words || typeof value !== "number") return valueText(value);
  if (value === 0) return t(words.none);
  const isEndless = value > 4_000_000_000;
  return isEndless ? t(words.endless) : t(words.until, { time: `${dayName(value)} ${clockTime(value)}` });
}

/** @param {Change} change */
function changeView(change) {
  const who = change.by || t(change.way === "file" ? "history.file" : "history.command");
  const rest = change.count - change.items.length;
  return html`<li class="card change" data-key="c-${change.id}">
    <header><b>${who}</b> <span class="muted">${clockTime(change.at)}${change.way === "chat" && `, ${t("history.chat")}`}${change.way === "screen" && `, ${t("history.screen")}`}</span></header>
    ${change.undo_of !== null && html`<p class="badge">${t("history.isUndo")}</p>`}
    <ul class="stack-small">${change.items.map(itemView)}</ul>
    ${rest > 0 && html`<p class="muted">${t("history.rest", { count: rest })}</p>`}
    ${
      change.undone_by === null
        ? change.may_undo &&
          html`<button type="button" class="button soft small" data-action="history.undo" data-id="${change.id}"
            aria-busy="${String(state.busy === change.id)}">${icon("undo")}${t("history.undo")}</button>`
        : html`<p class="badge">${t("history.undone")}</p>`
    }</li>`;
}

function list() {
  if (state.changes.length === 0) return html`<div class="empty">${icon("history")}<p>${t("history.empty")}</p></div>`;
  /** @type {Map<string, Change[]>} */
  const days = new Map();
  for (const change of state.changes) days.set(dayName(change.at), [...(days.get(dayName(change.at)) ?? []), change]);
  return [...days].map(
    ([day, changes]) =>
      html`<section data-key="d-${day}"><h2 class="day">${day}</h2><ul class="stack">${changes.map(changeView)}</ul></section>`,
  );
}

const chip = (
  /** @type {string} */ table,
) => html`<li data-key="t-${table}"><button type="button" class="chip" data-action="history.table"
  data-table="${table}" aria-pressed="${String(state.table === table)}">${table ? anyText(`history.kind.${table}`) : t("history.all")}</button></li>`;

/** @type {View} */
export const view = {
  async load(_path, params) {
    state.table = params.get("table") ?? "";
    await read(undefined);
  },
  render: () => html`<p class="lead">${t("history.about")}</p>
    <ul class="chips" aria-label="${t("history.filter")}">${["", ...TABLES].map(chip)}</ul>
    ${list()}
    ${state.hasMore && html`<button type="button" class="button soft full-width" data-action="history.more">${t("history.older")}</button>`}`,
};

actions["history.table"] = ({ dataset }) => go(`#/history${dataset.table ? `?table=${dataset.table}` : ""}`);
actions["history.more"] = async () => {
  const shown = state.changes.length;
  await read(state.changes.at(-1)).catch(tellFailure);
  announce(t("history.shown", { count: state.changes.length - shown }));
  draw();
};
actions["history.undo"] = async ({ dataset }) => {
  if (state.busy !== null) return;
  const id = Number(dataset.id);
  const count = state.changes.find((change) => change.id === id)?.count ?? 0;
  if (count > FEW && !(await ask(t("history.ask", { count }), { yes: t("history.undo") }))) return;
  state.busy = id;
  draw();
  await undo(state.busy);
  await read(undefined).catch(tellFailure);
  state.busy = null;
  draw();
};
