/** Hours: how the day stands, pauses and busy mode, the week, special days, and messages to the guests. */

import { html } from "../../shared/html.js";
import { onSwitch } from "../lib/modes.js";
import { may } from "../lib/session.js";
import { disruptionsCard, isPlanTyped, readDisruptions, resetDisruptions } from "./hours/disruptions.js";
import { messagesCard } from "./hours/messages.js";
import { areSlotsChanged, readSlots, resetSlots, slotsCard } from "./hours/slots.js";
import { specialCard } from "./hours/special.js";
import {
  areHoursChanged,
  changedMessages,
  readDay,
  readHours,
  resetDraft,
  resetMessages,
  state,
} from "./hours/state.js";
import { dayCards, statusCard } from "./hours/status.js";
import { weekCard, weekList } from "./hours/week.js";

/** @import { View } from "../types" */

/** @type {View} */
export const view = {
  async load() {
    onSwitch((day) => {
      state.day = day;
    });
    await Promise.all([readHours(), readSlots(), readDisruptions()]);
  },
  render() {
    const mayChange = may("menu");
    return html`<div class="stack-large hours">
      <div class="stack">${statusCard()}${dayCards()}</div>
      ${disruptionsCard()}
      ${mayChange ? weekCard() : weekList()}
      ${specialCard({ mayChange })}
      ${mayChange && [slotsCard(), messagesCard()]}
    </div>`;
  },
  follows: ["day"],
  refresh: () => Promise.all([readDay(), readDisruptions()]),
  isDirty: () => areHoursChanged() || changedMessages().length > 0 || areSlotsChanged() || isPlanTyped(),
  leave() {
    resetDraft();
    resetMessages();
    resetSlots();
    resetDisruptions();
  },
};
