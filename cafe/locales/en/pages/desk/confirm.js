/** The question before a dangerous act, in English. */

/** @type {Record<keyof typeof import("../../../uk/pages/desk/confirm.js").texts, import("../../../../web/pages/shared/types").Text>} */
export const texts = {
  "confirm.title": "Is it really you?",
  "confirm.why": "For this we have to be sure that it is you at this device. We will not ask again for 10 minutes.",
  "confirm.refused": "The code is too old, or somebody answered “no” in Telegram.",
  "confirm.again": "A new code",
  "confirm.haveLink": "I have a sign-in link",
  "confirm.link": "Link",
  "confirm.linkHow":
    "Paste a new sign-in link in your name: the command on the server gives one (python -m cafe desk-link), or an owner's invitation.",
  "confirm.linkRefused": "This link does not fit: it was used already, is too old, or is for somebody else.",
  "confirm.byPasskey": "With a passkey",
  "confirm.passkeyRefused": "This passkey does not fit.",
};
