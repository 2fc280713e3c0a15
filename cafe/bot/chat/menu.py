"""Finding dishes and categories, for the screens of customers and staff."""

from cafe.core.catalogue.menu.model import Category, Menu, Product


def find_category(menu: Menu, category_id: int) -> Category | None:
    return next((category for category in menu.categories if category.id == category_id), None)


def find_dish(menu: Menu, product_id: int) -> Product | None:
    return next((product for product in menu.products if product.id == product_id), None)


def dishes_of(menu: Menu, category_id: int) -> list[Product]:
    return [product for product in menu.products if product.category_id == category_id]
