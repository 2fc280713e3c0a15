/** Where one is signed in, in English. */

/** @type {Record<keyof typeof import("../../../uk/pages/desk/access.js").texts, import("../../../../web/pages/shared/types").Text>} */
export const texts = {
  "access.mine": "Where you are signed in",
  "access.everybody": "Who is signed in, and where",
  "access.this": "This device",
  "access.seen": "Last seen {time}",
  "access.unknown": "An unknown device",
  "access.endOf": "Sign out: {name}, {agent}",
  "access.endThis": "Sign out of the desk on this device?",
  "access.endSure": "Sign out on “{agent}”?",
  "access.ended": "Nobody is at the desk on that device any more.",
  "access.bound":
    "Your Telegram is connected: /desk in the bot opens the desk, and codes of other devices are sent there.",
  "access.unbound":
    "Connect your Telegram to open the desk from the bot, and to sign in on other devices without links.",
  "access.bind": "Connect Telegram",
  "access.bindOther": "Connect another Telegram",
  "access.bindHow": "Open the bot by this link and press “Start”. It is good for 10 minutes.",
  "access.bindByHand": "Or send to the bot in a private chat:",
  "access.bindWaiting": "Waiting for you in Telegram…",
  "access.bindDone": "Done",
};
