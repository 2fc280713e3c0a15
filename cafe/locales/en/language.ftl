# The language itself: how it is called, and how it writes dates and numbers.

language-name = English
language-name-short = EN
language-name-in-chat = 🇬🇧 English
# For dates and for messengers that show a link.
language-region = en-GB
# Between thousands.
language-thousands = ,
# Between whole hryvnias and kopiykas.
language-decimal = .
# On pages that run in a browser, and on paper.
language-money = ₴{ $amount }
