/** The code for the bot, in Ukrainian. */

export const texts = {
  "code.type": "Напишіть боту кафе в особистому чаті цей код:",
  "code.typeTo": "Напишіть боту {bot} в особистому чаті цей код:",
  "code.open": "Відкрити {bot}",
  "code.answer": "Бот запитає, чи це ви. Натисніть «Так, це я».",
  "code.waiting": "Чекаємо на вашу відповідь у Telegram…",
};
