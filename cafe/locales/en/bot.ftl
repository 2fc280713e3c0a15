# The conversations in the chat. Texts are the platform's HTML; labels of buttons and short answers are plain.

plain = { $text }
trouble = Something went wrong. Please try again.
misunderstood = I did not quite get that. Write what you would like, ‘where is my order’ or ‘operator’. Or choose:
press-outdated = This button does not work any more.
staff-only = This command works only in the staff chat.
not-here =
    I take orders in a private chat. Write to me there.
    The id of this chat: <code>{ $chat }</code>
cancel-nothing = There is nothing to cancel.

not-found = There is no such order.
product-not-found = This item is not available now.
item-not-in-cart = This is not in the cart any more.
quantity-too-large = That is too many.
missing-fields = One of the questions has no answer yet.
invalid-payment-method = Choose cash or card.
invalid-cash-change-for = Write the amount as a number, for example 500.
invalid-expected-total = The total has changed. Please check it again.

# Commands

command-deliveries = My deliveries
command-shift = Begin or end a shift
command-start = Start over
command-menu = Menu
command-cart = Cart
command-checkout = Checkout
command-orders = My orders
command-language = Language (Українська)
command-help = Help
command-cancel = Cancel checkout
staff-command-orders = Open orders
staff-command-stop = Stop-list
staff-command-pause = Pause orders
staff-command-resume = Resume orders
staff-command-busy = Busy: promise later
staff-command-modes = Modes of the menu
staff-command-walkin = Order at the counter
staff-command-stock = Stock
staff-command-refund = Return money
staff-command-cash = Take in a courier’s cash
staff-command-today = The day in figures
staff-command-board = Kitchen screen
staff-command-help = Help

# Greeting

greeting = <b>{ $cafe }</b>
    Welcome! Order coffee and food here: delivered, to take away or to your table.
greeting-open = 🟢 We are open: { $opens }–{ $closes }
greeting-closed = 🔴 Closed now. Our hours are { $opens }–{ $closes }
greeting-taking = 🟡 Closed now, but we take orders. Our hours are { $opens }–{ $closes }
greeting-later = 🟡 Closed now, but you can order for later. Our hours are { $opens }–{ $closes }
greeting-open-now = 🟢 We are open
greeting-until = { " " }until { $time }
greeting-closed-now = 🔴 Closed now.
greeting-taking-now = 🟡 Closed now, but we take orders.
greeting-later-now = 🟡 Closed now, but you can order for later.
greeting-table = 🍽 Your table: <b>{ $table }</b>. Choose from the menu and we will bring it.
help =
    /menu — menu
    /cart — cart
    /checkout — checkout
    /orders — my orders
    /language — language
    /cancel — cancel checkout
    /forget — delete my data
help-desk = /desk — the cafe's desk
help-phone = ☎️ { $phone }
help-address = 📍 { $address }
forget-sure = <b>Delete your data?</b>
    We delete your name, phone, addresses, cart and the tracking links of your orders; the orders stay without a name. This cannot be undone.
forget-done = Your data is deleted. { $count ->
    [0] There were no finished orders.
   *[other] Orders made anonymous: { $count }.
}
forget-later = Not finished yet: { $count }. Those will be made anonymous when they end.
button-forget = 🗑 Delete my data
button-forget-yes = 🗑 Yes, delete
track-unknown = There is no such order: check the link.
follow-ask = Shall we write here about order <b>{ $number }</b>?
follow-on = 🔔 We will write here about order <b>{ $number }</b>.
follow-off = 🔕 We will not write about order <b>{ $number }</b> any more.
follow-full = As many people as possible already follow order <b>{ $number }</b>. Please look at its page.
button-follow-yes = 🔔 Yes, please
button-follow-no = No, thanks

button-app = 📱 Open the app
button-app-short = Order
button-menu = 📖 Menu
button-cart = 🛒 Cart
button-cart-full = 🛒 Cart · ₴{ $total }
button-orders = 🧾 Orders
button-language = 🌐 Language
button-home = 🏠 Home
button-more = ⋯ More
button-all = ⋯ All sections
button-back = ⬅️ Back
button-cancel = ✖️ Cancel

language-ask = Which language shall we speak?
language-chosen = Switched to English.

# Menu

menu-title = <b>Menu</b>
    Choose a section:
