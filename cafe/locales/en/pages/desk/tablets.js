/** The kitchen's tablets, in English. */

/** @type {Record<keyof typeof import("../../../uk/pages/desk/tablets.js").texts, import("../../../../web/pages/shared/types").Text>} */
export const texts = {
  "tablets.title": "Tablets in the kitchen",
  "tablets.about": "They show the kitchen screen. If one was lost or sold, unpair it.",
  "tablets.seen": "Last seen {time}",
  "tablets.since": "Paired {time}",
  "tablets.pair": "Pair a tablet",
  "tablets.name": "The tablet's name",
  "tablets.usualName": "Kitchen",
  "tablets.nameHint": "Orders' histories show it.",
  "tablets.give": "Show the code",
  "tablets.open": "Open on the tablet:",
  "tablets.type": "Enter the code:",
  "tablets.link": "Or open this link on the tablet and press the button:",
  "tablets.good": "The code is good once, for 10 minutes. The tablet will be called “{name}”.",
  "tablets.waiting": "Waiting for the tablet…",
  "tablets.over": "The time of this code is over.",
  "tablets.again": "Another code",
  "tablets.paired": "The tablet “{name}” is paired",
  "tablets.unpair": "Unpair",
  "tablets.unpairOf": "Unpair “{name}”",
  "tablets.sure": "Unpair the tablet “{name}”?",
  "tablets.sureText": "Its screen goes blank within seconds. It takes a new code to bring it back.",
  "tablets.unpaired": "“{name}” is unpaired",
};
