/** Who works here: adding people, their roles, invitations, and letting them go; and the kitchen's tablets. */

import { actions } from "../../shared/delegate.js";
import { ask, closeDialog, openDialog } from "../../shared/dialog.js";
import { draw } from "../../shared/drawing.js";
import { byId, html } from "../../shared/html.js";
import { RefusedError } from "../../shared/request.js";
import { anyText, hasText } from "../../shared/texts.js";
import { showToast } from "../../shared/toast.js";
import { api } from "../lib/api.js";
import { errorOf, field, focusFirstError, segments } from "../lib/fields.js";
import { dayAndTime } from "../lib/format.js";
import { icon } from "../lib/icons.js";
import { askWhose, tellFailure } from "../lib/save.js";
import { readSession, roleText, session } from "../lib/session.js";
import { t } from "../lib/texts.js";
import { openPin, pinButton } from "./staff/pin.js";
import { findRole, ownRoles, rightsText, rolesSection, showRoles } from "./staff/roles.js";
import { readTablets, tabletsSection } from "./staff/tablets.js";

/** @import { Problem } from "../../shared/types" */
/** @import { Conflict, Role, StaffMember, View } from "../types" */

const OWN = "own-"; // before the number of a role of the cafe's own, among the choices

/**
 * `opened` is the person in the dialog, null for a new one; `invitation` the link that was made for them.
 * @type {{ people: StaffMember[], opened: StaffMember | null, role: string, problems: Problem[], isBusy: boolean, invitation: { url: string, until: number } | null }}
 */
const state = { people: [], opened: null, role: "staff", problems: [], isBusy: false, invitation: null };

async function read() {
  const { staff, roles } = await api.get("/staff");
  state.people = staff;
  showRoles(roles, read);
}

/** A person's role, as it is chosen. @param {StaffMember} member */
const choiceOf = ({ role, role_id: id }) => (id === undefined ? role : `${OWN}${id}`);

/** In words. @param {StaffMember} member */
const roleOf = ({ role, role_id: id }) => roleText({ role, role_name: findRole(id)?.name });

/** @param {StaffMember} member */
function personRow(member) {
  const { id, name, telegram_id: telegram, is_active: isActive } = member;
  return html`<li data-key="p-${id}"><button type="button" class="row" data-action="staff.open" data-id="${id}" aria-haspopup="dialog">
    <span class="avatar" aria-hidden="true">${name.slice(0, 1)}</span>
    <span class="row-main"><b>${name}</b>${id === session.person?.staff_id && html` <span class="muted">${t("staff.you")}</span>`}<br>
      <span class="muted">${roleOf(member)}${isActive && telegram === null && html` · ${t("staff.noTelegram")}`}</span></span>
    ${icon("next")}</button></li>`;
}

/** @type {View} */
export const view = {
  async load() {
    await Promise.all([read(), readTablets()]);
  },
  render() {
    const here = state.people.filter((member) => member.is_active);
    const gone = state.people.filter((member) => !member.is_active);
    return html`<p class="lead">${t("staff.about")}</p>
      <div class="stack"><ul class="rows">${here.map(personRow)}</ul>
      <button type="button" class="button" data-action="staff.add" aria-haspopup="dialog">${icon("plus")}<span>${t("staff.add")}</span></button></div>
      ${gone.length > 0 && html`<section data-key="gone"><h2 class="day">${t("staff.gone")}</h2><ul class="rows">${gone.map(personRow)}</ul></section>`}
      ${rolesSection()}
      ${tabletsSection()}`;
  },
};

// The dialog of a person.

const title = () => (state.opened ? state.opened.name : t("staff.new"));

const ownId = () => (state.role.startsWith(OWN) ? Number(state.role.slice(OWN.length)) : null);

function mayText() {
  const own = findRole(ownId());
  return own ? t("staff.may.own", { rights: rightsText(own.rights) }) : anyText(`staff.may.${state.role}`);
}

const form = () => html`<form class="stack" data-submit="staff.save" novalidate>
  ${field({ name: "staff-name", label: t("staff.name"), value: state.opened?.name ?? "", of: "staff.name", required: true, error: errorOf(state.problems, "name") })}
  <div><p class="field-name">${t("staff.role")}</p>
    ${segments({ name: "staff-role", label: t("staff.role"), value: state.role, change: "staff.role", choices: [...PUBLISHED.ROLES.toReversed().map((role) => ({ value: role, label: anyText(`role.${role}`) })), ...ownRoles().map(({ id, name }) => ({ value: `${OWN}${id}`, label: name }))] })}
    <p class="field-hint">${mayText()}</p></div>
  ${field({ name: "staff-telegram", label: t("staff.telegram"), value: state.opened?.telegram_id ?? "", inputmode: "numeric", maxlength: 20, hint: t("staff.telegramHint"), error: errorOf(state.problems, "telegram_id") })}
  <button type="submit" class="button full-width" aria-busy="${String(state.isBusy)}">${state.opened ? t("save") : t("staff.addAndInvite")}</button>
</form>`;

/** @param {{ url: string, until: number }} invitation */
const invitationView = ({ url, until }) => html`<div class="stack" data-key="invitation">
  <p>${t("staff.invitationFor", { name: state.opened?.name ?? "", time: dayAndTime(until) })}</p>
  <div class="copy-line"><input id="staff-link" type="text" readonly value="${url}" aria-label="${t("staff.link")}">
    <button type="button" class="button soft" data-action="staff.copy">${icon("copy")}<span>${t("staff.copy")}</span></button></div>
  <p class="field-hint">${t("staff.invitationHint")}</p></div>`;

