/** The first steps, in Ukrainian. */

export const texts = {
  "start.about": "Вісім кроків до першого гостя. Кожен перевіряє себе сам: щойно щось готове, тут з’явиться позначка.",
  "start.progress": "Готово {done} з {all}",
  "start.done": "Готово",
  "start.skipped": "Залишили, як є",
  "start.skip": "Це не потрібно",
  "start.skipHours": "Години правильні",
  "start.unskip": "Повернути крок",
  "start.over": "Усе готово. Гості можуть замовляти!",
  "start.hide": "Більше не показувати перші кроки",
  "start.ownerOnly": "Цей крок робить власник.",
  "start.about.title": "Назва, телефон, адреса",
  "start.about.text": "Щоб гості знали, де вони і куди дзвонити.",
  "start.about.cafe_name": "Назви ще немає, або вона з прикладу.",
  "start.about.phone": "Телефону ще немає, або він із прикладу.",
  "start.about.address": "Адреси ще немає, або вона з прикладу.",
  "start.about.link": "До налаштувань",
  "start.hours.title": "Години роботи",
  "start.hours.text": "Поза ними замовлення не приймаємо.",
  "start.hours.hours": "Зараз стоять звичайні: щодня з 08:00 до 22:00.",
  "start.hours.link": "До годин роботи",
  "start.dishes.title": "Перші страви",
  "start.dishes.text": "Вистачить і трьох. Або візьміть готове меню й змініть у ньому, що захочете.",
  "start.dishes.dishes": {
    one: "Власних чи змінених страв: {count}, потрібно щонайменше {needed}. Страви-приклади не рахуємо.",
    other: "Власних чи змінених страв: {count}, потрібно щонайменше {needed}. Страви-приклади не рахуємо.",
  },
  "start.dishes.link": "До меню",
  "start.dishes.demo": "Взяти готове меню, щоб змінити",
  "start.dishes.demoDone": "Меню завантажено. Змінюйте його, як хочете.",
  "start.dishes.notEmpty": "У меню вже щось є, тому готового не завантажили.",
  "start.allergens.title": "Алергени",
  "start.allergens.text":
    "Закон вимагає казати про 14 алергенів. Поки не сказано, гість бачить: «Про алергени запитайте нас».",
  "start.allergens.no_dishes": "Страв ще немає.",
  "start.allergens.allergens": "Ще не сказано про страв: {unstated}.",
  "start.allergens.link": "До страв без алергенів",
  "start.bot.title": "Бот у Telegram",
  "start.bot.text": "Через нього гості замовляють, а персонал отримує замовлення.",
  "start.bot.off":
    "Бота ще немає. Створіть його в @BotFather командою /newbot і додайте ключ на сервері: CAFE_BOT_TOKEN.",
  "start.bot.starting": "Бот саме запускається.",
  "start.bot.waiting": "Telegram зараз не відповідає. Бот спробує знову сам.",
  "start.bot.conflict":
    "Тим самим ключем користується інша програма. Зупиніть її або візьміть новий ключ у @BotFather.",
  "start.bot.refused": "Telegram не приймає ключа. Візьміть новий у @BotFather і замініть CAFE_BOT_TOKEN на сервері.",
  "start.bot.elsewhere": "Бот працює в іншому процесі й ще нічого не надіслав.",
  "start.staff_chat.title": "Чат персоналу",
  "start.staff_chat.text": "Сюди приходять замовлення, тут їх приймають кнопками.",
  "start.staff_chat.not_configured":
    "Створіть групу, додайте до неї бота й напишіть там /help@ім’я_бота: він скаже номер чату. Додайте його на сервері: CAFE_STAFF_CHAT_ID.",
  "start.staff_chat.nothing_delivered":
    "Чат указано, але жодного повідомлення туди ще не дійшло. Найпростіше перевірити пробним замовленням.",
  "start.test_order.title": "Пробне замовлення",
  "start.test_order.text":
    "Замовте щось самі й прийміть це замовлення: тут, у розділі «Замовлення», у чаті персоналу чи на екрані кухні. Потім скасуйте.",
  "start.test_order.no_order": "Жодного замовлення ще не було.",
  "start.test_order.not_seen": "Замовлення є, але його ще ніхто не прийняв.",
  "start.test_order.link": "Відкрити меню для гостей",
  "start.cards.title": "Оплата карткою",
  "start.cards.text": "Можна й пізніше: готівку приймаємо одразу.",
  "start.cards.monobank":
    "Отримайте ключ у кабінеті monobank для бізнесу й додайте його на сервері: CAFE_MONOBANK_TOKEN.",
  "start.cards.liqpay":
    "Отримайте ключі в LiqPay і додайте їх на сервері: CAFE_LIQPAY_PUBLIC_KEY і CAFE_LIQPAY_PRIVATE_KEY.",
  "start.unpaid":
    "Замовлення, за яке не заплатили карткою, чекає без кінця. Можна скасовувати його через {minutes} хвилин: гостя ми попередимо.",
  "start.unpaid.set": "Скасовувати через {minutes} хвилин",
  "start.cards.hold":
    "Можна списувати гроші лише тоді, коли ви приймете замовлення, і нічого не повертати за те, яке не приймете: «Налаштування», «Оплата й повернення».",
  "start.cards.link": "Обрати, хто приймає оплату",
};
