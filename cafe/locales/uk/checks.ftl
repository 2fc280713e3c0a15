# Що друкує `cafe doctor` і показує кабінет: назва кожної перевірки, далі що знайдено і що робити.

check-service = сервіс
check-service-ok = Працює повністю.
check-service-down = За адресою { $url } ніхто не відповідає: запустіть сервіс або знайдіть у журналі, чому він зупинився.
check-service-failed = Працює, але не повністю ({ $parts }): перегляньте журнал.

check-address = публічна адреса
check-address-ok = { $url }
check-address-none = Не задано: посилання в повідомленнях ведуть лише на цю машину, а банк не може сповістити про оплату. Задайте CAFE_BASE_URL.
check-address-http = { $url } без шифрування: Telegram не відкриє там застосунок, а дані гостей можна прочитати дорогою. Налаштуйте https.
check-address-webhook = Для CAFE_BOT_MODE=webhook потрібна адреса https у CAFE_BASE_URL.

check-debug = режим налагодження
check-debug-on = Кожен, хто дістанеться сервісу, може видати себе за будь-якого гостя. Приберіть CAFE_DEBUG, перш ніж прийдуть гості.

check-proxy = шлях іззовні
check-proxy-ok = Публічна адреса веде сюди, як і адреси для сповіщень.
check-proxy-down = За публічною адресою відповідає лише проксі: сервіс не працює.
check-proxy-unreachable = Публічна адреса звідси недоступна ({ $problem }): перевірте DNS, сертифікат і брандмауер.
check-proxy-other = За публічною адресою відповідає щось інше (статус { $status }): перевірте проксі.
check-proxy-callback = { $url } не веде сюди (статус { $status }): проксі має її пропускати, інакше оплати й повідомлення запізнюються.

check-files = права на файли
check-files-ok = Ніхто інший на цій машині не може прочитати ключів і даних гостей.
check-files-unreachable = Не вдалося перевірити файли цієї машини ({ $problem }): перевірте її диски.
check-files-exposed = Інші на цій машині можуть прочитати { $files }: виконайте для них chmod go-rwx.

check-database = база даних
check-database-ok = { $engine }, { $size } МБ.
check-database-missing = Ще немає: з’явиться під час першого запуску.
check-database-read-only = Цей користувач не може писати в її теку: змініть власника або права.
check-database-moved = Її перенесено до іншої бази: вкажіть ту в CAFE_DATABASE_URL.
check-database-unusable = Нею не можна користуватися: { $problem }.

check-schema = схема
check-schema-ok = Відповідає цій версії.
check-schema-older = Від старішої версії: наступний запуск оновить її, зробивши копію файлу.

check-sessions = сеанси
check-sessions-ok = Кожне з’єднання має власний сеанс.
check-sessions-shared = Пул (PgBouncer) ділить сеанси між з’єднаннями, тож запити не готуються наперед і замовлення тривають довше: якщо можна, підключіться напряму.

check-processes = процеси
check-processes-ok = Обслуговують цю базу: { $count }.
check-processes-several = Цей файл обслуговують кілька процесів ({ $count }): залиште один.

check-disk = диск
check-disk-ok = Вільно { $free } МБ.
check-disk-low = Де { $uses }, вільно лише { $free } МБ: невдовзі звільніть місце.
check-disk-full = Де { $uses }, вільно лише { $free } МБ: звільніть місце зараз, інакше замовлення не прийматимуться.

check-uploads = завантажені фото
check-uploads-ok = У теку можна писати.
check-uploads-unreachable = Тека CAFE_UPLOADS не відповідає ({ $problem }): перевірте диск, на якому вона лежить.
check-uploads-read-only = Цей користувач не може писати в теку CAFE_UPLOADS: змініть власника або права.

