# The language itself: how it is called, and how it writes dates and numbers.

language-name = Українська
language-name-short = УКР
language-name-in-chat = 🇺🇦 Українська
# For dates and for messengers that show a link.
language-region = uk-UA
# Between thousands.
language-thousands = {"\u00A0"}
# Between whole hryvnias and kopiykas.
language-decimal = ,
# On pages that run in a browser, and on paper.
language-money = { $amount }{"\u00A0"}₴
