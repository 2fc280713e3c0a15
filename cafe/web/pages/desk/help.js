/** Help on the view that is open: what it is for, and how to do what one comes for. */

import { openDialog } from "../shared/dialog.js";
import { html } from "../shared/html.js";
import { anyText, hasText } from "../shared/texts.js";
import { t } from "./lib/texts.js";
import { route } from "./router.js";

const MOST_STEPS = 4;

/** The page of the view if it has help of its own, such as `menu.prices`, else the view. */
function subject() {
  const section = route.section?.name ?? "";
  const page = `${section}.${location.hash.split(/[/?]/)[2] ?? ""}`;
  return hasText(`help.${page}`) ? page : section;
}

/** @param {string} name */
function body(name) {
  const ids = Array.from({ length: MOST_STEPS }, (_, index) => `help.${name}.${index + 1}`).filter(hasText);
  return html`<div class="stack"><p>${anyText(`help.${name}`)}</p>
    <h3 class="field-name">${t("help.how")}</h3><ol class="steps">${ids.map((id) => html`<li>${anyText(id)}</li>`)}</ol></div>`;
}

export function open() {
  const name = subject();
  openDialog(
    () => `${t("help")} · ${anyText(`nav.${name.split(".")[0]}`)}`,
    () => body(name),
  );
}
