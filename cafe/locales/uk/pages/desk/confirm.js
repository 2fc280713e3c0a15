/** The question before a dangerous act, in Ukrainian. */

export const texts = {
  "confirm.title": "Це справді ви?",
  "confirm.why": "Для цієї дії треба впевнитися, що за пристроєм саме ви. Далі 10 хвилин ми не перепитуватимемо.",
  "confirm.refused": "Код застарів, або в Telegram на нього відповіли «ні».",
  "confirm.again": "Новий код",
  "confirm.haveLink": "У мене є посилання для входу",
  "confirm.link": "Посилання",
  "confirm.linkHow":
    "Вставте нове посилання для входу на ваше ім’я: його дає команда на сервері (python -m cafe desk-link) або запрошення від власника.",
  "confirm.linkRefused": "Це посилання не підходить: воно вже використане, застаріле або для іншої людини.",
  "confirm.byPasskey": "Ключем доступу",
  "confirm.passkeyRefused": "Цей ключ доступу не підійшов.",
};
