# What `cafe doctor` prints and the desk shows: the name of each check, then what it found and what to do.

check-service = service
check-service-ok = It runs, and all its parts do.
check-service-down = Nothing answers at { $url }: start it, or look into its log why it ended.
check-service-failed = It runs, but not all of it ({ $parts }): look into its log.

check-address = public address
check-address-ok = { $url }
check-address-none = None is set: links in messages lead to this machine alone, and no bank can report a payment. Set CAFE_BASE_URL.
check-address-http = { $url } is not encrypted: Telegram opens no mini-app there, and guests' data can be read on the way. Put https in front.
check-address-webhook = CAFE_BOT_MODE=webhook needs an https address in CAFE_BASE_URL.

check-debug = debug mode
check-debug-on = Anybody who reaches this service can pose as any guest. Remove CAFE_DEBUG before guests come.

check-proxy = way from outside
check-proxy-ok = The public address leads here, and so do the addresses that others report to.
check-proxy-down = The public address is answered by the proxy alone: the service does not run.
check-proxy-unreachable = The public address cannot be reached from here ({ $problem }): look at DNS, certificate and firewall.
check-proxy-other = Something else answers at the public address (status { $status }): look at the proxy.
check-proxy-callback = { $url } does not lead here (status { $status }): the proxy must pass it on, or payments and messages come late.

check-files = files' rights
check-files-ok = Nobody else on this machine can read secrets or guests' data.
check-files-unreachable = The files of this machine could not be looked at ({ $problem }): look at its disks.
check-files-exposed = Others on this machine can read { $files }: run chmod go-rwx on them.

check-database = database
check-database-ok = { $engine }, { $size } MB.
check-database-missing = There is none yet: the first start makes it.
check-database-read-only = Its folder cannot be written by this user: change the owner or the rights.
check-database-moved = It was moved to another engine: set CAFE_DATABASE_URL to that one.
check-database-unusable = It cannot be used: { $problem }.

check-schema = schema
check-schema-ok = It is this version's.
check-schema-older = It is an older version's: the next start brings it up to date, after a copy of a file.

check-sessions = sessions
check-sessions-ok = Each connection has a session of its own.
check-sessions-shared = A pool in between (PgBouncer) shares sessions, so statements are not prepared and orders take longer: connect directly if you can.

check-processes = processes
check-processes-ok = Serving this database: { $count }.
check-processes-several = { $count } processes serve this file: stop all but one.

check-disk = disk
check-disk-ok = { $free } MB are free.
check-disk-low = Only { $free } MB are free where these are: { $uses }. Make room soon.
check-disk-full = Only { $free } MB are free where these are: { $uses }. Make room now, or orders will be refused.

check-uploads = uploaded pictures
check-uploads-ok = The folder can be written.
check-uploads-unreachable = The folder CAFE_UPLOADS does not answer ({ $problem }): look at the disk that it is on.
check-uploads-read-only = The folder CAFE_UPLOADS cannot be written by this user: change the owner or the rights.

check-backups = backups
check-backups-ok = The last one was made { $at }, { $size } MB.
check-backups-off = There are no nightly backups (CAFE_BACKUPS_KEPT=0): unless something else makes them, the database is lost with its disk.
check-backups-none = There is none yet: the service makes the first one a minute after its start. If it does not come, look at the log.
check-backups-old = The last one was made { $at }: find out from the log why there is no newer one.
check-backups-foreign = The last one, of { $at }, is of another database: CAFE_BACKUPS names the copies of another cafe, or this database was restored since. The next night brings one of its own.
check-backups-read-only = The folder CAFE_BACKUPS cannot be written by this user: change the owner or the rights.
check-backups-unreachable = The folder CAFE_BACKUPS does not answer ({ $problem }): look at the disk that it is on.
check-backups-elsewhere = Another process makes them.

check-copy = continuous copy
check-copy-ok = Everything is in it up to { $seconds } s ago.
check-copy-ended = The service does not run. Everything is in it up to { $at }.
check-copy-none = There is none yet: the service begins it when it starts. If it does not come, look at the log.
check-copy-old = It stands still since { $at }: find out from the log why.
check-copy-read-only = The folder CAFE_COPY_TO cannot be written by this user: change the owner or the rights.
check-copy-unreachable = The folder CAFE_COPY_TO does not answer ({ $problem }): look at the disk that it is on.

