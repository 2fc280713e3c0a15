/** The cafe's colour: what becomes of it on light and dark, and whether it can be read. */

import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { anyText, currentLocale } from "../../../shared/texts.js";
import { contrast, DEFAULT_BASE, palette } from "../../../shared/theme.js";
import { api } from "../../lib/api.js";
import { field } from "../../lib/fields.js";
import { t } from "../../lib/texts.js";

/** @import { AccentColors } from "../../../shared/types" */

const HEX = /^#[0-9a-f]{6}$/i;
const PAUSE_MS = 120;

/** @type {{ theme: AccentColors | null, timer: number, asked: string }} */
const state = { theme: null, timer: 0, asked: "" };

export const currentTheme = () => state.theme;

/**
 * Ask what the server derives from a colour; the last one asked about counts.
 * @param {string} accent
 * @param {() => void} callback
 */
export function deriveTheme(accent, callback) {
  clearTimeout(state.timer);
  state.asked = accent;
  if (!HEX.test(accent)) return;
  state.timer = setTimeout(async () => {
    try {
      const theme = await api.get(`/theme?accent=${encodeURIComponent(accent)}`);
      if (state.asked !== accent) return;
      state.theme = theme;
      callback();
      draw();
      queueMicrotask(paint);
    } catch {
      // the former sample stays until the next change
    }
  }, PAUSE_MS);
}

/** @param {number} ratio */
const ratioText = (ratio) => ratio.toLocaleString(currentLocale(), { maximumFractionDigits: 1 });

/** @param {"light" | "dark"} base */
function sample(base) {
  if (!state.theme) return "";
  const tones = palette(state.theme, DEFAULT_BASE[base]);
  const button = Math.min(
    contrast(tones["--accent-ink"], tones["--accent"]),
    contrast(tones["--accent-ink"], tones["--accent-2"]),
  );
  const link = contrast(tones["--accent-text"], tones["--card"]);
  return html`<li class="colour-sample" data-base="${base}" data-key="s-${base}">
    <p><b>${anyText(`settings.colour.${base}`)}</b></p>
    <p class="cluster"><span class="colour-button">${t("settings.colour.button")}</span><span class="colour-link">${t("settings.colour.link")}</span></p>
    <p class="colour-ratio">${t("settings.colour.contrast", { button: ratioText(button), link: ratioText(link) })}</p></li>`;
}

/** Put the derived colours into the samples: a strict policy lets no markup do so. */
export function paint() {
  for (const element of document.querySelectorAll(".colour-sample")) {
    if (!(element instanceof HTMLElement) || !state.theme) continue;
    const tones = palette(state.theme, DEFAULT_BASE[element.dataset.base === "dark" ? "dark" : "light"]);
    for (const [name, value] of Object.entries(tones)) element.style.setProperty(name, value);
  }
}

/**
 * @param {string} value
 * @param {string} error
 */
export const colourField = (value, error) => html`<div class="colour-fields">
    ${field({ name: "accent", label: anyText("settings.name.accent"), value, error, maxlength: 20, input: "settings.type" })}
    <input type="color" class="colour-pick" aria-label="${t("settings.colour.pick")}" value="${HEX.test(value) ? value : "#000000"}" data-input="settings.pick"></div>
  <ul class="columns">${sample("light")}${sample("dark")}</ul>
  <p class="muted">${state.theme && t("settings.colour.enough")}</p>`;
