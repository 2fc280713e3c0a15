# The pages as search engines, messengers and browsers without JavaScript see them.

page-title = { $cafe } – меню й замовлення
page-description = { $cafe }: меню з цінами й замовлення онлайн – доставка, самовивіз або до столика
page-menu-title = Меню з цінами – { $cafe }
page-menu-description = { $cafe }: усе меню з цінами, вагою та алергенами

page-skip = Перейти до вмісту
page-sections = Розділи
page-menu = Меню
page-orders = Замовлення
page-about = Про кафе
page-no-script = Щоб замовити на сайті, увімкніть JavaScript у браузері. Або зателефонуйте нам, ми приймемо замовлення.
page-no-script-unreachable = Щоб замовити на сайті, увімкніть JavaScript у браузері.
page-see-menu = Меню з цінами

page-call = Зателефонувати: { $phone }
page-order = Замовити онлайн
page-address = Адреса
page-map = на мапі
page-hours = Години роботи
page-special-days = Особливі дні
page-daily = щодня
page-always = цілодобово
page-closed = зачинено
page-weekday = { $day ->
    [mon] Пн
    [tue] Вт
    [wed] Ср
    [thu] Чт
    [fri] Пт
    [sat] Сб
   *[sun] Нд
}

page-price = { $amount } ₴
page-price-more = +{ $price }
page-price-less = −{ $price }
page-served = Подаємо: { $hours }
page-allergens = Алергени: { $names }
page-allergens-none = Без алергенів із переліку 14 основних
page-allergens-unknown = Алергени кафе не вказало: запитайте, якщо це важливо
page-diets-with = З варіантом «{ $option }»: { $names }
page-option-allergens = алергени: { $names }
page-option-without = без: { $names }
page-stopped = зараз немає

page-print-title = Меню для друку – { $cafe }
page-print-hint = Щоб надрукувати меню або зберегти як PDF, натисніть Ctrl+P, а на телефоні – «Поділитися», далі «Друк».
page-print-scan = Меню й замовлення
page-print-allergens = Алергени
