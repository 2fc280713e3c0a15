/** What guests are told whatever the hours are: the announcement, and that the owner has closed by hand. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { byField } from "../../lib/draft.js";
import { errorOf, field, switchField } from "../../lib/fields.js";
import { save, tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { changedMessages, pick, readHours, rebaseMessages, resetMessages, state } from "./state.js";

/** @import { Problem } from "../../../shared/types" */

/** @type {Problem[]} */
let problems = [];

/**
 * @param {string} name
 * @param {string} label
 * @param {string} lang
 */
const message = (name, label, lang) =>
  field({
    name,
    label,
    lang,
    of: `settings.${name}`,
    value: String(state.messages[name] ?? ""),
    input: "hours.message",
    error: errorOf(problems, name),
  });

/**
 * @param {string} name
 * @param {string} label
 * @param {string} hint
 */
const flag = (name, label, hint = "") =>
  switchField({ name, label, hint, isOn: state.messages[name] === true, change: "hours.flag" });

export const messagesCard = () => html`<section class="card stack" aria-labelledby="messages-title" data-key="messages">
  <h2 id="messages-title">${t("hours.messages")}</h2>
  ${flag("announcement_enabled", t("hours.announcement"))}
  <div class="columns">${message("announcement_message", t("hours.announcement.text"), "uk")}${message("announcement_message_en", t("hours.announcement.text_en"), "en")}</div>
  ${flag("force_closed", t("hours.force"), t("hours.force.hint"))}
  <div class="columns">${message("force_closed_message", t("hours.force.text"), "uk")}${message("force_closed_message_en", t("hours.force.text_en"), "en")}</div>
  ${flag("allow_orders_outside_hours", t("hours.outside"), t("hours.outside.hint"))}
  ${
    changedMessages().length > 0 &&
    html`<div class="save-bar"><button type="button" class="button soft" data-action="hours.discardMessages">${t("cancel")}</button>
      <button type="button" class="button" data-action="hours.saveMessages">${t("save")}</button></div>`
  }
</section>`;

async function reread() {
  problems = [];
  resetMessages();
  await readHours().catch(tellFailure);
  draw();
}

async function takeTheirs() {
  problems = [];
  await rebaseMessages().catch(tellFailure);
  draw();
}

actions["hours.message"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  state.messages[name] = value;
  draw();
};
actions["hours.flag"] = (element) => {
  const { name, checked } = /** @type {HTMLInputElement} */ (element);
  state.messages[name] = checked;
  draw();
};
actions["hours.discardMessages"] = () => {
  problems = [];
  resetMessages();
  draw();
};
actions["hours.saveMessages"] = async () => {
  const keys = changedMessages();
  const edit = { table: "settings", key: "", seen: pick(state.settings, keys), values: pick(state.messages, keys) };
  const outcome = await save([edit], { onUndo: reread });
  if (outcome.state === "invalid") {
    problems = byField(outcome.problems);
    draw();
  } else if (outcome.state === "saved") await reread();
  else if (outcome.state === "theirs") await takeTheirs();
};
