/** Getting in: inside Telegram by itself, else by the button of a single-use link, or by a code for the bot. */

import { actions } from "../shared/delegate.js";
import { draw } from "../shared/drawing.js";
import { byId, html } from "../shared/html.js";
import { isLaunchAddress, telegramLaunch } from "../shared/launched.js";
import { RefusedError } from "../shared/request.js";
import { closeApp, connect } from "../shared/telegram.js";
import { anyText } from "../shared/texts.js";
import { api, hasToken, keepToken } from "./lib/api.js";
import { beginCode, codeView, isGranted } from "./lib/code.js";
import { field } from "./lib/fields.js";
import { icon } from "./lib/icons.js";
import { arePasskeysPossible, usePasskey } from "./lib/passkey.js";
import { readSession, session } from "./lib/session.js";
import { t } from "./lib/texts.js";

/** @import { SignInCode } from "./types" */

/** @typedef {"" | "linkRefused" | "codeRefused" | "passkeyRefused" | "recoveryRefused" | "stranger" | "stale" | "offline"} Trouble */

/** @type {{ trouble: Trouble, invited: { name: string, role: string, cafe: string } | null, code: SignInCode | null, isBusy: boolean }} */
const state = { trouble: "", invited: null, code: null, isBusy: false };
const launch = telegramLaunch();

/** The token of a link such as `#link=…`; a fragment reaches no log and no preview. */
const linkToken = () => /^#link=(.+)$/.exec(location.hash)?.[1] ?? "";

/** Read who is signed in; inside Telegram sign in by what it tells. A link is never used without its button. */
export async function getIn() {
  if (launch) connect({ theme: launch.theme, onReturn: () => {}, onReady: () => {} });
  try {
    if (linkToken()) state.invited = await api.look("/session/link/look", { token: linkToken() });
    else if (launch) await getInByTelegram(launch.initData);
    else await readSession();
  } catch (error) {
    state.trouble = troubleOf(error);
  }
}

/**
 * Each opening signs in anew; a reload goes on, or signs in if it came before that was done.
 * @param {string} initData
 */
async function getInByTelegram(initData) {
  if (!isLaunchAddress() && hasToken()) return readSession();
  keepToken(null);
  if (initData) {
    const answer = await api.post("/session/telegram", { init_data: initData });
    keepToken(answer.token);
  }
  history.replaceState(null, "", location.pathname); // from here on the fragment names a view
  return readSession();
}

/**
 * @param {unknown} error
 * @returns {Trouble}
 */
function troubleOf(error) {
  if (!(error instanceof RefusedError)) return "offline";
  if (linkToken()) return "linkRefused";
  if (error.status === 403) return "stranger";
  return launch ? "stale" : "";
}

/** The session is over: say so, and how to get in again. */
export function noteSignedOut() {
  session.person = null;
  Object.assign(state, { trouble: launch ? "stale" : "", code: null });
  draw();
}

/** Begin anew without the link that was used up, and with nothing of whoever was signed in before. */
function reopen() {
  keepToken(null);
  if (linkToken()) history.replaceState(null, "", location.pathname); // at once: a reload may take a second
  location.reload();
}

const invitation = (/** @type {{ name: string, role: string }} */ { name, role }) => html`<p>${t("signin.once")}</p>
  <button type="button" class="button full-width" data-action="signin.link" aria-busy="${String(state.isBusy)}">${icon("key")}<span>${t("signin.as", { name })}</span></button>
  <p class="muted">${t("signin.role", { role: anyText(`role.${role}`) })}</p>`;

const otherWays = () =>
  html`<ul><li>${t("signin.byDesk")}</li><li>${t("signin.byOwner")}</li><li>${t("signin.byCommand")} <code>.venv/bin/python -m cafe desk-link</code></li></ul>`;