menu-empty = There is nothing here yet.
menu-changed = The menu has changed.
category-hint = Choose an item to see more:
button-categories = ⬅️ Sections
button-add = ➕ Add to cart · ₴{ $price }
dish-label = { $name } · ₴{ $price }
category-dish = { $name } — ₴{ $price }
dish-price = <b>₴{ $price }</b>
dish-allergens = Allergens: { $names }
dish-allergens-none = None of the 14 major allergens
dish-diets = 🌿 { $names }
dish-diets-with = 🌿 With { $option }: { $names }
diet-found = 🌿 <b>{ $names }</b>
    These are what the cafe has declared so; after a colon comes the option to choose for it. With an allergy, ask the staff.
diet-none = 🌿 <b>{ $names }</b>
    The cafe has declared this of nothing on offer now. To ask the staff, write 'operator' here.
dish-allergens-unknown = The cafe has not said which allergens this contains: ask if it matters to you
dish-count = ➕ { $count } in the cart
cart-short = In the cart: { $count } for ₴{ $total }

# What is written of one's own accord

found-some = Here is what we have:
found-sold-out = Not available now: <b>{ $names }</b>.
proposal-title = <b>I understood:</b>
proposal-total = <b>Total: { $total } ₴</b>
proposal-change = ✏️ To the cart, to change it
proposal-which = ❓ ‘{ $words }’: choose which
proposal-missed = Left out: ‘{ $words }’. You can add it to the order’s comment.
proposal-taken = ✅ Added. { $count } pcs. in the cart, { $total } ₴
question-passed-on = 💬 I passed your question on to the cafe. The answer will come here.
answer-sent = ✅ Sent: { $name }
answer-nobody = ⚠️ The guest has deleted their data; there is nobody to answer.
rating-good = 💛 Thank you! We are glad that order { $number } went well.
rating-bad = 😔 We are sorry. What was wrong with order { $number }? Write one message, the cafe will read it.
rating-words = ✍️ Add a few words
rating-words-ask = ✍️ Write one message:
rating-words-taken = Thank you, noted.
spoken-welcome = You are welcome! Have a lovely day ☕️
person-none =
    A bot answers in this chat. To talk to a person, call us or drop in.
button-map = 📍 On the map

# Options and notes

choice-first = Choose how you like it, then add it.
choice-group = { $name } ({ $rule }): <b>{ $chosen }</b>
choice-rule-one = choose one
choice-rule-maybe-one = one if you like
choice-rule-up-to = up to { $max }
choice-rule-exactly = choose { $min }
choice-rule-between = from { $min } to { $max }
choice-note = 💬 <i>{ $note }</i>
choice-in-cart = 🛒 In the cart: { $quantity } × { $name }
choice-stopped = 🚫 { $name } · sold out
choice-lacking = ❗️ Choose: { $name } · ₴{ $price }
choice-save = ✅ Save · ₴{ $price }
choice-more = ⚙️ { $names }
choice-same = Chosen already.
choice-over = This choice is over. Open the item again: /menu
choice-note-add = 💬 Note
choice-note-change = 💬 Change the note
choice-note-drop = 🗑 No note
choice-note-skip = ⬅️ No note
choice-note-ask = 💬 Write a note for the kitchen: <b>{ $name }</b>
    One line of at most { $max } characters.
choice-note-taken = 💬 Note
    ✔️ { $note }
choice-note-cancelled = No note was added.
line-note = {"   "}💬 { $note }
line-unavailable = {"   "}⚠️ Not available now: { $names }. Change it ✏️ or remove it 🗑
line-lacking = {"   "}⚠️ Not available now: { $names }

# Cart

cart-title = <b>🛒 Your cart</b>
cart-line = { $name } — { $quantity } × { $price } = ₴{ $sum }
cart-total = <b>Total: ₴{ $total }</b> ({ $count ->
    [one] { $count } item
   *[other] { $count } items
})
cart-promo = 🏷 { $code }: −{ $percent } % (−₴{ $sum })
cart-nothing = 🛒 The cart is empty. Have a look at the menu!
cart-changed = Your cart has changed.
cart-empty-sure = Empty the cart?
promo-ask = 🏷 Write the promo code:
promo-cancelled = No promo code was added.
promo-refused = ⚠️ { $reason }
    Write another promo code or go back to the cart.
promo-reason = The promo code does not apply: { $reason }
button-checkout = ✅ Checkout
cart-change = ✏️ Change the cart
button-promo = 🏷 Promo code
button-nopromo = 🏷 Remove the promo code
button-empty = 🗑 Empty
button-empty-yes = 🗑 Yes, empty it

# Checkout

form-type = <b>Your order</b>
    How would you like to get it?
