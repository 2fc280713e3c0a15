# Messages to customers and to the staff chat. The tags are Telegram's; browsers get the texts without them. No value has any.

customer-order-created =
    Дякуємо за замовлення, { $name }! 🤎
    Замовлення <b>{ $number }</b> на <b>{ $total } ₴</b> отримано. Як із ним справи, показує це повідомлення: воно оновлюється. Покличемо, коли щось буде потрібно від вас.
customer-card-unavailable = Замовлення <b>{ $number }</b>: { card-unavailable }
customer-payment-received = ✅ Оплату замовлення <b>{ $number }</b> на <b>{ $total } ₴</b> отримано. Дякуємо!
customer-payment-held =
    💳 За замовлення <b>{ $number }</b> заблоковано <b>{ $total } ₴</b> на вашій картці. Спишемо їх, щойно приймемо замовлення; якщо не приймемо, вони знову стануть вашими.
customer-payment-failed = ❌ Оплата замовлення <b>{ $number }</b> не пройшла. Спробуйте ще раз або оплатіть при отриманні.
customer-payment-failed-until =
    ❌ Оплата замовлення <b>{ $number }</b> не пройшла. Спробуйте ще раз до <b>{ $time }</b>, інакше замовлення буде скасовано.
customer-payment-due =
    ⏳ Замовлення <b>{ $number }</b> ще не оплачено. Оплатіть <b>{ $total } ₴</b> до <b>{ $time }</b>, інакше його буде скасовано.
customer-money-to-return =
    Ми отримали <b>{ $sums }</b> за замовлення <b>{ $number }</b>, але { $reason ->
       *[cancelled] воно вже скасоване.
    }
    Ми повернемо вам ці кошти.
customer-money-returned =
    ↩️ Повернули вам <b>{ $sums }</b> за замовлення <b>{ $number }</b>.{ $way ->
        [person] {""}
       *[card] {" "}Гроші надійдуть на картку, якою ви платили, зазвичай за 1–3 банківські дні.
    }
customer-return-receipt-ready = 🧾 Чек повернення за замовлення <b>{ $number }</b> готовий.
customer-receipt-ready = 🧾 Чек за замовлення <b>{ $number }</b> готовий.

customer-paid = ✅ Оплачено: <b>{ $total } ₴</b>
customer-held = 💳 Заблоковано на картці: <b>{ $total } ₴</b>. Спишемо, коли приймемо замовлення
customer-capturing = 💳 Списуємо з картки: <b>{ $total } ₴</b>
customer-unpaid = 💳 Ще не оплачено: <b>{ $total } ₴</b>
customer-unpaid-until = 💳 Ще не оплачено: <b>{ $total } ₴</b>. Оплатіть до <b>{ $time }</b>, інакше замовлення буде скасовано.
customer-cash = 💵 До сплати готівкою: <b>{ $total } ₴</b>
customer-news-below = Замовлення <b>{ $number }</b>: новини про нього нижче 👇

