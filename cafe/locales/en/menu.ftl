# The menu beside what the owner writes: the 14 allergens that must be declared, and diets.

allergen-gluten = Cereals containing gluten
allergen-crustaceans = Crustaceans
allergen-eggs = Eggs
allergen-fish = Fish
allergen-peanuts = Peanuts
allergen-soy = Soybeans
allergen-milk = Milk (incl. lactose)
allergen-nuts = Tree nuts
allergen-celery = Celery
allergen-mustard = Mustard
allergen-sesame = Sesame
allergen-sulphites = Sulphur dioxide and sulphites
allergen-lupin = Lupin
allergen-molluscs = Molluscs

diet-vegan = Vegan
diet-vegetarian = Vegetarian
diet-gluten-free = Gluten-free
diet-lactose-free = Lactose-free
