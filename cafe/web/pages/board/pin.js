/** Who, and their PIN: what forms ask at a tablet that several people share. */

import { attribute, html } from "../shared/html.js";
import { t } from "./texts.js";

/** @import { RefusedError } from "../shared/request.js" */
/** @import { Person } from "./types" */

/**
 * `chosen` is the id of one of the people, `action` what a tap on another one does, `wrong` what the PIN was refused for.
 * @param {{ people: Person[], chosen: number, action: string, label: string, wrong: string }} asked
 */
export function pinFields({ people, chosen, action, label, wrong }) {
  const [only] = people.length === 1 ? people : [];
  return html`${
    only
      ? html`<p><b>${only.name}</b></p>`
      : html`<div class="pair" role="group" aria-label="${label}">${people.map(
          ({ id, name }) =>
            html`<button type="button" class="chip" data-action="${action}" data-id="${id}" aria-pressed="${String(id === chosen)}">${name}</button>`,
        )}</div>`
  }
    <label for="pin">${t("pin")}</label>
    <input id="pin" name="pin" type="password" inputmode="numeric" autocomplete="one-time-code" minlength="4" maxlength="6" required ${attribute("aria-describedby", wrong && "pin-error")} />
    <p id="pin-error" class="error" role="alert">${wrong}</p>`;
}

/**
 * What is said of a PIN that was refused; null if something else was.
 * @param {RefusedError} error
 */
export function pinRefusal({ code, body }) {
  const { left = 0, seconds = 0 } = /** @type {{ left?: number, seconds?: number }} */ (body);
  if (code === "pin_wrong") return t("pin.wrong", { count: left });
  if (code === "pin_locked") return t("pin.locked", { count: Math.ceil(seconds / 60) });
  return null;
}