customer-status-new = 🕓 Замовлення <b>{ $number }</b> отримано, скоро приймемо.
customer-status-confirmed = ✅ Замовлення <b>{ $number }</b> прийнято.
customer-status-cooking = 👩‍🍳 Замовлення <b>{ $number }</b> вже готується.
customer-status-ready-pickup = 🔔 Замовлення <b>{ $number }</b> готове, чекаємо на вас!
customer-status-ready-dine_in = 🔔 Замовлення <b>{ $number }</b> готове, вже несемо!
customer-status-ready-delivery = 🔔 Замовлення <b>{ $number }</b> готове й скоро вирушить до вас.
customer-status-courier = 🛵 Кур’єр із замовленням <b>{ $number }</b> вже в дорозі.
customer-status-completed-pickup = 🤎 Замовлення <b>{ $number }</b> видано. Смачного!
customer-status-completed-dine_in = 🤎 Замовлення <b>{ $number }</b> подано. Смачного!
customer-status-completed-delivery = 🤎 Замовлення <b>{ $number }</b> доставлено. Смачного!
customer-status-cancelled = ❌ Замовлення <b>{ $number }</b> скасовано.
customer-status-reason = Причина: { $reason }
customer-reason-no-products = Закінчилися продукти
customer-reason-closing = Ми вже зачиняємось
customer-reason-no-answer = Не вдалося з вами зв’язатися
customer-reason-unpaid = Не оплачено вчасно. Якщо воно ще потрібне, замовте знову
customer-reason-unanswered = Не встигли його прийняти. Перепрошуємо
customer-reason-guest-asked = На ваше прохання
customer-status-released = 💳 Гроші на картці розблоковуємо: нічого не списано.
customer-status-refund = Ми повернемо вам <b>{ $sums }</b>.
customer-status-corrected = ↩️ Уточнення щодо замовлення <b>{ $number }</b>: тепер «{ $status_name }».
customer-ready-time = Буде готове приблизно о <b>{ $time }</b> (за { $minutes } хв).
customer-ready-time-at-door = Буде у вас приблизно о <b>{ $time }</b> (за { $minutes } хв).
customer-ready-promise = ⏱ Замовлення <b>{ $number }</b> буде готове приблизно о <b>{ $time }</b> (за { $minutes } хв).
customer-ready-promise-at-door = ⏱ Замовлення <b>{ $number }</b> буде у вас приблизно о <b>{ $time }</b> (за { $minutes } хв).

button-track = 📍 Стежити
button-unfollow = 🔕 Не писати
button-order = 📋 Деталі
button-pay = 💳 Оплатити
button-receipt = 🧾 Відкрити чек

cancelled-title = ❌ { $count ->
    [one] Гість скасував { $count } замовлення
    [few] Гості скасували { $count } замовлення
    [many] Гості скасували { $count } замовлень
   *[other] Гості скасували { $count } замовлення
}, яких тут ще не було:
cancelled-line = <b>{ $number }</b> · { $total } ₴
staff-order-cancelled =
    ❌ Гість скасував замовлення <b>{ $number }</b> на { $total } ₴.
staff-order-cancelled-return =
    ❌ Гість скасував <b>оплачене</b> замовлення <b>{ $number }</b>.
    💸 Поверніть гостю <b>{ $sums }</b>.
staff-order-cancelled-unpaid =
    ❌ Замовлення <b>{ $number }</b> на { $total } ₴ скасовано: його не оплатили вчасно. Готувати не треба.
staff-order-cancelled-unanswered =
    ❌ Замовлення <b>{ $number }</b> на { $total } ₴ скасовано: його не прийняли вчасно. Гроші на картці гостя розблоковуємо, повертати нічого не треба.
staff-order-held =
    💳 Замовлення <b>{ $number }</b>: на картці гостя заблоковано <b>{ $total } ₴</b>. Спишемо, щойно приймете. Прийміть до <b>{ $time }</b>, інакше замовлення буде скасовано.
staff-hold-lost =
    ⚠️ Замовлення <b>{ $number }</b> не оплачено: гроші, заблоковані на картці гостя, не списано{ $reason ->
        [none] .
       *[other] : { $reason }
    }
    Гість може оплатити ще раз; інакше візьміть <b>{ $total } ₴</b> при видачі.
staff-order-paid = ✅ Замовлення <b>{ $number }</b> оплачено карткою: <b>{ $total } ₴</b>.
staff-order-to-cash = 💵 Замовлення <b>{ $number }</b>: гість заплатить готівкою, до сплати <b>{ $total } ₴</b>.
staff-money-to-return =
    💸 Поверніть гостю <b>{ $sums }</b> за замовлення <b>{ $number }</b>.
    { $reason ->
        [cancelled] Оплата надійшла за вже скасоване замовлення.
        [second] Це друга оплата вже оплаченого замовлення.
        [by-staff] Оплачене замовлення скасував персонал.
       *[other] Причина: { $reason }
    }
staff-money-to-return-unpaid =
    💸 Гість заплатив <b>{ $sums }</b> за замовлення <b>{ $number }</b>, коли його вже було скасовано як неоплачене.
    Зателефонуйте гостю: або поверніть гроші, або прийміть замовлення ще раз.
