/** Customers, in Ukrainian. */

export const texts = {
  "customers.title": "Гості",
  "customers.about":
    "Гість — це номер телефону: усі замовлення з ним разом, із сайту й Telegram. На касі телефону не питають.",
  "customers.searchLabel": "Ім’я, телефон або @ім’я в Telegram",
  "customers.found": {
    one: "{count} гість",
    few: "{count} гості",
    many: "{count} гостей",
    other: "{count} гостя",
  },
  "customers.orders": {
    one: "{count} замовлення",
    few: "{count} замовлення",
    many: "{count} замовлень",
    other: "{count} замовлення",
  },
  "customers.nothing": "Нікого не знайдено. Спробуйте інше ім’я або номер.",
  "customers.empty": "Гостей ще не було.",
  "customers.more": "Показати ще",
  "customers.back": "Усі гості",
  "customers.figure.orders": "Замовлень",
  "customers.figure.spent": "На суму",
  "customers.figure.cancelled": "Скасовано",
  "customers.figure.first": "Уперше",
  "customers.figure.last": "Востаннє",
  "customers.definition": "Сума — за завершені замовлення.",
  "customers.allOrders": "Показати всі замовлення",
  "customers.forgetTitle": "Забути гостя",
  "customers.forgetText":
    "Ім’я, телефон і адреси зникнуть із завершених замовлень назавжди, з відкритих — коли вони завершаться. Суми й позиції залишаться.",
  "customers.forget": "Забути",
  "customers.forgetAsk": "Забути гостя {name}?",
  "customers.forgetYes": "Забути назавжди",
  "customers.forgotten": {
    one: "Дані вилучено з {count} замовлення",
    few: "Дані вилучено з {count} замовлень",
    many: "Дані вилучено з {count} замовлень",
    other: "Дані вилучено з {count} замовлення",
  },
};