check-backups = резервні копії
check-backups-ok = Остання зроблена { $at }, { $size } МБ.
check-backups-off = Нічних копій немає (CAFE_BACKUPS_KEPT=0): якщо їх не робить щось інше, база зникне разом із диском.
check-backups-none = Ще немає жодної: сервіс робить першу за хвилину після запуску. Якщо вона не з’явиться, перегляньте журнал.
check-backups-old = Остання зроблена { $at }: знайдіть у журналі, чому немає новішої.
check-backups-foreign = Остання, від { $at }, — копія іншої бази: або CAFE_BACKUPS вказує на копії іншого закладу, або цю базу відтоді відновлено з копії. Наступна ніч дасть власну копію.
check-backups-read-only = Цей користувач не може писати в теку CAFE_BACKUPS: змініть власника або права.
check-backups-unreachable = Тека CAFE_BACKUPS не відповідає ({ $problem }): перевірте диск, на якому вона лежить.
check-backups-elsewhere = Їх робить інший процес.

check-copy = безперервна копія
check-copy-ok = У ній є все, що було до моменту { $seconds } с тому.
check-copy-ended = Сервіс не працює. У ній є все до { $at }.
check-copy-none = Її ще немає: сервіс починає її після запуску. Якщо вона не з’явиться, перегляньте журнал.
check-copy-old = Стоїть від { $at }: знайдіть у журналі, чому.
check-copy-read-only = Цей користувач не може писати в теку CAFE_COPY_TO: змініть власника або права.
check-copy-unreachable = Тека CAFE_COPY_TO не відповідає ({ $problem }): перевірте диск, на якому вона лежить.

check-clock = годинник
check-clock-ok = Збігається з { $name } з точністю до { $seconds } с.
check-clock-alone = Не було з чим порівняти.
check-clock-differs = Розходиться з { $name } на { $seconds } с: увімкніть синхронізацію часу (NTP), інакше вхід із Telegram не працюватиме.

check-bot = бот
check-bot-ok = Telegram знає його як @{ $name }.
check-bot-off = Вимкнений: підключіть його в кабінеті («Підключення») або задайте CAFE_BOT_TOKEN, інакше ніхто не дізнається про замовлення в Telegram.
check-bot-refused = Telegram не приймає CAFE_BOT_TOKEN: візьміть новий у @BotFather і перезапустіть сервіс.
check-bot-unreachable = Telegram недоступний ({ $problem }): перевірте мережу. Повідомлення чекають.

check-updates = повідомлення боту
check-updates-polling = Сервіс забирає їх сам.
check-updates-webhook = Telegram приносить їх.
check-updates-conflict = Їх забирає інша програма з тим самим ключем: знайдіть і зупиніть її або візьміть новий ключ у @BotFather.
check-updates-webhook-set = Telegram приносить їх на { $url }, а не сюди: якщо це не цей сервіс, ключем користується інша програма. Перезапуск поверне їх.
check-updates-webhook-other = Telegram приносить їх на { $url } замість { $expected }: перезапустіть сервіс.
check-updates-failing = Telegram не може їх принести ({ $problem }): перевірте проксі та сертифікат.
check-updates-waiting = У Telegram чекають: { $count }. Знайдіть у журналі, чому бот їх не бере.

check-staff-chat = чат персоналу
check-staff-chat-ok = Бот є в «{ $title }» і може закріплювати повідомлення.
check-staff-chat-none = Не задано: там ніхто не дізнається про замовлення. Оберіть чат у боті (/desk) або задайте CAFE_STAFF_CHAT_ID.
check-staff-chat-unreachable = Бот не може туди писати ({ $problem }): додайте бота до чату або виправте CAFE_STAFF_CHAT_ID.
check-staff-chat-public = Група «{ $title }» публічна: будь-хто може приєднатися й керувати замовленнями. Зробіть її приватною.
check-staff-chat-linked = Група «{ $title }» прив’язана до каналу: його читачі бачать замовлення й можуть ними керувати. Від’єднайте її від каналу.
check-staff-chat-no-pins = Бот є в «{ $title }», але не може закріплювати повідомлення: зробіть його адміністратором із цим правом.

