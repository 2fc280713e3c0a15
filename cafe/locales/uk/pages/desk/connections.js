/** Підключення зовнішніх служб. */

export const texts = {
  "connections.about":
    "Ключі, з якими працюють бот, оплата і чеки. Введений ключ одразу перевіряється, зберігається зашифрованим і більше ніде не показується.",
  "connections.name.telegram": "Бот у Telegram",
  "connections.name.staff_chat": "Чат персоналу",
  "connections.name.monobank": "monobank",
  "connections.name.liqpay": "LiqPay",
  "connections.name.checkbox": "Checkbox",
  "connections.name.vchasno": "Вчасно.Каса",
  "connections.why.telegram": "Гості замовляють у чаті й застосунку, персонал отримує замовлення.",
  "connections.why.staff_chat": "Група, куди приходить кожне замовлення.",
  "connections.why.monobank": "Оплата карткою через еквайринг monobank.",
  "connections.why.liqpay": "Оплата карткою через LiqPay від ПриватБанку.",
  "connections.why.checkbox": "Фіскальні чеки за оплату карткою.",
  "connections.why.vchasno":
    "Фіскальні чеки за оплату карткою. Однієї служби досить: поки підключено обидві, чеки робить Checkbox.",
  "connections.state.environment": "Задано на сервері",
  "connections.state.desk": "Підключено",
  "connections.state.none": "Не підключено",
  "connections.state.unreadable": "Ключ не прочитати: секретний ключ сервера вже інший. Введіть ще раз.",
  "connections.fixed": "Цей ключ задано на самому сервері, тому тут його не змінити.",
  "connections.how": "Де взяти",
  "connections.save": "Перевірити й підключити",
  "connections.change": "Інший ключ",
  "connections.remove": "Відключити",
  "connections.remove.ask": "Відключити: {name}?",
  "connections.remove.text": "Ключ буде забуто. Щоб підключити знову, його доведеться ввести ще раз.",
  "connections.removed": "Відключено",
  "connections.done": "Підключено: ключ працює.",
  "connections.key.bot_token": "Токен бота",
  "connections.key.staff_chat_id": "Номер групи",
  "connections.key.monobank_token": "Токен",
  "connections.key.liqpay_public_key": "Публічний ключ",
  "connections.key.liqpay_private_key": "Приватний ключ",
  "connections.key.checkbox_license_key": "Ключ ліцензії каси",
  "connections.key.checkbox_pin": "PIN касира",
  "connections.key.vchasno_token": "Токен каси",
  "connections.steps.telegram":
    "Відкрийте у Telegram @BotFather і надішліть /newbot.|Дайте боту назву кафе, потім адресу, яка закінчується на bot.|Скопіюйте токен з відповіді, схожий на 123456:ABC…, і вставте сюди.",
  "connections.steps.staff_chat":
    "Створіть у Telegram групу для персоналу.|Прив'яжіть свій Telegram у розділі «Входи».|Відкрийте бота, надішліть /desk і натисніть «Обрати чат персоналу».",
  "connections.steps.monobank":
    "Відкрийте web.monobank.ua і ввійдіть як ФОП чи компанія.|Оберіть «Еквайринг», а в ньому «Інтернет».|Додайте сайт, створіть токен і вставте сюди.",
  "connections.steps.liqpay":
    "Відкрийте liqpay.ua і ввійдіть у кабінет бізнесу.|Оберіть магазин, у ньому «API».|Скопіюйте публічний і приватний ключі.",
  "connections.steps.checkbox":
    "Відкрийте my.checkbox.ua.|У розділі «Каси» відкрийте касу і скопіюйте ключ ліцензії.|У розділі «Касири» створіть касира з PIN-кодом і введіть його тут.",
  "connections.steps.vchasno":
    "Відкрийте kasa.vchasno.ua.|У розділі «Торгові точки та каси» відкрийте касу і її налаштування.|Згенеруйте там токен і вставте сюди.",
  "connections.bot": "Бот: {bot}",
  "connections.bot.open": "Відкрити бота",
  "connections.through": "Гості платять через нього.",
  "connections.choose": "Приймати оплату через {name}",
  "connections.test": "Перевірити оплатою 1 ₴",
  "connections.test.title": "Перевірка оплатою",
  "connections.test.pay": "Сплатіть 1 ₴ своєю карткою на сторінці банку: вона відкриється в новій вкладці.",
  "connections.test.open": "Сплатити 1 ₴",
  "connections.test.waiting": "Чекаємо, що скаже банк…",
  "connections.test.paid": "Гроші прийшли: замовлення {number} оплачено.",
  "connections.test.back":
    "Тепер поверніть цю гривню: відкрийте замовлення, «Повернути гроші», і скасуйте його. Так ви перевірите й повернення, і чек.",
  "connections.test.order": "Відкрити замовлення {number}",
  "connections.test.failed": "Банк не дав сторінки оплати. Перевірте ключ.",
  "connections.name.alerts": "alerts.in.ua",
  "connections.why.alerts": "Звідси кафе знає про повітряну тривогу. Що вона робить, обирають у налаштуваннях.",
  "connections.key.alerts_token": "Токен",
  "connections.steps.alerts":
    "Попросіть токен на alerts.in.ua/api-request.|Вставте його сюди.|У налаштуваннях, «Тривоги й світло», оберіть район і що робити.",
};
