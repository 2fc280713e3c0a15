/** Who works here, in English. */

/** @type {Record<keyof typeof import("../../../uk/pages/desk/staff.js").texts, import("../../../../web/pages/shared/types").Text>} */
export const texts = {
  "staff.about":
    "Who gets into the desk, and what they may do. There are no passwords: people come by invitation or with Telegram.",
  "staff.you": "(you)",
  "staff.noTelegram": "no Telegram",
  "staff.add": "Add a person",
  "staff.new": "A new person",
  "staff.gone": "No longer working here",
  "staff.name": "Name",
  "staff.role": "Role",
  "staff.may.owner": "Everything: the cafe's settings, the staff and customers' data too.",
  "staff.may.manager": "Menu, hours, promo codes, stock, orders, reports and customers.",
  "staff.may.staff": "Orders and the stop-list.",
  "staff.telegram": "Telegram number",
  "staff.telegramHint":
    "Optional. The bot tells it in reply to /desk. People can also connect their Telegram by themselves.",
  "staff.addAndInvite": "Add and invite",
  "staff.invite": "Make an invitation",
  "staff.invitationFor": "An invitation for {name}. Good once, until {time}.",
  "staff.invitationHint": "Send it to this person alone: whoever uses it first gets in.",
  "staff.link": "Invitation link",
  "staff.copy": "Copy",
  "staff.copied": "Copied",
  "staff.copyByHand": "Copy the selected link.",
  "staff.leave": "No longer works here",
  "staff.leaveSure": "{name} no longer works here?",
  "staff.leaveText": "They are signed out everywhere at once. Their name stays in the history of changes.",
  "staff.return": "Works here again",
  "staff.lastOwner": "This is the last owner. Make somebody else an owner first.",
};
