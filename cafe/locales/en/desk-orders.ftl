# Orders and customers at the owner's desk: headers of files, and refusals.

orders-file = Orders
orders-page = Orders
orders-number = Number
orders-placed = Placed
orders-scheduled = Wanted for
orders-type = Type
orders-status = Status
orders-source = From
orders-name = Name
orders-phone = Phone
orders-place = Address or table
orders-lines = Items
orders-goods = Items, UAH
orders-discount = Discount, UAH
orders-promo = Promo code
orders-promo-discount = Promo discount, UAH
orders-delivery = Delivery, UAH
orders-total = Total, UAH
orders-method = Payment
orders-payment = Paid
orders-to-return = To return
orders-cancel-reason = Why cancelled

order-type-delivery = Delivery
order-type-pickup = Pickup
order-type-dine_in = Dine in
order-source-telegram = Telegram
order-source-guest = Website
order-source-walk_in = Counter
order-source-forgotten = Data removed
order-method-cash = Cash
order-method-card = Card
order-paid = yes
order-unpaid = no
