/** Codes for the tables, in English. */

/** @type {Record<keyof typeof import("../../../uk/pages/desk/tables.js").texts, import("../../../../web/pages/shared/types").Text>} */
export const texts = {
  "tables.about":
    "A guest points the camera at the code and orders to that very table. Print the cards on plain A4 paper and cut them.",
  "tables.which": "Tables",
  "tables.which.hint": "Numbers, ranges and names with commas between: 1-12, A-3, Terrace 2",
  "tables.opens": "What the code opens",
  "tables.opens.browser": "A browser",
  "tables.opens.app": "Telegram",
  "tables.opens.chat": "The bot’s chat",
  "tables.opens.browser.hint": "The menu opens in the browser: guests need no Telegram.",
  "tables.opens.app.hint": "The menu opens inside Telegram. @BotFather must know the mini app for it.",
  "tables.opens.chat.hint": "The chat with the bot opens, which remembers the table for three hours.",
  "tables.bot": "The bot’s name",
  "tables.bot.hint": "Such as my_cafe_bot",
  "tables.make": "Show the cards",
  "tables.print": "Print",
  "tables.code": "QR code of table {table}",
  "tables.save": "SVG: save the code of table {table}",
  "tables.made": { one: "{count} card", other: "{count} cards" },
  "tables.local":
    "Do not print yet: the cafe’s public address is not configured (CAFE_BASE_URL), so the codes open only where this desk does.",
};
