# The conversations in the chat. Texts are the platform's HTML; labels of buttons and short answers are plain.

plain = { $text }
trouble = Щось пішло не так. Спробуйте, будь ласка, ще раз.
misunderstood = Не зовсім вас зрозумів. Напишіть, що вам до смаку, «де моє замовлення» або «оператор». Чи оберіть:
press-outdated = Ця кнопка вже не діє.
staff-only = Ця команда працює лише в чаті персоналу.
not-here =
    Я приймаю замовлення в особистому чаті. Напишіть мені туди.
    Ідентифікатор цього чату: <code>{ $chat }</code>
cancel-nothing = Нічого скасовувати.

not-found = Такого замовлення немає.
product-not-found = Цієї позиції зараз немає.
item-not-in-cart = Цього вже немає в кошику.
quantity-too-large = Стільки не вийде: це забагато.
missing-fields = Бракує відповіді на одне із запитань.
invalid-payment-method = Оберіть готівку або картку.
invalid-cash-change-for = Напишіть суму числом, наприклад 500.
invalid-expected-total = Сума замовлення змінилася. Перевірте її ще раз.

# Commands

command-deliveries = Мої доставки
command-shift = Зміна: почати чи завершити
command-start = Почати знову
command-menu = Меню
command-cart = Кошик
command-checkout = Оформити замовлення
command-orders = Мої замовлення
command-language = Мова / Language
command-help = Довідка
command-cancel = Скасувати оформлення
staff-command-orders = Відкриті замовлення
staff-command-stop = Стоп-лист
staff-command-pause = Призупинити замовлення
staff-command-resume = Відновити замовлення
staff-command-busy = Багато роботи: обіцяти пізніше
staff-command-modes = Режими меню: без світла, бранч
staff-command-walkin = Замовлення на касі
staff-command-stock = Залишки
staff-command-refund = Повернути гроші
staff-command-cash = Прийняти готівку від кур’єра
staff-command-today = Підсумок дня
staff-command-board = Екран для кухні
staff-command-help = Довідка

# Greeting

greeting = <b>{ $cafe }</b>
    Вітаємо! Тут можна замовити каву та їжу: з доставкою, із собою чи до столика.
greeting-open = 🟢 Ми відчинені: { $opens }–{ $closes }
greeting-closed = 🔴 Зараз зачинено. Працюємо { $opens }–{ $closes }
greeting-taking = 🟡 Зараз зачинено, але замовити можна. Працюємо { $opens }–{ $closes }
greeting-later = 🟡 Зараз зачинено, але можна замовити наперед. Працюємо { $opens }–{ $closes }
greeting-open-now = 🟢 Ми відчинені
greeting-until = { " " }до { $time }
greeting-closed-now = 🔴 Зараз зачинено.
greeting-taking-now = 🟡 Зараз зачинено, але замовити можна.
greeting-later-now = 🟡 Зараз зачинено, але можна замовити наперед.
greeting-table = 🍽 Ваш столик: <b>{ $table }</b>. Обирайте з меню, і ми принесемо.
help =
    /menu — меню
    /cart — кошик
    /checkout — оформити замовлення
    /orders — мої замовлення
    /language — мова
    /cancel — скасувати оформлення
    /forget — видалити мої дані
help-desk = /desk — кабінет закладу
help-phone = ☎️ { $phone }
help-address = 📍 { $address }
forget-sure = <b>Видалити ваші дані?</b>
    Ми видалимо ім’я, телефон, адреси, кошик і посилання для стеження; самі замовлення лишаться без імені. Повернути це не можна.
forget-done = Ваші дані видалено. { $count ->
    [0] Завершених замовлень не було.
   *[other] Знеособлено замовлень: { $count }.
}
forget-later = Ще не завершено: { $count }. Такі замовлення ми знеособимо, щойно вони завершаться.
button-forget = 🗑 Видалити мої дані
button-forget-yes = 🗑 Так, видалити
track-unknown = Такого замовлення немає: перевірте посилання.
follow-ask = Писати сюди про замовлення <b>{ $number }</b>?
follow-on = 🔔 Писатимемо сюди про замовлення <b>{ $number }</b>.
follow-off = 🔕 Про замовлення <b>{ $number }</b> більше не писатимемо.
follow-full = За замовленням <b>{ $number }</b> уже стежать стільки людей, скільки можна. Дивіться його на сторінці.
button-follow-yes = 🔔 Так, писати
button-follow-no = Ні, дякую

button-app = 📱 Відкрити застосунок
button-app-short = Замовити
button-menu = 📖 Меню
button-cart = 🛒 Кошик
button-cart-full = 🛒 Кошик · { $total } ₴
button-orders = 🧾 Замовлення
button-language = 🌐 Мова
button-home = 🏠 Головна
button-more = ⋯ Ще
button-all = ⋯ Усі розділи
button-back = ⬅️ Назад
button-cancel = ✖️ Скасувати

language-ask = Якою мовою спілкуємось?
language-chosen = Мову змінено на українську.

# Menu

menu-title = <b>Меню</b>
    Оберіть розділ:
menu-empty = Тут поки що порожньо.
menu-changed = Меню змінилося.
category-hint = Оберіть позицію, щоб побачити більше:
button-categories = ⬅️ Розділи
button-add = ➕ У кошик · { $price } ₴
dish-label = { $name } · { $price } ₴
category-dish = { $name } — { $price } ₴
dish-price = <b>{ $price } ₴</b>
dish-allergens = Алергени: { $names }
dish-allergens-none = Без алергенів із переліку 14 основних
dish-diets = 🌿 { $names }
dish-diets-with = 🌿 З варіантом «{ $option }»: { $names }
diet-found = 🌿 <b>{ $names }</b>
    Показуємо те, про що кафе це вказало; після двокрапки — варіант, який для цього треба обрати. Якщо у вас алергія, запитайте персонал.
diet-none = 🌿 <b>{ $names }</b>
    Позицій, про які кафе вказало б таке, зараз немає. Запитайте персонал: напишіть сюди «оператор».
dish-allergens-unknown = Алергени кафе не вказало: запитайте, якщо це важливо
dish-count = ➕ { $count } у кошику
cart-short = У кошику: { $count } на { $total } ₴

# What is written of one's own accord

found-some = Ось що є:
found-sold-out = Зараз немає: <b>{ $names }</b>.
proposal-title = <b>Зрозумів так:</b>
proposal-total = <b>Разом: { $total } ₴</b>
proposal-change = ✏️ У кошик і змінити
proposal-which = ❓ «{ $words }»: оберіть, що саме
proposal-missed = Не врахував: «{ $words }». Це можна дописати в коментарі до замовлення.
proposal-taken = ✅ Додано. У кошику { $count } шт. на { $total } ₴
question-passed-on = 💬 Передав ваше запитання кафе. Відповідь надійде сюди.
answer-sent = ✅ Надіслано: { $name }
answer-nobody = ⚠️ Гість видалив свої дані, відповідь нікому надіслати.
rating-good = 💛 Дякуємо! Раді, що замовлення { $number } вдалося.
rating-bad = 😔 Шкода. Що було не так із замовленням { $number }? Напишіть одним повідомленням, кафе прочитає.
rating-words = ✍️ Додати кілька слів
rating-words-ask = ✍️ Напишіть одним повідомленням:
rating-words-taken = Дякуємо, записали.
spoken-welcome = Прошу! Гарного вам дня ☕️
person-none =
    У цьому чаті відповідає бот. Щоб поговорити з людиною, зателефонуйте нам або завітайте.
button-map = 📍 На мапі

# Options and notes

choice-first = Оберіть, як приготувати, і додайте.
choice-group = { $name } ({ $rule }): <b>{ $chosen }</b>
choice-rule-one = оберіть одне
choice-rule-maybe-one = можна одне
choice-rule-up-to = можна до { $max }
choice-rule-exactly = оберіть { $min }
choice-rule-between = від { $min } до { $max }
choice-note = 💬 <i>{ $note }</i>
choice-in-cart = 🛒 У кошику: { $quantity } × { $name }
choice-stopped = 🚫 { $name } · немає
choice-lacking = ❗️ Оберіть: { $name } · { $price } ₴
choice-save = ✅ Зберегти · { $price } ₴
choice-more = ⚙️ { $names }
choice-same = Уже обрано.
choice-over = Цей вибір уже не діє. Відкрийте позицію ще раз: /menu
choice-note-add = 💬 Побажання
choice-note-change = 💬 Змінити побажання
choice-note-drop = 🗑 Без побажання
choice-note-skip = ⬅️ Без побажання
choice-note-ask = 💬 Напишіть побажання для кухні: <b>{ $name }</b>
    Один рядок, не більше ніж { $max } символів.
choice-note-taken = 💬 Побажання
    ✔️ { $note }
choice-note-cancelled = Побажання не додано.
line-note = {"   "}💬 { $note }
line-unavailable = {"   "}⚠️ Зараз немає: { $names }. Змініть ✏️ або приберіть 🗑
line-lacking = {"   "}⚠️ Зараз немає: { $names }

# Cart

cart-title = <b>🛒 Ваш кошик</b>
cart-line = { $name } — { $quantity } × { $price } = { $sum } ₴
cart-total = <b>Разом: { $total } ₴</b> ({ $count } шт.)
cart-promo = 🏷 { $code }: −{ $percent } % (−{ $sum } ₴)
cart-nothing = 🛒 Кошик порожній. Загляньте в меню!
cart-changed = Кошик змінився.
cart-empty-sure = Очистити кошик?
promo-ask = 🏷 Напишіть промокод:
promo-cancelled = Промокод не додано.
promo-refused = ⚠️ { $reason }
    Напишіть інший промокод або поверніться до кошика.
promo-reason = Промокод не діє: { $reason }
button-checkout = ✅ Оформити замовлення
cart-change = ✏️ Змінити кошик
button-promo = 🏷 Промокод
button-nopromo = 🏷 Прибрати промокод
button-empty = 🗑 Очистити
button-empty-yes = 🗑 Так, очистити

# Checkout

form-type = <b>Оформлення замовлення</b>
    Як вам зручно отримати замовлення?
