/** Colours: the cafe's accent or Telegram's theme, each turned into a palette that stays readable (WCAG AA). */

import { localStore } from "./storage.js";

/** @import { TelegramTheme } from "./telegram-types" */
/** @import { AccentColors, BaseColors } from "./types" */

const DEFAULT_ACCENTS = { accent: "#6f4e37", accent_2: "#8a6548" };
export const DEFAULT_BASE = {
  light: { bg: "#faf5ee", card: "#fffdfa", sunken: "#f2e8dc", text: "#2a1e16", muted: "#6d5e52" },
  dark: { bg: "#171210", card: "#231c18", sunken: "#30271f", text: "#f6eee5", muted: "#b7a799" },
};
const TEXT_CONTRAST = 4.5;
const SHAPE_CONTRAST = 3;

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
/** @type {AccentColors} */
let accents = localStore.get("accents", DEFAULT_ACCENTS);
/** @type {TelegramTheme | null} */
let telegramTheme = null;

/** @typedef {[red: number, green: number, blue: number]} Channels */

/**
 * The channels of `#rgb` or `#rrggbb`; null for anything else.
 * @param {unknown} hex
 * @returns {Channels | null}
 */
function parseHex(hex) {
  const digits = typeof hex === "string" ? /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex)?.[1] : undefined;
  if (!digits) return null;
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const channel = (/** @type {number} */ at) => Number.parseInt(full.slice(at, at + 2), 16);
  return [channel(0), channel(2), channel(4)];
}

/**
 * @param {unknown} hex
 * @returns {hex is string}
 */
const isColor = (hex) => parseHex(hex) !== null;

/**
 * @param {string} hex
 * @returns {Channels}
 */
function channelsOf(hex) {
  const channels = parseHex(hex);
  if (!channels) throw new Error(`not a colour: ${hex}`);
  return channels;
}

/** @param {string} color */
function luminance(color) {
  const linear = (/** @type {number} */ value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const [red, green, blue] = channelsOf(color);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/**
 * @param {string} one
 * @param {string} other
 */
export function contrast(one, other) {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/**
 * `share` of the first colour over the second.
 * @param {string} over
 * @param {string} under
 * @param {number} share
 */
function mix(over, under, share) {
  const [top, bottom] = [channelsOf(over), channelsOf(under)];
  const channel = (/** @type {0 | 1 | 2} */ at) =>
    Math.round(top[at] * share + bottom[at] * (1 - share))
      .toString(16)
      .padStart(2, "0");
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}

/**
 * @param {string} color
 * @param {string[]} backgrounds
 */
const lowestContrast = (color, backgrounds) =>
  Math.min(...backgrounds.map((background) => contrast(color, background)));

/**
 * The colour, moved towards black or white no further than it takes to stand out from every background.
 * @param {string} color
 * @param {string[]} backgrounds
 */
function ensureContrast(color, backgrounds, ratio = TEXT_CONTRAST) {
  if (lowestContrast(color, backgrounds) >= ratio) return color;
  const goal = lowestContrast("#000000", backgrounds) > lowestContrast("#ffffff", backgrounds) ? "#000000" : "#ffffff";
  for (let share = 0.04; share < 1; share += 0.04) {
    const moved = mix(goal, color, share);
    if (lowestContrast(moved, backgrounds) >= ratio) return moved;
  }
  return goal;
}

/**
 * All colours of the page, from the settings' accents and the colours of its background.
 * @param {AccentColors} theme
 * @param {BaseColors} base
 */
export function palette(theme, base) {
  const isDark = luminance(base.bg) < 0.2;
  // On a dark background a deep accent would drown: it is lifted until a button's shape can be seen.
  const lift = (/** @type {string} */ color) =>
    isDark ? ensureContrast(color, [base.bg, base.card], SHAPE_CONTRAST) : color;
  const accent = lift(theme.accent);
  const second = lift(isColor(theme.accent_2) ? theme.accent_2 : theme.accent);
  const preferred = [theme.accent_ink, "#ffffff", "#1d130c"].filter(isColor);
  const ink =
    preferred.find((color) => contrast(color, accent) >= TEXT_CONTRAST) ?? ensureContrast("#1d130c", [accent]);
  const soft = mix(accent, base.card, 0.13);
  const backgrounds = [base.bg, base.card, base.sunken, soft];
  const badSoft = mix("#d33a2c", base.card, 0.1);
  return {
    "--bg": base.bg,
    "--card": base.card,
    "--sunken": base.sunken,
    "--text": ensureContrast(base.text, backgrounds),
    "--muted": ensureContrast(base.muted, backgrounds),
    "--border": mix(base.text, base.card, 0.13),
    "--input-border": ensureContrast(mix(base.text, base.card, 0.45), [base.card, base.bg], SHAPE_CONTRAST),
    "--accent": accent,
    // A gradient only where the ink can be read on both its ends.
    "--accent-2": contrast(ink, second) >= TEXT_CONTRAST ? second : accent,
    "--accent-ink": ink,
    "--accent-text": ensureContrast(accent, backgrounds),
    "--accent-mark": ensureContrast(accent, backgrounds, SHAPE_CONTRAST),
    "--accent-soft": soft,
    "--good": ensureContrast(isDark ? "#7fcf95" : "#2c6e3f", backgrounds),
    "--bad": ensureContrast(isDark ? "#ff9d92" : "#b3261e", [...backgrounds, badSoft]),
    "--bad-soft": badSoft,
  };
}

/** @returns {BaseColors} */
function baseColors() {
  const { bg_color: background, text_color: text, hint_color: hint } = telegramTheme ?? {};
  if (!isColor(background) || !isColor(text)) return DEFAULT_BASE[prefersDark.matches ? "dark" : "light"];
  const { secondary_bg_color: secondary, section_bg_color: section } = telegramTheme ?? {};
  const bg = isColor(secondary) ? secondary : background;
  const card = isColor(section) ? section : background;
  return { bg, card, sunken: mix(text, card, 0.06), text, muted: isColor(hint) ? hint : mix(text, bg, 0.6) };
}

/** @type {ReturnType<typeof palette> | null} */
let inForce = null;

/** The palette in force. It is reckoned late: until the settings come, the stylesheet's colours do. */
export function colors() {
  inForce ??= palette(accents, baseColors());
  return inForce;
}

function applyPalette() {
  inForce = null;
  const tones = colors();
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(tones)) style.setProperty(name, value);
  style.colorScheme = luminance(tones["--bg"]) < 0.2 ? "dark" : "light";
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", tones["--bg"]);
}

/**
 * Take the accent of the cafe's settings; it is remembered, so that the next visit starts in it, unless it is a draft.
 * @param {AccentColors} theme
 */
export function applyTheme(theme, { isKept = true } = {}) {
  if (!isColor(theme.accent)) return;
  accents = theme;
  if (isKept) localStore.set("accents", accents);
  applyPalette();
}

/**
 * Take Telegram's theme parameters (null: none).
 * @param {TelegramTheme | null} theme
 */
export function applyTelegramTheme(theme) {
  telegramTheme = theme;
  applyPalette();
}

prefersDark.addEventListener("change", applyPalette);
