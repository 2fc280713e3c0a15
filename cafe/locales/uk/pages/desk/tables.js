/** Codes for the tables, in Ukrainian. */

export const texts = {
  "tables.about":
    "Гість наводить камеру на код — і замовляє одразу за свій столик. Надрукуйте картки на звичайному папері A4 і розріжте.",
  "tables.which": "Столики",
  "tables.which.hint": "Номери, проміжки й назви через кому: 1-12, A-3, Тераса 2",
  "tables.opens": "Що відкриває код",
  "tables.opens.browser": "У браузері",
  "tables.opens.app": "У Telegram",
  "tables.opens.chat": "Чат із ботом",
  "tables.opens.browser.hint": "Меню відкривається в браузері: Telegram гостеві не потрібен.",
  "tables.opens.app.hint":
    "Меню відкривається всередині Telegram. Для цього в @BotFather має бути ввімкнений міні-застосунок.",
  "tables.opens.chat.hint": "Відкривається чат із ботом, який пам’ятає столик три години.",
  "tables.bot": "Ім’я бота",
  "tables.bot.hint": "Наприклад my_cafe_bot",
  "tables.make": "Показати картки",
  "tables.print": "Друкувати",
  "tables.code": "QR-код столика {table}",
  "tables.save": "SVG: зберегти код столика {table}",
  "tables.made": { one: "{count} картка", few: "{count} картки", many: "{count} карток", other: "{count} картки" },
  "tables.local":
    "Не друкуйте ще: публічної адреси кафе не налаштовано (CAFE_BASE_URL), тож коди відкриваються лише там, де відкрито цей кабінет.",
};