form-current = Зараз: <b>{ $value }</b>
form-skipped = пропущено
form-press-please = Натисніть, будь ласка, одну з кнопок.
form-text-please = Надішліть, будь ласка, відповідь текстом.
ask-real-name = Напишіть, будь ласка, ім’я: щонайменше дві літери.
ask-real-city = Напишіть, будь ласка, місто чи село.
ask-real-street = Напишіть, будь ласка, вулицю.
ask-real-house = Напишіть, будь ласка, номер будинку, щоб кур’єр вас знайшов.
ask-real-table = Напишіть, будь ласка, номер або назву столика.
zone-offer = { $name } · { $fee ->
    [0] безкоштовно
   *[other] { $fee } ₴
}
zone-offer-closed = { $name } · зараз не доставляємо
form-pin-taken = 📍 Бачу на карті: зона «{ $zone }», доставка { $fee } ₴.
form-pin-outside = 📍 Це місце поза нашими зонами на карті. Напишіть, будь ласка, адресу.
form-delivery-to = 🚚 Доставка, зона «{ $zone }»: { $sum } ₴
table-elsewhere = Такого столика в нас немає. Номер або назва — на самому столику чи в персоналу.
town-elsewhere = Поки що доставляємо лише сюди: { $towns }. Або заберіть замовлення самі.
form-foreign-contact = Це контакт іншої людини. Надішліть, будь ласка, свій або напишіть номер.
form-phone-taken = ☎️ Номер: <b>{ $phone }</b>
form-back = ⬅️ Повертаємось
form-over = Оформлення вже завершено або скасовано. Почніть знову: /checkout
form-cancelled = Оформлення скасовано. Кошик на місці.
form-summary = <b>Перевірте замовлення</b> · { $type }
form-field = { $label }: <b>{ $value }</b>
form-change = з { $sum } ₴
form-ready-in = ⏱ Буде готове орієнтовно за <b>{ $minutes } хв</b>
form-ready-in-at-door = ⏱ Буде у вас орієнтовно за <b>{ $minutes } хв</b>
form-changed = Поки ви оформлювали, щось змінилося: кошик, ціна або оплата. Перевірте ще раз, будь ласка.
form-edit = Що змінити?
form-placed-already = Замовлення { $number } вже отримано.
form-anew = Почнімо спочатку.
form-gone = Зараз немає: { $names }. Замовити решту?
form-gone-all = Зараз немає: <b>{ $names }</b>. Більше в кошику нічого немає.
    Ваші відповіді збережено: додайте щось із меню й оформіть замовлення.
form-wait = ⏳ Оформлюємо…
form-done = ✅ <b>Замовлення { $number } отримано!</b>
form-promo-change = 🏷 Інший промокод

pickup-when = { $day ->
    [tomorrow] завтра о { $time }
   *[other] { $day } о { $time }
}
pickup-tomorrow-ask = Сьогодні { $time } вже минуло. Заберете завтра?
pickup-closed = О { $time } ми не працюємо. Забрати можна з { $opens } до { $closes }.
pickup-closed-then = { $hours ->
    [none] Цього дня ми зачинені. Оберіть інший час.
   *[other] О { $time } ми не працюємо. Цього дня відчинено: { $hours }.
}
pickup-past = { $time } вже минуло. Оберіть інший час.
change-too-little = Цього не вистачить: замовлення коштує { $total } ₴.
later-time = { $time }
later-full = 🚫 { $time }
later-asap = якнайшвидше
later-day = { $day ->
    [today] сьогодні
    [tomorrow] завтра
   *[other] { $day }
}
later-page = 🗓 <b>{ $day }</b>:
later-page-full = 🗓 <b>{ $day }</b>, 🚫 — місць немає:
later-tomorrow-ask = Сьогодні { $time } вже минуло. На завтра?
later-only = Зараз ми зачинені, тож оберіть, будь ласка, час.

ask-name = Як вас звати?
ask-phone = Ваш номер телефону?
    Натисніть кнопку внизу або напишіть його.
ask-address-city = Місто доставки?
ask-address-street = Вулиця?
ask-address-house = Будинок?
ask-zone-id = У якій ви зоні доставки? Оберіть її, напишіть вулицю інакше або надішліть 📎 → «Геопозиція».
ask-address-apartment = Квартира чи офіс?
ask-adult = У замовленні є алкоголь. Вам уже є 18?
ask-cutlery = Покласти прибори?
ask-no-call = Чи телефонувати вам щодо замовлення?
ask-address-comment = Коментар для кур’єра?
    Під’їзд, поверх, домофон.
ask-pickup-time = О котрій заберете?
    Оберіть час або напишіть, наприклад 18:30.
ask-scheduled-for = На коли замовлення?
    Оберіть час або напишіть, наприклад 18:30 чи завтра о 9:00.
ask-table-number = Номер вашого столика?
ask-payment-method = Як заплатите?
ask-cash-change-for = З якої суми підготувати решту?
    Оберіть або напишіть суму.
ask-promo-code = 🏷 Напишіть промокод:

skip-address-apartment = Без квартири
skip-address-comment = Без коментаря
skip-table-number = Без номера
skip-cash-change-for = Без решти
skip-scheduled-for = ⚡️ Якнайшвидше
skip-promo-code = Без промокоду

field-order-type = Спосіб отримання
field-name = Ім’я
field-phone = Телефон
field-address-city = Місто
field-address-street = Вулиця
field-address-house = Будинок
field-zone-id = Зона доставки
field-address-apartment = Квартира
field-adult = Вік
field-cutlery = Прибори
field-no-call = Дзвінок
field-address-comment = Коментар
field-pickup-time = Забрати о
field-scheduled-for = На коли
field-table-number = Столик
field-payment-method = Оплата
field-cash-change-for = Решта
field-promo-code = Промокод

