# Messages to customers and to the staff chat. The tags are Telegram's; browsers get the texts without them. No value has any.

customer-order-created =
    Thank you for your order, { $name }! 🤎
    Order <b>{ $number }</b> for <b>₴{ $total }</b> is received. This message shows how it goes on: it is kept up to date. We will write when something is needed of you.
customer-card-unavailable = Order <b>{ $number }</b>: { card-unavailable }
customer-payment-received = ✅ Payment of <b>₴{ $total }</b> for order <b>{ $number }</b> received. Thank you!
customer-payment-held =
    💳 <b>₴{ $total }</b> for order <b>{ $number }</b> is held on your card. We take it once we accept the order; if we do not, it is yours again.
customer-payment-failed = ❌ The payment for order <b>{ $number }</b> did not go through. Try again or pay on delivery or pickup.
customer-payment-failed-until =
    ❌ The payment for order <b>{ $number }</b> did not go through. Try again until <b>{ $time }</b>, or the order will be cancelled.
customer-payment-due =
    ⏳ Order <b>{ $number }</b> is not paid yet. Pay <b>₴{ $total }</b> until <b>{ $time }</b>, or it will be cancelled.
customer-money-to-return =
    We received <b>{ $sums }</b> for order <b>{ $number }</b>, but { $reason ->
       *[cancelled] it is already cancelled.
    }
    We will return this money to you.
customer-money-returned =
    ↩️ We returned <b>{ $sums }</b> for order <b>{ $number }</b> to you.{ $way ->
        [person] {""}
       *[card] {" "}The money reaches the card you paid with, usually within 1–3 banking days.
    }
customer-return-receipt-ready = 🧾 The return receipt of order <b>{ $number }</b> is ready.
customer-receipt-ready = 🧾 The receipt for order <b>{ $number }</b> is ready.

customer-paid = ✅ Paid: <b>₴{ $total }</b>
customer-held = 💳 Held on your card: <b>₴{ $total }</b>. We take it once we accept the order
customer-capturing = 💳 Taking from your card: <b>₴{ $total }</b>
customer-unpaid = 💳 Not paid yet: <b>₴{ $total }</b>
customer-unpaid-until = 💳 Not paid yet: <b>₴{ $total }</b>. Pay until <b>{ $time }</b>, or the order will be cancelled.
customer-cash = 💵 To pay in cash: <b>₴{ $total }</b>
customer-news-below = Order <b>{ $number }</b>: its news is below 👇

customer-status-new = 🕓 Order <b>{ $number }</b> is received and will be accepted soon.
customer-status-confirmed = ✅ Order <b>{ $number }</b> is accepted.
customer-status-cooking = 👩‍🍳 Order <b>{ $number }</b> is being prepared.
customer-status-ready-pickup = 🔔 Order <b>{ $number }</b> is ready, come and get it!
customer-status-ready-dine_in = 🔔 Order <b>{ $number }</b> is ready and on its way to your table!
customer-status-ready-delivery = 🔔 Order <b>{ $number }</b> is ready and will leave for you soon.
customer-status-courier = 🛵 The courier with order <b>{ $number }</b> is on the way.
customer-status-completed-pickup = 🤎 Order <b>{ $number }</b> is handed over. Enjoy!
customer-status-completed-dine_in = 🤎 Order <b>{ $number }</b> is served. Enjoy!
customer-status-completed-delivery = 🤎 Order <b>{ $number }</b> is delivered. Enjoy!
customer-status-cancelled = ❌ Order <b>{ $number }</b> is cancelled.
customer-status-reason = Reason: { $reason }
customer-reason-no-products = We ran out of products
customer-reason-closing = We are closing already
customer-reason-no-answer = We could not reach you
customer-reason-unpaid = Not paid in time. If you still want it, please order again
customer-reason-unanswered = We could not accept it in time. We are sorry
customer-reason-guest-asked = At your request
customer-status-released = 💳 The money on your card is being let go: nothing was taken.
customer-status-refund = We will return <b>{ $sums }</b> to you.
customer-status-corrected = ↩️ A correction for order <b>{ $number }</b>: it is now “{ $status_name }”.
customer-ready-time = It will be ready at about <b>{ $time }</b> (in { $minutes } min).
customer-ready-time-at-door = It will be with you at about <b>{ $time }</b> (in { $minutes } min).
customer-ready-promise = ⏱ Order <b>{ $number }</b> will be ready at about <b>{ $time }</b> (in { $minutes } min).
customer-ready-promise-at-door = ⏱ Order <b>{ $number }</b> will be with you at about <b>{ $time }</b> (in { $minutes } min).

