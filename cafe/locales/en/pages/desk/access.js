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
  "passkeys.title": "Passkeys",
  "passkeys.about":
    "Sign in with your face, finger or the device's PIN: without links and without Telegram. A passkey works on this site alone and cannot be stolen.",
  "passkeys.add": "Add this device's passkey",
  "passkeys.added": "The passkey is added.",
  "passkeys.impossible": "This browser knows no passkeys, or the address is without https.",
  "passkeys.refused": "The passkey did not fit. Try again.",
  "passkeys.made": "Added {time}",
  "passkeys.used": "Last sign-in {time}",
  "passkeys.remove": "Remove",
  "passkeys.removeOf": "Remove the passkey: {name}",
  "passkeys.removeSure": "Remove this passkey?",
  "passkeys.removeText": "Nobody will get in with it any more.",
  "passkeys.last": "This is your last way in. Connect Telegram or add another passkey first.",
  "recovery.about": "Lost your phone? A recovery code lets you in without it.",
  "recovery.give": "A recovery code",
  "recovery.title": "A recovery code",
  "recovery.how":
    "Print it or write it down, and keep it where the money is. On the sign-in page: “Other ways to sign in”.",
  "recovery.once": "It works once. A former code does not work any more.",
  "recovery.print": "Print",
};
