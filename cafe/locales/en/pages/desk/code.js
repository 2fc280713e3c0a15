/** The code for the bot, in English. */

/** @type {Record<keyof typeof import("../../../uk/pages/desk/code.js").texts, import("../../../../web/pages/shared/types").Text>} */
export const texts = {
  "code.type": "Write this code to the cafe's bot in a private chat:",
  "code.typeTo": "Write this code to {bot} in a private chat:",
  "code.open": "Open {bot}",
  "code.answer": "The bot asks whether it is you. Press “Yes, it is me”.",
  "code.waiting": "Waiting for your answer in Telegram…",
};