button-track = 📍 Track
button-unfollow = 🔕 Stop
button-order = 📋 Details
button-pay = 💳 Pay
button-receipt = 🧾 Open the receipt

cancelled-title = ❌ { $count ->
    [one] A guest cancelled { $count } order
   *[other] Guests cancelled { $count } orders
} that had not been shown here:
cancelled-line = <b>{ $number }</b> · ₴{ $total }
staff-order-cancelled =
    ❌ The guest cancelled order <b>{ $number }</b> for ₴{ $total }.
staff-order-cancelled-return =
    ❌ The guest cancelled the <b>paid</b> order <b>{ $number }</b>.
    💸 Return <b>{ $sums }</b> to the guest.
staff-order-cancelled-unpaid =
    ❌ Order <b>{ $number }</b> for ₴{ $total } is cancelled: nobody paid in time. There is nothing to make.
staff-order-cancelled-unanswered =
    ❌ Order <b>{ $number }</b> for ₴{ $total } is cancelled: nobody accepted it in time. The money on the guest’s card is being let go, nothing is to be returned.
staff-order-held =
    💳 Order <b>{ $number }</b>: <b>₴{ $total }</b> is held on the guest’s card and taken once you accept. Accept by <b>{ $time }</b>, or the order will be cancelled.
staff-hold-lost =
    ⚠️ Order <b>{ $number }</b> is not paid: the money held on the guest’s card was not taken{ $reason ->
        [none] .
       *[other] : { $reason }
    }
    The guest can pay again; otherwise take <b>₴{ $total }</b> on handing it over.
staff-order-paid = ✅ Order <b>{ $number }</b> is paid by card: <b>₴{ $total }</b>.
staff-order-to-cash = 💵 Order <b>{ $number }</b>: the guest will pay in cash, <b>₴{ $total }</b> to take.
staff-money-to-return =
    💸 Return <b>{ $sums }</b> to the guest for order <b>{ $number }</b>.
    { $reason ->
        [cancelled] The payment came for an order that is already cancelled.
        [second] This is a second payment of an order that is already paid.
        [by-staff] The staff cancelled a paid order.
       *[other] Reason: { $reason }
    }
staff-money-to-return-unpaid =
    💸 The guest paid <b>{ $sums }</b> for order <b>{ $number }</b> after it was cancelled as unpaid.
    Phone the guest: either return the money, or take the order once more.
staff-payment-reversed =
    ↩️ The bank returned <b>{ $sums }</b> to the guest for order <b>{ $number }</b>, which is not cancelled.
    Please check in the bank’s cabinet.
staff-payment-reversed-twice =
    ↩️ The bank returned <b>{ $sums }</b> to the guest for order <b>{ $number }</b>, but you had noted this money as given back already.
    If it was given by hand, the guest has it twice.
staff-payment-unclear =
    ❓ Order <b>{ $number }</b>: for two days we could not learn whether it is paid ({ $provider }).
    Look it up in the cabinet of { $provider ->
        [liqpay] LiqPay
       *[monobank] monobank
    }.
staff-payment-unknown =
    ❗ { $provider ->
        [liqpay] LiqPay
       *[monobank] monobank
    } says that <b>{ $sums }</b> came in, but our database has no such invoice: that happens after a restore from a copy.
    Find the payment in the cabinet (<code>{ $reference }</code>), and settle with the guest what to do: make the order or give the money back.
staff-amount-differs-receipt =
    { staff-amount-differs }
    No receipt was made: issue one by hand over the right sum.
