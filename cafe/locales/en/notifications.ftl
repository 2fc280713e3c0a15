# What is sent to customers and to the staff chat. Texts are the platform's HTML; every value is escaped before.

customer-order-created =
    Thank you for your order, { $name }! 🤎
    Order <b>{ $number }</b> for <b>{ $total } UAH</b> is in. We will write as soon as something changes.
customer-card-unavailable = Order <b>{ $number }</b>: { card-unavailable }
customer-payment-received = ✅ Payment of <b>{ $total } UAH</b> for order <b>{ $number }</b> received. Thank you!
customer-payment-failed = ❌ The payment for order <b>{ $number }</b> did not go through. Try again or pay on delivery or pickup.
customer-money-to-return =
    We received <b>{ $total } UAH</b> for order <b>{ $number }</b>, but it is already cancelled.
    We will return this money to you.
customer-receipt-ready = 🧾 The receipt for order <b>{ $number }</b> is ready.

customer-status-confirmed = ✅ Order <b>{ $number }</b> is confirmed.
customer-status-cooking = 👩‍🍳 Order <b>{ $number }</b> is being prepared.
customer-status-ready-pickup = 🔔 Order <b>{ $number }</b> is ready, come and get it!
customer-status-ready-dine-in = 🔔 Order <b>{ $number }</b> is ready and on its way to your table!
customer-status-ready-delivery = 🔔 Order <b>{ $number }</b> is ready and will leave for you soon.
customer-status-courier = 🛵 The courier with order <b>{ $number }</b> is on the way.
customer-status-completed = 🤎 Order <b>{ $number }</b> is complete. Enjoy!
customer-status-cancelled = ❌ Order <b>{ $number }</b> is cancelled.
customer-status-reason = Reason: { $reason }
customer-status-refund = We will return <b>{ $total } UAH</b> to you.
customer-ready-time = It will be ready at about <b>{ $time }</b> (in { $minutes } min).
customer-ready-promise = ⏱ Order <b>{ $number }</b> will be ready at about <b>{ $time }</b> (in { $minutes } min).

button-track = 📍 Track
button-order = 📋 Details
button-pay = 💳 Pay
button-receipt = 🧾 Open the receipt

staff-order-cancelled =
    ❌ The guest cancelled order <b>{ $number }</b> for { $total } UAH.
staff-order-cancelled-return =
    ❌ The guest cancelled the <b>paid</b> order <b>{ $number }</b>.
    💸 Return <b>{ $total } UAH</b> to the guest.
staff-order-paid = ✅ Order <b>{ $number }</b> is paid by card: <b>{ $total } UAH</b>.
staff-money-to-return =
    💸 Return <b>{ $amount } UAH</b> to the guest for order <b>{ $number }</b>.
    { $reason ->
        [cancelled] The payment came for an order that is already cancelled.
        [second] This is a second payment of an order that is already paid.
        [by-staff] The staff cancelled a paid order.
       *[other] Reason: { $reason }
    }
staff-amount-differs =
    ⚠️ Order <b>{ $number }</b>: <b>{ $paid } { $currency }</b> came in, but the order's total is <b>{ $total } UAH</b>. Check the payment.
staff-low-stock =
    📉 Running low: <b>{ $name }</b>, { $stock } { $unit } left.
    Correct the stock: /stock
staff-receipt-refused =
    ⚠️ The receipt for order <b>{ $number }</b> was not made: { $reason }
    Make it by hand.
staff-order-forgotten =
    🚨 Order <b>{ $number }</b> has been waiting for { $waiting } min and nobody took it!
    It needs a person: call the guest at { $phone } or cancel the order.

card-waiting = ⏰ <b>Nobody took it, waiting for { $minutes } min</b>
card-title = <b>{ $number }</b> · { $type } · { $status }
card-created = 🕒 { $time }
card-pickup-time = ⏰ Pickup at <b>{ $time }</b>
card-table = 🍽 Table <b>{ $table }</b>
card-no-table = 🍽 No table number
card-address = 📍 { $address }
card-apartment = apt. { $apartment }
card-comment = 💬 { $comment }
card-person = 👤 { $name } · { $phone }
card-walk-in = 👤 { $name } (at the counter)
card-line = { $quantity } × { $name } — { $sum } UAH
card-more-lines = { $count ->
    [one] …and { $count } more line
   *[other] …and { $count } more lines
}
card-items-total = Items: { $sum } UAH
card-discount = Pickup discount: −{ $sum } UAH
card-promo = Promo code { $code }: −{ $sum } UAH
card-delivery = Delivery: { $sum } UAH
card-total = <b>Total: { $sum } UAH</b>
card-payment-cash = 💵 Cash
card-payment-card = 💳 Card
card-payment-unknown = 💳 No payment method
card-paid = <b>paid ✅</b>
card-unpaid = <b>not paid</b>
card-change = 💰 Change from { $sum } UAH
card-promised = ⏱ Promised for <b>{ $time }</b>
card-cancel-reason = Reason: { $reason }
card-event = { $time } · { $actor }: { $what }

event-status = { $detail ->
    [confirmed] taken
    [cooking] being prepared
    [ready] ready
    [courier] handed to the courier
    [completed] completed
   *[cancelled] cancelled
}
event-promised = ready in { $detail } min
event-cancelled = cancelled
event-paid = paid

type-delivery = 🛵 Delivery
type-pickup = 🥡 Pickup
type-dine_in = 🍽 In the cafe

step-confirmed = ✅ Take it
step-cooking = 👩‍🍳 Preparing
step-ready = 🔔 Ready
step-courier = 🛵 To the courier
step-completed = 🏁 Completed
step-ready-in = ⏱ { $minutes } min
step-cancel = ❌ Cancel
