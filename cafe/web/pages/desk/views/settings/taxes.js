/** Tax groups as they are registered with the fiscal service: all of them, and a form for one. */

import { actions } from "../../../shared/delegate.js";
import { ask } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { api } from "../../lib/api.js";
import { Draft, wholeNumber } from "../../lib/draft.js";
import { errorOf, field, focusFirstError } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { save, tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { go } from "../../router.js";

/** @import { View } from "../../types" */
/** @import { TaxGroup } from "../menu/fiscal.js" */

const PLACE = "#/settings/taxes";
const FIELDS = ["name", "rate", "excise_rate", "sort_order"];
const STEP = 10; // between the places of groups

/** @type {{ groups: TaxGroup[], draft: Draft | null, isSaving: boolean }} */
const state = { groups: [], draft: null, isSaving: false };

async function read() {
  state.groups = await api.get("/catalogue/tax_groups").then((answer) => answer.items);
}

/** @param {TaxGroup} group @param {number} index */
const row = (group, index) => html`<li data-key="t-${group.code}">
  <a class="row" href="${PLACE}/${encodeURIComponent(group.code)}">
    <span class="promo-percent numbers">${group.code}</span>
    <span class="row-main"><b>${group.name}</b>
      ${index === 0 && html`<span class="badge good">${t("taxes.first")}</span>`}
      <span class="promo-facts muted">${[
        t("taxes.vat", { rate: group.rate }),
        group.excise_rate > 0 && t("taxes.excise", { rate: group.excise_rate }),
      ]
        .filter(Boolean)
        .join(" · ")}</span></span>${icon("next")}</a></li>`;

const list =
  () => html`<p data-key="back"><a class="back-link" href="#/settings">${icon("back")}${t("nav.settings")}</a></p>
  <p class="lead">${t("taxes.about")}</p>
  <p class="toolbar-line"><a class="button" href="${PLACE}/+">${icon("plus")}${t("taxes.add")}</a></p>
  ${
    state.groups.length > 0
      ? html`<ul class="rows">${state.groups.map(row)}</ul>`
      : html`<div class="empty">${icon("receipt")}<p>${t("taxes.empty")}</p></div>`
  }`;

/** @param {Draft} draft */
function form(draft) {
  const common = (/** @type {string} */ name) => ({
    name,
    value: draft.text(name),
    error: errorOf(draft.problems, name),
    input: "taxes.type",
  });
  return html`<form data-submit="taxes.save" novalidate class="stack" data-key="tax-form">
    <p><a class="back-link" href="${PLACE}">${icon("back")}${t("taxes.back")}</a></p>
    <div class="card stack"><div class="columns">
      ${draft.key === null && field({ ...common("code"), label: t("taxes.code"), hint: t("taxes.codeHint"), required: true, of: "tax_groups.code" })}
      ${field({ ...common("name"), label: t("taxes.name"), required: true, of: "tax_groups.name" })}
      ${field({ ...common("rate"), label: t("taxes.rate"), suffix: "%", inputmode: "numeric", required: true, maxlength: 3 })}
      ${field({ ...common("excise_rate"), label: t("taxes.exciseRate"), hint: t("taxes.exciseHint"), suffix: "%", inputmode: "numeric", maxlength: 3 })}
      ${field({ ...common("sort_order"), label: t("taxes.place"), hint: t("taxes.placeHint"), inputmode: "numeric", maxlength: 5 })}
    </div></div>
    ${draft.key !== null && html`<p><button type="button" class="button soft bad" data-action="taxes.delete">${icon("trash")}${t("taxes.delete")}</button></p>`}
    <div class="save-bar"><a class="button soft" href="${PLACE}">${t("cancel")}</a>
      <button type="submit" class="button" aria-busy="${String(state.isSaving)}">${t("save")}</button></div>
  </form>`;
}

/** @param {string} code from the address */
function draftOf(code) {
  const last = state.groups.at(-1);
  if (code === "+")
    return new Draft("tax_groups", null, { excise_rate: 0, sort_order: last ? last.sort_order + STEP : 0 });
  const group = state.groups.find((each) => each.code === code);
  return group ? new Draft("tax_groups", group.code, { ...group }) : null;
}

/** @type {View} */
export const taxesPage = {
  async load([code = ""]) {
    await read();
    state.draft = draftOf(code);
  },
  render: () => (state.draft ? form(state.draft) : list()),
  title: () => (state.draft ? state.draft.text("name") || t("taxes.add") : t("taxes.title")),
  isDirty: () => state.draft?.isDirty ?? false,
  leave() {
    state.draft = null;
  },
};

actions["taxes.type"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  state.draft?.set(name, name === "code" || name === "name" ? value : wholeNumber(value));
};
actions["taxes.save"] = async (element) => {
  const { draft } = state;
  if (!draft || state.isSaving) return;
  if (!draft.isDirty && draft.key !== null) return go(PLACE);
  state.isSaving = true;
  const outcome = await save([draft.edit()], { onUndo: reload });
  state.isSaving = false;
  if (outcome.state === "saved") return go(PLACE);
  if (outcome.state === "theirs") await takeTheirs(draft).catch(tellFailure);
  if (outcome.state === "invalid") draft.refuse(outcome.problems);
  draw();
  queueMicrotask(() => focusFirstError(element));
};
actions["taxes.delete"] = async () => {
  const { draft } = state;
  if (!draft) return;
  const question = t("taxes.deleteQuestion", { code: draft.text("code") });
  if (!(await ask(question, { yes: t("delete"), text: t("taxes.deleteText"), tone: "bad" }))) return;
  const outcome = await save([draft.deletion(FIELDS)], { onUndo: reload });
  if (outcome.state === "saved") go(PLACE);
};

/** Only what nobody else has changed stays as it is typed. @param {Draft} draft */
async function takeTheirs(draft) {
  await read();
  const group = state.groups.find(({ code }) => code === draft.key);
  if (group) draft.rebase({ ...group });
  else if (draft.key !== null) state.draft = null;
}

async function reload() {
  await read();
  draw();
}
