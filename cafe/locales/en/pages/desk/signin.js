/** Getting in, in English. */

/** @type {Record<keyof typeof import("../../../uk/pages/desk/signin.js").texts, import("../../../../web/pages/shared/types").Text>} */
export const texts = {
  "signin.title": "Sign in to the desk",
  "signin.as": "Sign in as {name}",
  "signin.role": "Role: {role}. This device stays signed in for 30 days after the last visit.",
  "signin.once": "You are invited to the desk. The link works once, when you press the button.",
  "signin.how": "There are no passwords here: the cafe's bot in Telegram knows you.",
  "signin.byTelegram": "Sign in with Telegram",
  "signin.others": "Other ways to sign in",
  "signin.byDesk": "Send /desk to the bot: it gives a link that works once.",
  "signin.byOwner": "Ask the owner for an invitation.",
  "signin.byCommand": "On the cafe's server run",
  "signin.noBot":
    "The cafe's bot is not connected yet. The program prints the first link when it is started or installed; a command on the server gives another:",
  "signin.again": "Try again",
  "signin.close": "Close",
  "signin.linkRefused": "This link was used already, or is too old.",
  "signin.codeRefused": "The code is too old, or somebody answered “no” in Telegram.",
  "signin.stranger":
    "Your Telegram account is not on the staff yet. Send /desk to the bot: it says what to give to the owner.",
  "signin.stale":
    "You have been away for long. Close the desk and open it again: send /desk to the bot and press the button.",
  "signin.offline": "The cafe cannot be reached. Check the connection and try again.",
  "signin.byPasskey": "Sign in with a passkey",
  "signin.passkeyRefused": "This passkey is not known here.",
  "signin.recovery": "Recovery code",
  "signin.recovery.hint": "16 letters and digits that you once printed.",
  "signin.recover": "Sign in with the code",
  "signin.recoveryRefused": "There is no such code, or it was used already.",
};
