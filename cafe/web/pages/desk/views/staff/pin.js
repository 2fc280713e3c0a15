/** A person's PIN, by which they say at a kitchen's tablet who they are. */

import { actions } from "../../../shared/delegate.js";
import { closeDialog, openDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { byId, html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { errorOf, field, focusFirstError } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";

/** @import { Problem } from "../../../shared/types" */
/** @import { StaffMember } from "../../types" */

/** @type {{ member: StaffMember | null, problems: Problem[], isBusy: boolean }} */
const dialog = { member: null, problems: [], isBusy: false };

export const pinButton = () =>
  html`<button type="button" class="button soft full-width" data-action="staff.pin">${icon("key")}<span>${t("staff.pin")}</span></button>`;

const form = () => html`<form class="stack" data-submit="staff.pinSave" novalidate>
  <p>${t(dialog.member?.has_pin ? "staff.pinHas" : "staff.pinAbout")}</p>
  ${field({ name: "staff-new-pin", label: t("staff.pinNew"), inputmode: "numeric", maxlength: 6, required: true, hint: t("staff.pinHint"), error: errorOf(dialog.problems, "pin") })}
  <button type="submit" class="button full-width" aria-busy="${String(dialog.isBusy)}">${t("save")}</button>
  ${dialog.member?.has_pin && html`<button type="button" class="button bad full-width" data-action="staff.pinDrop">${t("staff.pinDrop")}</button>`}
</form>`;

/** @param {StaffMember} member */
export function openPin(member) {
  Object.assign(dialog, { member, problems: [], isBusy: false });
  openDialog(() => t("staff.pinOf", { name: member.name }), form);
}

/** @param {string | null} pin */
async function save(pin) {
  const { member, isBusy } = dialog;
  if (!member || isBusy) return;
  Object.assign(dialog, { isBusy: true, problems: [] });
  draw();
  try {
    Object.assign(member, await api.post(`/staff/${member.id}/pin`, { pin }));
    closeDialog();
    showToast(t("saved"), { tone: "good" });
  } catch (error) {
    if (error instanceof RefusedError && error.code === "invalid") dialog.problems = error.problems;
    else tellFailure(error);
  } finally {
    dialog.isBusy = false;
    draw();
  }
}

actions["staff.pinSave"] = async (element) => {
  await save(/** @type {HTMLInputElement} */ (byId("staff-new-pin")).value.trim());
  focusFirstError(element);
};
actions["staff.pinDrop"] = () => save(null);