staff-payment-reversed =
    ↩️ Банк повернув гостю <b>{ $sums }</b> за замовлення <b>{ $number }</b>, а воно не скасоване.
    Перевірте в кабінеті банку.
staff-payment-reversed-twice =
    ↩️ Банк повернув гостю <b>{ $sums }</b> за замовлення <b>{ $number }</b>, а ви вже позначили ці гроші як повернуті.
    Якщо їх віддали з рук у руки, гість отримав їх двічі.
staff-payment-unclear =
    ❓ Замовлення <b>{ $number }</b>: два дні не можемо дізнатися, чи його оплачено ({ $provider }).
    Перевірте в кабінеті { $provider ->
        [liqpay] LiqPay
       *[monobank] monobank
    }.
staff-payment-unknown =
    ❗ { $provider ->
        [liqpay] LiqPay
       *[monobank] monobank
    } каже, що отримано <b>{ $sums }</b>, але такого рахунку немає в нашій базі: так буває після відновлення з копії.
    Знайдіть платіж у кабінеті (<code>{ $reference }</code>), а з гостем вирішіть, що робити: виконати замовлення чи повернути гроші.
staff-amount-differs-receipt =
    { staff-amount-differs }
    Чек не створено: видайте його вручну на правильну суму.
staff-amount-differs =
    ⚠️ Замовлення <b>{ $number }</b>: надійшло <b>{ $paid } { $currency }</b>, а сума замовлення — <b>{ $total } ₴</b>. Перевірте оплату.
staff-low-stock =
    📉 Закінчується: <b>{ $name }</b>, лишилося { $stock } { $unit }.
    Виправити залишок: /stock
unit-ml = мл
unit-l = л
unit-g = г
unit-kg = кг
unit-pcs = шт.
unit-pc = шт.
staff-receipt-refused =
    ⚠️ Чек за замовлення <b>{ $number }</b> не створено: { $reason }
    Зробіть його вручну, якщо його немає в кабінеті фіскальної служби.
staff-receipt-delayed =
    ⏳ Чек за замовлення <b>{ $number }</b> не вдається створити вже кілька годин: { $reason }
    Пробуємо далі, добу. Вручну поки не робіть: чек міг би подвоїтися.
staff-drawer-short =
    💵 За даними фіскальної каси, у ній замало готівки { $what ->
        [return] для чека повернення замовлення <b>{ $number }</b>
       *[out] для того, що винесли з каси
    } (<b>{ $sums }</b>).
    Внесіть готівку в касу й запишіть це на робочому місці (Готівка → Внести готівку), а якщо готівка у вас без чеків — у кабінеті служби. Пробуємо далі ще добу.
staff-cash-untold =
    ⚠️ Фіскальна служба не прийняла { $what ->
        [in] внесення
       *[out] вилучення
    } готівки на <b>{ $sums }</b>: { $reason }
    Запишіть його вручну в кабінеті служби, якщо там його немає.
staff-return-receipt-refused =
    🧾 Чек повернення на <b>{ $sums }</b> за замовлення <b>{ $number }</b> не створено{ $reason ->
        [none] : чек продажу теж робили вручну
       *[other] : { $reason }
    }
    Зробіть його вручну, якщо його немає в кабінеті фіскальної служби.
staff-refund-refused =
    ⚠️ Гроші за замовлення <b>{ $number }</b> не повернуто (<b>{ $sums }</b>){ $reason ->
        [none] .
       *[other] : { $reason }
    }
    Спробуйте ще раз із картки або поверніть інакше й позначте це.
staff-refund-held =
    ⏸ Добу не вдається повернути гостю <b>{ $sums }</b> за замовлення <b>{ $number }</b>: { $reason ->
        [none] інше повернення того самого платежу досі не завершене.
       *[other] банк його не приймає ({ $reason }).
    }
    Більше не пробуємо: на картці замовлення («Повернути гроші») скажіть, чи пробувати далі, чи скасувати це повернення.