form-current = Now: <b>{ $value }</b>
form-skipped = skipped
form-press-please = Please press one of the buttons.
form-text-please = Please answer with text.
ask-real-name = Please write a name of at least two letters.
ask-real-city = Please write your town.
ask-real-street = Please write your street.
ask-real-house = Please write the house number, so that the courier finds you.
ask-real-table = Please write the number or name of your table.
zone-offer = { $name } · { $fee ->
    [0] free
   *[other] { $fee } ₴
}
zone-offer-closed = { $name } · not at the moment
form-pin-taken = 📍 On the map that is the zone “{ $zone }”, delivery { $fee } ₴.
form-pin-outside = 📍 That place is outside of our zones on the map. Please write your address.
form-delivery-to = 🚚 Delivery, zone “{ $zone }”: { $sum } ₴
table-elsewhere = We have no such table. Its number or name is on the table itself, or ask the staff.
town-elsewhere = For now we deliver to { $towns } only. Or collect the order yourself.
form-foreign-contact = This is somebody else’s contact. Please share your own or write the number.
form-phone-taken = ☎️ Number: <b>{ $phone }</b>
form-back = ⬅️ Going back
form-over = This form is done or cancelled. Start again: /checkout
form-cancelled = Cancelled. The cart is as it was.
form-summary = <b>Check your order</b> · { $type }
form-field = { $label }: <b>{ $value }</b>
form-change = from ₴{ $sum }
form-ready-in = ⏱ Ready in about <b>{ $minutes } min</b>
form-ready-in-at-door = ⏱ With you in about <b>{ $minutes } min</b>
form-changed = Something has changed meanwhile: your cart, a price or the payment. Please check once more.
form-edit = What shall we change?
form-placed-already = Order { $number } is already received.
form-anew = Let us start over.
form-gone = Not available now: { $names }. Order the rest?
form-gone-all = Not available now: <b>{ $names }</b>. There is nothing else in the cart.
    Your answers are kept: add something from the menu and check out.
form-wait = ⏳ Placing the order…
form-done = ✅ <b>Order { $number } received!</b>
form-promo-change = 🏷 Another promo code

pickup-when = { $day ->
    [tomorrow] tomorrow at { $time }
   *[other] { $day } at { $time }
}
pickup-tomorrow-ask = It is past { $time } today. Will you pick it up tomorrow?
pickup-closed = We are closed at { $time }. You can pick up from { $opens } to { $closes }.
pickup-closed-then = { $hours ->
    [none] We are closed on that day. Please choose another time.
   *[other] We are closed at { $time }. Open on that day: { $hours }.
}
pickup-past = It is past { $time }. Choose another time.
change-too-little = That is not enough: the order costs ₴{ $total }.
later-time = { $time }
later-full = 🚫 { $time }
later-asap = as soon as possible
later-day = { $day ->
    [today] today
    [tomorrow] tomorrow
   *[other] { $day }
}
later-page = 🗓 <b>{ $day }</b>:
later-page-full = 🗓 <b>{ $day }</b>, 🚫 is full:
later-tomorrow-ask = It is past { $time } today. Do you mean tomorrow?
later-only = We are closed now, so please choose a time.

ask-name = What is your name?
ask-phone = Your phone number?
    Press the button below or write it.
ask-address-city = Which city do we deliver to?
ask-address-street = Street?
ask-address-house = House number?
ask-zone-id = Which delivery zone are you in? Choose it, write the street in another way, or send 📎 → “Location”.
ask-address-apartment = Apartment or office?
ask-adult = There is alcohol in your order. Are you 18 or older?
ask-cutlery = Shall we put cutlery in?
ask-no-call = May we phone you about the order?
ask-address-comment = A note for the courier?
    Entrance, floor, intercom.
ask-pickup-time = When will you pick it up?
    Choose a time or write it, for example 18:30.
ask-scheduled-for = When would you like it?
    Choose a time or write it, for example 18:30 or tomorrow at 9:00.
ask-table-number = Your table number?
ask-payment-method = How will you pay?
ask-cash-change-for = Which amount will you pay with?
    Choose or write it.
ask-promo-code = 🏷 Write the promo code:

skip-address-apartment = No apartment
skip-address-comment = No note
skip-table-number = No number
skip-cash-change-for = No change needed
skip-scheduled-for = ⚡️ As soon as possible
skip-promo-code = No promo code

field-order-type = Order type
field-name = Name
field-phone = Phone
field-address-city = City
field-address-street = Street
field-address-house = House
field-zone-id = Delivery zone
field-address-apartment = Apartment
field-adult = Age
field-cutlery = Cutlery
field-no-call = Phoning
field-address-comment = Note
field-pickup-time = Pickup at
field-scheduled-for = For
field-table-number = Table
field-payment-method = Payment
field-cash-change-for = Change
field-promo-code = Promo code

