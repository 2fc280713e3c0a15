/** Where one is signed in, in Ukrainian. */

export const texts = {
  "access.mine": "Де ви ввійшли",
  "access.everybody": "Хто й де ввійшов",
  "access.this": "Цей пристрій",
  "access.seen": "Востаннє {time}",
  "access.unknown": "Невідомий пристрій",
  "access.endOf": "Вийти: {name}, {agent}",
  "access.endThis": "Вийти з кабінету на цьому пристрої?",
  "access.endSure": "Вийти на пристрої «{agent}»?",
  "access.ended": "На тому пристрої більше ніхто не в кабінеті.",
  "access.bound": "Ваш Telegram під’єднано: /desk у боті відкриває кабінет, і код з іншого пристрою надсилайте туди ж.",
  "access.unbound": "Під’єднайте Telegram, щоб відкривати кабінет з бота й входити на інших пристроях без посилань.",
  "access.bind": "Під’єднати Telegram",
  "access.bindOther": "Під’єднати інший Telegram",
  "access.bindHow": "Відкрийте бота за цим посиланням і натисніть «Почати» (Start). Воно діє 10 хвилин.",
  "access.bindByHand": "Або надішліть боту в особистому чаті:",
  "access.bindWaiting": "Чекаємо на вас у Telegram…",
  "access.bindDone": "Готово",
};
