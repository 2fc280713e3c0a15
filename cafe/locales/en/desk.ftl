# What the owner's desk answers to fields that are filled in wrongly.

desk-field-needed = Fill this in.
desk-field-too-long = At most { $limit } { $limit ->
    [one] character
   *[other] characters
}.
desk-field-invalid = This cannot be here.
cash-sum-invalid = A whole number of hryvnias is needed, at most { $most }.
till-first-name = Till
till-name-taken = There is a till of this name already.
till-count-empty = Enter what you counted: at least one number.
till-pieces-invalid = A whole number is needed, at most { $most }.
till-sum-invalid = More than 0 and at most { $most } ₴.
till-reason-needed = It differs: write why.
cash-reason-invalid = Say why, in up to { $most } characters.
desk-field-unknown = There is no such field.

staff-name-taken = This name is taken. Add a surname or a position.
staff-role-rights = Choose at least one.
staff-role-in-use = These people have the role: { $names }. Give them another one first.
staff-role-unknown = Choose a role.
staff-pin-invalid = A PIN is four to six digits.
staff-telegram-invalid = This must be a Telegram number such as 123456789. The bot shows it after /desk.
staff-telegram-taken = This Telegram account already belongs to { $name }.

# What is wrong with a field's value.

desk-edits-missing = There is nothing to save here.
too-much-at-once = Too many changes at once. Make them in parts.
invalid-value = Check this value.
too-many = At most { $most } of them.
must-be-line = This must be one line of text.
must-not-be-blank = Fill this in.
must-be-text = This must be text.
must-be-link = This must be an address that begins with https:// or with /.
must-be-whole = This must be a whole number from { $least } to { $most }.
must-be-cost = This must be hryvnias for one unit, from 0 to { $most }, with six digits after the point at most.
must-be-flag = This can only be yes or no.
must-be-time = This must be a time such as 08:00.
must-be-timezone = There is no such timezone. An example: Europe/Kyiv.
must-be-tables = Names of tables between commas, “1-12, A-3, Terrace”, { $limit } at most: letters and digits, with a dot, dash or “/” between them.
must-be-tiles = This must be an address with { "{" }z{ "}" }, { "{" }x{ "}" } and { "{" }y{ "}" }.
must-be-colour = This must be a colour such as #6f4e37.
must-be-at-least-one = At least one has to be on.
must-be-prep-time = This can be days, a range and minutes, such as { $example }.
must-be-week-range = This can be days and a range, such as { $example }.
must-be-one-of = This can be one of: { $values }.
must-be-moment = This must be a date and a time.
must-be-ranges = This must be a list of hours such as 08:00-15:00.
must-be-range = These must be hours such as 08:00-15:00.
ranges-overlap = These hours overlap: { $former } and { $latter }.
too-many-ranges = At most { $most } ranges a day.
must-be-day = This must be a date.
must-be-list = This must be a list.
must-be-street = Not understood: “{ $street }”. Write it like “Zelena (Chervonoi Kalyny) 1-40 even”.
must-be-number = This must be a number from { $least } to { $most }.
must-be-digits = This must be { $least } to { $most } digits.
must-be-rings = These must be circles: a place and kilometres.
must-be-corners = These must be corners: latitude and longitude.
too-few-corners = An area needs at least { $least } corners.
must-be-amounts = These must be amounts.
must-not-be-zero = This must not be zero.
unknown-key = There is no such field.
unknown-table = There is no such section.
used-twice = This is used twice.
missing = Fill this in.
cannot-change = This cannot be changed.
cannot-add = This cannot be added by itself.
cannot-delete = This cannot be deleted.
in-use = First take it out of: { $names }{ $count ->
    [1] {""}
    [2] {""}
    [3] {""}
   *[other] {" "}and others ({ $count } in all)
}.
no-category = There is no such category.
no-product = There is no such item.
no-ingredient = There is no such ingredient: { $key }.
no-option-group = There are no such options: { $key }.
no-tax-group = There is no tax group { $key }.
allergens-and-none = Either name the allergens or say that there are none.
diet-refuted = '{ $name }' cannot be { $diet ->
    [vegan] vegan
    [vegetarian] vegetarian
   *[gluten_free] gluten-free
}: its allergens include { $allergen ->
    [milk] milk
    [eggs] eggs
    [fish] fish
    [crustaceans] crustaceans
    [molluscs] molluscs
   *[gluten] gluten
}.
options-missing = Add at least one option: guests have to choose something.
may-only-narrow = “{ $name }”: here only { $min } to { $max } can be allowed.
min-above-max = At least { $min } is more than at most { $max }.
defaults-missing = “{ $name }”: mark { $min } to { $max } options as chosen beforehand (now { $count }), so that the item can be added without a question.
must-be-table = This must be a section with names and values.
not-a-catalogue-file = This is not a menu file (TOML). Save the menu as a file and change that.

picture-size = The file is too large: { $limit } MB at most.
picture-kind = This is not a photo: JPEG, PNG or WebP will do.
picture-heic = This photo is in the HEIC format. Send it as JPEG.
picture-pixels = The photo is too large: { $limit } megapixels at most.
picture-unreadable = The file could not be read. Try another photo.

prices-selection = Choose which prices to change.
prices-percent = This must be a number of percent from −100 to 1000.
prices-amount = This must be an amount in whole hryvnias.
prices-step = Prices can be rounded to ₴1, ₴5 or ₴10.
prices-below-zero = That is too much to take off: the price of “{ $name }” would be below zero.
prices-too-high = That is too much: the price of “{ $name }” would be above ₴10,000,000.

connection-malformed = This is not such a key. Copy it once more, whole.
connection-no-answer = There is no answer, so the key could not be checked. Nothing was changed: try again in a minute.
connection-refused = This key is not accepted.
connection-refused-why = This key is not accepted: { $reason }

# The menu as a file.

file-problem = { $message }
file-table-settings = Settings
file-table-categories = Categories
file-table-products = Items
file-table-option_groups = Options
file-table-ingredients = Stock
file-table-slots = Kitchen load
file-table-zones = Delivery zones
file-table-tax_groups = Tax groups
file-table-promos = Promo codes
file-table-hours = Opening hours
file-table-special_days = Special days
desk-refund-too-large = At most ₴{ $sum } can go back: the rest already has.
desk-refund-many-ways = Choose one: lines, an amount or the whole order.
