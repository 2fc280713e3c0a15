/** Hours: how the day stands, pauses and busy mode, the week, special days, and messages to the guests. */

import { html } from "../../../webapp/assets/lib/html.js";
import { draw } from "../lib/draw.js";
import { may } from "../lib/session.js";
import { messagesCard } from "./hours/messages.js";
import { specialCard } from "./hours/special.js";
import { areHoursChanged, changedMessages, readDay, readHours, resetDraft, resetMessages } from "./hours/state.js";
import { dayCards, statusCard } from "./hours/status.js";
import { weekCard, weekList } from "./hours/week.js";

/** @import { View } from "../types" */

const LOOK_AGAIN_MS = 20_000;

let timer = 0;

/** The cafe opens and closes, and others pause, while this is looked at. */
async function lookAgain() {
  if (document.hidden) return;
  await readDay().catch(() => {}); // the next time will do
  draw();
}

/** @type {View} */
export const view = {
  async load() {
    await readHours();
    clearInterval(timer);
    timer = setInterval(lookAgain, LOOK_AGAIN_MS);
  },
  render() {
    const mayChange = may("manager");
    return html`<div class="stack-large hours">
      <div class="stack">${statusCard()}${dayCards()}</div>
      ${mayChange ? weekCard() : weekList()}
      ${specialCard({ mayChange })}
      ${mayChange && messagesCard()}
    </div>`;
  },
  isDirty: () => areHoursChanged() || changedMessages().length > 0,
  leave() {
    clearInterval(timer);
    resetDraft();
    resetMessages();
  },
};