staff-refund-unclear =
    ❓ Досі не можемо дізнатися, чи повернуто гостю <b>{ $sums }</b> за замовлення <b>{ $number }</b>.
    Перевірте в кабінеті { $provider ->
        [liqpay] LiqPay
       *[monobank] monobank
    }, позначка повернення <code>{ $reference }</code>, і скажіть це на картці замовлення.
staff-pause-ended = ▶️ Пауза скінчилася, знову приймаємо замовлення.
staff-pause-ended-closed = ▶️ Пауза скінчилася. Зараз ми зачинені, замовлення почнуться з відкриттям.
staff-type-pause-ended = ▶️ Пауза скінчилася, знову приймаємо: { $order_type ->
    [delivery] доставка
    [pickup] самовивіз
   *[dine_in] у закладі
}.
staff-type-pause-ended-closed = ▶️ Пауза скінчилася: { $order_type ->
    [delivery] доставка
    [pickup] самовивіз
   *[dine_in] у закладі
}. Зараз замовлень не приймаємо.
staff-busy-ended = ⚡️ Час «багато роботи» скінчився: знову обіцяємо як завжди. Ще не встигаємо? /busy
staff-mode-began = 🔀 Діє режим меню <b>{ $mode }</b>. /modes
staff-mode-ended = 🔀 Режим меню <b>{ $mode }</b> скінчився. Ще потрібен? /modes
staff-order-prevented = ⚠️ <b>{ $number }</b> на { $wanted }. { $modes }: { $dishes ->
    [none] цього способу замовлення немає
   *[other] не приготуємо { $dishes }
}. { $is_told ->
    [1] Гостя попереджено: { $name }, { $phone }.
   *[0] Зателефонуйте гостю: { $name }, { $phone }.
}
staff-backup-failed =
    ⚠️ Нічну резервну копію не зроблено: { $problem ->
        [no-room] на диску забракло місця
        [not-writable] у теку для копій не вдається писати
        [unreadable] базу даних не вдалося прочитати
       *[other] причина записана в журналі сервісу
    }. Спробуємо ще за чверть години, далі щогодини. Скажіть тому, хто доглядає за сервером.
staff-backup-recovered = ✅ Нічні резервні копії знову робляться.
staff-copy-stopped =
    ⚠️ Безперервна копія бази даних зупинилася: { $problem ->
        [no-room] на її диску забракло місця
        [not-writable] у її теку не вдається писати
        [unreadable] базу даних не вдалося прочитати
       *[other] причина записана в журналі сервісу
    }. Замовлення приймаємо далі, але разом із диском сервера вони б зникли. Скажіть тому, хто доглядає за сервером.
staff-copy-recovered = ✅ Безперервна копія бази даних знову не відстає.
staff-service-returned =
    ⚡️ Сервіс не працював від { $since } до { $until }, і ніхто не міг замовити. Жодне замовлення за цей час не мало бути готове.
    Оплати за цей час саме перевіряємо: про кожну напишемо тут.
staff-service-returned-due =
    ⚡️ Сервіс не працював від { $since } до { $until }, і ніхто не міг замовити. { $count ->
        [one] За цей час мало бути готове { $count } замовлення: { $numbers }. Почніть із нього.
        [few] За цей час мали бути готові { $count } замовлення: { $numbers }. Почніть із них.
       *[many] За цей час мало бути готове { $count } замовлень: { $numbers }. Почніть із них.
    }
    Оплати за цей час саме перевіряємо: про кожну напишемо тут.
staff-disk-low =
    ⚠️ На диску сервера лишилося { $free } МБ. На ньому: { $uses }. Скажіть тому, хто доглядає за сервером: невдовзі треба звільнити місце.
staff-disk-full =
    ❗️ На диску сервера лишилося { $free } МБ. На ньому: { $uses }. Скажіть тому, хто доглядає за сервером: місце треба звільнити зараз, інакше замовлення не прийматимуться.
disk-use-database = база даних
disk-use-uploads = завантажені фото
disk-use-backups = резервні копії
disk-use-copy = безперервна копія
staff-order-forgotten =
    🚨 Замовлення <b>{ $number }</b> чекає вже { $waiting } хв, і його ніхто не прийняв!
    Зателефонуйте гостю { $phone }, прийміть або скасуйте замовлення.

