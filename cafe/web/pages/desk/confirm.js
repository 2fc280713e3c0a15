/** A dangerous act asks whether it is still the same person: by a code for the bot, or by a new sign-in link. */

import { actions } from "../shared/delegate.js";
import { byId, html, patch } from "../shared/html.js";
import { RefusedError } from "../shared/request.js";
import { api, hooks } from "./lib/api.js";
import { beginCode, codeView, isGranted } from "./lib/code.js";
import { field } from "./lib/fields.js";
import { icon } from "./lib/icons.js";
import { arePasskeysPossible, usePasskey } from "./lib/passkey.js";
import { session } from "./lib/session.js";
import { t } from "./lib/texts.js";

/** @import { SignInCode } from "./types" */

/** @type {{ code: SignInCode | null, error: string, isByLink: boolean }} */
const state = { code: null, error: "", isByLink: false };
/** @type {Promise<boolean> | null} */
let asking = null;

const dialog = () => /** @type {HTMLDialogElement} */ (byId("confirm"));

const hasPasskey = () => session.person?.has_passkey && arePasskeysPossible();

const linkForm = () => html`<form class="stack" data-submit="confirm.link" novalidate>
  <p>${t("confirm.linkHow")}</p>
  ${field({ name: "confirm-link", label: t("confirm.link"), error: state.error, type: "url", inputmode: "url" })}
  <button type="submit" class="button full-width">${t("yes")}</button></form>`;

function body() {
  if (state.isByLink) return linkForm();
  if (state.error)
    return html`<p class="field-error" role="alert">${icon("warning")}<span>${state.error}</span></p>
    <button type="button" class="button full-width" data-action="confirm.again">${t("confirm.again")}</button>`;
  return state.code ? codeView(state.code) : html`<p role="status">${t("loading")}</p>`;
}

function drawConfirm() {
  patch(
    byId("confirm-content"),
    html`<header class="dialog-top"><h2 id="confirm-title">${t("confirm.title")}</h2>
      <button type="button" class="icon-button" data-action="confirm.close" aria-label="${t("close")}">${icon("close")}</button></header>
      <div class="dialog-body stack"><p>${t("confirm.why")}</p>${body()}
      ${
        !state.isByLink &&
        html`<button type="button" class="link-button" data-action="confirm.byLink">${t("confirm.haveLink")}</button>`
      }
      ${hasPasskey() && html`<button type="button" class="button soft full-width" data-action="confirm.passkey">${icon("key")}<span>${t("confirm.byPasskey")}</span></button>`}</div>`,
  );
}

async function askByCode() {
  Object.assign(state, { code: null, error: "", isByLink: false });
  drawConfirm();
  try {
    const code = await beginCode();
    state.code = code;
    drawConfirm();
    if (await isGranted("/session/confirm", code, () => state.code === code && dialog().open)) dialog().close("yes");
    else if (state.code === code) state.error = t("confirm.refused");
  } catch {
    state.error = t("error.offline");
  }
  drawConfirm();
}

async function askByPasskey() {
  state.error = "";
  try {
    const passkey = await usePasskey();
    if (!passkey) return; // the other ways are there
    await api.post("/session/confirm", { passkey });
    dialog().close("yes");
  } catch (error) {
    state.error = error instanceof RefusedError ? t("confirm.passkeyRefused") : t("error.offline");
    drawConfirm();
  }
}

/** @returns {Promise<boolean>} whether it is they */
function ask() {
  dialog().returnValue = "";
  dialog().showModal();
  if (hasPasskey()) {
    Object.assign(state, { code: null, error: "", isByLink: !session.person?.has_telegram });
    drawConfirm();
    askByPasskey();
  } else if (session.person?.has_telegram) askByCode();
  else {
    Object.assign(state, { code: null, error: "", isByLink: true });
    drawConfirm();
  }
  return new Promise((resolve) => {
    dialog().addEventListener(
      "close",
      () => {
        state.code = null;
        patch(byId("confirm-content"), "");
        resolve(dialog().returnValue === "yes");
      },
      { once: true },
    );
  });
}

/** Have refused dangerous acts ask, all at the same time by one question. */
export function askBeforeDangerousActs() {
  hooks.confirm = () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
}

actions["confirm.close"] = () => dialog().close();
actions["confirm.passkey"] = askByPasskey;
actions["confirm.again"] = askByCode;
actions["confirm.byLink"] = () => {
  Object.assign(state, { code: null, error: "", isByLink: true });
  drawConfirm();
};
actions["confirm.link"] = async () => {
  const text = /** @type {HTMLInputElement} */ (byId("confirm-link")).value.trim();
  try {
    await api.post("/session/confirm", { token: /#link=(.+)$/.exec(text)?.[1] ?? text });
    dialog().close("yes");
  } catch (error) {
    state.error = error instanceof RefusedError ? t("confirm.linkRefused") : t("error.offline");
    drawConfirm();
  }
};
