# The pages as search engines, messengers and browsers without JavaScript see them.

page-title = { $cafe } – menu and orders
page-description = { $cafe }: menu with prices and online orders – delivery, pickup or at your table
page-menu-title = Menu with prices – { $cafe }
page-menu-description = { $cafe }: the whole menu with prices, weights and allergens

page-skip = Skip to content
page-sections = Sections
page-menu = Menu
page-orders = Orders
page-about = About
page-no-script = To order on this site, turn on JavaScript in your browser. Or call us, and we will take your order.
page-no-script-unreachable = To order on this site, turn on JavaScript in your browser.
page-see-menu = Menu with prices

page-call = Call { $phone }
page-order = Order online
page-address = Address
page-map = on the map
page-hours = Opening hours
page-special-days = Special days
page-daily = every day
page-always = round the clock
page-closed = closed
page-weekday = { $day ->
    [mon] Mon
    [tue] Tue
    [wed] Wed
    [thu] Thu
    [fri] Fri
    [sat] Sat
   *[sun] Sun
}

page-price = ₴{ $amount }
page-price-more = +{ $price }
page-price-less = −{ $price }
page-served = Served: { $hours }
page-allergens = Allergens: { $names }
page-allergens-none = None of the 14 major allergens
page-allergens-unknown = The cafe has not said which allergens this contains: ask if it matters to you
page-diets-with = With { $option }: { $names }
page-option-allergens = allergens: { $names }
page-option-without = no: { $names }
page-stopped = not available now

page-print-title = Menu to print – { $cafe }
page-print-hint = To print the menu or save it as PDF, press Ctrl+P; on a phone choose Share, then Print.
page-print-scan = Menu and orders
page-print-allergens = Allergens