waiting-at-opening = ☀️ <b>Відкриваємося. { $count ->
    [one] Чекає { $count } замовлення
    [few] Чекають { $count } замовлення
   *[many] Чекає { $count } замовлень
}</b>
waiting-title = ⏰ <b>{ $count ->
    [one] Чекає { $count } замовлення
    [few] Чекають { $count } замовлення
   *[many] Чекає { $count } замовлень
}</b>: дивіться дошку 📋 або /orders
waiting-line = <b>{ $number }</b> · { $type } · { $status } · { $time }
waiting-more = …та ще { $count } → /orders
board-title = 📋 <b>{ $count ->
    [one] { $count } замовлення
    [few] { $count } замовлення
   *[many] { $count } замовлень
}</b> · { $time }
board-nothing = 📋 Відкритих замовлень немає. ☕️
board-late = 🔴 <b>Прострочені: { $count }</b>
board-new = 🆕 <b>Нові: { $count }</b>
board-cooking = 🔥 <b>Готуються: { $count }</b>
board-ready = ✅ <b>Готові: { $count }</b>
board-later = ⏰ <b>На потім: { $count }</b>
board-late-by = <b>+{ $minutes } хв</b>
board-start-at = почати о { $time }
board-unanswered = 🆕
board-courier = у дорозі
board-held = 💳⏳
board-unpaid = 💳❗️
board-table = 🍽 { $table }
board-type-dine_in = 🍽
board-type-pickup = 🥡
board-type-delivery = 🛵 доставка
board-more = … ще { $count }
board-left-out = 🗄 Ще незавершених: { $count }
board-pieces = 🍳 { $pieces }
board-piece = { $name } × { $quantity }
staff-board-unpinned =
    📌 Я не можу закріпити дошку замовлень: немає права «Закріплювати повідомлення».
    Надайте його мені в налаштуваннях групи або закріпіть повідомлення «📋» самі.

card-waiting = ⏰ <b>Ніхто не прийняв, чекає вже { $minutes } хв</b>
card-late = ⏰ <b>Запізнюється вже на { $minutes } хв</b>
card-pickup-due = 🔔 <b>Заберуть за { $minutes } хв, а ще не готується</b>
card-start = 🔔 <b>Час починати: має бути готове за { $minutes } хв</b>
card-title = <b>{ $number }</b> · { $type } · { $status }
card-number = <b>{ $number }</b>
card-ended = { $actor } { $time }
card-created = 🕒 { $time }
card-scheduled = 🗓 На <b>{ $time }</b>
card-pickup-time = ⏰ Забере о <b>{ $time }</b>
card-table = 🍽 Столик <b>{ $table }</b>
card-no-table = 🍽 Без номера столика
card-address = 📍 { $address }
card-zone = 🗺 Зона: { $name }{ $by ->
    [choice] {" "}(обрав гість)
    [pin] {" "}(за картою)
    [staff] {" "}(обрав персонал)
   *[street] {""}
}
card-apartment = кв. { $apartment }
card-comment = 💬 Коментар гостя:
    <blockquote>{ $comment }</blockquote>
answer-cutlery = Покласти прибори
answer-no-cutlery = Прибори не потрібні
answer-no-call = Не телефонувати
answer-is-adult = Мені вже є 18
answer-is-no-adult = Ще ні
answer-adult = Алкоголь: перевірте вік гостя (18+)
answer-call = Можна телефонувати
card-person = 👤 <code>{ $name }</code> · { $phone }
card-no-messages = 🔕 Гість не отримує повідомлень: за потреби телефонуйте
card-silent = 🔕
card-walk-in = 👤 { $name } (на касі)
card-line = { $quantity } × { $name } — { $sum } ₴
card-note = {"   "}💬 <b>{ $note }</b>
card-more-lines = { $count ->
    [one] …та ще { $count } позиція
    [few] …та ще { $count } позиції
   *[many] …та ще { $count } позицій
}
card-lines-button = 📄 Усі позиції ({ $count })
card-all-lines = <b>{ $number }</b> · усі позиції:
card-items-total = Сума: { $sum } ₴
card-discount = Знижка за самовивіз: −{ $sum } ₴
card-promo = Промокод { $code }: −{ $sum } ₴
card-delivery = Доставка: { $sum } ₴
card-total = <b>Разом: { $sum } ₴</b>
card-payment-cash = 💵 Готівка
card-payment-card = 💳 Картка
staff-guest-question = 💬 <b>{ $name }</b> запитує:
    { $text }

    <i>Відповідайте на це повідомлення: гість побачить відповідь від кафе.</i>
