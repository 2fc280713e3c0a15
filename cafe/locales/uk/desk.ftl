# Що відповідає кабінет власника на неправильно заповнені поля.

desk-field-needed = Заповніть це поле.
desk-field-too-long = Щонайбільше { $limit } { $limit ->
    [one] символ
    [few] символи
   *[many] символів
}.
desk-field-invalid = Такого значення тут бути не може.
cash-sum-invalid = Потрібна сума цілим числом гривень, щонайбільше { $most }.
till-first-name = Каса
till-name-taken = Каса з такою назвою вже є.
till-count-empty = Введіть, що порахували: хоча б одне число.
till-pieces-invalid = Потрібне ціле число, щонайбільше { $most }.
till-sum-invalid = Більше ніж 0 і щонайбільше { $most } ₴.
till-reason-needed = Не сходиться: напишіть чому.
cash-reason-invalid = Напишіть чому, до { $most } знаків.
desk-field-unknown = Такого поля немає.

staff-name-taken = Таке ім’я вже є. Додайте прізвище чи посаду.
staff-role-rights = Оберіть хоч щось одне.
staff-role-in-use = Цю роль мають: { $names }. Спершу дайте їм іншу.
staff-role-unknown = Оберіть роль.
staff-pin-invalid = PIN — це від чотирьох до шести цифр.
staff-telegram-invalid = Це має бути номер Telegram, наприклад 123456789. Його показує бот на /desk.
staff-telegram-taken = Цей Telegram уже належить: { $name }.

# Що не так зі значенням поля.

desk-edits-missing = Тут нема чого зберігати.
too-much-at-once = Забагато змін за один раз. Зробіть їх частинами.
invalid-value = Перевірте це значення.
too-many = Щонайбільше { $most }.
must-be-line = Тут має бути один рядок тексту.
must-not-be-blank = Заповніть це поле.
must-be-text = Тут має бути текст.
must-be-link = Тут має бути адреса, що починається з https:// або з /.
must-be-whole = Тут має бути ціле число від { $least } до { $most }.
must-be-cost = Тут мають бути гривні за одну одиницю, від 0 до { $most }, щонайбільше шість цифр після коми.
must-be-flag = Тут може бути лише «так» або «ні».
must-be-time = Тут має бути час, наприклад 08:00.
must-be-timezone = Такого часового поясу немає. Приклад: Europe/Kyiv.
must-be-tables = Назви столиків через кому, «1-12, A-3, Тераса», щонайбільше { $limit }: літери й цифри, між ними ще крапка, дефіс чи «/».
must-be-tiles = Тут має бути адреса з { "{" }z{ "}" }, { "{" }x{ "}" } і { "{" }y{ "}" }.
must-be-colour = Тут має бути колір, наприклад #6f4e37.
must-be-at-least-one = Хоч щось одне має бути ввімкнено.
must-be-prep-time = Тут можуть бути дні, проміжок і хвилини, як-от { $example }.
must-be-week-range = Тут можуть бути дні та проміжок, як-от { $example }.
must-be-one-of = Тут може бути одне з: { $values }.
must-be-moment = Тут має бути дата й час.
must-be-ranges = Тут має бути список годин, наприклад 08:00-15:00.
must-be-range = Тут мають бути години, наприклад 08:00-15:00.
ranges-overlap = Години накладаються: { $former } і { $latter }.
too-many-ranges = Щонайбільше { $most } проміжків на день.
must-be-day = Тут має бути дата.
must-be-list = Тут має бути список.
must-be-street = Не зрозуміло: «{ $street }». Пишіть так: «Зелена (Червоної Калини) 1-40 парні».
must-be-number = Тут має бути число від { $least } до { $most }.
must-be-digits = Тут мають бути цифри, від { $least } до { $most }.
must-be-rings = Тут мають бути кола: місце й кілометри.
must-be-corners = Тут мають бути кути ділянки: широта й довгота.
too-few-corners = У ділянки має бути щонайменше { $least } кути.
must-be-amounts = Тут мають бути кількості.
must-not-be-zero = Тут не може бути нуля.
unknown-key = Такого поля немає.
unknown-table = Такого розділу немає.
used-twice = Це використано двічі.
missing = Заповніть це поле.
cannot-change = Це змінити не можна.
cannot-add = Це окремо додати не можна.
cannot-delete = Це видалити не можна.
in-use = Спершу приберіть це звідси: { $names }{ $count ->
    [1] {""}
    [2] {""}
    [3] {""}
   *[other] {" "}й інші (разом { $count })
}.
no-category = Такої категорії немає.
no-product = Такої позиції немає.
no-ingredient = Такого продукту на складі немає: { $key }.
no-option-group = Такого вибору немає: { $key }.
no-tax-group = Податкової групи { $key } немає.
allergens-and-none = Або назвіть алергени, або вкажіть, що їх немає.
diet-refuted = «{ $name }»: { $diet ->
    [vegan] веганським
    [vegetarian] вегетаріанським
   *[gluten_free] без глютену
} це бути не може, бо серед алергенів { $allergen ->
    [milk] молоко
    [eggs] яйця
    [fish] риба
    [crustaceans] ракоподібні
    [molluscs] молюски
   *[gluten] глютен
}.
options-missing = Додайте хоча б один варіант: гість мусить щось обрати.
may-only-narrow = «{ $name }»: тут можна дозволити лише від { $min } до { $max }.
min-above-max = Щонайменше { $min } — це більше, ніж щонайбільше { $max }.
defaults-missing = «{ $name }»: позначте як типові від { $min } до { $max } варіантів (зараз { $count }), щоб позицію можна було додати без запитань.
must-be-table = Тут має бути розділ із назвами й значеннями.
not-a-catalogue-file = Це не файл меню (TOML). Збережіть меню у файл і змінюйте його.

picture-size = Файл завеликий: щонайбільше { $limit } МБ.
picture-kind = Це не фото: підійдуть JPEG, PNG або WebP.
picture-heic = Фото у форматі HEIC. Надішліть його як JPEG.
picture-pixels = Фото завелике: щонайбільше { $limit } мегапікселів.
picture-unreadable = Файл не прочитався. Спробуйте інше фото.

prices-selection = Оберіть, які ціни змінити.
prices-percent = Тут має бути число відсотків від −100 до 1000.
prices-amount = Тут має бути сума в цілих гривнях.
prices-step = Округлити можна до 1, 5 або 10 ₴.
prices-below-zero = Стільки зняти не можна: ціна «{ $name }» стала б меншою за нуль.
prices-too-high = Забагато: ціна «{ $name }» перевищила б 10 000 000 ₴.

connection-malformed = Це не такий ключ. Скопіюйте його ще раз, цілком.
connection-no-answer = Відповіді немає, тож ключ не вдалося перевірити. Нічого не змінилося: спробуйте за хвилину.
connection-refused = Цей ключ не прийнято.
connection-refused-why = Цей ключ не прийнято: { $reason }

# Меню у файлі.

file-problem = { $message }
file-table-settings = Налаштування
file-table-categories = Категорії
file-table-products = Позиції
file-table-option_groups = Вибір до позицій
file-table-ingredients = Склад
file-table-slots = Навантаження кухні
file-table-zones = Зони доставки
file-table-tax_groups = Податкові групи
file-table-promos = Промокоди
file-table-hours = Години роботи
file-table-special_days = Особливі дні
desk-refund-too-large = Повернути можна щонайбільше { $sum } ₴: решту вже повернули.
desk-refund-many-ways = Оберіть щось одне: позиції, суму чи все замовлення.
