/** What help and search say, in English: fetched when one of them is first asked for. */

/** @type {Record<keyof typeof import("../../../uk/pages/desk/later.js").texts, import("../../../../web/pages/shared/types").Text>} */
export const texts = {
  "help.how": "How to do it",

  "help.start":
    "Here is all that stands between you and the first guest. A step ticks itself off as soon as it is ready. What you do not need can be left out.",
  "help.start.1": "Go from top to bottom: the button of a step leads to where it is done.",
  "help.start.2": "No menu yet? Take a ready one and change in it what you like.",
  "help.start.3": "At the end order something yourself, accept the order, and cancel it.",

  "help.orders":
    "Here are all orders: from the website, from Telegram, from the counter. New ones appear by themselves, with a sound. Press an order to see who did what with it, and when.",
  "help.orders.1": "To accept one or move it on: open it and press the next step.",
  "help.orders.2": "To find an old one: type its number, a name, or the last digits of a phone.",
  "help.orders.3": "To give money back: a button of the order lets you choose what for.",
  "help.orders.4": "To turn the sound off: the bell at the top.",

  "help.menu":
    "Here is your whole menu. Guests see each change within two seconds. A stopped dish stays on the menu, grey; a hidden one does not show.",
  "help.menu.1": "To change a price or a name: press it and type in its row.",
  "help.menu.2": "A dish ran out: turn its switch off and say until when.",
  "help.menu.3": "A new dish: the plus beside its category.",
  "help.menu.4": "The order, many prices at once, sizes and extras, the file: the button More.",

  "help.menu.dish":
    "Here is one dish with all that a guest sees. Only name and price are required. Without a word on allergens a guest reads 'Ask us'.",
  "help.menu.dish.1": "Write name, price and weight; in English too, for those who read it.",
  "help.menu.dish.2": "Add a photo straight from the phone and choose the frame.",
  "help.menu.dish.3": "Mark the allergens, or say that there are none.",
  "help.menu.dish.4":
    "Size, milk or extras are taken under The guest's choice. Once costs are known, the margin stands below the price.",

  "help.menu.groups":
    "Here is what a guest chooses for a dish: size, milk, extras. Many dishes can share the same choice.",
  "help.menu.groups.1": "New options: give them a name and list each one with what it adds to the price.",
  "help.menu.groups.2": "Say how many are chosen: exactly one, or several.",
  "help.menu.groups.3": "Open a dish and add the choice to it.",

  "help.menu.group":
    "Here is one choice of dishes. A change counts in each dish that has it. An option that ran out can be hidden.",
  "help.menu.group.1": "Write the options and what each adds; 0 adds nothing.",
  "help.menu.group.2": "Mark what is chosen at first.",
  "help.menu.group.3": "In an option's recipe say what it takes from the stock; with a minus, what it saves.",

  "help.menu.modes":
    "Here are the modes of the menu: “without light”, “after ten”, “brunch”. While one is on, guests see only what you serve in it, and a line that says so. Whoever takes orders may switch it: here, at Hours, at the kitchen screen, or by /modes in the staff chat.",
  "help.menu.modes.1": "New mode: name it, and tick the categories and dishes that you serve.",
  "help.menu.modes.2": "If you like: a line for guests, how much longer you take, how they get and pay for orders.",
  "help.menu.modes.3": "Switch on, and for how long. It ends by itself, or by Switch off.",
  "help.menu.modes.4": "By the clock: each Saturday's brunch begins and ends without you.",

  "help.menu.prices": "Here many prices change at once. You see all new prices first, and nothing changes until then.",
  "help.menu.prices.1": "Choose which prices: all, or some categories.",
  "help.menu.prices.2": "Say by how much, in percent or hryvnias; with a minus they fall.",
  "help.menu.prices.3": "Look at the table, untick what should stay, and save.",

  "help.menu.sheet":
    "The menu can be taken from an Excel or CSV table, and saved as one. Nothing changes before you have seen the changes.",
  "help.menu.sheet.1": "Choose the file, and look whether its columns were recognised.",
  "help.menu.sheet.2": "Mend the cells that are named, and choose the file again.",
  "help.menu.sheet.3": "Look at the changes, and press “Take it from the file”.",

  "help.menu.photos": "Here are photos of many dishes at once: a file is named like its dish.",
  "help.menu.photos.1": "Choose photos, or a ZIP of them.",
  "help.menu.photos.2": "Check whose they are, and press “Use these photos”.",

  "help.menu.file":
    "Here the menu is saved as a file, and taken from one. You see all that would change before it does. What the file does not have stays as it is.",
  "help.menu.file.1": "Save the menu as a file: it is a copy and a pattern.",
  "help.menu.file.2": "Change in it what you need, and choose it here.",
  "help.menu.file.3": "Look through the changes and confirm.",

  "help.menu.allergens":
    "Here are the dishes of whose allergens nothing is said yet. The law asks you to name 14 of them. 'None' is an answer too, and the guest will see it.",
  "help.menu.allergens.1": "There are some: choose them beside the dish.",
  "help.menu.allergens.2": "There are none: tick such dishes and save them together.",

  "help.hours":
    "Here you see whether the cafe takes orders right now, and when it is open. Everybody may pause or promise later, the rest is a manager's.",
  "help.hours.1": "A lot to do: Promise later adds minutes to every promise.",
  "help.hours.2": "Too much to do: Pause orders for half an hour, an hour, or until you resume.",
  "help.hours.3": "A holiday or a day off: Add a day under Special days, with a message to the guests.",
  "help.hours.4": "Other hours each day: Day by day.",

  "help.reports":
    "Here are takings, best sellers, hours and payments of any days. The same span before stands beside them. A day ends when you close, also after midnight.",
  "help.reports.1": "Choose a period at the top, or the days From and To.",
  "help.reports.2": "Not sure what a number means? Turn on What this means.",
  "help.reports.3": "For the accountant: save it as XLSX or CSV.",
  "help.reports.4":
    "By margin: class A brings the first 80 % of the whole, counted from the highest, B the next 15 %, C the rest.",

  "help.reports.bank":
    "Here payments are compared with the bank's lists of two weeks, to the kopiyka. The lists are fetched at five each morning. Below stands only what does not match.",
  "help.reports.bank.1": "Press the order's number and look at its payment.",
  "help.reports.bank.2": "Once it is clear, remove the line.",

  "help.cash": "The cash of the cafe: what is in the till, and what couriers took from guests and hand in.",
  "help.cash.1": "In the morning count the till and open the day; in the evening count again and close it.",
  "help.cash.2": "Cash for a supplier, for the bank or from it: note it with its reason.",
  "help.cash.3": "A courier brings money: count it all and save the amount. What it should be is hidden on purpose.",
  "help.cash.4": "It differs: the owner decides whether the courier owes it or it is written off.",

  "help.promos":
    "Here are codes that make dishes cheaper. A guest types one in the cart. A code can be turned off at any time, and orders that have it keep it.",
  "help.promos.1": "New promo code: a word and a percentage.",
  "help.promos.2": "If you like: an end, a number of uses, a smallest sum, first orders only.",
  "help.promos.3": "The switch beside a code turns it off and on.",

  "help.zones":
    "Here are the delivery zones: what delivery costs where, from which sum on, and how much longer the way is. Everybody may pause a zone; the rest belongs to those with the right to the settings.",
  "help.zones.1": "“New zone”: name, price, smallest order.",
  "help.zones.2": "Type the streets as a list, or draw the zone on the map, or both.",
  "help.zones.3": "Check a few addresses in “Which zone is this?”.",
  "help.zones.4": "Snow or a jam: “Pause for an hour” beside a zone ends by itself.",

  "help.stock":
    "Here you see how much of what is left. Orders take ingredients by themselves, by the recipes of dishes. You may do without: everything else works the same.",
  "help.stock.1": "Add an ingredient and say when it is low: the staff chat is warned then.",
  "help.stock.2": "In a dish write the recipe: how much of what goes into it.",
  "help.stock.3":
    "Plus when something is delivered: say what was paid, and dishes tell their margin. Minus when it is spoilt.",
  "help.stock.4": "Take stock now and then: enter what is on the shelves and see the difference.",

  "help.stock.count":
    "Here you enter how much really stands on the shelves. A blank line stays as it was. Orders go on meanwhile.",
  "help.stock.count.1": "Count what will go into orders not yet being cooked, too.",
  "help.stock.count.2": "Enter the amounts, look at the differences, and save.",

  "help.customers":
    "Here are your guests: one phone number, one customer. You see what they ordered, what for, and when they came last.",
  "help.customers.1": "Find one by name, phone, or @name at Telegram.",
  "help.customers.2": "Press their name to see all their orders.",
  "help.customers.3": "Somebody asks to have their data removed: Forget. That cannot be undone.",

  "help.tables":
    "Here you make cards with QR codes for the tables. A guest points the camera at one and orders to that table at once.",
  "help.tables.1": "Write the tables: 1-12, A-3, Terrace 2.",
  "help.tables.2": "Choose what the code opens: a browser will do for everybody.",
  "help.tables.3": "Show the cards, then Print: six on a page of A4.",

  "help.printers":
    "Here the cafe’s printers are connected, and told what to print. If one does not print for over a minute, it is said here, on the kitchen screen and in the staff chat.",
  "help.printers.1": "Add a printer: name, width of the paper, what to print and when. An example is shown beside.",
  "help.printers.2": "Choose a way, and give the code, which is shown once, to the printer or the program in the cafe.",
  "help.printers.3": "The test page shows whether everything comes to paper.",

  "help.staff":
    "Here are the people who open the desk, and the tablets in the kitchen. There are no passwords: a person comes in by your invitation. The role says what they may do.",
  "help.staff.1": "Add a person: a name and a role; then send them the invitation.",
  "help.staff.2": "Somebody left: open them and press No longer works here; it signs them out everywhere.",
  "help.staff.3": "A tablet for the kitchen: Pair a tablet shows an address and a code.",

  "help.settings":
    "Here is everything about the cafe: name, address, colour, delivery, payment. Each field explains itself. Beside them stands the real menu with what you have not saved yet.",
  "help.settings.1": "Looking for one thing? Find it by the search at the top.",
  "help.settings.2": "Change it, look at it as guests see it, and save.",
  "help.settings.3": "Changed your mind: Undo in the message, or the history.",

  "help.settings.taxes":
    "Here are the letters and rates of taxes, as the fiscal service has them. Receipts name them for each dish.",
  "help.settings.taxes.1": "Copy the groups from the fiscal service: letter, VAT, excise tax.",
  "help.settings.taxes.2":
    "The first group is for the whole menu; choose others in a dish, under “For the fiscal receipt”.",

  "help.connections": "Here are the keys of the bot, banks and receipts. Each is checked as soon as it is typed.",
  "help.connections.1": "Get the key where the card says, and paste it.",
  "help.connections.2": "Press “Check and connect”: it is in force at once.",
  "help.connections.3": "Try the bank with 1 ₴, and give it back.",

  "help.history":
    "Here you see who changed what, and when: in the menu, the hours, the settings. Each change can be put back until somebody changes the same again.",
  "help.history.1": "Choose at the top what was changed.",
  "help.history.2": "Put it back, and it is as it was.",

  "help.checks":
    "Here you see whether everything around the cafe works: bot, bank, receipts, backups. Trouble comes first, each with what to do about it. Checking changes nothing.",
  "help.checks.1": "Read from the top: red does not work, yellow is worth a look.",
  "help.checks.2": "Mended something? Check again.",
  "help.checks.3": "If you cannot mend it, send the line to whoever runs the server.",

  "help.access":
    "Here are the devices on which the desk is open, and your Telegram. With Telegram connected you come in without links.",
  "help.access.1": "Connect Telegram; then /desk in the chat with the bot opens the desk.",
  "help.access.2": "Add a passkey: your face or finger signs you in.",
  "help.access.3": "A phone is lost: press Sign out beside it.",

  "finder.title": "Search",
  "finder.label": "What to look for",
  "finder.hint": "A dish, №, customer, setting",
  "finder.view": "section",
  "finder.nothing": "Nothing found. Try another word.",
  "finder.found": { one: "{count} found", other: "{count} found" },
  "finder.group.acts": "Sections and acts",
  "finder.group.dishes": "Dishes",
  "finder.group.settings": "Settings",
  "finder.group.orders": "Orders",
  "finder.group.customers": "Customers",
  "finder.act.pause": "Pause orders",
  "finder.act.busy": "Promise later: a lot to do",
  "finder.act.holiday": "Add a holiday or a day off",
  "finder.act.announcement": "Announcement to the guests",
  "finder.act.close": "Close by hand",
  "finder.act.report": "Download the report",
  "finder.act.cards": "Print cards for the tables",
  "finder.act.invite": "Invite a person",
  "finder.words.printer": "ticket receipt paper kitchen thermal Star Epson",
  "finder.words.pause": "stop suspend halt",
  "finder.words.busy": "delay slow minutes kitchen",
  "finder.words.modes": "mode light electricity blackout generator evening brunch breakfast",
  "finder.words.dish": "new item create",
  "finder.words.prices": "raise discount percent",
  "finder.words.groups": "size milk extras modifiers",
  "finder.words.file": "Excel import export backup",
  "finder.words.holiday": "special day schedule vacation",
  "finder.words.announcement": "message banner",
  "finder.words.close": "shut closed",
  "finder.words.report": "XLSX CSV Excel takings sales",
  "finder.words.promo": "discount coupon voucher",
  "finder.words.count": "inventory stocktaking",
  "finder.words.ingredient": "stock product",
  "finder.words.cards": "QR code table",
  "finder.words.invite": "add employee team staff",
  "finder.words.tablet": "kitchen screen",
  "finder.words.bank": "monobank LiqPay payments",
};
