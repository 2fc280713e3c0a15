# The menu as a table: names of its columns; words by which they are recognised (commas between); what is wrong.

sheet-title = Menu
sheet-template-title = Menu template
sheet-field-slug = Code
sheet-field-category = Category
sheet-field-name = Name
sheet-field-name-en = Name in English
sheet-field-description = Description
sheet-field-description-en = Description in English
sheet-field-weight = Weight
sheet-field-weight-en = Weight in English
sheet-field-price = Price
sheet-field-allergens = Allergens
sheet-field-diets = Diets
sheet-field-active = On the menu

sheet-field-slug-words = code, slug, sku
sheet-field-category-words = category, section, group, category name, type
sheet-field-name-words = name, dish, item, title, product, drink
sheet-field-description-words = description, ingredients, about
sheet-field-weight-words = weight, volume, portion, size
sheet-field-price-words = price, cost, amount
sheet-field-allergens-words = allergens, allergen
sheet-field-diets-words = diets, diet
sheet-field-active-words = on the menu, active, available, visible

sheet-english-words = in english, english, en, eng
sheet-ukrainian-words = in ukrainian, ukrainian, ua, uk
sheet-unit-words = uah, hryvnias, g, ml, l, pcs
sheet-yes = yes
sheet-no = no
sheet-none = none
sheet-yes-words = yes, y, 1, +, true
sheet-no-words = no, n, 0, -, false
sheet-none-words = none, no, no allergens, -, –, —

sheet-problem = row { $row }, { $column }: { $message }
sheet-column-problem = { $column }: { $message }
sheet-unreadable = This is not a table. Excel files (.xlsx) and CSV will do.
sheet-old-excel = This is the old format of Excel (.xls). Save the file as .xlsx.
sheet-empty = The file has no rows.
sheet-too-large = The table is too large.
sheet-too-long = The table has over { $limit } rows.
sheet-fields-invalid = There is no such column.
sheet-column-twice = This column is chosen twice.
sheet-column-missing = Say which column has the names.
sheet-price = This must be a price, such as 85.
sheet-kopiykas = The price must be in whole hryvnias.
sheet-yes-or-no = This must be 'yes' or 'no'.
sheet-unknown-name = We do not know '{ $name }'.
sheet-twice = This item is in row { $first } already.
sheet-dish-ambiguous = Several items have this name. Add a column 'Code' or 'Category'.
sheet-category-ambiguous = Several categories have this name.
