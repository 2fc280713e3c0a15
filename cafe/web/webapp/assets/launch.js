/** How the page was opened (Telegram, language, table, link), and the first requests, sent before the rest has arrived. */

import { device, visit } from "./storage.js";

const query = new URLSearchParams(location.search);
const fragment = new URLSearchParams(location.hash.slice(1));
// Telegram describes the launch in the address's fragment; a reload inside its window may come without it.
const telegram = fragment.has("tgWebAppVersion") || fragment.has("tgWebAppData")
  ? {
      initData: fragment.get("tgWebAppData") ?? "",
      theme: parsed(fragment.get("tgWebAppThemeParams")),
      start: fragment.get("tgWebAppStartParam"),
    }
  : visit.get("telegram");
if (telegram) visit.set("telegram", telegram);

const signed = new URLSearchParams(telegram?.initData ?? "");
const user = parsed(signed.get("user"));
const start = signed.get("start_param") ?? telegram?.start ?? query.get("tgWebAppStartParam") ?? "";
const [, startTable] = /^table_(.+)$/.exec(start) ?? [];
const [, startTrack] = /^track_(.+)$/.exec(start) ?? [];

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function preferredLocale() {
  const chosen = device.get("locale");
  if (["uk", "en"].includes(chosen)) return chosen;
  const language = telegram ? (user?.language_code ?? "uk") : navigator.language;
  return /^en\b/i.test(language) ? "en" : "uk";
}

const table = query.get("table") ?? startTable;
if (table) visit.set("table", table.trim().slice(0, 20));

export const launch = {
  inTelegram: Boolean(telegram),
  initData: telegram?.initData ?? "",
  telegramTheme: telegram?.theme ?? null,
  user,
  locale: preferredLocale(),
  table: visit.get("table"),
  // A start parameter opens its order once; after that the visit goes its own way.
  track: query.get("track") ?? (visit.get("started") ? null : startTrack),
};
visit.set("started", true);

/** The texts of the expected language, on their way before the program that will show them. */
export const firstTexts = import(`./texts-${launch.locale}.js`);
firstTexts.catch(() => {});

document.documentElement.style.setProperty("--banners", `${device.get("banners", 52)}px`);

export const apiAddress = (path) => new URL(`../api/${path}`, new URL(".", location.href)).href;

const headers = launch.initData ? { "X-Platform-Init-Data": launch.initData } : {};
/** Answers under way by path: each is taken by the first reader. */
export const early = new Map(
  ["settings", `categories?locale=${launch.locale}`, `products?locale=${launch.locale}`, "cart"].map((path) => {
    const answer = fetch(apiAddress(path), { headers, credentials: "same-origin" });
    answer.catch(() => {}); // whoever takes it meets the failure
    return [path, answer];
  }),
);
