# What thermal printers print. Short words in large letters: a cook reads them from a metre.

paper-copy = COPY
paper-changed = CHANGED
paper-cancelled = CANCELLED
paper-type = { $type ->
    [delivery] Delivery
    [pickup] Pickup
   *[dine_in] Eat in
}
paper-table = Table { $table }
paper-table-none = No table given
paper-due = FOR { $time }
paper-due-day = FOR { $time }, { $day }
paper-allergens = Allergens: { $names }
paper-diets = To be: { $names }
paper-pieces = In all: { $count } pcs
paper-elsewhere = Others make the rest: { $count } pcs
paper-zone = Zone: { $zone }
paper-courier = Courier: { $name }
paper-created = Ordered { $time }
paper-paid = PAID
paper-held = CARD, AMOUNT IS HELD
paper-unpaid = NOT PAID: { $sum }
paper-cash = TAKE { $sum } in cash
paper-no-change = No change
paper-too-little = The guest has { $sum }: not enough
paper-change = Change from { $sum }: { $change }
paper-balance = TAKE { $sum } MORE
paper-test = Test page
paper-test-width = Paper { $width } mm, { $dots } dots a line
paper-time-was = Time: { $after } instead of { $before }
paper-place-was = Now: { $text }
paper-address-was = Address: { $text }
paper-words-was = Comment: { $text }
paper-name-was = Guest: { $text }
paper-bill = Bill { $number }
paper-each = { $sum } each
paper-items = Items
paper-discount = Discount
paper-promo = Promo code { $code }
paper-delivery-fee = Delivery
paper-total = TOTAL
paper-refunded = Refunded
paper-bill-paid = Paid
paper-bill-held = The amount is held on the card
paper-to-pay = To pay
paper-to-pay-card = To pay by card
paper-to-pay-more = To pay in addition
paper-link = { $state ->
    [pay] Pay on your phone
   *[see] Your order on your phone
}
paper-thanks = Thank you!
paper-receipt = { $kind ->
    [return] Return receipt
   *[sale] Fiscal receipt
}
paper-order = Order { $number }
paper-way = { $way ->
    [cash] In cash
    [terminal] By card terminal
   *[card] By card online
}
paper-fiscal-number = Fiscal number { $number }
paper-day = { $till }, day { $number }
paper-day-opened = Opened by { $name }, { $moment }
paper-day-closed = Closed by { $name }, { $moment }
paper-figure-left = At the beginning
paper-figure-opening-difference = Difference at the opening
paper-figure-taken = From guests
paper-figure-undone = Orders not handed over
paper-figure-given-back = Given back to guests
paper-figure-handed-in = From couriers
paper-figure-brought = Brought
paper-figure-out = Taken out
paper-figure-expected = Should be in the till
paper-figure-cash = Takings in cash
paper-figure-terminal = By card terminal
paper-figure-card = By card online
paper-figure-terminal-back = Back by card terminal
paper-figure-card-back = Back to cards
paper-coins = Kopiykas
paper-counted = Counted
paper-difference = Difference
paper-reason-opening = At the opening: { $reason }
paper-reason-closing = At the closing: { $reason }
