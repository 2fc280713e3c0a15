/** Roles that the cafe makes for itself: a name, and the areas that its people may work in. */

import { actions } from "../../../shared/delegate.js";
import { closeDialog, openDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { byId, html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { anyText } from "../../../shared/texts.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { errorLine, errorOf, field, focusFirstError, switchField } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { tellFailure } from "../../lib/save.js";
import { session } from "../../lib/session.js";
import { t } from "../../lib/texts.js";

/** @import { Problem } from "../../../shared/types" */
/** @import { OwnRole, Right } from "../../types" */

/** @type {{ roles: OwnRole[], opened: OwnRole | null, rights: Right[], problems: Problem[], isBusy: boolean, onChange: () => Promise<unknown> }} */
const state = { roles: [], opened: null, rights: [], problems: [], isBusy: false, onChange: async () => {} };

/** @param {OwnRole[]} roles @param {() => Promise<unknown>} onChange reads everything anew */
export function showRoles(roles, onChange) {
  Object.assign(state, { roles, onChange });
}

/** @param {number | null | undefined} id */
export const findRole = (id) => state.roles.find((role) => role.id === id);

/** @param {Right[]} rights */
export const rightsText = (rights) => rights.map((right) => anyText(`right.${right}`)).join(", ");

export const ownRoles = () => state.roles;

/** @param {OwnRole} role */
const row = ({ id, name, rights }) => html`<li data-key="r-${id}">
  <button type="button" class="row" data-action="roles.open" data-id="${id}" aria-haspopup="dialog">
    <span class="row-main"><b>${name}</b><br><span class="muted">${rightsText(rights)}</span></span>${icon("next")}</button></li>`;

export const rolesSection = () => html`<section class="stack" data-key="roles"><h2 class="day">${t("staff.roles")}</h2>
  <p class="muted">${t("staff.roles.about")}</p>
  ${state.roles.length > 0 && html`<ul class="rows">${state.roles.map(row)}</ul>`}
  <button type="button" class="button soft" data-action="roles.open" aria-haspopup="dialog">${icon("plus")}<span>${t("staff.roles.add")}</span></button></section>`;

/** Nobody gives rights that they have not. */
const offered = () => PUBLISHED.RIGHTS.filter((right) => session.person?.rights.includes(right));

const form = () => html`<form class="stack" data-submit="roles.save" novalidate>
  ${field({ name: "role-name", label: t("staff.roles.name"), value: state.opened?.name ?? "", of: "staff.name", required: true, error: errorOf(state.problems, "name") })}
  <fieldset class="stack-small"><legend class="field-name">${t("staff.roles.rights")}</legend>
    ${offered().map((right) => switchField({ name: `right-${right}`, label: anyText(`right.${right}`), isOn: state.rights.includes(right), change: "roles.right", value: right }))}</fieldset>
  ${errorLine(errorOf(state.problems, "rights") || state.problems.find((each) => each.field === "")?.message || "")}
  <button type="submit" class="button full-width" aria-busy="${String(state.isBusy)}">${t("save")}</button>
  ${state.opened && html`<button type="button" class="button bad full-width" data-action="roles.delete">${icon("trash")}${t("staff.roles.delete")}</button>`}
</form>`;

/** @param {() => Promise<unknown>} act */
async function attempt(act) {
  if (state.isBusy) return;
  Object.assign(state, { isBusy: true, problems: [] });
  draw();
  try {
    await act();
    await state.onChange();
    closeDialog();
    showToast(t("saved"), { tone: "good" });
  } catch (error) {
    if (error instanceof RefusedError && error.code === "invalid") state.problems = error.problems;
    else tellFailure(error);
  }
  state.isBusy = false;
  draw();
}

actions["roles.open"] = ({ dataset }) => {
  const opened = findRole(Number(dataset.id ?? 0)) ?? null;
  Object.assign(state, { opened, rights: [...(opened?.rights ?? [])], problems: [], isBusy: false });
  openDialog(() => opened?.name ?? t("staff.roles.new"), form);
};
actions["roles.right"] = (element) => {
  const { value, checked } = /** @type {HTMLInputElement} */ (element);
  const others = state.rights.filter((right) => right !== value);
  state.rights = checked ? [...others, /** @type {Right} */ (value)] : others;
  draw();
};
actions["roles.save"] = async (element) => {
  const { opened, rights } = state;
  const values = { name: /** @type {HTMLInputElement} */ (byId("role-name")).value, rights };
  await attempt(() => (opened ? api.patch(`/staff-roles/${opened.id}`, values) : api.post("/staff-roles", values)));
  focusFirstError(element);
};
actions["roles.delete"] = () => attempt(() => api.delete(`/staff-roles/${state.opened?.id}`));
