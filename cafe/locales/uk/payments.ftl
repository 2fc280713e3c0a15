# What payers and the tax office read on a bill.

bill-description = Замовлення { $number }
bill-delivery = Доставка
bill-part = Повернення частини оплати замовлення { $number }
