/** A dish's photo, taken from the phone. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { html, safeUrl } from "../../../shared/html.js";
import { showToast } from "../../../shared/toast.js";
import { errorLine } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { PHOTO_TYPES, takePhoto } from "../../lib/photo.js";
import { t } from "../../lib/texts.js";
import { open } from "./dish-state.js";

let trouble = "";

/** @param {string} error */
export const photo = (
  error,
) => html`<section class="card photo" data-key="photo"><h2 class="visually-hidden">${t("dish.photo")}</h2>
  <span class="photo-frame">${icon("camera")}${open.dish.image_url && html`<img src="${safeUrl(open.dish.image_url)}" alt="" decoding="async">`}</span>
  <div class="stack-small">
  <label class="button soft photo-choose">${icon("camera")}<span>${t(open.dish.image_url ? "dish.photo.change" : "dish.photo.add")}</span>
    <input type="file" class="visually-hidden" accept="${PHOTO_TYPES}" data-change="photo.choose"></label>
  ${open.dish.image_url && html`<button type="button" class="button soft" data-key="remove" data-action="photo.remove">${icon("close")}${t("dish.photo.remove")}</button>`}
  ${errorLine(error || trouble)}</div></section>`;

actions["photo.choose"] = (element) => {
  const { dish } = open;
  return takePhoto(element, {
    onReady(url) {
      if (open.dish !== dish) return; // another dish's page was opened behind the dialog
      dish.image_url = url;
      showToast(t("dish.photo.ready"), { tone: "good" });
      draw();
    },
    onTrouble(message) {
      trouble = message;
    },
  });
};
actions["photo.remove"] = () => {
  open.dish.image_url = "";
  draw();
};
