/** Promo codes, in English. */

/** @type {Record<keyof typeof import("../../../uk/pages/desk/promos.js").texts, import("../../../../web/pages/shared/types").Text>} */
export const texts = {
  "promos.about":
    "A guest enters the code in the cart, and the dishes become cheaper. It can be turned off at any time: orders that have it keep it.",
  "promos.add": "New promo code",
  "promos.empty": "There are no promo codes yet.",
  "promos.state.offer": "On offer",
  "promos.state.off": "Off",
  "promos.state.usedUp": "Used up",
  "promos.state.expired": "Expired",
  "promos.used": { one: "Used {count} time", other: "Used {count} times" },
  "promos.usedOf": "Used {count} of {most}",
  "promos.until": "until {moment}",
  "promos.from": "from {sum}",
  "promos.first": "first order only",
  "promos.turn": "Code {code} is on offer",
  "promos.notFound": "There is no such promo code any more.",
  "promos.code": "Code",
  "promos.codeHint": "Capital and small letters are the same. It cannot be changed later.",
  "promos.percent": "Discount",
  "promos.expires": "On offer until",
  "promos.expiresHint": "By the cafe's clock. Blank: without end.",
  "promos.mostUses": "How often it can be used",
  "promos.mostUsesHint": "By all guests together. Blank: any number of times.",
  "promos.minimum": "Dishes worth at least",
  "promos.minimumHint": "0: whatever they are worth.",
  "promos.firstOnly": "For a guest's first order only",
  "promos.active": "The code is on offer",
  "promos.delete": "Delete the promo code",
  "promos.deleteQuestion": "Delete the promo code {code}?",
  "promos.deleteText": "Orders that have used it keep it.",
};
