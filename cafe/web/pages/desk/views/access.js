/** Where one is signed in, with a button that ends it, and one's Telegram; an owner sees everybody's. */

import { actions } from "../../shared/delegate.js";
import { ask, openDialog } from "../../shared/dialog.js";
import { draw } from "../../shared/drawing.js";
import { html } from "../../shared/html.js";
import { showToast } from "../../shared/toast.js";
import { api, keepToken } from "../lib/api.js";
import { botLink } from "../lib/code.js";
import { dayAndTime } from "../lib/format.js";
import { icon } from "../lib/icons.js";
import { tellFailure } from "../lib/save.js";
import { may, readSession, session } from "../lib/session.js";
import { t } from "../lib/texts.js";
import { passkeysCard, readPasskeys } from "./access/passkeys.js";

/** @import { SignIn, View } from "../types" */

const LOOK_MS = 2000;

/** @type {{ sessions: SignIn[], link: { url: string | null, text: string, bot: string | null } | null, isLooking: boolean }} */
const state = { sessions: [], link: null, isLooking: false };

const read = async () => {
  state.sessions = (await api.get("/sessions")).sessions;
};

/** @param {SignIn} each */
const sessionRow = (each) => html`<li class="row" data-key="s-${each.id}">
  ${icon(each.kind === "bearer" || /iPhone|iPad|Android/.test(each.agent) ? "phone" : "laptop")}
  <span class="row-main">${may("people") && html`<b>${each.name}</b> · `}${agentText(each)}<br>
    <span class="muted">${each.is_this ? t("access.this") : t("access.seen", { time: dayAndTime(each.seen_at) })}</span></span>
  <button type="button" class="button small ${each.is_this ? "soft" : "bad"}" data-action="access.end" data-id="${each.id}"
    aria-label="${t("access.endOf", { name: each.name, agent: agentText(each) })}">${t("signOut")}</button></li>`;

/** @param {SignIn} each */
const agentText = ({ kind, agent }) => {
  if (kind === "bearer") return "Telegram";
  return agent === "?" ? t("access.unknown") : agent;
};

const telegram = () =>
  session.person?.has_telegram
    ? html`<p class="cluster">${icon("check")}<span>${t("access.bound")}</span></p>
      <button type="button" class="button soft small" data-action="access.bind">${t("access.bindOther")}</button>`
    : html`<p>${t("access.unbound")}</p>
      <button type="button" class="button" data-action="access.bind">${t("access.bind")}</button>`;

/** @type {View} */
export const view = {
  async load() {
    await Promise.all([read(), readPasskeys()]);
  },
  render: () => html`<div class="stack"><section class="card stack"><h2>Telegram</h2>${telegram()}</section>
    ${passkeysCard()}</div>
    <section><h2 class="day">${may("people") ? t("access.everybody") : t("access.mine")}</h2>
      <ul class="rows">${state.sessions.map(sessionRow)}</ul></section>`,
  leave() {
    state.isLooking = false;
  },
};

const bindDialog = () =>
  state.link &&
  html`<div class="stack"><p>${t("access.bindHow")}</p>
    ${state.link.url && state.link.bot && botLink(state.link.url, state.link.bot)}
    <p>${t("access.bindByHand")}</p><p><code>${state.link.text}</code></p>
    <p class="waiting" role="status"><span class="waiting-dot" aria-hidden="true"></span>${t("access.bindWaiting")}</p></div>`;

/** Look from time to time whether the bot was opened by the link. */
async function waitForTelegram() {
  if (state.isLooking) return;
  state.isLooking = true;
  while (state.isLooking && !session.person?.has_telegram) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (state.isLooking) await readSession().catch(() => {});
  }
  if (!state.isLooking) return;
  state.isLooking = false;
  state.link = null;
  openDialog(
    () => t("access.bindDone"),
    () => html`<p class="cluster">${icon("check")}<span>${t("access.bound")}</span></p>`,
  );
  draw();
}

actions["access.bind"] = async () => {
  try {
    state.link = await api.post("/session/bind");
  } catch (error) {
    tellFailure(error);
    return;
  }
  openDialog(
    () => t("access.bind"),
    bindDialog,
    () => {
      state.isLooking = false;
      draw();
    },
  );
  if (!session.person?.has_telegram) waitForTelegram(); // however long it takes, the press is over
};
actions["access.end"] = async ({ dataset }) => {
  const found = state.sessions.find(({ id }) => id === Number(dataset.id));
  if (!found) return;
  const isSure = await ask(found.is_this ? t("access.endThis") : t("access.endSure", { agent: agentText(found) }), {
    yes: t("signOut"),
    tone: "bad",
  });
  if (!isSure) return;
  try {
    await api.delete(`/sessions/${found.id}`);
  } catch (error) {
    tellFailure(error);
    return; // they are still signed in there
  }
  if (found.is_this) {
    keepToken(null);
    location.reload();
    return;
  }
  showToast(t("access.ended"), { tone: "good" });
  await read().catch(tellFailure);
  draw();
};