staff-amount-differs =
    ⚠️ Order <b>{ $number }</b>: <b>{ $paid } { $currency }</b> came in, but the order's total is <b>₴{ $total }</b>. Check the payment.
staff-low-stock =
    📉 Running low: <b>{ $name }</b>, { $stock } { $unit } left.
    Correct the stock: /stock
unit-ml = ml
unit-l = l
unit-g = g
unit-kg = kg
unit-pcs = pcs
unit-pc = pcs
staff-receipt-refused =
    ⚠️ The receipt for order <b>{ $number }</b> was not made: { $reason }
    Make it by hand, unless the fiscal service’s cabinet has it.
staff-receipt-delayed =
    ⏳ The receipt for order <b>{ $number }</b> could not be made for hours: { $reason }
    We go on trying for a day. Do not issue one by hand yet: there might be two.
staff-drawer-short =
    💵 The fiscal register has too little cash { $what ->
        [return] for the return receipt of order <b>{ $number }</b>
       *[out] for what was taken out of the till
    } (<b>{ $sums }</b>).
    Bring cash into the till and note it at the desk (Cash → Bring cash); if cash has no receipts with you, in the service’s cabinet. We go on trying for a day.
staff-cash-untold =
    ⚠️ The fiscal service did not take that <b>{ $sums }</b> { $what ->
        [in] were brought into the till
       *[out] were taken out of the till
    }: { $reason }
    Enter it by hand in the service’s cabinet, unless it has it.
staff-return-receipt-refused =
    🧾 The return receipt for <b>{ $sums }</b> of order <b>{ $number }</b> was not made{ $reason ->
        [none] : the sale’s was made by hand, too
       *[other] : { $reason }
    }
    Make it by hand, unless the fiscal service’s cabinet has it.
staff-refund-refused =
    ⚠️ The money for order <b>{ $number }</b> did not go back (<b>{ $sums }</b>){ $reason ->
        [none] .
       *[other] : { $reason }
    }
    Try again from its card, or give it back in another way and note that.
staff-refund-held =
    ⏸ For a day <b>{ $sums }</b> could not be returned to the guest of order <b>{ $number }</b>: { $reason ->
        [none] another refund of the same payment is not over yet.
       *[other] the bank does not take it ({ $reason }).
    }
    We stopped trying: on the order’s card (“Return money”) say whether to go on or to call this refund off.
staff-refund-unclear =
    ❓ We still cannot learn whether <b>{ $sums }</b> went back to the guest of order <b>{ $number }</b>.
    Look it up in the cabinet of { $provider ->
        [liqpay] LiqPay
       *[monobank] monobank
    }, reference <code>{ $reference }</code>, and tell it on the order’s card.
staff-pause-ended = ▶️ The pause is over, we take orders again.
staff-pause-ended-closed = ▶️ The pause is over. We are closed now; orders begin with the next opening.
staff-type-pause-ended = ▶️ The pause is over, we take orders again: { $order_type ->
    [delivery] delivery
    [pickup] pickup
   *[dine_in] dine-in
}.
staff-type-pause-ended-closed = ▶️ The pause is over: { $order_type ->
    [delivery] delivery
    [pickup] pickup
   *[dine_in] dine-in
}. We take no orders now.
staff-busy-ended = ⚡️ Busy mode is over: we promise as usual again. Still too much to do? /busy
staff-mode-began = 🔀 The menu is in the mode <b>{ $mode }</b> now. /modes
staff-mode-ended = 🔀 The menu's mode <b>{ $mode }</b> is over. Still needed? /modes
staff-order-prevented = ⚠️ <b>{ $number }</b> for { $wanted }. { $modes }: { $dishes ->
    [none] no orders of this type
   *[other] we cannot make { $dishes }
}. { $is_told ->
    [1] The guest is told: { $name }, { $phone }.
   *[0] Call the guest: { $name }, { $phone }.
}
staff-backup-failed =
    ⚠️ There is no backup of this night: { $problem ->
        [no-room] the disk has no room for it
        [not-writable] the folder for backups cannot be written
        [unreadable] the database could not be read
       *[other] the service's log says why
    }. We try again in a quarter of an hour, then every hour. Tell whoever looks after the server.