key-contact = 📱 Share my number
key-back = ⬅️ Back
key-cancel = ✖️ Cancel
button-confirm = ✅ Confirm · ₴{ $total }
button-mend = ✏️ Change it in the cart
button-edit = ✏️ Change

# Orders

orders-title = <b>🧾 Your orders</b>
orders-nothing = No orders yet. A good time to start!
order-label = { $number } · { $status } · ₴{ $total }
order-title = <b>Order { $number }</b> · { $status }
order-pickup = { $type }, at { $time }
order-table = { $type }, table { $table }
order-address = { $type }: { $address }
order-refunded = ↩️ Returned to you: <b>{ $sums }</b>
order-ready-at = ⏱ Ready at about <b>{ $time }</b>
order-ready-at-door = ⏱ With you at about <b>{ $time }</b>
order-line = { $quantity } × { $name } — ₴{ $sum }
order-cancel-sure = Cancel order <b>{ $number }</b> for ₴{ $total }?
order-cancelled = The order is cancelled.
order-skipped = Not available now: { $names }
button-repeat = 🔁 Repeat
button-cancel-order = ❌ Cancel
button-cancel-yes = ❌ Yes, cancel
button-cancel-no = ⬅️ No, keep it
button-refresh = 🔄 Refresh
pay-wait = ⏳ Preparing the payment page…
pay-ready = 💳 Pay for order <b>{ $number }</b>: <b>₴{ $total }</b>.
button-pay-page = 💳 Pay ₴{ $total }

# Staff

staff-help =
    <b>Staff chat</b>
    Each order is one card: its buttons lead it to the guest.
    /orders — open orders
    /stop — stop-list
    /pause — pause orders (/pause 30, 2h, today, delivery 30)
    /resume — take orders again
    /busy — busy: promise later (/busy 20, 20 1h, 30 today, off)
    /modes — modes of the menu: without light, brunch
    /walkin — order at the counter
    /stock — stock
    /refund — return money to a guest (/refund 15)
    /cash — take in a courier’s cash
    /today — the day in figures (/today yesterday, 14.06)
    /board — kitchen screen: a code for a tablet
staff-chat-public = This group is public: anybody can join it and steer orders. Make it private.
staff-chat-linked = This group is linked to a channel: its readers see the orders and can steer them. Unlink it.
customers-only = This command is for guests, in a private chat with the bot. For the staff: /help
desk-open = <b>The desk</b>
    { $name }, open it here or take a link for your computer.
desk-link = A link that signs you in at the desk, good once and for { $minutes } minutes. Send it to nobody.
desk-strangers =
    The desk is for people who work here. To be added, give the owner your Telegram number:
    <code>{ $id }</code>
desk-private-only = The desk opens in a private chat: write /desk to me there
desk-code-wrong = There is no such code: it is too old, or mistyped. Take a new one on the page.
desk-code-too-many = Too many wrong codes. Try again in a minute.
desk-ask-sign-in = <b>Is it you who signs in at the desk?</b>
    Device: { $agent }
    If somebody sent or told you the code, refuse: that person would get in under your name.
desk-ask-confirm = <b>Is it you at the desk now?</b>
    Device: { $agent }
    If so, important changes are allowed for 10 minutes.
desk-granted = ✅ Done. Go back to the desk's page.
desk-refused = 🚫 Nobody was let in. If it was not you, look in the desk where you are signed in.
desk-bound = ✅ Done: at the desk I know you as { $name } now. To open it from here, send /desk
desk-bind-late = This link does not work any more. Take a new one at the desk.
desk-bind-taken = This Telegram account belongs to somebody else at the desk.
button-desk-here = 🗂 Open the desk
button-desk-link = 💻 A link for my computer
button-desk-sign-in = ✅ Yes, it is me: sign in
button-desk-confirm = ✅ Yes, it is me
button-desk-refuse = 🚫 No, it is not me
button-desk-group = 👥 Choose the staff chat
key-staff-chat = 👥 Choose a group
desk-group = Press “Choose a group” below and pick the group where the staff are to get orders. I will be added to it by myself. You have to be its administrator.
desk-group-taken = ✅ Done: orders will come to that group. I have said hello there.
desk-group-failed = I cannot write in that group. Add me to it as an administrator and choose it once more: /desk
staff-chat-hello = 👋 Good day! Orders will come here. What I can do: /help
button-desk-news = 🔔 Daily figures and alarms: switch on
button-desk-still = 🔕 Daily figures and alarms: switch off
desk-news = There will be a line here each day when you open, and one when you close. If something breaks, I say so at once.
desk-still = I send no more of them.
devices-code =
    <b>Kitchen screen</b>
    Open { $address } on the tablet and enter the code:
    <code>{ $code }</code>
    Or open this link on it: { $link }
    Either works once, within { $minutes } minutes. The tablet will be called “{ $name }”: that is how orders' histories show it.
    It works once, within { $minutes } minutes. The tablet will be called “{ $name }”: that is how orders' histories show it.
