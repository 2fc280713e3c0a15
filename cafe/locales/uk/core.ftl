# What the interface answers (specification, Errors) and the names of states.

status-new = Нове
status-confirmed = Підтверджено
status-cooking = Готується
status-ready = Готове
status-courier = Передано кур’єру
status-completed = Виконано
status-cancelled = Скасовано

cart-empty = Кошик порожній. Додайте щось із меню.
closed = { $cafe } зараз зачинено. Ми приймаємо замовлення з { $opens } до { $closes }.
min-order-amount = Мінімальна сума замовлення з доставкою — { $minimum } грн.

invalid-name = Вкажіть ім’я — щонайменше 2 символи.
invalid-phone = Схоже, номер телефону неповний. Перевірте його, будь ласка.
invalid-pickup-time = Вкажіть час у форматі ГГ:ХХ, наприклад 18:30.
too-long = Один із рядків задовгий. Скоротіть його, будь ласка.

promo-blank = Введіть промокод.
promo-unknown = Такого промокоду немає або він не діє.
promo-expired = Термін дії промокоду минув.
promo-used-up = Цей промокод уже використали максимальну кількість разів.
promo-below-minimum = Промокод діє для замовлень від { $minimum } грн.
promo-not-first-order = Цей промокод діє лише на перше замовлення.

not-cancellable = Це замовлення вже не можна скасувати. Якщо щось не так, зателефонуйте нам, будь ласка.
not-payable-not-card = Це замовлення оплачується готівкою.
not-payable-finished = Це замовлення вже завершено або скасовано, оплатити його не можна.
already-paid = Замовлення вже оплачено.
card-unavailable = Оплата карткою тимчасово недоступна. Замовлення прийнято: оплатіть його при отриманні або спробуйте трохи згодом.
payment-provider-error = Не вдалося створити платіж. Спробуйте, будь ласка, ще раз.