staff-backup-recovered = ✅ The nightly backups work again.
staff-copy-stopped =
    ⚠️ The continuous copy of the database stands still: { $problem ->
        [no-room] its disk has no room
        [not-writable] its folder cannot be written
        [unreadable] the database could not be read
       *[other] the service's log says why
    }. Orders go on; they would be lost with this server's disk. Tell whoever looks after the server.
staff-copy-recovered = ✅ The continuous copy of the database is up to date again.
staff-service-returned =
    ⚡️ The service was off from { $since } to { $until }, and nobody could order. No order became due meanwhile.
    Payments made meanwhile are being looked up: each is told here.
staff-service-returned-due =
    ⚡️ The service was off from { $since } to { $until }, and nobody could order. { $count ->
        [one] { $count } order became due meanwhile: { $numbers }. Begin with it.
       *[other] { $count } orders became due meanwhile: { $numbers }. Begin with these.
    }
    Payments made meanwhile are being looked up: each is told here.
staff-disk-low =
    ⚠️ { $free } MB are left on a disk of the server. On it: { $uses }. Tell whoever looks after the server to make room soon.
staff-disk-full =
    ❗️ { $free } MB are left on a disk of the server. On it: { $uses }. Tell whoever looks after the server to make room now, or orders will not be taken.
disk-use-database = the database
disk-use-uploads = uploaded pictures
disk-use-backups = backups
disk-use-copy = the continuous copy
staff-order-forgotten =
    🚨 Order <b>{ $number }</b> has been waiting for { $waiting } min and nobody accepted it!
    Call the guest at { $phone }, accept or cancel the order.

waiting-at-opening = ☀️ <b>We are opening. { $count ->
    [one] { $count } order is waiting
   *[other] { $count } orders are waiting
}</b>
waiting-title = ⏰ <b>{ $count ->
    [one] { $count } order is waiting
   *[other] { $count } orders are waiting
}</b>: see the board 📋 or /orders
waiting-line = <b>{ $number }</b> · { $type } · { $status } · { $time }
waiting-more = …and { $count } more → /orders
board-title = 📋 <b>{ $count ->
    [one] { $count } order
   *[other] { $count } orders
}</b> · { $time }
board-nothing = 📋 No open orders. ☕️
board-late = 🔴 <b>Late: { $count }</b>
board-new = 🆕 <b>New: { $count }</b>
board-cooking = 🔥 <b>Cooking: { $count }</b>
board-ready = ✅ <b>Ready: { $count }</b>
board-later = ⏰ <b>Later: { $count }</b>
board-late-by = <b>+{ $minutes } min</b>
board-start-at = begin at { $time }
board-unanswered = 🆕
board-courier = on the way
board-held = 💳⏳
board-unpaid = 💳❗️
board-table = 🍽 { $table }
board-type-dine_in = 🍽
board-type-pickup = 🥡
board-type-delivery = 🛵 delivery
board-left-out = 🗄 More unfinished: { $count }
board-more = … { $count } more
board-pieces = 🍳 { $pieces }
board-piece = { $name } × { $quantity }
staff-board-unpinned =
    📌 I cannot pin the board of orders: I lack the right to pin messages.
    Give it to me in the group’s settings, or pin the message 📋 yourselves.

card-waiting = ⏰ <b>Nobody accepted it, waiting for { $minutes } min</b>
card-late = ⏰ <b>Late by { $minutes } min</b>
card-pickup-due = 🔔 <b>To be picked up in { $minutes } min, and nobody makes it yet</b>
card-start = 🔔 <b>Time to begin: to be ready in { $minutes } min</b>
card-title = <b>{ $number }</b> · { $type } · { $status }
card-number = <b>{ $number }</b>
card-ended = { $actor } { $time }
card-created = 🕒 { $time }
card-scheduled = 🗓 For <b>{ $time }</b>
card-pickup-time = ⏰ Pickup at <b>{ $time }</b>
card-table = 🍽 Table <b>{ $table }</b>
card-no-table = 🍽 No table number
card-address = 📍 { $address }
card-zone = 🗺 Zone: { $name }{ $by ->
    [choice] {" "}(the guest’s choice)
    [pin] {" "}(by the map)
    [staff] {" "}(the staff’s choice)
   *[street] {""}
}
card-apartment = apt. { $apartment }
card-comment = 💬 The guest’s note:
    <blockquote>{ $comment }</blockquote>
