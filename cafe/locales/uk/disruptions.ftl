# Повітряні тривоги й вимкнення світла.

closed-air_alert = { $day ->
    [open] Повітряна тривога: замовлення приймаємо знову після відбою.
    [today] Повітряна тривога: замовлення приймаємо знову о { $time }.
    [tomorrow] Повітряна тривога: замовлення приймаємо знову завтра о { $time }.
   *[other] Повітряна тривога: замовлення приймаємо знову { $day } о { $time }.
}
closed-air_alert-type = { $day ->
    [open] Повітряна тривога: доставка знову після відбою.
    [today] Повітряна тривога: доставка знову о { $time }.
    [tomorrow] Повітряна тривога: доставка знову завтра о { $time }.
   *[other] Повітряна тривога: доставка знову { $day } о { $time }.
}
closed-power_cut = { $day ->
    [open] Немає світла: замовлення поки не приймаємо.
    [today] Немає світла: замовлення приймаємо знову о { $time }.
    [tomorrow] Немає світла: замовлення приймаємо знову завтра о { $time }.
   *[other] Немає світла: замовлення приймаємо знову { $day } о { $time }.
}
closed-power_cut-type = { $day ->
    [open] Немає світла: доставки поки немає.
    [today] Немає світла: доставка знову о { $time }.
    [tomorrow] Немає світла: доставка знову завтра о { $time }.
   *[other] Немає світла: доставка знову { $day } о { $time }.
}
disruption-air_alert = Повітряна тривога. Бережіть себе!
disruption-power_cut = { $day ->
    [open] Зараз немає світла.
    [today] Немає світла до { $time }.
    [tomorrow] Немає світла до завтра, { $time }.
   *[other] Немає світла до { $day }, { $time }.
}
time-disrupted = { $day } о { $time } за планом не буде світла, і таких замовлень ми тоді не беремо. Оберіть інший час.

staff-disruption-began =
    { $what ->
        [air_alert] 🚨 Повітряна тривога з { $began }
       *[power_cut] 🔌 Немає світла з { $began }
    }{ $until ->
        [open] :
       *[other] {" "}до { $until }:
    } { $effect ->
        [pause_delivery] доставку призупинено.
        [pause_all] замовлення призупинено.
        [mode] діє режим меню.
       *[line] гості бачать про це рядок.
    } Прийняті замовлення лишаються.
staff-disruption-ended =
    { $what ->
        [air_alert] ✅ Відбій повітряної тривоги
       *[power_cut] 💡 Світло є
    }{ $by ->
        [hand] {" "}(так сказав персонал).
        [silence] {" "}? Джерело мовчить чотири години, тож далі працюємо так, ніби тривоги немає.
       *[itself] .
    }
staff-source-silent =
    ⚠️ { $what ->
        [air_alert] Джерело тривог
       *[power_cut] Адреса з планом вимкнень
    } не каже нічого певного з { $since }: { $trouble ->
        [silent] немає відповіді
        [refused] не приймає токен
        [too-often] просить питати рідше
        [failed] відповідає помилкою
        [elsewhere] нічого немає про ваш район чи чергу
        [unbelievable] повідомляє про тривогу, яка ще не почалася
        [empty] плану немає
       *[unreadable] відповідь не зрозуміти
    }. { $is_on ->
        [yes] Що почалося, те діє далі; закінчити можна вручну.
       *[no] Нічого не змінилося; почати можна вручну: /pause.
    }
staff-source-back = { $what ->
    [air_alert] 👌 Джерело тривог знову відповідає.
   *[power_cut] 👌 Адреса з планом вимкнень знову відповідає.
}

disruption-standing = { $what ->
    [air_alert] 🚨 Повітряна тривога { $until ->
        [open] триває.
       *[other] до { $until }.
    }
   *[power_cut] 🔌 Немає світла{ $until ->
        [open] .
       *[other] {" "}до { $until }.
    }
}
disruption-begin-air_alert = 🚨 Тривога
disruption-begin-power_cut = 🔌 Немає світла
disruption-end-air_alert = ✅ Відбій тривоги
disruption-end-power_cut = 💡 Світло є
disruption-begun = { $what ->
    [air_alert] 🚨 { $actor }: повітряна тривога, доки не скажете про відбій.
   *[power_cut] 🔌 { $actor }: немає світла, доки не скажете, що є.
}
disruption-ended = { $what ->
    [air_alert] ✅ { $actor }: відбій тривоги.
   *[power_cut] 💡 { $actor }: світло є.
}
disruption-none = { $what ->
    [air_alert] Тривоги вже немає.
   *[power_cut] Світло вже є.
}

plan-line = Рядок { $line }: не зрозуміло. Приклад: «3.1: 09:00-12:30, 16:00-19:30».
plan-time = Рядок { $line }: такого часу немає.
plan-day = Рядок { $line }: такого дня немає, або він далі ніж за два тижні.
plan-empty = Тут немає жодної години вимкнення. Приклад: «3.1: 09:00-12:30, 16:00-19:30».
plan-queue-missing = Черги { $queue } тут немає.
plan-queue-unknown = Тут кілька черг: спершу оберіть свою в налаштуваннях.
plan-too-long = Задовго: щонайбільше { $limit } символів.
plan-too-many = Забагато вимкнень: щонайбільше { $limit }.
must-be-region = Тут має бути район зі списку.
must-be-queue = Тут має бути черга, наприклад 3.1.
