/** The settings, in English. */

/** @type {Record<keyof typeof import("../../../uk/pages/desk/settings.js").texts, import("../../../../web/pages/shared/types").Text>} */
export const texts = {
  "settings.group.cafe": "The cafe",
  "settings.about.cafe": "Guests see this above the menu and on the page “About”.",
  "settings.group.look": "Look",
  "settings.about.look": "One colour sets buttons, links and marks. What is written on it stays readable by itself.",
  "settings.group.delivery": "Delivery and pickup",
  "settings.about.delivery": "Sums are whole hryvnias.",
  "settings.group.orders": "Ordering ahead",
  "settings.about.orders":
    "When a guest is promised an order if nobody said otherwise, and whether one may order for later.",
  "settings.group.payment": "Payments and refunds",
  "settings.about.payment": "The bank's keys are kept on the server, not here: whoever sets it up adds them.",
  "settings.group.chat": "Staff chat",
  "settings.about.chat": "Orders from Telegram always come to the chat.",
  "settings.group.limits": "Against abuse",
  "settings.about.limits": "0: no limit. A guest sees why an order was not taken.",
  "settings.group.privacy": "Personal data",
  "settings.about.privacy": "What is forgotten cannot be brought back, not even from this desk.",
  "settings.hint.logo_url":
    "Upload a square picture, or give its address. Blank: the name's first letter. An uploaded one is also the icon on phones.",
  "settings.logo.add": "Upload a logo",
  "settings.logo.change": "Another logo",
  "settings.logo.remove": "Remove the logo",
  "settings.hint.default_language":
    "Until a guest chooses another one. By the law on the state language it is Ukrainian in Ukraine.",
  "settings.hint.timezone": "Opening hours and reports go by it. For example Europe/Kyiv.",
  "settings.hint.instagram_url": "The whole address, with https://.",
  "settings.hint.maps_url": "The link that a map's “Share” gives.",
  "settings.hint.phone": "A guest taps it to call.",
  "settings.hint.free_delivery_threshold": "0: delivery always costs.",
  "settings.hint.min_delivery_order_amount": "What the dishes must be worth. 0: anything.",
  "settings.hint.pickup_discount_percent": "0: no discount.",
  "settings.hint.prep_minutes": "What a guest is promised at first, until somebody of the staff names another time.",
  "settings.hint.delivery_minutes":
    "Added to what is promised for delivery; for an order that is wanted at a time the kitchen begins so much earlier.",
  "settings.hint.unpaid_minutes":
    "0: for ever. Else the guest is warned, and then the order is cancelled unless somebody has begun to make it. 30 is a good value.",
  "settings.hint.hold_payments":
    "The amount is held on the guest’s card and taken once you accept the order. If you do not, it is free at once, and nothing is to be returned.",
  "settings.hint.hold_minutes":
    "An order that nobody accepts in that time is cancelled. While you are closed, the time stands still.",
  "settings.hint.city": "An address begins with it; guests may enter another.",
  "settings.hint.delivery_towns": "Between commas: “Kyiv, Brovary”. Empty: guests may enter any.",
  "settings.hint.tables": "Between commas: “1-12, Terrace”. Guests choose from the list. Empty: they type it.",
  "settings.hint.dine_in_asks":
    "Without a phone nobody can call, or tell who has already used a promo code for the first order.",
  "settings.hint.rating_minutes":
    "0: never. A guest in Telegram gives 👍 or 👎, at most once a week; the staff chat learns of a 👎 at once.",
  "settings.hint.schedule_days": "0: one can order for now alone. Today's later hours count too.",
  "settings.hint.refund_limit": "Of one order in all. 0: any sum.",
  "settings.hint.staff_chat_guest_orders":
    "Of people without Telegram. Turn it off if there are too many of them and you have a kitchen screen.",
  "settings.hint.max_open_orders_per_customer": "Neither handed out nor cancelled yet.",
  "settings.hint.max_open_guest_orders":
    "Of those who are not in Telegram. Helps when the site is flooded with made-up orders.",
  "settings.hint.promo_attempts_per_minute": "So that nobody finds codes by guessing.",
  "settings.hint.keep_personal_days": "After that finished orders no longer tell whose they were. 0: kept for ever.",
  "settings.unit.minutes": "min",
  "settings.unit.days": "days",
  "settings.refund_role.staff": "All of the staff",
  "settings.refund_role.manager": "Managers and owners",
  "settings.refund_role.owner": "Owners alone",
  "settings.cards.on": "The keys are there: guests can pay by card.",
  "settings.cards.off": "There are no keys yet, so guests are not offered to pay by card.",
  "settings.colour.pick": "Choose a colour",
  "settings.colour.light": "On light",
  "settings.colour.dark": "On dark",
  "settings.colour.button": "Order",
  "settings.colour.link": "a link",
  "settings.colour.contrast": "Contrast of the button's text {button} : 1, of the link {link} : 1",
  "settings.colour.enough": "Easy to read: at least 4.5 : 1 is needed.",
  "settings.preview": "As guests see it",
  "settings.preview.about": "The real menu with what you have not saved yet.",
  "settings.preview.show": "Show it as guests see it",
  "settings.preview.hide": "Hide the guests' view",
  "settings.unsaved": { one: "{count} unsaved change", other: "{count} unsaved changes" },
  "settings.discard": "Discard",
};