check-monobank = monobank
check-monobank-ok = Банк приймає ключ.
check-monobank-none = Гості не можуть платити карткою: підключіть банк у кабінеті («Підключення»), задайте CAFE_MONOBANK_TOKEN або оберіть іншого провайдера.
check-monobank-refused = Банк не приймає CAFE_MONOBANK_TOKEN ({ $problem }): візьміть новий у його кабінеті.
check-monobank-unreachable = Банк не відповідає належно ({ $problem }): спробуйте пізніше, перевірте мережу.

check-liqpay = LiqPay
check-liqpay-ok = LiqPay приймає ключі.
check-liqpay-none = Гості не можуть платити карткою: підключіть LiqPay у кабінеті («Підключення»), задайте CAFE_LIQPAY_PUBLIC_KEY і CAFE_LIQPAY_PRIVATE_KEY або оберіть іншого провайдера.
check-liqpay-refused = LiqPay не приймає ключів ({ $problem }): звірте обидва з кабінетом.
check-liqpay-unreachable = LiqPay не відповідає належно ({ $problem }): спробуйте пізніше, перевірте мережу.

check-checkbox = Checkbox
check-checkbox-ok = Касир може увійти. Про чеки програма питає сама: Checkbox сповіщає лише на адресу з https.
check-checkbox-called = Касир може увійти, і Checkbox сповіщає цей заклад про чеки.
check-checkbox-refused = Касир не може увійти ({ $problem }): звірте ключ ліцензії та PIN із кабінетом.
check-checkbox-unreachable = Checkbox не відповідає належно ({ $problem }): чеки чекають, перевірте мережу.

check-vchasno = Вчасно.Каса
check-vchasno-ok = Токен каси приймається.
check-vchasno-spare = Токен приймається, але поки підключено обидві служби, нові чеки робить Checkbox: відключіть зайву, коли ввечері закриється зміна.
check-vchasno-refused = Токен не приймається ({ $problem }): візьміть новий у налаштуваннях каси в кабінеті.
check-vchasno-unreachable = Вчасно.Каса не відповідає належно ({ $problem }): чеки чекають, перевірте мережу.

check-hours = години роботи
check-hours-open = Зараз заклад відчинено.
check-hours-closed = Заклад відчиниться { $at }.
check-hours-force-closed = Заклад зачинено вручну: відчиніть його в розділі «Години».
check-hours-never = Заклад ніколи не відчиняється: перегляньте тиждень і особливі дні в розділі «Години».
check-hours-long = Заклад відчиниться лише { $at }: перегляньте особливі дні в розділі «Години».

check-allergens = алергени
check-allergens-ok = Про алергени всіх позицій сказано.
check-allergens-unstated = { $count ->
    [one] Про алергени { $count } позиції
    [few] Про алергени { $count } позицій
    [many] Про алергени { $count } позицій
   *[other] Про алергени { $count } позиції
  } ще не сказано, і гості це читають: вкажіть їх у розділі «Меню», «Алергени не вказано».

check-owner = кабінет власника
check-owner-ok = Має власника.
check-owner-none = Ніхто не має ролі власника: виконайте desk-link і відкрийте адресу, яку він надрукує.

check-outbox = повідомлення в черзі
check-outbox-ok = Жодне не спізнюється.
check-outbox-late = { $count ->
    [one] Чекає { $count } повідомлення
    [few] Чекають { $count } повідомлення
    [many] Чекають { $count } повідомлень
   *[other] Чекають { $count } повідомлення
  }, найстаріше вже { $minutes } хв: перевірте бота й журнал.
check-outbox-given-up = За останню добу не доставлено: { $count }. До кого саме, є в журналі.

check-receipts = чеки
check-receipts-ok = Жоден не спізнюється.
check-receipts-late = { $count ->
    [one] { $count } чек чекає
    [few] { $count } чеки чекають
    [many] { $count } чеків чекають
   *[other] { $count } чека чекають
  } понад годину: перевірте фіскальну службу й журнал.