answer-cutlery = Put cutlery in
answer-no-cutlery = No cutlery
answer-no-call = Do not phone
answer-is-adult = I am 18 or older
answer-is-no-adult = Not yet
answer-adult = Alcohol: check the guest’s age (18+)
answer-call = May be phoned
card-person = 👤 <code>{ $name }</code> · { $phone }
card-no-messages = 🔕 The guest gets no messages: call when needed
card-silent = 🔕
card-walk-in = 👤 { $name } (at the counter)
card-line = { $quantity } × { $name } — ₴{ $sum }
card-note = {"   "}💬 <b>{ $note }</b>
card-more-lines = { $count ->
    [one] …and { $count } more line
   *[other] …and { $count } more lines
}
card-lines-button = 📄 All items ({ $count })
card-all-lines = <b>{ $number }</b> · all items:
card-items-total = Subtotal: ₴{ $sum }
card-discount = Pickup discount: −₴{ $sum }
card-promo = Promo code { $code }: −₴{ $sum }
card-delivery = Delivery: ₴{ $sum }
card-total = <b>Total: ₴{ $sum }</b>
card-payment-cash = 💵 Cash
card-payment-card = 💳 Card
staff-guest-question = 💬 <b>{ $name }</b> asks:
    { $text }

    <i>Reply to this message: the guest gets the answer from the cafe.</i>
customer-cafe-answer = 💬 <b>{ $cafe }</b>:
    { $text }

customer-day-over =
    🌙 <b>{ $day }</b>: { $orders ->
        [0] no orders
        [one] { $orders } order, <b>{ $revenue } ₴</b>
       *[other] { $orders } orders, <b>{ $revenue } ₴</b>
    }.
news-cash = 💵 Cash still with couriers: { $cash }.
news-best = Sold best: { $best }.
customer-day-ahead =
    ☀️ Good morning! Yesterday: { $orders ->
        [0] no orders
        [one] { $orders } order, <b>{ $revenue } ₴</b>
       *[other] { $orders } orders, <b>{ $revenue } ₴</b>
    }.
news-scheduled = { $scheduled ->
    [one] { $scheduled } order for today is there already.
   *[other] { $scheduled } orders for today are there already.
}
news-low = 📉 Running low: { $low }.
news-wrong = ⚠️ Not well: { $wrong }. More at the desk under 'Checks'.
customer-owners-alarm =
    ⚠️ <b>{ $name }</b>
    { $words }

customer-rating-asked = How was order { $number }?
staff-rated-bad = 👎 <b>{ $number }</b>, { $name }: the guest was not content.
staff-rated-bad-words = 👎 <b>{ $number }</b>, { $name }:
    { $words }

card-payment-unknown = 💳 No payment method
card-paid = <b>paid ✅</b>
card-held = <b>held on the card, taken once accepted</b>
card-capturing = <b>held on the card, being taken</b>
card-unpaid = <b>not paid</b>
card-to-return = 💸 <b>To return: { $sums }</b>
card-returning = ⏳ On its way back: { $sums }
card-returned = ↩️ Returned to the guest: <b>{ $sums }</b>
card-unclear-refund = ❓ <b>Not known whether { $sums } went back</b>: look it up in the cabinet (<code>{ $reference }</code>)
card-held-refund = ⏸ <b>The refund of { $sums } is on hold</b>: go on or call it off?
card-change = { $kind ->
    [some] 💰 Change ₴{ $rest } (from { $sum })
    [none] 💰 No change
   *[unclear] 💰 Change from ₴{ $sum }
}
card-promised = ⏱ Promised for <b>{ $time }</b>
reason-cancelled-by-guest = Cancelled by the guest
card-event = { $time } · { $actor }: { $what }