devices-owners-only = Only an owner can pair and unpair tablets.
devices-ask-name = What is the tablet called? Reply to this message, for example “Bar”.
devices-title = <b>Paired tablets</b>
devices-line = • { $name }, last seen { $seen }
devices-none = No tablet is paired. For a code: /board
devices-revoke-sure = Unpair the tablet “{ $name }”? Its screen goes blank at once.
devices-revoked = “{ $name }” is unpaired.
button-device-name = ✏️ Another name
button-device-list = 📋 Paired tablets
button-device-revoke = ✖️ Unpair “{ $name }”
button-device-revoke-yes = ✖️ Yes, unpair
staff-orders-nothing = No open orders. ☕️
staff-card-below = The card of { $number } is below ⬇️
staff-paid-how = ❓ <b>The order is not paid online. How did the guest pay?</b>
staff-paid-in-person = ❓ <b>How did the guest pay?</b>
staff-paid-again = ❓ <b>The payment went back to the guest. How did they pay?</b>
staff-paid-already = The money has come online already: do not take it twice.
paid-by-cash = 💵 Cash
paid-by-terminal = 💳 Terminal
paid-by-nothing = Nothing was taken
staff-moved = { $number }: { $status }
staff-promised = { $number }: ready in { $minutes } min
staff-promised-already = This time is promised already: { $time }
staff-too-late = { $number } is “{ $status }” already ({ $actor }). Nothing was changed.
staff-cancel-why = ❓ <b>Why do we cancel?</b> The guest will see the reason.
staff-cancel-own = Why do we cancel { $number }? Write the reason as a reply to this message.
staff-back-given = Money went back to the guest: this step can no longer be taken back.
staff-back-too-late = Too much time has passed: this step can no longer be taken back.
staff-stop-which = ❓ <b>What is there none of?</b>
staff-cancelled = { $number } is cancelled.
reason-no-products = We ran out of products
reason-closing = We are closing already
reason-no-answer = The guest does not answer
reason-guest-asked = At the guest’s request
reason-own = ✍️ Another reason
button-keep = ⬅️ Do not cancel

refund-what = 💸 <b>What goes back to the guest?</b>
refund-nothing = 💸 There is nothing to return for this order.
refund-sure-card = ❓ <b>Return { $sums } to the card that paid?</b>
refund-sure-person = ❓ <b>Give { $sums } to the guest</b>: this order was paid in the cafe.
refund-line = { $quantity } × { $name } — { $sums }
refund-delivery = Delivery — { $sums }
refund-why = Why? Choosing a reason confirms it.
refund-reason-lack = Not available
refund-reason-slip = A mistake in the order
refund-reason-bad = The guest did not like it
refund-reason-wish = At the guest’s request
refund-begun = Returning { $sums }: watch the card
refund-noted = Noted: { $sums } returned
refund-list = 💸 <b>Whose money goes back?</b>
    💸 — waiting for their money, then those of the last day.
refund-list-empty = 💸 There is nothing to return.
refund-order = { $number } · ₴{ $sum }
refund-order-owes = 💸 { $number } · ₴{ $sum }
refund-usage = There is no such order. Write its number: /refund 15
refund-refused-limit = Only the owner returns more than ₴{ $limit } of an order. Nothing was returned.
refund-refused-role = Only { $role ->
    [owner] the owner
   *[manager] a manager or the owner
} may return money. Nothing was returned.
refund-refused-unavailable = The payment company cannot be reached with our credentials now. Nothing was returned.
refund-refused-nothing = There is nothing left to return.
refund-refused-chosen = Somebody chose something else meanwhile, nothing was returned. Check what is chosen and confirm again.
refund-refused-changed = Something changed meanwhile, nothing was returned. Please choose again.
button-refund-line = ▫️ { $name } — { $sums }
button-refund-line-on = ✅ { $chosen } × { $name } — { $sums }
button-refund-delivery = ▫️ Delivery — { $sums }
button-refund-delivery-on = ✅ Delivery — { $sums }
button-refund-chosen = ➡️ Return what is chosen: { $sums }
button-refund-all = 💸 Return everything: { $sums }
button-refund-debt = 💸 Return { $sums }
button-refund-extra = 💸 Return the extra payment: { $sums }
button-refund-yes = ✅ Yes, return { $sums }
button-refund-given = ✅ { $sums } given
button-refund-otherwise = 🤝 Returned in another way already
button-refund-found = ✅ { $sums } went back: the cabinet says so
button-refund-lost = ✖️ { $sums } did not go back: the cabinet says so
button-refund-resume = ▶️ Go on returning { $sums }
button-refund-call-off = ✖️ Call off returning { $sums }
button-refunds = 💸 Returning money