check-receipts-refused = За останній тиждень не прийнято чеків: { $count }. Видайте вручну в кабінеті ті, які назвав чат персоналу.

check-refunds = повернення коштів
check-refunds-ok = Неясних немає, і ніхто не чекає на гроші довго.
check-refunds-unclear = { $count ->
    [one] Про { $count } повернення
    [few] Про { $count } повернення
    [many] Про { $count } повернень
   *[other] Про { $count } повернення
  } невідомо, чи воно відбулося: перевірте в кабінеті банку й позначте в замовленні.
check-refunds-held = { $count ->
    [one] Банк цілу добу не приймав { $count } повернення
    [few] Банк цілу добу не приймав { $count } повернення
    [many] Банк цілу добу не приймав { $count } повернень
   *[other] Банк цілу добу не приймав { $count } повернення
  }, тож його більше не питаємо: на сторінці замовлення спробуйте ще раз або поверніть гроші інакше.
check-refunds-owed = { $count ->
    [one] Треба повернути { $count } оплату
    [few] Треба повернути { $count } оплати
    [many] Треба повернути { $count } оплат
   *[other] Треба повернути { $count } оплати
  }, одна чекає вже { $days } дн.: перегляньте розділ «Замовлення».

check-holds = заблоковані суми
check-holds-old = Сума на картці гостя заблокована вже { $days ->
    [one] { $days } день
    [few] { $days } дні
   *[many] { $days } днів
  }, і банк її ось-ось відпустить: знайдіть замовлення зі станом «заблоковано», спишіть гроші в кабінеті банку або скасуйте його.

check-statements = списки банків
check-statements-ok = Звірено { $at }.
check-statements-new = Списки оплат прийдуть завтра вранці.
check-statements-failed = Оплати через { $name } не звірено від { $at }: банк не дає списку ({ $problem }). Спробуйте в розділі «Звіти», «З банком».
check-statements-old = Оплати через { $name } не звірено від { $at }: перевірте, чи програма працює, і журнал.

check-cash = готівка кур’єрів
check-cash-differs = { $count ->
    [one] { $count } раз порахована сума не збіглася
    [few] { $count } рази порахована сума не збіглася
    [many] { $count } разів порахована сума не збіглася
   *[other] { $count } разу порахована сума не збіглася
  } з тим, що зібрано: вирішіть у розділі «Готівка».
check-tills = готівка в касах
check-tills-order = { $subject }: сплачена готівка не та, що надійшла в касу чи до кур’єра. Перегляньте замовлення й рухи в розділі «Готівка».{ $more ->
    [0] {""}
   *[other] {" "}Ще не сходиться: { $more }.
  }
check-tills-refund = { $subject }: повернуто готівкою не стільки, скільки вийшло з каси. Перегляньте замовлення й рухи в розділі «Готівка».{ $more ->
    [0] {""}
   *[other] {" "}Ще не сходиться: { $more }.
  }
check-tills-hand-in = { $subject }: здано готівки не стільки, скільки надійшло в касу. Перегляньте рухи в розділі «Готівка».{ $more ->
    [0] {""}
   *[other] {" "}Ще не сходиться: { $more }.
  }
check-tills-day = { $subject }, день { $number }: рухи не дають очікуваної суми. Перегляньте цей день у розділі «Готівка».{ $more ->
    [0] {""}
   *[other] {" "}Ще не сходиться: { $more }.
  }
check-tills-bank = { $subject }, день { $number }: підсумки вже не ті, що в оплатах і поверненнях. Перегляньте цей день у розділі «Готівка».{ $more ->
    [0] {""}
   *[other] {" "}Ще не сходиться: { $more }.
  }
check-differences = звірка з банками
check-differences-some = { $count ->
    [one] Не збігається { $count } оплата
    [few] Не збігаються { $count } оплати
    [many] Не збігаються { $count } оплат
   *[other] Не збігаються { $count } оплати
  } в нас і в банку: перегляньте розділ «Звіти», «З банком».
