/** How Telegram opened the page: what it tells in the address, and only if its client is really around. */

import { sessionStore } from "./storage.js";

/** @import { TelegramTheme } from "./telegram-types" */

/** @typedef {{ initData: string, theme: TelegramTheme | null, start: string | null }} TelegramLaunch */

/**
 * Whether Telegram's client is around the page: anybody can write an address, only a client brings its bridge. On one's
 * own machine the demo's chats stand in for it.
 */
function hasBridge() {
  if (location.hostname === "127.0.0.1") return true;
  return "TelegramWebviewProxy" in window || "notify" in (window.external ?? {}) || window.parent !== window;
}

/** Whether the address's fragment describes a launch. */
export const isLaunchAddress = () => /[#&]tgWebApp(?:Version|Data)=/.test(location.hash);

/**
 * Telegram describes the launch in the address's fragment; a reload inside its window may come without it.
 * @returns {TelegramLaunch | null}
 */
export function telegramLaunch() {
  if (!hasBridge()) return null;
  if (!isLaunchAddress()) {
    return /** @type {TelegramLaunch | null} */ (sessionStore.get("telegram", null));
  }
  const fragment = new URLSearchParams(location.hash.slice(1));
  const described = {
    initData: fragment.get("tgWebAppData") ?? "",
    theme: /** @type {TelegramTheme | null} */ (parseJson(fragment.get("tgWebAppThemeParams"))),
    start: fragment.get("tgWebAppStartParam"),
  };
  sessionStore.set("telegram", described);
  return described;
}

/**
 * @param {string | null} text
 * @returns {any} what a launch parameter holds is Telegram's business
 */
export function parseJson(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