stop-title = <b>Stop-list</b>
    Choose a section:
stop-category = <b>{ $name }</b>
    🟢 on sale · 🌙 until the next opening · ⛔️ off
stop-dish = <b>{ $name }</b>
    { $state }
stop-state-on = 🟢 On sale
stop-state-today = 🌙 Not on sale until { $time }
stop-state-off = ⛔️ Not on sale until you switch it on
button-stop-hour = ⏳ None for 1 hour
button-stop-today = 🌙 None until tomorrow
button-stop-off = ⛔️ Switch off
button-stop-on = 🟢 Switch on
stop-off = ⛔️ { $name }
stop-today = 🌙 { $name }: none until { $time }
stop-on = 🟢 { $name }
stop-group-label = 🥄 { $name }
stop-group = <b>{ $name }</b>
    Tap an option: 🟢 on sale → 🌙 none until the next opening → 🟢 on sale again. ⛔️ switches off until you switch it on.
stop-until = { $name } · until { $time }

pause-ask = How long shall orders be paused?
pause-standing = ⏸ Orders are paused until <b>{ $time }</b>.
pause-standing-open = ⏸ Orders are paused until you resume them.
pause-begun = ⏸ Orders are paused until <b>{ $time }</b> ({ $actor }).
pause-begun-open = ⏸ Orders are paused until you resume them ({ $actor }).
pause-ended = ▶️ We take orders again ({ $actor }).
pause-none = ▶️ Orders are being taken anyway.
pause-usage = Say how long: /pause 30 (minutes), /pause 2h or /pause today. One type only: /pause delivery 30 (pickup, dine-in)
pause-30 = 30 min
pause-60 = 1 h
pause-120 = 2 h
pause-today = Until opening
pause-open = Until I resume
pause-zones = 🗺 One zone…
pause-zones-which = <b>Delivery zones</b>
pause-zone = ⏸ { $name }
pause-zone-resume = ▶️ Again: { $name }
pause-zone-ask = For how long to pause deliveries to <b>{ $name }</b>?
pause-zone-standing = ⏸ { $name }: { $time ->
    [none] until you resume
   *[other] until { $time }
}
pause-only-delivery = 🛵 Delivery only
pause-only-pickup = 🥡 Pickup only
pause-only-dine_in = 🍽 Dine-in only
pause-everything = ⏸ All orders
pause-type-ask = How long shall this be paused: <b>{ $type }</b>?
pause-type-standing = ⏸ { $type }: paused until <b>{ $time }</b>.
pause-type-standing-open = ⏸ { $type }: paused until you resume.
pause-type-begun = ⏸ { $type }: paused until <b>{ $time }</b> ({ $actor }).
pause-type-begun-open = ⏸ { $type }: paused until you resume ({ $actor }).
pause-type-ended = ▶️ { $type }: we take orders again ({ $actor }).
pause-type-none = ▶️ { $type }: not paused.
resume-usage = Say /resume to resume everything, or, for example, /resume delivery
button-resume = ▶️ Take orders again
button-resume-type = ▶️ Again: { $type }

busy-ask = 🐢 <b>Busy?</b> How much longer does an order take? Now we promise { $asap } min.
busy-standing = 🐢 Until <b>{ $time }</b> we promise { $minutes } min more than usual: { $asap } min.
busy-span-ask = 🐢 { $minutes } min longer. For how long?
busy-begun = 🐢 Until <b>{ $time }</b> we promise { $minutes } min more than usual: { $asap } min ({ $actor }).
busy-ended = ⚡️ We promise as usual again: { $asap } min ({ $actor }).
busy-none = ⚡️ We promise as usual anyway: { $asap } min.
busy-usage = Say how many minutes longer orders take (at most 120), and for how long: /busy 20, /busy 20 1h, /busy 30 today. Off: /busy off
busy-more = +{ $minutes } min
busy-off = ⚡️ Promise as usual

modes-title = <b>Modes of the menu</b>
modes-off = The menu is as usual.
modes-none = There are no modes of the menu yet. Make them at the desk: <b>Menu → Modes</b>.
mode-ask = For how long to switch on <b>{ $name }</b>?
mode-open = Until I switch it off
mode-on = 🔀 <b>{ $name }</b>: { $time ->
    [none] until you switch it off
   *[other] until { $time }
}
mode-on-button = 🔀 { $name }
mode-off-button = ⏹ Switch off: { $name }