event-status = { $detail ->
    [new] new
    [confirmed] accepted
    [cooking] being prepared
    [ready] ready
    [courier] handed to the courier
    [completed-pickup] handed over
    [completed-dine_in] served
    [completed-delivery] delivered
   *[cancelled] cancelled
}
event-back = a step back: { event-status }
event-promised = ready in { $detail } min
event-cancelled = cancelled
event-held = the money is held on the card
event-hold-lost = the money on the card was let go, not taken
event-switched = the guest pays in cash
event-reversed = money returned ({ $detail })
event-refunded = returned { $detail } to the guest
event-paid = { $detail ->
    [cash] paid in cash
    [terminal] paid at the terminal
   *[other] paid
}

type-delivery = 🛵 Delivery
type-pickup = 🥡 Pickup
type-dine_in = 🍽 Dine in

step-confirmed = ✅ Accept
step-cooking = 👩‍🍳 Preparing
step-ready = 🔔 Ready
step-courier = 🛵 To the courier
step-completed-pickup = 🏁 Handed over
step-completed-dine_in = 🏁 Served
step-completed-delivery = 🏁 Delivered
step-ready-in = ⏱ { $minutes } min
step-stop = ⛔️ None of…
step-refund = 💸 Return money
step-back = ↩️ Step back
step-cancel = ❌ Cancel

customer-order-edited =
    ✏️ Order <b>{ $number }</b> was changed: { $changes }.
    Total: <b>{ $after } ₴</b> (was { $before } ₴).
customer-edit-proposed =
    ✏️ The cafe proposes a change of order <b>{ $number }</b>: { $changes }.
    The total would be <b>{ $after } ₴</b> instead of { $before } ₴. Is that all right?
edit-agree = Yes, that's fine
edit-decline = No, leave it as it was
customer-balance = 💵 To pay when you receive it: <b>{ $sum } ₴</b>
customer-order-prevented =
    ⚠️ Your order <b>{ $number }</b> for { $wanted }. { $modes }: { $dishes ->
        [none] this type of order is not possible then
       *[other] we cannot make { $dishes }
    }. Change the order or cancel it, or call us.
customer-order-possible = ✅ We can make your order <b>{ $number }</b> for { $wanted } as you ordered it after all.
staff-edit-declined = ✋ <b>{ $number }</b>: the guest declined the change ({ $changes }). The order stays as it was.
card-edited = ✏️ Changed: { $changes }
card-proposed = ⏳ Waiting for the guest's answer: { $changes } → { $total } ₴
card-balance = <b>{ $sum } ₴ still to take</b>
event-edited = changed: { $detail }
event-edit-proposed = proposed to the guest: { $detail }
event-edit-declined = declined by the guest: { $detail }
step-edit = ✏️ Change

# Couriers and deliveries.

card-courier = 🛵 Courier: { $name }{ $state ->
    [taken] {" "}(will take it)
    [on_way] {" "}(on the way)
    [at_door] {" "}(at the door)
   *[nobody] {" "}(nobody opens)
}
step-courier-who = 🛵 Courier…
event-delivery = { $step ->
    [taken] { $name } takes the delivery
    [assigned] the delivery was given to { $name }
    [given_back] the delivery is free (it was { $name }’s)
    [left] { $name } is on the way
    [arrived] { $name } is at the door
    [nobody] { $name }: nobody opens
    [unproven] { $name } hands it over without proof
   *[returned] { $name } brings it back
}
staff-delivery-trouble = ⚠️ <b>{ $number }</b>: { $step ->
    [unproven] { $courier } hands the order over without code or photo.
    [returned] { $courier } brings the order back. Decide what becomes of it: somebody else, or cancel.
   *[nobody] { $courier } is at the door, but nobody opens. Call the guest: { $phone }.
}
staff-shift-ended = 🛵 { $name } ends the shift.{ $free ->
    [none] {""}
   *[other] {" "}Free again: { $free }.
}{ $carried ->
    [none] {""}
   *[other] {" "}Still carried: { $carried }.
}
staff-courier-unreachable = 🛵 The bot cannot write to { $name }, who has stopped it. The shift is ended.{ $carried ->
    [none] {""}
   *[other] {" "}They had { $carried }. Call them, or give these to somebody else.
}
customer-till-closed =
    🔒 { $till }: day { $number } ({ $day }) is closed by { $by }.
    Counted: <b>{ $counted } ₴</b>{ $outcome ->
        [even] {" "}✅
        [short] {" "}— { $difference } ₴ is missing ⚠️
       *[over] {" "}— { $difference } ₴ too much ⚠️
    }{ $reason ->
        [none] {""}
       *[other] {" "}{ $reason }
    }
    Cash: { $taken } ₴, from couriers: { $handed_in } ₴, terminal: { $terminal } ₴, by card: { $card } ₴. Given back: { $returned } ₴.
