/** A code that a person types to the bot, shown while the page waits for what they answer there. */

import { html } from "../../shared/html.js";
import { OfflineError, RefusedError } from "../../shared/request.js";
import { openLink } from "../../shared/telegram.js";
import { api } from "./api.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";

/** @import { SignInCode } from "../types" */

const POLL_MS = 1500;
const TOO_MANY_REQUESTS = 429;

/** @type {() => Promise<SignInCode>} */
export const beginCode = () => api.post("/session/code");

/**
 * Ask for the answer until there is one; false once the code is worth nothing.
 * @param {string} path
 * @param {SignInCode} code
 * @param {() => boolean} isWanted whether somebody still waits for it
 * @returns {Promise<boolean>}
 */
export async function isGranted(path, code, isWanted) {
  while (isWanted()) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (!isWanted()) break;
    try {
      const { state } = await api.look(path, { secret: code.secret });
      if (state !== "waiting") return true;
    } catch (error) {
      const isOver = error instanceof RefusedError && error.status !== TOO_MANY_REQUESTS;
      if (isOver) return false;
      if (!(error instanceof OfflineError || error instanceof RefusedError)) throw error; // an outage passes
    }
  }
  return false;
}

/** @param {SignInCode} code */
export const codeView = ({ code, bot, url }) => html`<ol class="steps">
    <li>${bot ? t("code.typeTo", { bot }) : t("code.type")}
      <p class="big-code" role="img" aria-label="${[...code].join(" ")}"><span>${code.slice(0, 4)}</span><span>${code.slice(-4)}</span></p>
      ${bot && botLink(url ?? `https://t.me/${bot.slice(1)}`, bot)}</li>
    <li>${t("code.answer")}</li>
  </ol>
  <p class="waiting" role="status"><span class="waiting-dot" aria-hidden="true"></span>${t("code.waiting")}</p>`;

/**
 * A link to the bot: inside Telegram its own way, else as any link.
 * @param {string} url
 * @param {string} bot
 */
export const botLink = (
  url,
  bot,
) => html`<a class="button soft full-width" href="${url}" target="_blank" rel="noopener noreferrer" data-bot-link
  >${icon("external")}${t("code.open", { bot })}</a>`;

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest("[data-bot-link]");
  if (link instanceof HTMLAnchorElement && openLink(link.href)) event.preventDefault();
});
