# Замовлення й гості в кабінеті власника: заголовки файлів і відмови.

orders-file = Замовлення
orders-page = Замовлення
orders-number = Номер
orders-placed = Створено
orders-scheduled = На коли
orders-type = Спосіб
orders-status = Стан
orders-source = Звідки
orders-name = Ім’я
orders-phone = Телефон
orders-place = Адреса або столик
orders-lines = Склад
orders-goods = Позиції, грн
orders-discount = Знижка, грн
orders-promo = Промокод
orders-promo-discount = Знижка за промокодом, грн
orders-delivery = Доставка, грн
orders-total = Разом, грн
orders-method = Оплата
orders-payment = Сплачено
orders-to-return = Повернути
orders-cancel-reason = Причина скасування

order-type-delivery = Доставка
order-type-pickup = Самовивіз
order-type-dine_in = У закладі
order-source-telegram = Telegram
order-source-guest = Сайт
order-source-walk_in = Каса
order-source-forgotten = Дані вилучено
order-method-cash = Готівка
order-method-card = Картка
order-paid = так
order-unpaid = ні