customer-cafe-answer = 💬 <b>{ $cafe }</b>:
    { $text }

customer-day-over =
    🌙 <b>{ $day }</b>: { $orders ->
        [0] замовлень не було
        [one] { $orders } замовлення на <b>{ $revenue } ₴</b>
        [few] { $orders } замовлення на <b>{ $revenue } ₴</b>
       *[many] { $orders } замовлень на <b>{ $revenue } ₴</b>
    }.
news-cash = 💵 Готівка ще в кур’єрів: { $cash }.
news-best = Найкраще йшло: { $best }.
customer-day-ahead =
    ☀️ Доброго ранку! Учора: { $orders ->
        [0] замовлень не було
        [one] { $orders } замовлення на <b>{ $revenue } ₴</b>
        [few] { $orders } замовлення на <b>{ $revenue } ₴</b>
       *[many] { $orders } замовлень на <b>{ $revenue } ₴</b>
    }.
news-scheduled = { $scheduled ->
    [one] На сьогодні вже { $scheduled } замовлення.
    [few] На сьогодні вже { $scheduled } замовлення.
   *[many] На сьогодні вже { $scheduled } замовлень.
}
news-low = 📉 Закінчується: { $low }.
news-wrong = ⚠️ Не гаразд: { $wrong }. Докладніше — у кабінеті, «Перевірки».
customer-owners-alarm =
    ⚠️ <b>{ $name }</b>
    { $words }

customer-rating-asked = Як вам замовлення { $number }?
staff-rated-bad = 👎 <b>{ $number }</b>, { $name }: гостю не сподобалося.
staff-rated-bad-words = 👎 <b>{ $number }</b>, { $name }:
    { $words }

card-payment-unknown = 💳 Спосіб оплати не вказано
card-paid = <b>оплачено ✅</b>
card-held = <b>заблоковано на картці, спишемо після прийняття</b>
card-capturing = <b>заблоковано на картці, списуємо</b>
card-unpaid = <b>не оплачено</b>
card-to-return = 💸 <b>Повернути: { $sums }</b>
card-returning = ⏳ Повертаємо гостю: { $sums }
card-returned = ↩️ Повернуто гостю: <b>{ $sums }</b>
card-unclear-refund = ❓ <b>Невідомо, чи повернуто { $sums }</b>: перевірте в кабінеті (<code>{ $reference }</code>)
card-held-refund = ⏸ <b>Повернення { $sums } призупинено</b>: пробувати далі чи скасувати?
card-change = { $kind ->
    [some] 💰 Решта { $rest } ₴ (з { $sum })
    [none] 💰 Без решти
   *[unclear] 💰 Решта з { $sum } ₴
}
card-promised = ⏱ Обіцяно на <b>{ $time }</b>
reason-cancelled-by-guest = Скасовано гостем
card-event = { $time } · { $actor }: { $what }

event-status = { $detail ->
    [new] нове
    [confirmed] прийнято
    [cooking] готується
    [ready] готове
    [courier] передано кур’єру
    [completed-pickup] видано
    [completed-dine_in] подано
    [completed-delivery] доставлено
   *[cancelled] скасовано
}
event-back = крок назад: { event-status }
event-promised = буде готове за { $detail } хв
event-cancelled = скасовано
event-held = гроші заблоковано на картці
event-hold-lost = гроші на картці розблоковано, не списано
event-switched = гість платить готівкою
event-reversed = кошти повернуто ({ $detail })
event-refunded = повернуто гостю { $detail }
event-paid = { $detail ->
    [cash] оплачено готівкою
    [terminal] оплачено через термінал
   *[other] оплачено
}

