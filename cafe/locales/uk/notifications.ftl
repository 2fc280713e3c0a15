# What is sent to customers and to the staff chat. Texts are the platform's HTML; every value is escaped before.

customer-order-created =
    Дякуємо за замовлення, { $name }! 🤎
    Замовлення <b>{ $number }</b> на <b>{ $total } грн</b> прийнято. Ми напишемо, щойно щось зміниться.
customer-card-unavailable = Замовлення <b>{ $number }</b>: { card-unavailable }
customer-payment-received = ✅ Оплату замовлення <b>{ $number }</b> на <b>{ $total } грн</b> отримано. Дякуємо!
customer-payment-failed = ❌ Оплата замовлення <b>{ $number }</b> не пройшла. Спробуйте ще раз або оплатіть при отриманні.
customer-money-to-return =
    Ми отримали <b>{ $total } грн</b> за замовлення <b>{ $number }</b>, але воно вже скасоване.
    Ми повернемо вам ці кошти.
customer-receipt-ready = 🧾 Чек за замовлення <b>{ $number }</b> готовий.

customer-status-confirmed = ✅ Замовлення <b>{ $number }</b> підтверджено.
customer-status-cooking = 👩‍🍳 Замовлення <b>{ $number }</b> вже готується.
customer-status-ready-pickup = 🔔 Замовлення <b>{ $number }</b> готове, чекаємо на вас!
customer-status-ready-dine-in = 🔔 Замовлення <b>{ $number }</b> готове, вже несемо!
customer-status-ready-delivery = 🔔 Замовлення <b>{ $number }</b> готове й скоро вирушить до вас.
customer-status-courier = 🛵 Кур’єр із замовленням <b>{ $number }</b> вже в дорозі.
customer-status-completed = 🤎 Замовлення <b>{ $number }</b> виконано. Смачного!
customer-status-cancelled = ❌ Замовлення <b>{ $number }</b> скасовано.
customer-status-reason = Причина: { $reason }
customer-status-refund = Ми повернемо вам <b>{ $total } грн</b>.
customer-ready-time = Буде готове приблизно о <b>{ $time }</b> (за { $minutes } хв).
customer-ready-promise = ⏱ Замовлення <b>{ $number }</b> буде готове приблизно о <b>{ $time }</b> (за { $minutes } хв).

button-track = 📍 Стежити
button-order = 📋 Деталі
button-pay = 💳 Оплатити
button-receipt = 🧾 Відкрити чек

staff-order-cancelled =
    ❌ Гість скасував замовлення <b>{ $number }</b> на { $total } грн.
staff-order-cancelled-return =
    ❌ Гість скасував <b>оплачене</b> замовлення <b>{ $number }</b>.
    💸 Поверніть гостю <b>{ $total } грн</b>.
staff-order-paid = ✅ Замовлення <b>{ $number }</b> оплачено карткою: <b>{ $total } грн</b>.
staff-money-to-return =
    💸 Поверніть гостю <b>{ $amount } грн</b> за замовлення <b>{ $number }</b>.
    { $reason ->
        [cancelled] Оплата надійшла за вже скасоване замовлення.
        [second] Це друга оплата вже оплаченого замовлення.
        [by-staff] Оплачене замовлення скасував персонал.
       *[other] Причина: { $reason }
    }
staff-amount-differs =
    ⚠️ Замовлення <b>{ $number }</b>: надійшло <b>{ $paid } { $currency }</b>, а сума замовлення — <b>{ $total } грн</b>. Перевірте оплату.
staff-low-stock =
    📉 Закінчується: <b>{ $name }</b>, лишилося { $stock } { $unit }.
    Виправити залишок: /stock
staff-receipt-refused =
    ⚠️ Чек за замовлення <b>{ $number }</b> не створено: { $reason }
    Зробіть його вручну.
staff-order-forgotten =
    🚨 Замовлення <b>{ $number }</b> чекає вже { $waiting } хв, і його ніхто не прийняв!
    Потрібна людина: зателефонуйте гостю { $phone } або скасуйте замовлення.

card-waiting = ⏰ <b>Ніхто не прийняв, чекає вже { $minutes } хв</b>
card-title = <b>{ $number }</b> · { $type } · { $status }
card-created = 🕒 { $time }
card-pickup-time = ⏰ Забере о <b>{ $time }</b>
card-table = 🍽 Стіл <b>{ $table }</b>
card-no-table = 🍽 Без номера столу
card-address = 📍 { $address }
card-apartment = кв. { $apartment }
card-comment = 💬 { $comment }
card-person = 👤 { $name } · { $phone }
card-walk-in = 👤 { $name } (на касі)
card-line = { $quantity } × { $name } — { $sum } грн
card-more-lines = { $count ->
    [one] …та ще { $count } позиція
    [few] …та ще { $count } позиції
   *[many] …та ще { $count } позицій
}
card-items-total = Страви: { $sum } грн
card-discount = Знижка за самовивіз: −{ $sum } грн
card-promo = Промокод { $code }: −{ $sum } грн
card-delivery = Доставка: { $sum } грн
card-total = <b>Разом: { $sum } грн</b>
card-payment-cash = 💵 Готівка
card-payment-card = 💳 Картка
card-payment-unknown = 💳 Спосіб оплати не вказано
card-paid = <b>оплачено ✅</b>
card-unpaid = <b>не оплачено</b>
card-change = 💰 Решта з { $sum } грн
card-promised = ⏱ Обіцяно на <b>{ $time }</b>
card-cancel-reason = Причина: { $reason }
card-event = { $time } · { $actor }: { $what }

event-status = { $detail ->
    [confirmed] прийнято
    [cooking] готується
    [ready] готове
    [courier] передано кур’єру
    [completed] виконано
   *[cancelled] скасовано
}
event-promised = буде готове за { $detail } хв
event-cancelled = скасовано
event-paid = оплачено

type-delivery = 🛵 Доставка
type-pickup = 🥡 Самовивіз
type-dine_in = 🍽 У закладі

step-confirmed = ✅ Прийняти
step-cooking = 👩‍🍳 Готується
step-ready = 🔔 Готове
step-courier = 🛵 Кур’єру
step-completed = 🏁 Виконано
step-ready-in = ⏱ { $minutes } хв
step-cancel = ❌ Скасувати
