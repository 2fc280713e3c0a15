/** How the page was opened (Telegram, language, table, link), and the first requests, sent before the rest has arrived. */

import { localStore, sessionStore } from "./lib/storage.js";

/** @import { TelegramTheme } from "../telegram" */
/** @import { Locale, Texts } from "../types" */

/** @typedef {{ initData: string, theme: TelegramTheme | null, start: string | null }} TelegramLaunch */

const TABLE = /^[\p{L}\p{N}](?:[\p{L}\p{N} ./-]{0,18}[\p{L}\p{N}])?$/u; // what stands on signs: 5, A-3, Тераса 2
const TYPICAL_BANNERS_HEIGHT = 52;

const query = new URLSearchParams(location.search);
const telegram = telegramLaunch();
const initData = telegram?.initData ?? "";
const user = telegramUser();

/**
 * Whether Telegram's client is around the page: anybody can write an address, only a client brings its bridge. On one's
 * own machine the demo's chats stand in for it.
 */
function hasBridge() {
  if (location.hostname === "127.0.0.1") return true;
  return "TelegramWebviewProxy" in window || "notify" in (window.external ?? {}) || window.parent !== window;
}

/**
 * Telegram describes the launch in the address's fragment; a reload inside its window may come without it.
 * @returns {TelegramLaunch | null}
 */
function telegramLaunch() {
  if (!hasBridge()) return null;
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (!fragment.has("tgWebAppVersion") && !fragment.has("tgWebAppData")) {
    return /** @type {TelegramLaunch | null} */ (sessionStore.get("telegram", null));
  }
  const described = {
    initData: fragment.get("tgWebAppData") ?? "",
    theme: /** @type {TelegramTheme | null} */ (parseJson(fragment.get("tgWebAppThemeParams"))),
    start: fragment.get("tgWebAppStartParam"),
  };
  sessionStore.set("telegram", described);
  return described;
}

/** @returns {{ first_name?: string, language_code?: string } | null} */
function telegramUser() {
  return parseJson(new URLSearchParams(initData).get("user"));
}

/**
 * @param {string | null} text
 * @returns {any} what a launch parameter holds is Telegram's business
 */
function parseJson(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** @returns {Locale} */
function preferredLocale() {
  const chosen = /** @type {string} */ (localStore.get("locale", ""));
  if (chosen === "uk" || chosen === "en") return chosen;
  const language = telegram ? (user?.language_code ?? "uk") : navigator.language;
  return /^en\b/i.test(language) ? "en" : "uk";
}

/** A start parameter (`table_5`, `track_…`) does what the query's parameter of that name does. */
const startParameter =
  new URLSearchParams(initData).get("start_param") ?? telegram?.start ?? query.get("tgWebAppStartParam") ?? "";
const [, startTable] = /^table_(.+)$/.exec(startParameter) ?? [];
const [, startTrack] = /^track_(.+)$/.exec(startParameter) ?? [];

const table = query.get("table") ?? startTable;
const isTable = TABLE.test(table?.trim() ?? "");
if (isTable) sessionStore.set("table", table?.trim());

export const launch = {
  inTelegram: telegram !== null,
  initData,
  telegramTheme: telegram?.theme ?? null,
  user,
  locale: preferredLocale(),
  table: sessionStore.get("table", ""),
  /** The address named a table that cannot be one. */
  hasWrongTable: Boolean(table) && !isTable,
  // A start parameter opens its order once; after that the visit goes its own way.
  track: query.get("track") ?? (sessionStore.get("started", false) ? null : (startTrack ?? null)),
};
sessionStore.set("started", true);

/**
 * @param {Locale} locale
 * @returns {Promise<Texts>}
 */
export const loadTexts = async (locale) => (await import(`./texts/${locale}.js`)).texts;

/** The texts of the expected language, on their way before the program that will show them. */
export const initialTexts = loadTexts(launch.locale);
initialTexts.catch(() => {}); // whoever takes them meets the failure

const bannersHeight = localStore.get("banners", TYPICAL_BANNERS_HEIGHT);
document.documentElement.style.setProperty("--banners-height", `${bannersHeight}px`);

/** @param {string} path */
export const apiUrl = (path) => new URL(`../api/${path}`, new URL(".", location.href)).href;

/** @type {Record<string, string>} */
const headers = launch.initData ? { "X-Platform-Init-Data": launch.initData } : {};
/** Answers on their way, by path: each is taken by the first reader. */
export const earlyResponses = new Map(
  [...["settings", "categories", "products"].map((name) => `${name}?locale=${launch.locale}`), "cart"].map((path) => {
    const response = fetch(apiUrl(path), { headers, credentials: "same-origin" });
    response.catch(() => {}); // whoever takes it meets the failure
    return [path, response];
  }),
);