type-delivery = 🛵 Доставка
type-pickup = 🥡 Самовивіз
type-dine_in = 🍽 У закладі

step-confirmed = ✅ Прийняти
step-cooking = 👩‍🍳 Готується
step-ready = 🔔 Готове
step-courier = 🛵 Кур’єру
step-completed-pickup = 🏁 Видано
step-completed-dine_in = 🏁 Подано
step-completed-delivery = 🏁 Доставлено
step-ready-in = ⏱ { $minutes } хв
step-stop = ⛔️ Немає…
step-refund = 💸 Повернути гроші
step-back = ↩️ Крок назад
step-cancel = ❌ Скасувати

customer-order-edited =
    ✏️ Замовлення <b>{ $number }</b> змінено: { $changes }.
    Разом: <b>{ $after } ₴</b> (було { $before } ₴).
customer-edit-proposed =
    ✏️ Кав'ярня пропонує змінити замовлення <b>{ $number }</b>: { $changes }.
    Разом буде <b>{ $after } ₴</b> замість { $before } ₴. Згодні?
edit-agree = Так, згоден
edit-decline = Ні, лишити як було
customer-balance = 💵 Доплатити під час отримання: <b>{ $sum } ₴</b>
customer-order-prevented =
    ⚠️ Ваше замовлення <b>{ $number }</b> на { $wanted }. { $modes }: { $dishes ->
        [none] у цей час так замовити не можна
       *[other] не зможемо приготувати { $dishes }
    }. Змініть замовлення чи скасуйте його, або зателефонуйте нам.
customer-order-possible = ✅ Замовлення <b>{ $number }</b> на { $wanted } все ж приготуємо, як ви замовили.
staff-edit-declined = ✋ <b>{ $number }</b>: гість не погодився на зміну ({ $changes }). Замовлення лишається як було.
card-edited = ✏️ Змінено: { $changes }
card-proposed = ⏳ Чекаємо згоди гостя: { $changes } → { $total } ₴
card-balance = <b>доплата { $sum } ₴</b>
event-edited = змінено: { $detail }
event-edit-proposed = запропоновано гостю: { $detail }
event-edit-declined = гість не погодився: { $detail }
step-edit = ✏️ Змінити

# Couriers and deliveries.

card-courier = 🛵 Кур’єр: { $name }{ $state ->
    [taken] {" "}(візьме)
    [on_way] {" "}(у дорозі)
    [at_door] {" "}(під дверима)
   *[nobody] {" "}(двері не відчиняють)
}
step-courier-who = 🛵 Кур’єр…
event-delivery = { $step ->
    [taken] { $name } бере доставку
    [assigned] доставку дано: { $name }
    [given_back] доставка вільна (був { $name })
    [left] { $name } у дорозі
    [arrived] { $name } під дверима
    [nobody] { $name }: двері не відчиняють
    [unproven] { $name } передає без коду чи фото
   *[returned] { $name } везе назад
}
staff-delivery-trouble = ⚠️ <b>{ $number }</b>: { $step ->
    [unproven] { $courier } передає замовлення без коду чи фото.
    [returned] { $courier } везе замовлення назад. Вирішіть, що з ним: дати іншому чи скасувати.
   *[nobody] { $courier } під дверима, але ніхто не відчиняє. Зателефонуйте гостю: { $phone }.
}
staff-shift-ended = 🛵 { $name } завершує зміну.{ $free ->
    [none] {""}
   *[other] {" "}Знову вільні: { $free }.
}{ $carried ->
    [none] {""}
   *[other] {" "}Ще з ним: { $carried }.
}
staff-courier-unreachable = 🛵 Бот не може писати: { $name } зупинив його. Зміну завершено.{ $carried ->
    [none] {""}
   *[other] {" "}Мав замовлення: { $carried }. Зателефонуйте або віддайте іншому.
}
customer-till-closed =
    🔒 { $till }: день { $number } ({ $day }) закрито, закриває { $by }.
    Пораховано: <b>{ $counted } ₴</b>{ $outcome ->
        [even] {" "}✅
        [short] {" "}— бракує { $difference } ₴ ⚠️
       *[over] {" "}— зайвих { $difference } ₴ ⚠️
    }{ $reason ->
        [none] {""}
       *[other] {" "}{ $reason }
    }
    Готівка: { $taken } ₴, від кур’єрів: { $handed_in } ₴, термінал: { $terminal } ₴, карткою: { $card } ₴. Повернуто: { $returned } ₴.
