/** Promo codes: what is on offer, how often each was used, and a form for one. */

import { actions } from "../../shared/delegate.js";
import { ask } from "../../shared/dialog.js";
import { draw } from "../../shared/drawing.js";
import { money } from "../../shared/formats.js";
import { html } from "../../shared/html.js";
import { anyText } from "../../shared/texts.js";
import { api } from "../lib/api.js";
import { Draft, optionalNumber, wholeNumber } from "../lib/draft.js";
import { errorOf, field, focusFirstError, switchField } from "../lib/fields.js";
import { dayAndTime } from "../lib/format.js";
import { icon } from "../lib/icons.js";
import { save, tellFailure } from "../lib/save.js";
import { t } from "../lib/texts.js";
import { go } from "../router.js";

/** @import { View } from "../types" */

/**
 * @typedef {object} Promo
 * @property {string} code
 * @property {number} discount_percent
 * @property {string} [expires_at] ISO 8601 on the cafe's clock
 * @property {number} [max_uses]
 * @property {number} min_order_amount whole UAH
 * @property {boolean} first_order_only
 * @property {boolean} active
 * @property {number} used_count
 */

const FIELDS = ["discount_percent", "expires_at", "max_uses", "min_order_amount", "first_order_only", "active"];
const NEW = { min_order_amount: 0, first_order_only: false, active: true };

/** @type {{ promos: Promo[], draft: Draft | null, isMissing: boolean, isSaving: boolean }} */
const state = { promos: [], draft: null, isMissing: false, isSaving: false };

async function read() {
  state.promos = await api.get("/catalogue/promos").then((answer) => answer.items);
}

/** @param {Promo} promo */
function stateOf(promo) {
  if (!promo.active) return "off";
  if (promo.expires_at && Date.parse(promo.expires_at) <= Date.now()) return "expired";
  if (promo.max_uses !== undefined && promo.used_count >= promo.max_uses) return "usedUp";
  return "offer";
}

/** @param {Promo} promo */
const conditions = (promo) =>
  [
    promo.expires_at && t("promos.until", { moment: dayAndTime(Date.parse(promo.expires_at) / 1000) }),
    promo.min_order_amount > 0 && t("promos.from", { sum: money(promo.min_order_amount) }),
    promo.first_order_only && t("promos.first"),
  ].filter(Boolean);

/** @param {Promo} promo */
const uses = (promo) =>
  promo.max_uses === undefined
    ? t("promos.used", { count: promo.used_count })
    : t("promos.usedOf", { count: promo.used_count, most: promo.max_uses });

/** @param {Promo} promo */
function row(promo) {
  const now = stateOf(promo);
  return html`<li class="promo" data-key="p-${promo.code}">
    <a class="row" href="#/promos/${encodeURIComponent(promo.code)}">
      <span class="promo-percent numbers">−${promo.discount_percent}%</span>
      <span class="row-main"><b class="promo-code">${promo.code}</b>
        <span class="badge ${now === "offer" ? "good" : ""}">${anyText(`promos.state.${now}`)}</span>
        <span class="promo-facts muted">${[uses(promo), ...conditions(promo)].join(" · ")}</span></span></a>
    ${switchField({
      name: `active-${promo.code}`,
      label: t("promos.turn", { code: promo.code }),
      isLabelHidden: true,
      isOn: promo.active,
      value: promo.code,
      change: "promos.turn",
    })}</li>`;
}

const list = () => html`<p class="lead">${t("promos.about")}</p>
  <p class="toolbar-line"><a class="button" href="#/promos/+">${icon("plus")}${t("promos.add")}</a></p>
  ${
    state.promos.length > 0
      ? html`<ul class="rows">${state.promos.map(row)}</ul>`
      : html`<div class="empty">${icon("tag")}<p>${t("promos.empty")}</p></div>`
  }`;

