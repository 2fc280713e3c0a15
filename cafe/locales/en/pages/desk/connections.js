/** Connections of outside services, in English. */

/** @type {Record<keyof typeof import("../../../uk/pages/desk/connections.js").texts, import("../../../../web/pages/shared/types").Text>} */
export const texts = {
  "connections.about":
    "The keys that the bot, payments and receipts work with. A key is checked as soon as it is typed, stored encrypted and never shown again.",
  "connections.name.telegram": "The bot in Telegram",
  "connections.name.staff_chat": "The staff chat",
  "connections.name.monobank": "monobank",
  "connections.name.liqpay": "LiqPay",
  "connections.name.checkbox": "Checkbox",
  "connections.name.vchasno": "Vchasno.Kasa",
  "connections.why.telegram": "Guests order in the chat and the mini-app, the staff get the orders.",
  "connections.why.staff_chat": "The group to which each order comes.",
  "connections.why.monobank": "Card payments by monobank's acquiring.",
  "connections.why.liqpay": "Card payments by PrivatBank's LiqPay.",
  "connections.why.checkbox": "Fiscal receipts for card payments.",
  "connections.why.vchasno":
    "Fiscal receipts for card payments. One service is enough: while both are connected, Checkbox makes them.",
  "connections.state.environment": "Set on the server",
  "connections.state.desk": "Connected",
  "connections.state.none": "Not connected",
  "connections.state.unreadable":
    "The key cannot be read: the server's secret key is another one now. Type it once more.",
  "connections.fixed": "This key is set on the server itself, so it cannot be changed here.",
  "connections.how": "Where to find it",
  "connections.save": "Check and connect",
  "connections.change": "Another key",
  "connections.remove": "Disconnect",
  "connections.remove.ask": "Disconnect: {name}?",
  "connections.remove.text": "The key will be forgotten. To connect again, it has to be typed once more.",
  "connections.removed": "Disconnected",
  "connections.done": "Connected: the key works.",
  "connections.key.bot_token": "The bot's token",
  "connections.key.staff_chat_id": "The group's number",
  "connections.key.monobank_token": "Token",
  "connections.key.liqpay_public_key": "Public key",
  "connections.key.liqpay_private_key": "Private key",
  "connections.key.checkbox_license_key": "The register's licence key",
  "connections.key.checkbox_pin": "The cashier's PIN",
  "connections.key.vchasno_token": "The register's token",
  "connections.steps.telegram":
    "Open @BotFather in Telegram and send /newbot.|Give the bot the cafe's name, then an address that ends with bot.|Copy the token from the answer, which looks like 123456:ABC…, and paste it here.",
  "connections.steps.staff_chat":
    "Make a group for the staff in Telegram.|Connect your own Telegram in the section “Sign-ins”.|Open the bot, send /desk and press “Choose the staff chat”.",
  "connections.steps.monobank":
    "Open web.monobank.ua and sign in as a sole trader or a company.|Choose “Acquiring”, then “Internet”.|Add your site, make a token and paste it here.",
  "connections.steps.liqpay":
    "Open liqpay.ua and sign in to the business account.|Choose your shop, then “API”.|Copy the public and the private key.",
  "connections.steps.checkbox":
    "Open my.checkbox.ua.|In “Registers” open yours and copy the licence key.|In “Cashiers” add one with a PIN and type that here.",
  "connections.steps.vchasno":
    "Open kasa.vchasno.ua.|In “Shops and registers” open your register and its settings.|Make a token there and paste it here.",
  "connections.bot": "The bot: {bot}",
  "connections.bot.open": "Open the bot",
  "connections.through": "Guests pay through it.",
  "connections.choose": "Take payments through {name}",
  "connections.test": "Try it with 1 ₴",
  "connections.test.title": "A payment to try it out",
  "connections.test.pay": "Pay 1 ₴ with your own card on the bank's page: it opens in a new tab.",
  "connections.test.open": "Pay 1 ₴",
  "connections.test.waiting": "Waiting for the bank…",
  "connections.test.paid": "The money has come: order {number} is paid.",
  "connections.test.back":
    "Now give this hryvnia back: open the order, “Give money back”, and cancel it. That tries out the refund and the receipt, too.",
  "connections.test.order": "Open order {number}",
  "connections.test.failed": "The bank gave no payment page. Check the key.",
  "connections.name.alerts": "alerts.in.ua",
  "connections.why.alerts": "Tells the cafe of air alerts. What they do is chosen in the settings.",
  "connections.key.alerts_token": "Token",
  "connections.steps.alerts":
    "Ask for a token at alerts.in.ua/api-request.|Paste it here.|In the settings, Air alerts and power, choose your region and what to do.",
};
