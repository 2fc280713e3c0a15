# What thermal printers print. Short words in large letters: a cook reads them from a metre.

paper-copy = КОПІЯ
paper-changed = ЗМІНЕНО
paper-cancelled = СКАСОВАНО
paper-type = { $type ->
    [delivery] Доставка
    [pickup] Самовивіз
   *[dine_in] У закладі
}
paper-table = Столик { $table }
paper-table-none = Столик не вказано
paper-due = НА { $time }
paper-due-day = НА { $time }, { $day }
paper-allergens = Алергени: { $names }
paper-diets = Має бути: { $names }
paper-pieces = Усього: { $count } шт.
paper-elsewhere = Решту готують інші: { $count } шт.
paper-zone = Зона: { $zone }
paper-courier = Кур’єр: { $name }
paper-created = Замовлено { $time }
paper-paid = ОПЛАЧЕНО
paper-held = КАРТКА, СУМУ ЗАБЛОКОВАНО
paper-unpaid = НЕ ОПЛАЧЕНО: { $sum }
paper-cash = ВЗЯТИ { $sum } готівкою
paper-no-change = Без решти
paper-too-little = Гість підготував { $sum }: не вистачить
paper-change = Решта з { $sum }: { $change }
paper-balance = ДОПЛАТИТИ { $sum }
paper-test = Пробна сторінка
paper-test-width = Папір { $width } мм, { $dots } точок у рядку
paper-time-was = Час: { $after } замість { $before }
paper-place-was = Тепер: { $text }
paper-address-was = Адреса: { $text }
paper-words-was = Коментар: { $text }
paper-name-was = Гість: { $text }
paper-bill = Рахунок { $number }
paper-each = по { $sum }
paper-items = Сума
paper-discount = Знижка
paper-promo = Промокод { $code }
paper-delivery-fee = Доставка
paper-total = РАЗОМ
paper-refunded = Повернуто
paper-bill-paid = Оплачено
paper-bill-held = Суму заблоковано на картці
paper-to-pay = До сплати
paper-to-pay-card = До сплати карткою
paper-to-pay-more = Доплатити
paper-link = { $state ->
    [pay] Оплатити на телефоні
   *[see] Ваше замовлення на телефоні
}
paper-thanks = Дякуємо!
paper-receipt = { $kind ->
    [return] Чек повернення
   *[sale] Фіскальний чек
}
paper-order = Замовлення { $number }
paper-way = { $way ->
    [cash] Готівкою
    [terminal] Терміналом
   *[card] Карткою онлайн
}
paper-fiscal-number = Фіскальний номер { $number }
paper-day = { $till }, день { $number }
paper-day-opened = Відкриває { $name }, { $moment }
paper-day-closed = Закриває { $name }, { $moment }
paper-figure-left = На початку
paper-figure-opening-difference = Різниця на відкритті
paper-figure-taken = Від гостей
paper-figure-undone = Не видані замовлення
paper-figure-given-back = Повернуто гостям
paper-figure-handed-in = Від кур’єрів
paper-figure-brought = Внесено
paper-figure-out = Взято
paper-figure-expected = Має бути в касі
paper-figure-cash = Виторг готівкою
paper-figure-terminal = Терміналом
paper-figure-card = Карткою онлайн
paper-figure-terminal-back = Повернуто терміналом
paper-figure-card-back = Повернуто на картки
paper-coins = Копійки
paper-counted = Пораховано
paper-difference = Різниця
paper-reason-opening = На відкритті: { $reason }
paper-reason-closing = На закритті: { $reason }
