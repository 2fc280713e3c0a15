# Меню таблицею: назви стовпчиків; слова, за якими їх упізнають (через кому); що не так.

sheet-title = Меню
sheet-template-title = Зразок меню
sheet-field-slug = Код
sheet-field-category = Категорія
sheet-field-name = Назва
sheet-field-name-en = Назва англійською
sheet-field-description = Опис
sheet-field-description-en = Опис англійською
sheet-field-weight = Вага
sheet-field-weight-en = Вага англійською
sheet-field-price = Ціна
sheet-field-allergens = Алергени
sheet-field-diets = Дієти
sheet-field-active = У меню

sheet-field-slug-words = код, артикул, код страви
sheet-field-category-words = категорія, категорії, розділ, група, назва категорії, тип
sheet-field-name-words = назва, страва, позиція, найменування, товар, продукт, напій
sheet-field-description-words = опис, склад, інгредієнти, про страву
sheet-field-weight-words = вага, вихід, обʼєм, об'єм, порція, розмір
sheet-field-price-words = ціна, вартість, ціна продажу, сума
sheet-field-allergens-words = алергени, алерген
sheet-field-diets-words = дієти, дієта
sheet-field-active-words = у меню, в меню, активна, доступна, на продажу, видима

sheet-english-words = англійською, англійська, англ, en, eng
sheet-ukrainian-words = українською, українська, укр, ua, uk
sheet-unit-words = грн, гривень, г, гр, мл, л, шт
sheet-yes = так
sheet-no = ні
sheet-none = немає
sheet-yes-words = так, є, 1, +, true
sheet-no-words = ні, немає, 0, -, false
sheet-none-words = немає, нема, без алергенів, ні, -, –, —

sheet-problem = рядок { $row }, { $column }: { $message }
sheet-column-problem = { $column }: { $message }
sheet-unreadable = Це не таблиця. Підійдуть файли Excel (.xlsx) і CSV.
sheet-old-excel = Це старий формат Excel (.xls). Збережіть файл як .xlsx.
sheet-empty = У файлі немає жодного рядка.
sheet-too-large = Таблиця завелика.
sheet-too-long = У таблиці понад { $limit } рядків.
sheet-fields-invalid = Такого стовпчика немає.
sheet-column-twice = Цей стовпчик обрано двічі.
sheet-column-missing = Покажіть, у якому стовпчику назви.
sheet-price = Тут має бути ціна, наприклад 85.
sheet-kopiykas = Ціна має бути в цілих гривнях.
sheet-yes-or-no = Тут має бути «так» або «ні».
sheet-unknown-name = «{ $name }» ми не знаємо.
sheet-twice = Ця позиція вже є в рядку { $first }.
sheet-dish-ambiguous = Позицій із такою назвою кілька. Додайте стовпчик «Код» або «Категорія».
sheet-category-ambiguous = Категорій із такою назвою кілька.
