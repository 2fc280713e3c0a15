/** How the page was opened (Telegram, language, table, link), and the first requests, sent before the rest has arrived. */

import { parseJson, telegramLaunch } from "../shared/launched.js";
import { localStore, sessionStore } from "../shared/storage.js";
import { isLocale, preferredLocale } from "../shared/texts.js";

/** @import { Locale, Text } from "../shared/types" */

const TABLE = /^[\p{L}\p{N}](?:[\p{L}\p{N} ./-]{0,18}[\p{L}\p{N}])?$/u; // what stands on signs: 5, A-3, Тераса 2
const TYPICAL_BANNERS_HEIGHT = 44;

const query = new URLSearchParams(location.search);
const telegram = telegramLaunch();
const initData = telegram?.initData ?? "";
const user = telegramUser();

/** @returns {{ id?: number, first_name?: string, language_code?: string } | null} */
function telegramUser() {
  return parseJson(new URLSearchParams(initData).get("user"));
}

/** The language of Telegram, which the server takes for the customer's until they choose another one. */
function spokenLocale() {
  const code = user?.language_code?.split("-")[0]?.toLowerCase() ?? "";
  return isLocale(code) ? code : "uk";
}

const linked = query.get("lang"); // as search engines and the page without JavaScript lead here
if (isLocale(linked)) localStore.set("locale", linked);

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
  locale: preferredLocale("locale"),
  spokenLocale: spokenLocale(),
  table: sessionStore.get("table", ""),
  /** The desk may be around the page, to show in it what is not saved yet. */
  isPreview: query.has("preview") && window.parent !== window,
  /** The address named a table that cannot be one. */
  hasWrongTable: Boolean(table) && !isTable,
  // A start parameter opens its order once; after that the visit goes its own way.
  track: query.get("track") ?? (sessionStore.get("started", false) ? null : (startTrack ?? null)),
};
sessionStore.set("started", true);

/** @type {((locale: Locale) => Promise<{ texts: Record<string, Text> }>)[]} */
const textFiles = [(locale) => import(`./texts/${locale}.js`)];

/**
 * The texts of a language, as far as they are needed so far.
 * @param {Locale} locale
 * @returns {Promise<Record<string, Text>>}
 */
export const loadTexts = async (locale) =>
  Object.assign({}, ...(await Promise.all(textFiles.map((load) => load(locale)))).map(({ texts }) => texts));

/**
 * Those of the pages of orders and of the cafe, from now on in every language.
 * @param {Locale} locale
 */
export function loadLaterTexts(locale) {
  if (textFiles.length === 1) textFiles.push((each) => import(`./texts/${each}-later.js`));
  return loadTexts(locale);
}

/** The texts of the expected language, on their way before the program that will show them. */
export const initialTexts = loadTexts(launch.locale);
initialTexts.catch(() => {}); // whoever takes them meets the failure

const { style } = document.documentElement;
style.setProperty("--banners-height", `${localStore.get("banners", TYPICAL_BANNERS_HEIGHT)}px`);
style.setProperty("--shelves-height", `${localStore.get("shelves", 0)}px`);

/** @param {string} path */
export const apiUrl = (path) => new URL(`../api/${path}`, new URL(".", location.href)).href;

/** @type {Record<string, string>} */
const headers = launch.initData ? { "X-Platform-Init-Data": launch.initData } : {};
/** Answers on their way, by path: each is taken by the first reader. `first.js` has asked for the menu's, outside Telegram. */
export const earlyResponses = new Map(
  [
    ...["settings", "categories", "products", "menu/suggestions"].map((name) => `${name}?locale=${launch.locale}`),
    "cart",
  ].map((path) => {
    const response = window.early?.[path] ?? fetch(apiUrl(path), { headers, credentials: "same-origin" });
    response.catch(() => {}); // whoever takes it meets the failure
    return [path, response];
  }),
);