check-clock = clock
check-clock-ok = It agrees with { $name } to { $seconds } s.
check-clock-alone = There was nobody to compare it with.
check-clock-differs = It differs from { $name } by { $seconds } s: turn on time synchronisation (NTP), or sign-ins from Telegram fail.

check-bot = bot
check-bot-ok = Telegram knows it as @{ $name }.
check-bot-off = It is off: connect it at the desk (Connections) or set CAFE_BOT_TOKEN, or nobody is told of orders in Telegram.
check-bot-refused = Telegram does not accept CAFE_BOT_TOKEN: take a new one from @BotFather, and restart.
check-bot-unreachable = Telegram cannot be reached ({ $problem }): look at the network. Messages wait.

check-updates = messages to the bot
check-updates-polling = The service fetches them.
check-updates-webhook = Telegram brings them.
check-updates-conflict = Another program takes them with the same token: find it and stop it, or make a new token in @BotFather.
check-updates-webhook-set = Telegram brings them to { $url }, not here: if that is not this service, another program uses the token. A restart takes them back.
check-updates-webhook-other = Telegram brings them to { $url } in place of { $expected }: restart the service.
check-updates-failing = Telegram cannot bring them ({ $problem }): look at the proxy and the certificate.
check-updates-waiting = { $count } wait at Telegram: look into the log why the bot does not take them.

check-staff-chat = staff chat
check-staff-chat-ok = The bot is in '{ $title }' and may pin messages there.
check-staff-chat-none = None is set: nobody is told of orders there. Choose the chat in the bot (/desk) or set CAFE_STAFF_CHAT_ID.
check-staff-chat-unreachable = The bot cannot reach it ({ $problem }): add the bot to the chat, or correct CAFE_STAFF_CHAT_ID.
check-staff-chat-public = The group '{ $title }' is public: anybody can join it and steer orders. Make it private.
check-staff-chat-linked = The group '{ $title }' is linked to a channel: its readers see the orders and can steer them. Unlink it.
check-staff-chat-no-pins = The bot is in '{ $title }', but may not pin messages: make it an administrator with that right.

check-monobank = monobank
check-monobank-ok = The bank accepts the token.
check-monobank-none = Guests cannot pay by card: connect the bank at the desk (Connections), set CAFE_MONOBANK_TOKEN, or choose another provider.
check-monobank-refused = The bank does not accept CAFE_MONOBANK_TOKEN ({ $problem }): take a new one from its cabinet.
check-monobank-unreachable = The bank does not answer as it should ({ $problem }): try again later, look at the network.

check-liqpay = LiqPay
check-liqpay-ok = LiqPay accepts the keys.
check-liqpay-none = Guests cannot pay by card: connect LiqPay at the desk (Connections), set CAFE_LIQPAY_PUBLIC_KEY and CAFE_LIQPAY_PRIVATE_KEY, or choose another provider.
check-liqpay-refused = LiqPay does not accept the keys ({ $problem }): compare both with its cabinet.
check-liqpay-unreachable = LiqPay does not answer as it should ({ $problem }): try again later, look at the network.

check-checkbox = Checkbox
check-checkbox-ok = The cashier can sign in. Receipts are asked about: Checkbox calls only an https address.
check-checkbox-called = The cashier can sign in, and Checkbox calls this cafe about receipts.
check-checkbox-refused = The cashier cannot sign in ({ $problem }): compare licence key and PIN with the cabinet.
check-checkbox-unreachable = Checkbox does not answer as it should ({ $problem }): receipts wait, look at the network.

check-vchasno = Vchasno.Kasa
check-vchasno-ok = The register's token is accepted.
check-vchasno-spare = The token is accepted, but new receipts go to Checkbox as long as both are connected: after the evening's closing of the shift, disconnect the one that you do not want.
check-vchasno-refused = The token is not accepted ({ $problem }): take a new one from the register's settings in the cabinet.
check-vchasno-unreachable = Vchasno.Kasa does not answer as it should ({ $problem }): receipts wait, look at the network.

check-hours = opening hours
check-hours-open = The cafe is open now.
check-hours-closed = The cafe opens on { $at }.
check-hours-force-closed = The cafe is closed by hand: open it again at the desk under Hours.
check-hours-never = The cafe never opens: look at the week and the special days at the desk under Hours.
check-hours-long = The cafe opens on { $at } only: look at the special days at the desk under Hours.