key-contact = 📱 Надіслати мій номер
key-back = ⬅️ Назад
key-cancel = ✖️ Скасувати
button-confirm = ✅ Підтвердити · { $total } ₴
button-mend = ✏️ Змінити в кошику
button-edit = ✏️ Змінити

# Orders

orders-title = <b>🧾 Ваші замовлення</b>
orders-nothing = Замовлень ще немає. Саме час почати!
order-label = { $number } · { $status } · { $total } ₴
order-title = <b>Замовлення { $number }</b> · { $status }
order-pickup = { $type }, о { $time }
order-table = { $type }, столик { $table }
order-address = { $type }: { $address }
order-refunded = ↩️ Повернули вам: <b>{ $sums }</b>
order-ready-at = ⏱ Буде готове приблизно о <b>{ $time }</b>
order-ready-at-door = ⏱ Буде у вас приблизно о <b>{ $time }</b>
order-line = { $quantity } × { $name } — { $sum } ₴
order-cancel-sure = Скасувати замовлення <b>{ $number }</b> на { $total } ₴?
order-cancelled = Замовлення скасовано.
order-skipped = Зараз немає: { $names }
button-repeat = 🔁 Повторити
button-cancel-order = ❌ Скасувати
button-cancel-yes = ❌ Так, скасувати
button-cancel-no = ⬅️ Ні, залишити
button-refresh = 🔄 Оновити
pay-wait = ⏳ Готуємо сторінку оплати…
pay-ready = 💳 Оплатіть замовлення <b>{ $number }</b> на <b>{ $total } ₴</b>.
button-pay-page = 💳 Оплатити { $total } ₴

# Staff

staff-help =
    <b>Чат персоналу</b>
    Кожне замовлення — одна картка: кнопки ведуть його до видачі.
    /orders — відкриті замовлення
    /stop — стоп-лист
    /pause — призупинити замовлення (/pause 30, 2h, today, delivery 30)
    /resume — знову приймати
    /busy — багато роботи: обіцяти пізніше (/busy 20, 20 1h, 30 today, off)
    /modes — режими меню: без світла, бранч
    /walkin — замовлення на касі
    /stock — залишки
    /refund — повернути гроші гостю (/refund 15)
    /cash — прийняти готівку від кур’єра
    /today — підсумок дня (/today вчора, 14.06)
    /board — екран для кухні: код для планшета
staff-chat-public = Ця група публічна: будь-хто може приєднатися й керувати замовленнями. Зробіть її приватною.
staff-chat-linked = Ця група прив’язана до каналу: його читачі бачать замовлення й можуть ними керувати. Від’єднайте її.
customers-only = Це команда для гостей: в особистому чаті з ботом. Для персоналу — /help
desk-open = <b>Кабінет</b>
    { $name }, відкрийте його тут або візьміть посилання для комп’ютера.
desk-link = Посилання для входу в кабінет: діє { $minutes } хв і лише один раз. Нікому його не пересилайте.
desk-strangers =
    Кабінет — для тих, хто тут працює. Щоб вас додали, передайте власнику ваш номер у Telegram:
    <code>{ $id }</code>
desk-private-only = Кабінет відкривається в особистому чаті: напишіть мені туди /desk
desk-code-wrong = Такого коду немає: або він застарів, або в ньому помилка. Візьміть на сторінці новий.
desk-code-too-many = Забагато неправильних кодів. Спробуйте за хвилину.
desk-ask-sign-in = <b>Це ви входите в кабінет?</b>
    Пристрій: { $agent }
    Якщо код вам хтось надіслав або продиктував, не підтверджуйте: ця людина увійде під вашим ім’ям.
desk-ask-confirm = <b>Це ви зараз у кабінеті?</b>
    Пристрій: { $agent }
    Якщо так, важливі зміни буде дозволено на 10 хв.
desk-granted = ✅ Готово. Повертайтеся на сторінку кабінету.
desk-refused = 🚫 Нікого не впущено. Якщо це були не ви, перевірте в кабінеті, де ви зараз увійшли.
desk-bound = ✅ Готово: тепер я знаю вас у кабінеті як { $name }. Щоб відкрити його звідси, надішліть /desk
desk-bind-late = Це посилання вже не діє. Візьміть у кабінеті нове.
desk-bind-taken = Цей Telegram уже належить іншій людині в кабінеті.
button-desk-here = 🗂 Відкрити кабінет
button-desk-link = 💻 Посилання для комп’ютера
button-desk-sign-in = ✅ Так, це я: увійти
button-desk-confirm = ✅ Так, це я
button-desk-refuse = 🚫 Ні, це не я
button-desk-group = 👥 Обрати чат персоналу
key-staff-chat = 👥 Обрати групу
desk-group = Натисніть унизу «Обрати групу» й виберіть ту, де персонал отримуватиме замовлення. Я приєднаюся до неї сам. Ви маєте бути її адміністратором.
desk-group-taken = ✅ Готово: замовлення приходитимуть у цю групу. Я вже привітався там.
desk-group-failed = Я не можу писати в цій групі. Додайте мене до неї адміністратором і оберіть її ще раз: /desk
staff-chat-hello = 👋 Вітаю! Замовлення приходитимуть сюди. Що я вмію: /help
button-desk-news = 🔔 Щоденні підсумки й тривоги: увімкнути
button-desk-still = 🔕 Щоденні підсумки й тривоги: вимкнути
desk-news = Щодня тут буде рядок, коли відчиняєтесь, і ще один, коли зачиняєтесь. Якщо щось зламається, скажу одразу.
desk-still = Більше не надсилаю.
devices-code =
    <b>Екран для кухні</b>
    Відкрийте на планшеті { $address } і введіть код:
    <code>{ $code }</code>
    Або відкрийте на ньому посилання: { $link }
    Код і посилання одноразові й діють { $minutes } хв. Планшет зватиметься «{ $name }»: так його буде видно в історії замовлень.
    Код одноразовий і діє { $minutes } хв. Планшет зватиметься «{ $name }»: так його буде видно в історії замовлень.
