# Codes of the tables at the owner's desk.

tables-name-invalid = "{ $name }" cannot be the name of a table: letters, digits, spaces, dots and hyphens, 20 characters at most.
tables-name-not-in-telegram = "{ $name }" cannot be part of a Telegram link: Latin letters, digits and hyphens only. Choose 'in the browser' or another name.
tables-too-many = At most { $limit } tables at once.
tables-bot-invalid = Give the bot's name, such as my_cafe_bot.
