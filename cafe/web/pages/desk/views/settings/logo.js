/** The cafe's logo: a square cut from a picture on the phone, or the address of one elsewhere. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { html, safeUrl } from "../../../shared/html.js";
import { errorLine, field } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { PHOTO_TYPES, takePhoto } from "../../lib/photo.js";
import { t } from "../../lib/texts.js";

const UPLOADED = "/webapp/uploads/"; // an address that says nothing to a person

let trouble = "";

/**
 * @param {object} logo
 * @param {string} logo.label
 * @param {string} logo.hint
 * @param {string} logo.value
 * @param {string} logo.error
 */
export const logoField = ({ label, hint, value, error }) => html`${
  value.startsWith(UPLOADED)
    ? html`<p data-key="own"><b>${label}</b><input type="hidden" id="logo_url" name="logo_url" value="${value}"></p>${errorLine(error)}`
    : field({ name: "logo_url", label, hint, value, error, of: "settings.logo_url", input: "settings.type" })
}
  <div class="photo is-logo" data-key="logo">
  <span class="photo-frame">${icon("camera")}${value && html`<img src="${safeUrl(value)}" alt="" decoding="async">`}</span>
  <div class="stack-small">
  <label class="button soft photo-choose">${icon("camera")}<span>${t(value ? "settings.logo.change" : "settings.logo.add")}</span>
    <input type="file" class="visually-hidden" accept="${PHOTO_TYPES}" data-change="settings.logo"></label>
  ${value && html`<button type="button" class="button soft" data-key="remove" data-action="settings.logo.remove">${icon("close")}${t("settings.logo.remove")}</button>`}
  ${errorLine(trouble)}</div></div>`;

/** @param {(url: string) => void} set puts the address among what is not saved yet */
export function listenForLogo(set) {
  actions["settings.logo"] = (element) =>
    takePhoto(element, {
      isSquare: true,
      onReady: set,
      onTrouble(message) {
        trouble = message;
        draw();
      },
    });
  actions["settings.logo.remove"] = () => set("");
}