const ways = () => html`<p>${t("signin.how")}</p>
  <button type="button" class="button full-width" data-action="signin.code" aria-busy="${String(state.isBusy)}">${icon("send")}<span>${t("signin.byTelegram")}</span></button>
  ${arePasskeysPossible() && html`<button type="button" class="button soft full-width" data-action="signin.passkey" aria-busy="${String(state.isBusy)}">${icon("key")}<span>${t("signin.byPasskey")}</span></button>`}
  <details class="signin-more"><summary>${t("signin.others")}</summary>${otherWays()}${recoveryForm()}</details>`;

const recoveryForm = () => html`<form class="stack" data-submit="signin.recover" novalidate>
  ${field({ name: "recovery-code", label: t("signin.recovery"), hint: t("signin.recovery.hint"), autocomplete: "one-time-code", maxlength: 40 })}
  <button type="submit" class="button soft full-width">${t("signin.recover")}</button></form>`;

/** @param {string} action @param {string} text */
const secondary = (action, text) =>
  html`<button type="button" class="button soft full-width" data-action="${action}">${text}</button>`;

function body() {
  if (state.invited) return invitation(state.invited);
  if (state.code && !state.code.bot)
    return html`<p>${t("signin.noBot")}</p><div class="signin-more">${otherWays()}</div>`;
  if (state.code) return codeView(state.code);
  if (state.trouble === "stale") return secondary("signin.close", t("signin.close"));
  if (state.trouble === "offline") return secondary("signin.again", t("signin.again"));
  return ways();
}

export const signInView = () => html`<section class="sign-in card" data-key="signin">
  <div><p class="muted">${state.invited?.cafe ?? session.cafe}</p><h1>${t("signin.title")}</h1></div>
  ${state.trouble && html`<p class="field-error" role="alert">${icon("warning")}<span>${anyText(`signin.${state.trouble}`)}</span></p>`}
  ${body()}
</section>`;

actions["signin.link"] = async () => {
  if (state.isBusy) return;
  Object.assign(state, { isBusy: true, trouble: "" });
  draw();
  try {
    await api.post("/session/link", { token: linkToken() });
    reopen();
  } catch (error) {
    const isRefused = error instanceof RefusedError;
    Object.assign(state, { isBusy: false, trouble: troubleOf(error), ...(isRefused && { invited: null }) });
    draw();
  }
};
actions["signin.code"] = async () => {
  if (state.isBusy) return;
  Object.assign(state, { isBusy: true, trouble: "" });
  draw();
  try {
    state.code = await beginCode();
  } catch {
    state.trouble = "offline";
  }
  state.isBusy = false;
  draw();
  if (state.code?.bot) waitForAnswer(state.code); // however long it takes, the press is over
};

/** @param {SignInCode} code */
async function waitForAnswer(code) {
  if (await isGranted("/session/code/poll", code, () => state.code === code)) reopen();
  else if (state.code === code) Object.assign(state, { code: null, trouble: "codeRefused" });
  draw();
}
/**
 * Sign in by what the person has.
 * @param {() => Promise<unknown>} send null: they gave up
 * @param {Trouble} trouble what to say if it is refused
 */
async function getInBy(send, trouble) {
  if (state.isBusy) return;
  Object.assign(state, { isBusy: true, trouble: "" });
  draw();
  try {
    if (await send()) reopen();
  } catch (error) {
    state.trouble = error instanceof RefusedError ? trouble : "offline";
  }
  state.isBusy = false;
  draw();
}

actions["signin.passkey"] = () =>
  getInBy(async () => {
    const credential = await usePasskey();
    return credential && api.post("/session/passkey", credential);
  }, "passkeyRefused");
actions["signin.recover"] = () => {
  const code = /** @type {HTMLInputElement} */ (byId("recovery-code")).value;
  return getInBy(() => api.post("/session/recovery", { code }), "recoveryRefused");
};
actions["signin.close"] = closeApp;
actions["signin.again"] = () => location.reload();
addEventListener("hashchange", () => {
  if (linkToken()) location.reload(); // a link that was pasted into an open page
});
