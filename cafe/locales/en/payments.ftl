# What payers and the tax office read on a bill.

bill-description = Order { $number }
bill-delivery = Delivery
bill-part = Part of the payment for order { $number } returned
