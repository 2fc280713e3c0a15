/** Colours: the cafe's accent or Telegram's theme, each turned into tones that stay readable (WCAG AA) on light and dark. */

import { device } from "./storage.js";

const WARM = {
  light: { bg: "#faf5ee", card: "#fffdfa", sunken: "#f2e8dc", text: "#2a1e16", muted: "#6d5e52" },
  dark: { bg: "#171210", card: "#231c18", sunken: "#30271f", text: "#f6eee5", muted: "#b7a799" },
};
const READABLE = 4.5;
const VISIBLE = 3;

const dark = matchMedia("(prefers-color-scheme: dark)");
let accents = device.get("accents") ?? { accent: "#6f4e37", accent_2: "#8a6548" };
let telegram = null;

export function rgb(hex) {
  const text = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex ?? "")?.[1];
  if (!text) return null;
  const full = text.length === 3 ? [...text].map((digit) => digit + digit).join("") : text;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16));
}

const hex = (channels) => `#${channels.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

function luminance(colour) {
  const [red, green, blue] = rgb(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one, other) {
  const [light, deep] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (deep + 0.05);
}

/** `share` of the first colour over the second. */
export const mix = (over, under, share) => {
  const below = rgb(under);
  return hex(rgb(over).map((value, index) => value * share + below[index] * (1 - share)));
};

const worst = (colour, grounds) => Math.min(...grounds.map((ground) => contrast(colour, ground)));

/** The colour, moved towards black or white no further than it takes to stand out from every ground. */
export function legible(colour, grounds, ratio = READABLE) {
  if (worst(colour, grounds) >= ratio) return colour;
  const goal = worst("#000000", grounds) > worst("#ffffff", grounds) ? "#000000" : "#ffffff";
  for (let share = 0.04; share < 1; share += 0.04) {
    const moved = mix(goal, colour, share);
    if (worst(moved, grounds) >= ratio) return moved;
  }
  return goal;
}

/** All tones of the page from the settings' theme and the colours of its ground. */
export function palette(theme, base) {
  const isDark = luminance(base.bg) < 0.2;
  // On a dark ground a deep accent would drown: it is lifted until a button's shape can be seen.
  const lift = (colour) => (isDark ? legible(colour, [base.bg, base.card], VISIBLE) : colour);
  const accent = lift(theme.accent);
  const second = lift(rgb(theme.accent_2) ? theme.accent_2 : theme.accent);
  const preferred = [theme.accent_ink, "#ffffff", "#1d130c"].filter(rgb);
  const ink = preferred.find((colour) => contrast(colour, accent) >= READABLE) ?? legible("#1d130c", [accent]);
  const soft = mix(accent, base.card, 0.13);
  const grounds = [base.bg, base.card, base.sunken, soft];
  return {
    "--bg": base.bg,
    "--card": base.card,
    "--sunken": base.sunken,
    "--text": legible(base.text, grounds),
    "--muted": legible(base.muted, grounds),
    "--line": mix(base.text, base.card, 0.13),
    "--edge": legible(mix(base.text, base.card, 0.45), [base.card, base.bg], VISIBLE),
    "--accent": accent,
    // A gradient only where the ink can be read on both its ends.
    "--accent-2": contrast(ink, second) >= READABLE ? second : accent,
    "--accent-ink": ink,
    "--accent-text": legible(accent, grounds),
    "--accent-mark": legible(accent, grounds, VISIBLE),
    "--accent-soft": soft,
    "--good": legible(isDark ? "#7fcf95" : "#2c6e3f", grounds),
    "--bad": legible(isDark ? "#ff9d92" : "#b3261e", [...grounds, mix("#d33a2c", base.card, 0.1)]),
    "--bad-soft": mix("#d33a2c", base.card, 0.1),
  };
}

function ground() {
  const own = WARM[dark.matches ? "dark" : "light"];
  if (!telegram || !rgb(telegram.bg_color) || !rgb(telegram.text_color)) return own;
  const bg = rgb(telegram.secondary_bg_color) ? telegram.secondary_bg_color : telegram.bg_color;
  const card = rgb(telegram.section_bg_color) ? telegram.section_bg_color : telegram.bg_color;
  return {
    bg,
    card,
    sunken: mix(telegram.text_color, card, 0.06),
    text: telegram.text_color,
    muted: rgb(telegram.hint_color) ? telegram.hint_color : mix(telegram.text_color, bg, 0.6),
  };
}

export let tones = {};

function paint() {
  tones = palette(accents, ground());
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(tones)) style.setProperty(name, value);
  style.colorScheme = luminance(tones["--bg"]) < 0.2 ? "dark" : "light";
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", tones["--bg"]);
}

/** Take the accent of the cafe's settings; it is remembered, so that the next visit starts in it. */
export function wear(theme) {
  if (!rgb(theme?.accent)) return;
  accents = theme;
  device.set("accents", accents);
  paint();
}

/** Take Telegram's theme parameters (null: none). */
export function wearTelegram(params) {
  telegram = params;
  paint();
}

dark.addEventListener("change", paint);
