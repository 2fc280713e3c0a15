# The menu beside what the owner writes: the 14 allergens that must be declared, and diets.

allergen-gluten = Злаки, що містять глютен
allergen-crustaceans = Ракоподібні
allergen-eggs = Яйця
allergen-fish = Риба
allergen-peanuts = Арахіс
allergen-soy = Соя
allergen-milk = Молоко (у т. ч. лактоза)
allergen-nuts = Горіхи
allergen-celery = Селера
allergen-mustard = Гірчиця
allergen-sesame = Кунжут
allergen-sulphites = Діоксид сірки та сульфіти
allergen-lupin = Люпин
allergen-molluscs = Молюски

diet-vegan = Веганське
diet-vegetarian = Вегетаріанське
diet-gluten-free = Без глютену
diet-lactose-free = Без лактози