walkin-title = <b>Order at the counter</b>
    Choose a section:
walkin-category = <b>{ $name }</b>
    Press an item to add it:
walkin-note = <b>Order at the counter</b>
walkin-review = 🧾 Review · ₴{ $total }
walkin-less = ➖ { $name }
walkin-more = ➕ Add more
walkin-drop = 🗑 Cancel
walkin-dropped = The draft is deleted.
walkin-not-yours = This is not your order, or it is done already. Start your own: /walkin
walkin-dish = <b>{ $name }</b> · ₴{ $price }
walkin-add = ➕ Add · ₴{ $price }
walkin-note-ask = 💬 <b>{ $name }</b>: write the note as a reply to this message, at most { $max } characters.
walkin-unavailable = Not available now: { $names }. Remove these items or choose otherwise.
walkin-here-cash = 🍽💵 Here, cash · ₴{ $total }
walkin-here-card = 🍽💳 Here, terminal · ₴{ $total }
walkin-away-cash = 🥡💵 Away, cash · ₴{ $total }
walkin-away-card = 🥡💳 Away, terminal · ₴{ $total }
walkin-at-once = Handed out at once
walkin-placed = ✅ <b>{ $number }</b> for ₴{ $total } ({ $actor }). The card is below.
walkin-placed-short = ✅ { $number }

stock-low = <b>📉 Running low</b>
    Press to correct:
stock-fine = There is enough of everything. 👌
stock-all = <b>The whole stock</b>
    Press to correct:
stock-label = { $mark } { $name }: { $stock } { $unit } (min. { $low })
stock-ask =
    <b>{ $name }</b>: { $shelf } { $unit } now{ $held ->
        [0] { "" }
       *[other] , { $held } { $unit } of it for orders that nobody cooks yet (count that too)
    }. How much is there really? Reply with a number ({ $unit }).
stock-number = A whole number is needed, zero or more. Try again.
stock-set =
    ✅ { $name }: { $shelf } { $unit }{ $held ->
        [0] { "" }
       *[other] , { $held } { $unit } of it for orders that nobody cooks yet
    }
button-stock-all = The whole stock
button-stock-low = 📉 What runs low

today-title = <b>📊 The day in figures, { $date }</b>
today-orders = Orders: <b>{ $count }</b> for <b>₴{ $revenue }</b>
today-cancelled = Cancelled: { $count }
today-average = Average: ₴{ $sum }
today-usage = Name the day: /today, /today yesterday or /today 14.06
today-ahead = { $date } is still ahead: there are no figures yet.
today-taken = Taken: <b>₴{ $sum }</b>
today-cash = 💵 Cash: ₴{ $sum }
today-terminal = 💳 Terminal: ₴{ $sum }
today-online = 🌐 Online: ₴{ $sum }
today-expected = ⏳ Expected: ₴{ $sum }
today-unpaid = ⚠️ Of this, handed out unpaid: ₴{ $sum }
today-to-return = 💸 To return to guests: <b>{ $sums }</b>
today-to-return-earlier = 💸 To return from earlier days: <b>{ $sums }</b>
today-returned = ↩️ Returned to guests: { $sums }
today-paid = 💰 Paid in all: { $sums }
today-kept = 🟰 Kept by the cafe: <b>{ $sums }</b>
today-type = { $type }: { $count } for ₴{ $revenue }
today-zones = <b>By zone</b>
today-zone = 🗺 { $name }: { $count } for ₴{ $revenue }{ $late ->
    [0] {""}
   *[other] , { $late } late
}
today-couriers = <b>Couriers</b>
today-courier = 🛵 { $name }: { $count }{ $late ->
    [0] {""}
   *[other] , { $late } late
}{ $counted ->
    [0] {""}
   *[other] , handed in ₴{ $counted }
}
today-hours = <b>By hour</b>
today-hour = <code>{ $hour }</code> { $bar } { $count } · ₴{ $revenue }
today-best = <b>Best sellers</b>
today-seller = { $name } — { $count }

