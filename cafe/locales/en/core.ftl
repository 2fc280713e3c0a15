# What the interface answers (specification, Errors) and the names of states.

status-new = New
status-confirmed = Accepted
status-cooking = Cooking
status-ready = Ready
status-courier = With the courier
status-completed-pickup = Handed over
status-completed-dine_in = Served
status-completed-delivery = Delivered
status-cancelled = Cancelled

cart-empty = Your cart is empty. Add something from the menu.
cafe-in-sentence = { $cafe }
closed = { $cafe } is closed now. We take orders from { $opens } to { $closes }.
closed-now = { $cafe } is closed now.
reopens = { $day ->
    [never] We will tell you when we open again.
    [today] We open at { $time }.
    [tomorrow] We open tomorrow at { $time }.
    [mon] We open on Monday at { $time }.
    [tue] We open on Tuesday at { $time }.
    [wed] We open on Wednesday at { $time }.
    [thu] We open on Thursday at { $time }.
    [fri] We open on Friday at { $time }.
    [sat] We open on Saturday at { $time }.
    [sun] We open on Sunday at { $time }.
   *[other] We open on { $day } at { $time }.
}
reopens-until = We will be open until { $time }.
type-unavailable = { $type ->
    [delivery] We do not deliver. Please choose another way to get your order.
    [pickup] Pickup is not possible here. Please choose another way to get your order.
   *[dine_in] We take no orders at the table. Please choose another way to get your order.
}
payment-unavailable = { $method ->
    [card] We take no card payments for orders. Please choose another way to pay.
   *[cash] We take no cash for orders. Please choose another way to pay.
}
closed-paused = { $day ->
    [open] We are taking a break and accept no orders for now.
    [today] We are taking a break and accept orders again at { $time }.
    [tomorrow] We are taking a break and accept orders again tomorrow at { $time }.
   *[other] We are taking a break and accept orders again on { $day } at { $time }.
}
closed-paused-type = { $type ->
    [delivery] Delivery is paused
    [pickup] Pickup is paused
   *[dine_in] Ordering at the table is paused
}: { $day ->
    [open] we accept no such orders for now.
    [today] we accept such orders again at { $time }.
    [tomorrow] we accept such orders again tomorrow at { $time }.
   *[other] we accept such orders again on { $day } at { $time }.
}
min-order-amount = The minimum order for delivery is ₴{ $minimum }.
zone-required = We don’t know what delivery to this address costs. Please choose your zone.
zone-unknown = There is no such delivery zone. Please choose another one.
zone-closed = We don’t deliver to “{ $name }” now, only at { $hours }.
zone-paused = { $day ->
    [open] We don’t deliver to “{ $name }” at the moment.
    [today] We deliver to “{ $name }” again at { $time }.
    [tomorrow] We deliver to “{ $name }” again tomorrow at { $time }.
   *[other] We deliver to “{ $name }” again on { $day } at { $time }.
}
too-many-orders = You have as many orders under way as we can take. Please wait until one of them is over, or call us.
too-many-guest-orders = We cannot take any more orders at the moment. Please try again a little later, or call us.

options-unknown = This item is offered differently now. Refresh the page and choose again.
options-stopped = We are out of this at the moment: { $name }. Please choose something else.
options-too-many = Too many: { $name }. You can have { $limit } at most.
options-too-few = Please choose: { $name }, at least { $limit }.
options-unavailable = We cannot make it the way you chose at the moment. Missing: { $names }. Change or remove it in the cart.
time-not-offered = We do not take orders for a later time.
time-unreadable = There is no such time. Please choose one from the list.
time-past = This time is over: { $day } at { $time }. Please choose a later one.
time-too-far = It is too early for { $day }: you can order { $limit ->
    [one] { $limit } day
   *[other] { $limit } days
} ahead at most.
time-outside-hours = We are closed on { $day } at { $time }. Please choose another time.
time-max-orders = Nothing is left for { $time } on { $day }: the kitchen takes { $limit ->
    [one] { $limit } order
   *[other] { $limit } orders
} at most for that time. Please choose another one.
time-max-items = Your order no longer fits { $time } on { $day }: the kitchen makes { $limit ->
    [one] { $limit } portion
   *[other] { $limit } portions
} at most for that time. Please choose another one.
time-max-amount = Your order no longer fits { $time } on { $day }: the kitchen takes orders of ₴{ $limit } at most for that time. Please choose another one.
note-not-taken = This item takes no note.
note-too-long = The note is too long: please keep it within 200 characters.
cart-full = The cart is full. Order this first, or remove something from it.
total-changed = The total has changed in the meantime: it is ₴{ $total } now. Please check it and confirm again.

invalid-name = Please enter a name of at least 2 characters.
invalid-phone = The phone number looks incomplete. Please check it.
invalid-pickup-time = Please enter the time as HH:MM, for example 18:30.
invalid-pin = There is no such place on the map.
age-unconfirmed = Alcohol is for adults only: confirm that you are 18 or older.
too-long = The text is too long. Please shorten it.

promo-blank = Enter a promo code.
promo-unknown = There is no such promo code, or it is not active.
promo-expired = This promo code has expired.
promo-used-up = This promo code has been used up.
promo-below-minimum = This promo code is for orders of ₴{ $minimum } or more.
promo-not-first-order = This promo code is for the first order only.
too-many-attempts = Too many promo codes in a row. Please try again in a minute.

not-cancellable = This order can no longer be cancelled. If something is wrong, please call us.
not-payable-not-card = This order is paid in cash.
not-payable-no-cash = The cafe takes no cash for orders.
not-payable-held = The money for this order is already held on your card: it will be taken once the cafe accepts the order.
not-payable-finished = This order is completed or cancelled and cannot be paid.
already-paid = This order is already paid.
card-unavailable = Card payment is temporarily unavailable. We have your order: pay when you get it, or try again a little later.
payment-provider-error = The payment could not be created. Please try again.

# Exact sums of money.
sum-uah = ₴{ $amount }
decimal-point = .

edit-too-late = This order can no longer be changed.
edit-changed = The order has just changed. Please look at it again.
edit-nothing = Nothing was changed.
edit-empty = Nothing would be left of the order. Cancel it instead.
edit-refunded = This item has been refunded already.
edit-unavailable = This item is not available now.
edit-age = Alcohol can only be added to an order with which you gave your age. Please make a new one.
edit-marks = The order is ready, so alcohol cannot be added to it. Take it one step back, or place a new one.
edit-payment = The card is being charged at this moment. Try again in a minute.
edit-paused = We take no further items at the moment.
edit-needs-person = Money would go back to the guest. Change the order in the staff chat or at the desk.
edit-zone = There is no such delivery zone any more.

sold-without-net = { $taken } ₴ taken without net, { $expected } ₴ by the present menu
