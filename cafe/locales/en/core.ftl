# What the interface answers (specification, Errors) and the names of states.

status-new = New
status-confirmed = Confirmed
status-cooking = Cooking
status-ready = Ready
status-courier = With the courier
status-completed = Completed
status-cancelled = Cancelled

cart-empty = Your cart is empty. Add something from the menu.
closed = { $cafe } is closed now. We take orders from { $opens } to { $closes }.
min-order-amount = The minimum order for delivery is { $minimum } UAH.

invalid-name = Please enter a name of at least 2 characters.
invalid-phone = The phone number looks incomplete. Please check it.
invalid-pickup-time = Please enter the time as HH:MM, for example 18:30.
too-long = One of the fields is too long. Please shorten it.

promo-blank = Enter a promo code.
promo-unknown = There is no such promo code, or it is not active.
promo-expired = This promo code has expired.
promo-used-up = This promo code has been used up.
promo-below-minimum = This promo code is for orders of { $minimum } UAH or more.
promo-not-first-order = This promo code is for the first order only.

not-cancellable = This order can no longer be cancelled. If something is wrong, please call us.
not-payable-not-card = This order is paid in cash.
not-payable-finished = This order is completed or cancelled and cannot be paid.
already-paid = This order is already paid.
card-unavailable = Card payment is temporarily unavailable. Your order is placed: pay when you get it, or try again a little later.
payment-provider-error = The payment could not be created. Please try again.