staff-edit-title = ✏️ <b>Change { $number }</b>. Press ➖ or ➕, add an item, then save.
staff-edit-line = { $quantity } × { $name }
staff-edit-added = ✖️ + { $quantity } × { $name }
staff-edit-add = ➕ Another item…
staff-edit-zone = 🗺 { $name } · { $fee } ₴
staff-edit-zone-chosen = ✅ { $name } · { $fee } ₴
staff-edit-what = What should be added to { $number }? Reply to this message, for example: "a large oat latte and two croissants".
staff-edit-unclear = Not understood: { $words }. Write it in other words, with all that has to be chosen.
staff-edit-total = Total: { $before } ₴ → <b>{ $total } ₴</b>
staff-edit-returns = 💸 { $sum } ₴ go back to the guest
staff-edit-balance = 💵 { $sum } ₴ to take at hand-over
staff-edit-propose = Ask the guest: { $total } ₴
staff-edit-save = Save: { $total } ₴
staff-edit-save-agreed = The guest has agreed: { $total } ₴
staff-edit-saved = Order { $number } was changed: { $total } ₴
staff-edit-proposed = The guest of { $number } was asked. Until they agree, prepare it as it was.
button-edit-order = ✏️ Change
edit-title = ✏️ <b>Change order { $number }</b>. To add other items, put them into the cart and come back here.
edit-total = Total: { $before } ₴ → <b>{ $total } ₴</b>
edit-returns = 💸 { $sum } ₴ go back to you
edit-cart = 🛒 Add the cart: { $count } pcs, { $total } ₴
edit-cart-added = ✅ From the cart: { $count } pcs, { $total } ₴
edit-save = Save: { $total } ₴
edit-saved = The order was changed
edit-agreed = Thank you! The order was changed
edit-kept = All right, it stays as it was
staff-paid-balance = Take the remaining { $sum } ₴. How was it paid?

# A courier's own chat.

courier-off-shift = You are off shift. Press /shift.
courier-taken = { $name } has this order already.
courier-not-offered = This delivery is gone.
courier-not-theirs = { $name ->
    [none] This order isn’t yours now.
   *[other] { $name } has this order.
}
courier-outdated = That isn’t so any more: see how it stands now.
courier-unknown = This courier isn’t on shift.
courier-needs-code = Which 4 digits does the guest read out? Write them as a reply. If the guest has none, send '-': the staff read that.
courier-needs-photo = Send a photo of what you handed over as a reply. If you can’t take one, send '-': the staff read that.
courier-wrong-code = These are not the digits. Write the 4 digits that the guest reads out, or '-' if there are none.
courier-code-locked = Too many mistakes. If the guest has the order, send '-': the staff read that.
courier-bad-words = Write 1 to 200 characters.
courier-many-words = That is enough about this order: call instead.
courier-none = Nobody is bringing this order now.
courier-write-ask = What should the guest read? Send the text as a reply to this message.
courier-written = { $number }: the guest will read it.
courier-shared = 📍 While you are on the way with an order, its guest sees on the page where you are. Afterwards your place is kept nowhere.
courier-no-right = This needs the right to deliver, which the owner gives under “Staff”.
courier-shift-on = 🟢 You are on shift. New deliveries will come here. Share your live location here, and a guest sees where you are while you bring their order.
courier-shift-off = 🔴 You are off shift.
courier-own = <b>Yours:</b>
courier-free = <b>Free:</b>
courier-shift-ended = 🔴 The shift is over.{ $carried ->
    [none] {""}
   *[other] {" "}Still to bring: { $carried }.
}
courier-done-take = { $number } is yours
courier-done-back = { $number } is free again
courier-done-go = { $number }: the guest knows that you are on the way
courier-done-door = { $number }: the guest knows that you are at the door
courier-done-nobody = { $number }: the cafe calls the guest
courier-done-return = { $number }: the cafe knows
courier-done-done = { $number } is handed over
courier-done-cash = { $number } is handed over
courier-done-card = { $number } is handed over
courier-ask = Who brings it?
courier-choice = { $name }{ $count ->
    [0] {""}
   *[other] {" "}({ $count })
}
courier-nobody-yet = Nobody
courier-cash-in-hand = 💵 Cash with you: <b>{ $sum } ₴</b>. Hand it in at the cafe, where it is counted and noted.
courier-cash-to-hand-in = 💵 Hand in your cash at the cafe: <b>{ $sum } ₴</b>.

# Counting what couriers hand in.

cash-whose = 💵 Whose cash are you taking in?
cash-nobody = No courier is on shift, and nobody has any cash.
cash-ask = 💵 Count all that <b>{ $name }</b> hands in, and write the amount as a reply to this message.
cash-number = Write the amount as a whole number of hryvnias as a reply to this message: how much does { $name } hand in?
cash-unknown = This courier is not on shift any more and has no cash.
cash-own = Somebody else counts your cash.
cash-counted = This is counted and noted already. To take in more, begin anew: /cash
cash-decided = This difference is decided already.
courier-assigned = { $number }: { $name ->
    [none] no courier
   *[other] { $name } brings it
}
