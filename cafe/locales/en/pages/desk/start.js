/** The first steps, in English. */

/** @type {Record<keyof typeof import("../../../uk/pages/desk/start.js").texts, import("../../../../web/pages/shared/types").Text>} */
export const texts = {
  "start.about":
    "Eight steps to the first guest. Each checks itself: as soon as something is ready, it is ticked off here.",
  "start.progress": "{done} of {all} done",
  "start.done": "Done",
  "start.skipped": "Left as it is",
  "start.skip": "Not needed",
  "start.skipHours": "The hours are right",
  "start.unskip": "Bring the step back",
  "start.over": "All is ready. Guests can order!",
  "start.hide": "Show the first steps no more",
  "start.ownerOnly": "This step is the owner's.",
  "start.about.title": "Name, phone, address",
  "start.about.text": "So that guests know where they are and whom to call.",
  "start.about.cafe_name": "There is no name yet, or it is the example’s.",
  "start.about.phone": "There is no phone yet, or it is the example’s.",
  "start.about.address": "There is no address yet, or it is the example’s.",
  "start.about.link": "To the settings",
  "start.hours.title": "Opening hours",
  "start.hours.text": "Outside them no orders are taken.",
  "start.hours.hours": "For now they are the usual ones: every day from 08:00 to 22:00.",
  "start.hours.link": "To the opening hours",
  "start.dishes.title": "The first dishes",
  "start.dishes.text": "Three are enough. Or take a ready menu and change in it what you like.",
  "start.dishes.dishes": {
    one: "{count} dish of your own or changed so far, at least {needed} are needed. Example dishes do not count.",
    other: "{count} dishes of your own or changed so far, at least {needed} are needed. Example dishes do not count.",
  },
  "start.dishes.link": "To the menu",
  "start.dishes.demo": "Take a ready menu to change",
  "start.dishes.demoDone": "The menu is there. Change it as you like.",
  "start.dishes.notEmpty": "There is something in the menu already, so the ready menu was not taken.",
  "start.allergens.title": "Allergens",
  "start.allergens.text": "The law asks you to tell of 14 allergens. Until then guests read: 'Ask us about allergens'.",
  "start.allergens.no_dishes": "There are no dishes yet.",
  "start.allergens.allergens": "Dishes of which nothing is said yet: {unstated}.",
  "start.allergens.link": "To the dishes without allergens",
  "start.bot.title": "The Telegram bot",
  "start.bot.text": "Guests order through it, and the staff get the orders.",
  "start.bot.off":
    "There is no bot yet. Create one in @BotFather by /newbot and add its key on the server: CAFE_BOT_TOKEN.",
  "start.bot.starting": "The bot is just starting.",
  "start.bot.waiting": "Telegram does not answer now. The bot will try again by itself.",
  "start.bot.conflict": "Another program uses the same token. Stop it, or take a new token from @BotFather.",
  "start.bot.refused":
    "Telegram does not accept the key. Get a new one from @BotFather and replace CAFE_BOT_TOKEN on the server.",
  "start.bot.elsewhere": "The bot runs in another process and has sent nothing yet.",
  "start.staff_chat.title": "The staff chat",
  "start.staff_chat.text": "Orders come here and are accepted by buttons.",
  "start.staff_chat.not_configured":
    "Make a group, add the bot to it and write /help@your_bot there: it tells the chat's number. Add it on the server: CAFE_STAFF_CHAT_ID.",
  "start.staff_chat.nothing_delivered":
    "The chat is set, but no message has reached it yet. A test order is the easiest check.",
  "start.test_order.title": "A test order",
  "start.test_order.text":
    "Order something yourself and accept it: here, under Orders, in the staff chat or on the kitchen screen. Then cancel it.",
  "start.test_order.no_order": "There has been no order yet.",
  "start.test_order.not_seen": "There is an order, but nobody has accepted it yet.",
  "start.test_order.link": "Open the guests' menu",
  "start.cards.title": "Card payments",
  "start.cards.text": "Later will do too: cash is taken at once.",
  "start.cards.monobank": "Get a token in monobank's business cabinet and add it on the server: CAFE_MONOBANK_TOKEN.",
  "start.cards.liqpay":
    "Get the keys from LiqPay and add them on the server: CAFE_LIQPAY_PUBLIC_KEY and CAFE_LIQPAY_PRIVATE_KEY.",
  "start.unpaid":
    "A card order that nobody pays waits for ever. It can be cancelled after {minutes} minutes: we tell the guest before.",
  "start.unpaid.set": "Cancel after {minutes} minutes",
  "start.cards.hold":
    "Cards can be charged only once you accept the order, so that nothing is to be returned for what you decline: Settings, Payments and refunds.",
  "start.cards.link": "Choose who takes payments",
};
