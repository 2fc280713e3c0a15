/** One's own passkeys, and a recovery code on paper for the day when every other way in is lost. */

import { actions } from "../../../shared/delegate.js";
import { ask, openDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { dayAndTime } from "../../lib/format.js";
import { icon } from "../../lib/icons.js";
import { arePasskeysPossible, makePasskey } from "../../lib/passkey.js";
import { tellFailure } from "../../lib/save.js";
import { readSession } from "../../lib/session.js";
import { t } from "../../lib/texts.js";

/** @import { Passkey } from "../../types" */

/** @type {{ passkeys: Passkey[], code: string, isBusy: boolean }} */
const state = { passkeys: [], code: "", isBusy: false };

export const readPasskeys = async () => {
  state.passkeys = (await api.get("/passkeys")).passkeys;
};

/** @param {Passkey} passkey */
const row = ({ id, agent, created_at: made, used_at: used }) => html`<li class="row" data-key="p-${id}">${icon("key")}
  <span class="row-main"><b>${agent === "?" ? t("access.unknown") : agent}</b><br>
    <span class="muted">${t("passkeys.made", { time: dayAndTime(made) })}${used && html`<br>${t("passkeys.used", { time: dayAndTime(used) })}`}</span></span>
  <button type="button" class="button small bad" data-action="passkeys.remove" data-id="${id}" aria-label="${t("passkeys.removeOf", { name: agent })}">${t("passkeys.remove")}</button></li>`;

export const passkeysCard = () => html`<section class="card stack" data-key="passkeys"><h2>${t("passkeys.title")}</h2>
  <p>${t("passkeys.about")}</p>
  ${state.passkeys.length > 0 && html`<ul class="rows">${state.passkeys.map(row)}</ul>`}
  ${
    arePasskeysPossible()
      ? html`<button type="button" class="button" data-action="passkeys.add" aria-busy="${String(state.isBusy)}">${icon("plus")}<span>${t("passkeys.add")}</span></button>`
      : html`<p class="muted">${t("passkeys.impossible")}</p>`
  }
  <p>${t("recovery.about")}</p>
  <button type="button" class="button soft" data-action="passkeys.code" aria-haspopup="dialog">${icon("print")}<span>${t("recovery.give")}</span></button>
</section>`;

actions["passkeys.add"] = async () => {
  if (state.isBusy) return;
  state.isBusy = true;
  draw();
  try {
    const answer = await makePasskey();
    if (answer) {
      state.passkeys = answer.passkeys;
      showToast(t("passkeys.added"), { tone: "good" });
      await readSession();
    }
  } catch (error) {
    if (error instanceof RefusedError && error.code === "passkey_invalid")
      showToast(t("passkeys.refused"), { tone: "bad" });
    else tellFailure(error);
  }
  state.isBusy = false;
  draw();
};
actions["passkeys.remove"] = async ({ dataset }) => {
  const words = { yes: t("passkeys.remove"), text: t("passkeys.removeText"), tone: /** @type {const} */ ("bad") };
  if (!(await ask(t("passkeys.removeSure"), words))) return;
  try {
    state.passkeys = (await api.delete(`/passkeys/${dataset.id}`)).passkeys;
    await readSession();
  } catch (error) {
    if (error instanceof RefusedError && error.code === "last_way") showToast(t("passkeys.last"), { tone: "bad" });
    else tellFailure(error);
  }
  draw();
};

const codeView = () => html`<div class="stack recovery-code"><p>${t("recovery.how")}</p>
  <p class="big-code"><span>${state.code}</span></p>
  <p class="muted">${t("recovery.once")}</p>
  <button type="button" class="button full-width" data-action="passkeys.print">${icon("print")}<span>${t("recovery.print")}</span></button></div>`;

actions["passkeys.code"] = async () => {
  try {
    state.code = (await api.post("/recovery-code")).code;
  } catch (error) {
    tellFailure(error);
    return;
  }
  openDialog(
    () => t("recovery.title"),
    codeView,
    () => {
      state.code = "";
    },
  );
};
actions["passkeys.print"] = () => print();