/** @param {Draft} draft */
function form(draft) {
  const problems = draft.problems;
  const common = (/** @type {string} */ name) => ({
    name,
    value: draft.text(name),
    error: errorOf(problems, name),
    input: "promos.type",
  });
  return html`<form data-submit="promos.save" novalidate class="stack" data-key="promo-form">
    <p><a class="back-link" href="#/promos">${icon("back")}${t("back")}</a></p>
    <div class="card stack">
      ${draft.key === null && field({ ...common("code"), label: t("promos.code"), hint: t("promos.codeHint"), required: true, of: "promos.code" })}
      <div class="columns">
        ${field({ ...common("discount_percent"), label: t("promos.percent"), suffix: "%", inputmode: "numeric", required: true })}
        ${field({ ...common("min_order_amount"), label: t("promos.minimum"), hint: t("promos.minimumHint"), suffix: "₴", inputmode: "numeric" })}
        ${field({ ...common("expires_at"), value: draft.text("expires_at").slice(0, 16), label: t("promos.expires"), hint: t("promos.expiresHint"), type: "datetime-local" })}
        ${field({ ...common("max_uses"), label: t("promos.mostUses"), hint: t("promos.mostUsesHint"), inputmode: "numeric" })}
      </div>
      ${switchField({ name: "first_order_only", label: t("promos.firstOnly"), isOn: draft.value("first_order_only") === true, change: "promos.flag" })}
      ${switchField({ name: "active", label: t("promos.active"), isOn: draft.value("active") === true, change: "promos.flag" })}
    </div>
    ${draft.key !== null && html`<p><button type="button" class="button soft bad" data-action="promos.delete">${icon("trash")}${t("promos.delete")}</button></p>`}
    <div class="save-bar"><a class="button soft" href="#/promos">${t("cancel")}</a>
      <button type="submit" class="button" aria-busy="${String(state.isSaving)}">${t("save")}</button></div>
  </form>`;
}

/** @param {string} code from the address @param {Promo | undefined} promo */
function draftOf(code, promo) {
  if (code === "+") return new Draft("promos", null, NEW);
  return promo ? new Draft("promos", promo.code, { ...promo }) : null;
}

/** @type {View} */
export const view = {
  async load([code = ""]) {
    await read();
    const promo = state.promos.find((each) => each.code === code);
    state.isMissing = code !== "" && code !== "+" && !promo;
    state.draft = draftOf(code, promo);
  },
  title() {
    if (!state.draft) return t("nav.promos");
    return state.draft.key === null ? t("promos.add") : state.draft.text("code");
  },
  render() {
    if (state.draft) return form(state.draft);
    if (state.isMissing)
      return html`<div class="empty" role="alert">${icon("tag")}<p>${t("promos.notFound")}</p></div>`;
    return list();
  },
  isDirty: () => state.draft?.isDirty ?? false,
  leave() {
    state.draft = null;
  },
};

/** What was typed in a field, as it is stored. @param {string} name @param {string} text */
function typed(name, text) {
  if (name === "max_uses") return optionalNumber(text);
  if (name === "expires_at") return text || null;
  return name === "code" ? text.trim() : wholeNumber(text);
}

actions["promos.type"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  const { draft } = state;
  if (!draft) return;
  // The field shows the stored moment without its offset.
  if (name === "expires_at" && value === String(draft.item[name] ?? "").slice(0, 16)) delete draft.typed[name];
  else draft.set(name, typed(name, value));
};
actions["promos.flag"] = (element) => {
  const { name, checked } = /** @type {HTMLInputElement} */ (element);
  state.draft?.set(name, checked);
  draw();
};
actions["promos.turn"] = async (element) => {
  const { value: code, checked } = /** @type {HTMLInputElement} */ (element);
  const edit = { table: "promos", key: code, seen: { active: !checked }, values: { active: checked } };
  await save([edit], { onUndo: reload });
  await reload().catch(tellFailure);
};
actions["promos.save"] = async (element) => {
  const { draft } = state;
  if (!draft || state.isSaving) return;
  if (!draft.isDirty && draft.key !== null) return go("#/promos");
  state.isSaving = true;
  const outcome = await save([draft.edit()], { onUndo: reload });
  state.isSaving = false;
  if (outcome.state === "saved") return go("#/promos");
  if (outcome.state === "theirs") await takeTheirs(draft).catch(tellFailure);
  if (outcome.state === "invalid") draft.refuse(outcome.problems);
  draw();
  queueMicrotask(() => focusFirstError(element));
};
actions["promos.delete"] = async () => {
  const { draft } = state;
  if (!draft) return;
  const question = t("promos.deleteQuestion", { code: draft.text("code") });
  if (!(await ask(question, { yes: t("delete"), text: t("promos.deleteText"), tone: "bad" }))) return;
  const outcome = await save([draft.deletion(FIELDS)], { onUndo: reload });
  if (outcome.state === "saved") go("#/promos");
};

/** Only what nobody else has changed stays as it is typed. @param {Draft} draft */
async function takeTheirs(draft) {
  await read();
  const promo = state.promos.find(({ code }) => code === draft.key);
  if (promo) draft.rebase({ ...promo });
  else if (draft.key !== null) Object.assign(state, { draft: null, isMissing: true });
}

async function reload() {
  await read();
  draw();
}