check-allergens = allergens
check-allergens-ok = Those of every item are told.
check-allergens-unstated = { $count ->
    [one] Those of { $count } item
   *[other] Those of { $count } items
  } are not told yet, and guests read so: tell them at the desk under Menu, Allergens not filled in.

check-owner = owner's desk
check-owner-ok = It has an owner.
check-owner-none = Nobody owns it: run desk-link, and open the address that it prints.

check-outbox = messages to send
check-outbox-ok = None is late.
check-outbox-late = { $count ->
    [one] { $count } waits, { $minutes } minutes by now
   *[other] { $count } wait, the oldest for { $minutes } minutes
  }: look at the bot and at the log.
check-outbox-given-up = { $count ->
    [one] { $count } of the last day was given up
   *[other] { $count } of the last day were given up
  }, since nobody could be reached: the log says which.

check-receipts = receipts
check-receipts-ok = None is late.
check-receipts-late = { $count ->
    [one] { $count } waits for more than an hour
   *[other] { $count } wait for more than an hour
  }: look at the fiscal service and at the log.
check-receipts-refused = { $count ->
    [one] { $count } of the last week was refused
   *[other] { $count } of the last week were refused
  }: issue by hand in the cabinet what the staff chat names.

check-refunds = refunds
check-refunds-ok = None is unclear, and no money is owed for long.
check-refunds-unclear = { $count ->
    [one] Of { $count } refund nobody knows whether it happened
   *[other] Of { $count } refunds nobody knows whether they happened
  }: look into the bank's cabinet and settle it at the desk.
check-refunds-held = { $count ->
    [one] The bank did not take { $count } refund for a day
   *[other] The bank did not take { $count } refunds for a day
  }, so nobody asks it any more: on the order's page, try again or give the money back another way.
check-refunds-owed = { $count ->
    [one] { $count } payment is to be returned
   *[other] { $count } payments are to be returned
  }, one since { $days } days: look at the desk under Orders.

check-holds = held amounts
check-holds-old = An amount has been held on a guest’s card for { $days ->
    [one] { $days } day
   *[other] { $days } days
  }, and the bank is about to let it go: find the order that says “held”, take the money in the bank’s cabinet, or cancel the order.

check-statements = banks' lists
check-statements-ok = Compared with ours on { $at }.
check-statements-new = The lists of payments come tomorrow morning.
check-statements-failed = Payments through { $name } could not be compared since { $at }: the bank gives no list ({ $problem }). Try at the desk under Reports, With the bank.
check-statements-old = Payments through { $name } were not compared since { $at }: look whether the program runs, and at the log.

check-cash = couriers’ cash
check-cash-differs = { $count ->
    [one] { $count } counted amount does
   *[other] { $count } counted amounts do
  } not match what was collected: decide in 'Cash'.
check-tills = the tills’ cash
check-tills-order = { $subject }: the cash that was paid is not what came into a till or to a courier. Look at the order and at the moves in 'Cash'.{ $more ->
    [0] {""}
   *[other] {" "}Others that do not add up: { $more }.
  }
check-tills-refund = { $subject }: what was given back in cash is not what went out of a till. Look at the order and at the moves in 'Cash'.{ $more ->
    [0] {""}
   *[other] {" "}Others that do not add up: { $more }.
  }
check-tills-hand-in = { $subject }: what the courier handed in is not what came into a till. Look at the moves in 'Cash'.{ $more ->
    [0] {""}
   *[other] {" "}Others that do not add up: { $more }.
  }
check-tills-day = { $subject }, day { $number }: its moves do not add up to what was expected. Look at the day in 'Cash'.{ $more ->
    [0] {""}
   *[other] {" "}Others that do not add up: { $more }.
  }
check-tills-bank = { $subject }, day { $number }: its figures are not those of the payments and refunds any more. Look at the day in 'Cash'.{ $more ->
    [0] {""}
   *[other] {" "}Others that do not add up: { $more }.
  }
check-differences = comparison with banks
check-differences-some = { $count ->
    [one] { $count } payment does not match
   *[other] { $count } payments do not match
  } what the bank tells: look at the desk under Reports, With the bank.