staff-cash-handed-in = 💵 { $courier } здає <b>{ $counted } ₴</b>, порахував(ла) { $by }.{ $agrees ->
    [yes] {" "}Усе збігається ✅
   *[no] {" "}Сума не та, що за замовленнями: вирішить власник ⚠️
}
customer-cash-handed-in = 💵 Прийнято від вас <b>{ $counted } ₴</b>, порахував(ла) { $by }.{ $outcome ->
    [even] {" "}Усе збігається ✅
    [short] {" "}За замовленнями мало бути на { $difference } ₴ більше: вирішить власник.
   *[over] {" "}Це на { $difference } ₴ більше, ніж за замовленнями: вирішить власник.
}
customer-cash-decided = 💵 Про різницю в { $difference } ₴ вирішено: { $decision ->
    [owed] вона лишається за вами.
   *[written_off] її списано.
}{ $reason ->
    [none] {""}
   *[other] {" "}{ $reason }
}
customer-courier-at-door = 🚪 { $courier } із замовленням { $number } уже під вашими дверима.
staff-hand-over-photo = 📷 { $number }: так { $courier } передає замовлення.
customer-guest-words = 💬 <b>{ $number }</b>, гість: { $text }
customer-courier-words = 💬 <b>{ $number }</b>, { $courier }: { $text }
courier-answer = 💬 Відповісти
courier-write = 💬 Написати гостю
customer-courier-card = 🛵 { $number }
courier-card-title = 🛵 <b>{ $number }</b> · { $state ->
    [taken] ваше
    [taken_ready] ваше, готове
    [on_way] у дорозі
    [at_door] під дверима
    [nobody] двері не відчиняють
    [ready] готове
   *[other] готується
}
courier-card-due = ⏱ { $ready ->
    [none] У гостя о { $door }
   *[other] Готове о { $ready }, у гостя о { $door }
}
courier-card-place = 📍 <a href="{ $url }">{ $address }</a>
courier-card-zone = 🗺 { $name }
courier-card-flat = 🏢 { $flat }
courier-card-person = 👤 { $name } · { $phone }
courier-card-comment = 💬 { $comment }
courier-card-paid = 💳 Оплачено
courier-card-collect = { $kind ->
    [card] 💵 <b>Взяти: { $sum } ₴</b>, карткою ще не оплачено
    [change] 💵 <b>Взяти: { $sum } ₴</b>, решта { $change } ₴ з { $note } ₴
   *[exact] 💵 <b>Взяти: { $sum } ₴</b>, без решти
}
courier-card-line = { $quantity } × { $name }
courier-card-more = …і ще { $count }
courier-card-others = 🛵 { $number }: везе { $name }
courier-card-over = ✅ { $number }: передано
courier-card-cancelled = ❌ <b>{ $number }</b>: скасовано. Якщо воно у вас, поверніть його в кафе.
courier-list-line = { $number }: { $address }
courier-take = 🛵 Беру
courier-back = ↩️ Віддати
courier-go = 🎒 Забрав, їду
courier-door = 🚪 Під дверима
courier-nobody = 🚫 Ніхто не відчиняє
courier-return = 🏠 Везу назад
courier-done = ✅ Передав
courier-cash = ✅ Передав · { $sum } ₴ готівкою
courier-card = 💳 { $sum } ₴ карткою
courier-on = 🟢 На зміну
courier-off = 🔴 Завершити зміну
