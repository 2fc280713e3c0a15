# Принтери: повідомлення персоналу та відмови.

staff-printer-stuck =
    🔴 Принтер «{ $printer }» не друкує: { $reason }.
    { $numbers ->
        [none] Не надруковано сторінок: { $count }.
       *[other] Не надруковано сторінок: { $count }. Замовлення: { $numbers }.
    }
staff-pages-dropped =
    🧾 Принтер «{ $printer }» так і не надрукував: { $numbers }. { $why ->
        [defect] Сторінку не вдалося намалювати: подивіться замовлення на екрані.
       *[finished] Ці замовлення вже завершено, тож папір їм не потрібен.
    }
printer-why-paper = немає паперу
printer-why-cover = відкрита кришка
printer-why-cutter = застряг ніж
printer-why-jam = зім’яло папір
printer-why-off = вимкнений або не в мережі
printer-why-format = не приймає таких сторінок
printer-why-other = повідомляє про несправність
printer-why-unseen = не виходить на зв’язок
printer-why-unknown = причина невідома
printer-move = 🖨 Надрукувати на «{ $other }»
printer-moved = 🖨 { $actor }: сторінок із принтера «{ $printer }» друкує «{ $other }»: { $count }.
printer-nothing-to-move = 🖨 У принтера «{ $printer }» вже нічого не чекає.

printer-name-taken = Принтер із такою назвою вже є
printer-address-invalid = Напишіть як 192.168.1.50, usb:/dev/usb/lp0 або queue:Назва