staff-cash-handed-in = 💵 { $courier } hands in <b>{ $counted } ₴</b>, counted by { $by }.{ $agrees ->
    [yes] {" "}It is all there ✅
   *[no] {" "}It is not what the orders say: the owner decides ⚠️
}
customer-cash-handed-in = 💵 Taken in from you: <b>{ $counted } ₴</b>, counted by { $by }.{ $outcome ->
    [even] {" "}It is all there ✅
    [short] {" "}By the orders it should be { $difference } ₴ more: the owner decides.
   *[over] {" "}That is { $difference } ₴ more than by the orders: the owner decides.
}
customer-cash-decided = 💵 The difference of { $difference } ₴ is decided: { $decision ->
    [owed] you still owe it.
   *[written_off] it is written off.
}{ $reason ->
    [none] {""}
   *[other] {" "}{ $reason }
}
customer-courier-at-door = 🚪 { $courier } is at your door with order { $number }.
staff-hand-over-photo = 📷 { $number }: how { $courier } hands the order over.
customer-guest-words = 💬 <b>{ $number }</b>, the guest: { $text }
customer-courier-words = 💬 <b>{ $number }</b>, { $courier }: { $text }
courier-answer = 💬 Answer
courier-write = 💬 Write to the guest
customer-courier-card = 🛵 { $number }
courier-card-title = 🛵 <b>{ $number }</b> · { $state ->
    [taken] yours
    [taken_ready] yours, ready
    [on_way] on the way
    [at_door] at the door
    [nobody] nobody opens
    [ready] ready
   *[other] being made
}
courier-card-due = ⏱ { $ready ->
    [none] With the guest at { $door }
   *[other] Ready at { $ready }, with the guest at { $door }
}
courier-card-place = 📍 <a href="{ $url }">{ $address }</a>
courier-card-zone = 🗺 { $name }
courier-card-flat = 🏢 { $flat }
courier-card-person = 👤 { $name } · { $phone }
courier-card-comment = 💬 { $comment }
courier-card-paid = 💳 Paid
courier-card-collect = { $kind ->
    [card] 💵 <b>To collect: { $sum } ₴</b>, not paid by card yet
    [change] 💵 <b>To collect: { $sum } ₴</b>, { $change } ₴ change from { $note } ₴
   *[exact] 💵 <b>To collect: { $sum } ₴</b>, no change
}
courier-card-line = { $quantity } × { $name }
courier-card-more = …and { $count } more
courier-card-others = 🛵 { $number }: { $name } brings it
courier-card-over = ✅ { $number }: handed over
courier-card-cancelled = ❌ <b>{ $number }</b>: cancelled. If you have it, bring it back to the cafe.
courier-list-line = { $number }: { $address }
courier-take = 🛵 I’ll take it
courier-back = ↩️ Give back
courier-go = 🎒 Got it, on my way
courier-door = 🚪 At the door
courier-nobody = 🚫 Nobody opens
courier-return = 🏠 Bringing it back
courier-done = ✅ Handed over
courier-cash = ✅ Handed over · { $sum } ₴ in cash
courier-card = 💳 { $sum } ₴ by card
courier-on = 🟢 Go on shift
courier-off = 🔴 End the shift