devices-owners-only = Під’єднувати й від’єднувати планшети може лише власник.
devices-ask-name = Як назвати планшет? Напишіть у відповідь на це повідомлення, наприклад «Бар».
devices-title = <b>Під’єднані планшети</b>
devices-line = • { $name }, востаннє на зв’язку { $seen }
devices-none = Жодного планшета не під’єднано. Новий код: /board
devices-revoke-sure = Від’єднати планшет «{ $name }»? Екран на ньому одразу зникне.
devices-revoked = «{ $name }» від’єднано.
button-device-name = ✏️ Інша назва
button-device-list = 📋 Під’єднані планшети
button-device-revoke = ✖️ Від’єднати «{ $name }»
button-device-revoke-yes = ✖️ Так, від’єднати
staff-orders-nothing = Відкритих замовлень немає. ☕️
staff-card-below = Картка { $number } внизу ⬇️
staff-paid-how = ❓ <b>Замовлення не оплачено онлайн. Як заплатив гість?</b>
staff-paid-in-person = ❓ <b>Як заплатив гість?</b>
staff-paid-again = ❓ <b>Оплата повернулася гостю. Як заплатив гість?</b>
staff-paid-already = Гроші вже надійшли онлайн: не беріть їх удруге.
paid-by-cash = 💵 Готівка
paid-by-terminal = 💳 Термінал
paid-by-nothing = Нічого не брали
staff-moved = { $number }: { $status }
staff-promised = { $number }: буде готове за { $minutes } хв
staff-promised-already = Цей час уже обіцяно: { $time }
staff-too-late = { $number } уже «{ $status }» ({ $actor }). Нічого не змінено.
staff-cancel-why = ❓ <b>Чому скасовуємо?</b> Гість побачить причину.
staff-cancel-own = Чому скасовуємо { $number }? Напишіть причину у відповідь на це повідомлення.
staff-back-given = Гостю повернули гроші: цей крок уже не скасувати.
staff-back-too-late = Минуло забагато часу: цей крок уже не скасувати.
staff-stop-which = ❓ <b>Чого немає?</b>
staff-cancelled = { $number } скасовано.
reason-no-products = Закінчилися продукти
reason-closing = Ми вже зачиняємось
reason-no-answer = Гість не відповідає
reason-guest-asked = На прохання гостя
reason-own = ✍️ Інша причина
button-keep = ⬅️ Не скасовувати

refund-what = 💸 <b>Що повернути гостю?</b>
refund-nothing = 💸 За це замовлення повертати нічого.
refund-sure-card = ❓ <b>Повернути гостю { $sums } на картку, якою платили?</b>
refund-sure-person = ❓ <b>Віддайте гостю { $sums }</b>: за замовлення платили в закладі.
refund-line = { $quantity } × { $name } — { $sums }
refund-delivery = Доставка — { $sums }
refund-why = Чому? Вибір причини підтверджує повернення.
refund-reason-lack = Немає в наявності
refund-reason-slip = Помилка в замовленні
refund-reason-bad = Гостю не сподобалося
refund-reason-wish = На прохання гостя
refund-begun = Повертаємо { $sums }: стежте за карткою
refund-noted = Позначено: повернуто { $sums }
refund-list = 💸 <b>Кому повернути гроші?</b>
    💸 — чекають на повернення, далі — видані за добу.
refund-list-empty = 💸 Повертати нічого.
refund-order = { $number } · { $sum } ₴
refund-order-owes = 💸 { $number } · { $sum } ₴
refund-usage = Такого замовлення немає. Напишіть його номер: /refund 15
refund-refused-limit = Понад { $limit } ₴ за замовлення повертає лише власник. Нічого не повернуто.
refund-refused-role = Повертати гроші може лише { $role ->
    [owner] власник
   *[manager] менеджер або власник
}. Нічого не повернуто.
refund-refused-unavailable = Доступу до платіжної компанії зараз немає. Нічого не повернуто.
refund-refused-nothing = Повертати вже нічого.
refund-refused-chosen = Тим часом хтось обрав інше, нічого не повернуто. Перевірте, що обрано, і підтвердьте ще раз.
refund-refused-changed = Тим часом щось змінилося, нічого не повернуто. Оберіть ще раз.
button-refund-line = ▫️ { $name } — { $sums }
button-refund-line-on = ✅ { $chosen } × { $name } — { $sums }
button-refund-delivery = ▫️ Доставка — { $sums }
button-refund-delivery-on = ✅ Доставка — { $sums }
button-refund-chosen = ➡️ Повернути обране: { $sums }
button-refund-all = 💸 Повернути все: { $sums }
button-refund-debt = 💸 Повернути { $sums }
button-refund-extra = 💸 Повернути зайву оплату: { $sums }
button-refund-yes = ✅ Так, повернути { $sums }
button-refund-given = ✅ Віддали { $sums }
button-refund-otherwise = 🤝 Уже повернули інакше
button-refund-found = ✅ { $sums } повернуто: так у кабінеті
button-refund-lost = ✖️ { $sums } не повернуто: так у кабінеті
button-refund-resume = ▶️ Пробувати повернути { $sums } далі
button-refund-call-off = ✖️ Не повертати { $sums }
button-refunds = 💸 Повернення грошей

