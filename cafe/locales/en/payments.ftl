# What payers and the tax office read on a bill.

bill-description = Order { $number }
bill-delivery = Delivery
