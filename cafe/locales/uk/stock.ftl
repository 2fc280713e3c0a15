# Stock at the owner's desk: what is wrong with a field.

stock-nothing = Вкажіть кількість хоча б для одного продукту.
stock-many = Забагато рядків: щонайбільше { $most } за раз.
stock-unknown = Такого продукту вже немає.
stock-twice = Цей продукт уже є вище.
stock-amount = Потрібне ціле число, не менше { $least }.
stock-reason = Напишіть причину: так буде зрозуміло й за місяць.
stock-note-long = Забагато тексту: щонайбільше { $most } символів.