stop-title = <b>Стоп-лист</b>
    Оберіть розділ:
stop-category = <b>{ $name }</b>
    🟢 продається · 🌙 до наступного відкриття · ⛔️ вимкнено
stop-dish = <b>{ $name }</b>
    { $state }
stop-state-on = 🟢 Продається
stop-state-today = 🌙 Не продається до { $time }
stop-state-off = ⛔️ Не продається, доки не ввімкнете
button-stop-hour = ⏳ Немає 1 годину
button-stop-today = 🌙 Немає до завтра
button-stop-off = ⛔️ Вимкнути
button-stop-on = 🟢 Увімкнути
stop-off = ⛔️ { $name }
stop-today = 🌙 { $name }: немає до { $time }
stop-on = 🟢 { $name }
stop-group-label = 🥄 { $name }
stop-group = <b>{ $name }</b>
    Торкніться варіанта: 🟢 є → 🌙 немає до наступного відкриття → 🟢 знову є. ⛔️ вимикає, доки не ввімкнете.
stop-until = { $name } · до { $time }

pause-ask = На скільки призупинити замовлення?
pause-standing = ⏸ Замовлення призупинено до <b>{ $time }</b>.
pause-standing-open = ⏸ Замовлення призупинено, доки не відновите.
pause-begun = ⏸ Замовлення призупинено до <b>{ $time }</b> ({ $actor }).
pause-begun-open = ⏸ Замовлення призупинено, доки не відновите ({ $actor }).
pause-ended = ▶️ Знову приймаємо замовлення ({ $actor }).
pause-none = ▶️ Замовлення й так приймаються.
pause-usage = Напишіть, на скільки: /pause 30 (хвилин), /pause 2h або /pause today. Лише один спосіб: /pause delivery 30 (pickup, dine-in)
pause-30 = 30 хв
pause-60 = 1 год
pause-120 = 2 год
pause-today = До відкриття
pause-open = Доки не відновлю
pause-zones = 🗺 Лише одну зону…
pause-zones-which = <b>Зони доставки</b>
pause-zone = ⏸ { $name }
pause-zone-resume = ▶️ Знову: { $name }
pause-zone-ask = Наскільки призупинити доставку: <b>{ $name }</b>?
pause-zone-standing = ⏸ { $name }: { $time ->
    [none] доки не відновите
   *[other] до { $time }
}
pause-only-delivery = 🛵 Лише доставку
pause-only-pickup = 🥡 Лише самовивіз
pause-only-dine_in = 🍽 Лише в закладі
pause-everything = ⏸ Усі замовлення
pause-type-ask = На скільки призупинити: <b>{ $type }</b>?
pause-type-standing = ⏸ { $type }: на паузі до <b>{ $time }</b>.
pause-type-standing-open = ⏸ { $type }: на паузі, доки не відновите.
pause-type-begun = ⏸ { $type }: на паузі до <b>{ $time }</b> ({ $actor }).
pause-type-begun-open = ⏸ { $type }: на паузі, доки не відновите ({ $actor }).
pause-type-ended = ▶️ { $type }: знову приймаємо ({ $actor }).
pause-type-none = ▶️ { $type }: паузи немає.
resume-usage = Напишіть /resume, щоб відновити все, або, наприклад, /resume delivery
button-resume = ▶️ Приймати знову
button-resume-type = ▶️ Знову: { $type }

busy-ask = 🐢 <b>Багато роботи?</b> На скільки довше готуємо? Зараз обіцяємо за { $asap } хв.
busy-standing = 🐢 До <b>{ $time }</b> обіцяємо на { $minutes } хв пізніше, ніж завжди: за { $asap } хв.
busy-span-ask = 🐢 На { $minutes } хв довше. Як довго так буде?
busy-begun = 🐢 До <b>{ $time }</b> обіцяємо на { $minutes } хв пізніше, ніж завжди: за { $asap } хв ({ $actor }).
busy-ended = ⚡️ Знову обіцяємо як завжди: за { $asap } хв ({ $actor }).
busy-none = ⚡️ Ми й так обіцяємо як завжди: за { $asap } хв.
busy-usage = Напишіть, на скільки хвилин довше готуємо (до 120) і доки: /busy 20, /busy 20 1h, /busy 30 today. Вимкнути: /busy off
busy-more = +{ $minutes } хв
busy-off = ⚡️ Обіцяти як завжди