/** @param {StaffMember} member */
const furtherActs = (member) =>
  member.is_active
    ? html`<button type="button" class="button soft full-width" data-action="staff.invite">${icon("key")}<span>${t("staff.invite")}</span></button>
      ${pinButton()}
      <button type="button" class="button bad full-width" data-action="staff.leave">${t("staff.leave")}</button>`
    : html`<button type="button" class="button soft full-width" data-action="staff.return">${t("staff.return")}</button>`;

const dialogBody = () => html`<div class="stack">
  ${state.invitation ? invitationView(state.invitation) : form()}
  ${state.opened && furtherActs(state.opened)}</div>`;

/** @param {StaffMember | null} member */
function open(member) {
  Object.assign(state, {
    opened: member,
    role: member ? choiceOf(member) : "staff",
    problems: [],
    isBusy: false,
    invitation: null,
  });
  openDialog(title, dialogBody);
}

/**
 * Do it, and show what is there afterwards; false if it was refused, which is told.
 * @param {() => Promise<unknown>} act
 */
async function attempt(act) {
  if (state.isBusy) return false;
  Object.assign(state, { isBusy: true, problems: [] });
  draw();
  try {
    await act();
    await read();
    return true;
  } catch (error) {
    if (error instanceof RefusedError && error.code === "last_owner") showToast(t("staff.lastOwner"), { tone: "bad" });
    else if (error instanceof RefusedError && error.code === "invalid") state.problems = error.problems;
    else tellFailure(error);
    return false;
  } finally {
    state.isBusy = false;
    draw();
  }
}

async function invite() {
  const member = state.opened;
  if (!member) return;
  await attempt(async () => {
    const { path, expires_at: until } = await api.post(`/staff/${member.id}/invitation`);
    state.invitation = { url: new URL(path, location.href).href, until };
  });
}

/** @param {string} name @param {unknown} value */
const inWords = (name, value) => (name === "role" && hasText(`role.${value}`) ? anyText(`role.${value}`) : value);

/**
 * Change a person unless somebody else was quicker and theirs is to stay: false.
 * @param {number} id
 * @param {Partial<StaffMember>} values
 * @param {Record<string, unknown>} seen
 * @returns {Promise<boolean>}
 */
async function patch(id, values, seen) {
  try {
    await api.patch(`/staff/${id}`, { ...values, seen });
    return true;
  } catch (error) {
    if (!(error instanceof RefusedError && error.code === "changed")) throw error;
    const { conflicts } = /** @type {{ conflicts: Conflict[] }} */ (error.body);
    const isMine = await askWhose(
      conflicts.map((conflict) => ({ ...conflict, current: inWords(conflict.field, conflict.current) })),
      [{ table: "staff", key: String(id), seen, values: { ...values, role: inWords("role", values.role) } }],
    );
    const current = Object.fromEntries(conflicts.map((conflict) => [conflict.field, conflict.current]));
    return isMine && patch(id, values, { ...seen, ...current });
  }
}

/** @param {Partial<StaffMember>} values */
async function change(values) {
  const member = state.opened;
  if (!member) return;
  const shown = { ...member, role: findRole(member.role_id)?.name ?? member.role }; // as the history names it
  const seen = Object.fromEntries(Object.entries(shown).filter(([name]) => name in values));
  let isMine = false;
  const isDone = await attempt(async () => {
    isMine = await patch(member.id, values, seen);
  });
  if (!isDone) return;
  closeDialog();
  if (isMine) showToast(t("saved"), { tone: "good" });
  if (member.id === session.person?.staff_id) await readSession().catch(tellFailure);
  draw();
}

const valueIn = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byId(id)).value.trim();

function typed() {
  const telegram = valueIn("staff-telegram");
  return {
    name: valueIn("staff-name"),
    role: /** @type {Role} */ (ownId() === null ? state.role : "staff"),
    role_id: ownId(),
    telegram_id: /** @type {any} */ (telegram || null), // the server says what is no number
  };
}

actions["staff.add"] = () => open(null);
actions["staff.open"] = ({ dataset }) => open(state.people.find(({ id }) => id === Number(dataset.id)) ?? null);
actions["staff.role"] = (element) => {
  state.role = /** @type {HTMLInputElement} */ (element).value;
  draw();
};
actions["staff.save"] = async (element) => {
  const { opened } = state;
  const values = typed();
  if (opened) {
    const before = {
      name: opened.name,
      role: opened.role,
      role_id: opened.role_id,
      telegram_id: String(opened.telegram_id ?? "") || null,
    };
    const changed = Object.entries(values).filter(
      ([name, value]) => before[/** @type {keyof typeof before} */ (name)] !== value,
    );
    if (changed.length === 0) closeDialog();
    else await change(Object.fromEntries(changed));
  } else {
    await attempt(async () => {
      state.opened = await api.post("/staff", values);
    });
    if (state.opened) await invite();
  }
  focusFirstError(element);
};
actions["staff.invite"] = invite;
actions["staff.pin"] = () => state.opened && openPin(state.opened);
actions["staff.copy"] = async () => {
  const input = /** @type {HTMLInputElement} */ (byId("staff-link"));
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
    showToast(t("staff.copied"), { tone: "good" });
  } catch {
    showToast(t("staff.copyByHand")); // selected, at least
  }
};
actions["staff.leave"] = async () => {
  const name = state.opened?.name ?? "";
  const isSure = await ask(t("staff.leaveSure", { name }), {
    yes: t("staff.leave"),
    text: t("staff.leaveText"),
    tone: "bad",
  });
  if (isSure) await change({ is_active: false });
};
actions["staff.return"] = () => change({ is_active: true });