modes-title = <b>Режими меню</b>
modes-off = Меню звичайне.
modes-none = Режимів меню ще немає. Їх створюють на пульті: <b>Меню → Режими</b>.
mode-ask = На скільки увімкнути: <b>{ $name }</b>?
mode-open = Доки не вимкну
mode-on = 🔀 <b>{ $name }</b>: { $time ->
    [none] доки не вимкнете
   *[other] до { $time }
}
mode-on-button = 🔀 { $name }
mode-off-button = ⏹ Вимкнути: { $name }

walkin-title = <b>Замовлення на касі</b>
    Оберіть розділ:
walkin-category = <b>{ $name }</b>
    Натисніть на позицію, щоб додати:
walkin-note = <b>Замовлення на касі</b>
walkin-review = 🧾 Перевірити · { $total } ₴
walkin-less = ➖ { $name }
walkin-more = ➕ Додати ще
walkin-drop = 🗑 Скасувати
walkin-dropped = Чернетку видалено.
walkin-not-yours = Це не ваше замовлення або воно вже готове. Почніть своє: /walkin
walkin-dish = <b>{ $name }</b> · { $price } ₴
walkin-add = ➕ Додати · { $price } ₴
walkin-note-ask = 💬 <b>{ $name }</b>: напишіть побажання у відповідь на це повідомлення, не більше ніж { $max } символів.
walkin-unavailable = Зараз немає: { $names }. Приберіть ці позиції або оберіть інакше.
walkin-here-cash = 🍽💵 Тут, готівка · { $total } ₴
walkin-here-card = 🍽💳 Тут, термінал · { $total } ₴
walkin-away-cash = 🥡💵 Із собою, готівка · { $total } ₴
walkin-away-card = 🥡💳 Із собою, термінал · { $total } ₴
walkin-at-once = Видано одразу
walkin-placed = ✅ <b>{ $number }</b> на { $total } ₴ ({ $actor }). Картка нижче.
walkin-placed-short = ✅ { $number }

stock-low = <b>📉 Закінчується</b>
    Натисніть, щоб виправити залишок:
stock-fine = Усього вистачає. 👌
stock-all = <b>Усі залишки</b>
    Натисніть, щоб виправити:
stock-label = { $mark } { $name }: { $stock } { $unit } (мін. { $low })
stock-ask =
    <b>{ $name }</b>: зараз { $shelf } { $unit }{ $held ->
        [0] { "" }
       *[other] , з них { $held } { $unit } для замовлень, які ще не готують (рахуйте й це)
    }. Скільки насправді? Напишіть число ({ $unit }) у відповідь.
stock-number = Потрібне ціле число, не менше нуля. Спробуйте ще раз.
stock-set =
    ✅ { $name }: { $shelf } { $unit }{ $held ->
        [0] { "" }
       *[other] , з них { $held } { $unit } для замовлень, які ще не готують
    }
button-stock-all = Усі залишки
button-stock-low = 📉 Що закінчується

today-title = <b>📊 Підсумок дня, { $date }</b>
today-orders = Замовлень: <b>{ $count }</b> на <b>{ $revenue } ₴</b>
today-cancelled = Скасовано: { $count }
today-average = Середній чек: { $sum } ₴
today-usage = Напишіть день: /today, /today вчора або /today 14.06
today-ahead = { $date } ще попереду: підсумку поки немає.
today-taken = Отримано: <b>{ $sum } ₴</b>
today-cash = 💵 Готівка: { $sum } ₴
today-terminal = 💳 Термінал: { $sum } ₴
today-online = 🌐 Онлайн: { $sum } ₴
today-expected = ⏳ Очікується: { $sum } ₴
today-unpaid = ⚠️ З них видано без оплати: { $sum } ₴
today-to-return = 💸 Повернути гостям: <b>{ $sums }</b>
today-to-return-earlier = 💸 Повернути за попередні дні: <b>{ $sums }</b>
today-returned = ↩️ Повернуто гостям: { $sums }
today-paid = 💰 Усього сплачено: { $sums }
today-kept = 🟰 Лишилося в закладу: <b>{ $sums }</b>
today-type = { $type }: { $count } на { $revenue } ₴
today-zones = <b>За зонами</b>
today-zone = 🗺 { $name }: { $count } на { $revenue } ₴{ $late ->
    [0] {""}
   *[other] , пізніх { $late }
}
today-couriers = <b>Кур’єри</b>
today-courier = 🛵 { $name }: { $count }{ $late ->
    [0] {""}
   *[other] , пізніх { $late }
}{ $counted ->
    [0] {""}
   *[other] , здано { $counted } ₴
}
today-hours = <b>За годинами</b>
today-hour = <code>{ $hour }</code> { $bar } { $count } · { $revenue } ₴
today-best = <b>Найпопулярніше</b>
today-seller = { $name } — { $count }

staff-edit-title = ✏️ <b>Змінити { $number }</b>. Натисніть ➖ або ➕, додайте позицію, потім збережіть.
staff-edit-line = { $quantity } × { $name }
staff-edit-added = ✖️ + { $quantity } × { $name }
staff-edit-add = ➕ Інша позиція…
staff-edit-zone = 🗺 { $name } · { $fee } ₴
staff-edit-zone-chosen = ✅ { $name } · { $fee } ₴
staff-edit-what = Що додати до { $number }? Напишіть у відповідь на це повідомлення, наприклад: «велике лате на вівсяному і два круасани».
staff-edit-unclear = Не зрозуміло: { $words }. Напишіть інакше, з усім, що треба обрати.
staff-edit-total = Разом: { $before } ₴ → <b>{ $total } ₴</b>
staff-edit-returns = 💸 Гостю повернеться { $sum } ₴
staff-edit-balance = 💵 Доплата під час видачі: { $sum } ₴
staff-edit-propose = Спитати гостя: { $total } ₴
staff-edit-save = Зберегти: { $total } ₴
staff-edit-save-agreed = Гість уже згоден: { $total } ₴
staff-edit-saved = Замовлення { $number } змінено: { $total } ₴
staff-edit-proposed = Запитали гостя { $number }. Поки він не згоден, готуйте як було.
button-edit-order = ✏️ Змінити
edit-title = ✏️ <b>Змінити замовлення { $number }</b>. Щоб додати інші позиції, покладіть їх у кошик і поверніться сюди.
edit-total = Разом: { $before } ₴ → <b>{ $total } ₴</b>
edit-returns = 💸 Повернемо вам { $sum } ₴
edit-cart = 🛒 Додати з кошика: { $count } шт., { $total } ₴
edit-cart-added = ✅ З кошика: { $count } шт., { $total } ₴
edit-save = Зберегти: { $total } ₴
edit-saved = Замовлення змінено
edit-agreed = Дякуємо! Замовлення змінено
edit-kept = Добре, лишаємо як було
staff-paid-balance = Візьміть доплату { $sum } ₴. Як її сплачено?

# A courier's own chat.

courier-off-shift = Ви не на зміні. Натисніть /shift.
courier-taken = Це замовлення вже везе { $name }.
courier-not-offered = Цієї доставки вже немає.
courier-not-theirs = { $name ->
    [none] Це замовлення зараз не ваше.
   *[other] Це замовлення везе { $name }.
}
courier-outdated = Це вже не так: подивіться, як тепер.
courier-unknown = Цього кур’єра немає на зміні.
courier-needs-code = Які 4 цифри назве гість? Напишіть їх у відповідь. Якщо в гостя їх немає, надішліть «-»: персонал про це дізнається.
courier-needs-photo = Надішліть у відповідь фото того, що передали. Якщо зняти не можна, надішліть «-»: персонал про це дізнається.
courier-wrong-code = Це не ті цифри. Напишіть 4 цифри, які назве гість, або «-», якщо їх немає.
courier-code-locked = Забагато помилок. Якщо замовлення в гостя, надішліть «-»: персонал про це дізнається.
courier-bad-words = Напишіть від 1 до 200 знаків.
courier-many-words = Про це замовлення вже досить повідомлень: зателефонуйте.
courier-none = Це замовлення зараз ніхто не везе.
courier-write-ask = Що написати гостю? Надішліть текст у відповідь на це повідомлення.
courier-written = { $number }: гість це прочитає.
courier-shared = 📍 Поки ви в дорозі із замовленням, його гість бачить на сторінці, де ви. Потім ваше місце ніде не лишається.
courier-no-right = Для цього потрібне право на доставку: його дає власник у «Команді».
courier-shift-on = 🟢 Ви на зміні. Нові доставки приходитимуть сюди. Поділіться тут геопозицією наживо, і гість бачитиме, де ви, поки ви до нього їдете.
courier-shift-off = 🔴 Ви не на зміні.
courier-own = <b>Ваші:</b>
courier-free = <b>Вільні:</b>
courier-shift-ended = 🔴 Зміну завершено.{ $carried ->
    [none] {""}
   *[other] {" "}Ще довезіть: { $carried }.
}
courier-done-take = { $number } ваше
courier-done-back = { $number } знову вільне
courier-done-go = { $number }: гість знає, що ви в дорозі
courier-done-door = { $number }: гість знає, що ви під дверима
courier-done-nobody = { $number }: кафе телефонує гостю
courier-done-return = { $number }: кафе знає
courier-done-done = { $number } передано
courier-done-cash = { $number } передано
courier-done-card = { $number } передано
courier-ask = Хто повезе?
courier-choice = { $name }{ $count ->
    [0] {""}
   *[other] {" "}({ $count })
}
courier-nobody-yet = Нікому
courier-cash-in-hand = 💵 Готівки з вами: <b>{ $sum } ₴</b>. Здайте її в кафе: там порахують і запишуть.
courier-cash-to-hand-in = 💵 Здайте в кафе готівку: <b>{ $sum } ₴</b>.

# Counting what couriers hand in.

cash-whose = 💵 Від кого приймаєте готівку?
cash-nobody = Ніхто з кур’єрів не на зміні, і ні в кого немає готівки.
cash-ask = 💵 Порахуйте все, що здає <b>{ $name }</b>, і напишіть суму у відповідь на це повідомлення.
cash-number = Напишіть суму цілим числом гривень у відповідь на це повідомлення: скільки здає { $name }?
cash-unknown = Цей кур’єр уже не на зміні, і готівки за ним немає.
cash-own = Свою готівку рахує хтось інший.
cash-counted = Це вже пораховано й записано. Щоб прийняти ще, почніть знову: /cash
cash-decided = Про цю різницю вже вирішено.
courier-assigned = { $number }: { $name ->
    [none] без кур’єра
   *[other] везе { $name }
}
