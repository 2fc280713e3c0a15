"""The menu as a table and photos by name: in and out at the desk, and what an empty menu offers."""

import io
import zipfile
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.conftest import Hire
from tests.e2e.house import open_house
from tests.e2e.office import LAPTOP, NARROW, PHONE, Colleague, soon
from tests.e2e.test_desk_menu import price_button, stored
from tests.uploads.photos import photo

TABLE = "Меню;;\nСтрава;Ціна, грн;Куди;Фото\nЛате;101;Кава;так\nСирники з родзинками;140;Сніданки;\n"


def saved(owner: Colleague, button: str, folder: Path) -> Path:
    with owner.page.expect_download() as download:
        owner.presses(button)
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_the_menu_goes_out_as_a_table_and_a_table_comes_in(owner: Colleague, tmp_path: Path) -> None:
    owner.opens("menu")
    owner.presses(owner.says("Інше", "More"), within="#main")
    owner.page.locator("#dialog").get_by_role("link", name="Excel").click()
    owner.sees(owner.says("Узяти меню з таблиці", "Take the menu from a table"))
    choose = owner.page.locator("input[type=file]")
    for button, ending in (("Excel (.xlsx)", ".xlsx"), ("CSV", ".csv")):
        file = saved(owner, button, tmp_path)
        assert file.suffix == ending
        choose.set_input_files(file)
        owner.sees(owner.says("Файл нічого не змінює", "The file changes nothing"))
    template = saved(owner, owner.says("Завантажити зразок", "Download a template"), tmp_path)
    assert template.suffix == ".xlsx"

    wrong = tmp_path / "wrong.csv"
    wrong.write_bytes(TABLE.replace("101", "101,50").encode("cp1251"))
    choose.set_input_files(wrong)
    owner.sees(
        owner.says("рядок 3, Ціна, грн: Ціна має бути в цілих гривнях.", "row 3, Ціна, грн: The price must be in whole")
    )
    owner.looks_well("menu-sheet-wrong")
    right = tmp_path / "right.csv"
    right.write_bytes(TABLE.encode("cp1251"))
    choose.set_input_files(right)
    expect(owner.page.get_by_text("101,50")).to_have_count(0)
    expect(owner.page.locator("#column-1")).to_have_value("price")
    expect(owner.page.locator("#column-2")).to_have_value("")
    owner.sees(owner.says("рядок 4, Категорія: Заповніть це поле.", "row 4, Category: Fill this in."))
    owner.page.locator("#column-2").select_option("category")
    owner.sees(owner.says("Позиції: нових 1, змінених 1", "Items: 1 new, 1 changed"))
    owner.looks_well("menu-sheet")
    owner.presses(owner.says("Узяти з файлу", "Take it from the file"))
    expect(price_button(owner, "latte")).to_have_text(owner.says("101 ₴", "₴101"))
    owner.sees(owner.says("Сирники з родзинками", "Сирники з родзинками"))


def zipped(*names: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, photo(300, 200) if name.endswith(".jpg") else b"no photo at all")
    return file.getvalue()


def test_photos_in_a_zip_find_their_dishes(owner: Colleague, tmp_path: Path) -> None:
    owner.opens("menu/photos")
    choose = owner.page.locator("input[type=file]")
    archive = tmp_path / "photos.zip"
    archive.write_bytes(b"no archive")
    choose.set_input_files(archive)
    owner.sees(owner.says("Цей архів не прочитався", "This archive could not be read"))
    archive.write_bytes(
        zipped("Фото/ЕСПРЕСО.jpg", "latte.jpg", "cappuccino.png", "Літак.jpg", "__MACOSX/._latte.jpg", "Лате.jpg")
    )
    before = stored(owner.house, "latte", "image_url")
    choose.set_input_files(archive)
    owner.sees(owner.says("3 фото знайшли свої страви", "3 photos have found their dishes"))
    owner.sees("Літак.jpg")
    owner.looks_well("menu-photos")
    owner.presses(owner.says("Поставити ці фото", "Use these photos"))
    owner.is_told(owner.says("Збережено", "Saved"))
    owner.sees("cappuccino.png")  # the one that is no photo is told
    soon(lambda: stored(owner.house, "latte", "image_url").endswith("-800.webp"), expected=True)
    assert stored(owner.house, "espresso", "image_url") == stored(owner.house, "latte", "image_url")
    owner.presses(owner.says("Повернути", "Undo"), within="#toast")
    soon(lambda: stored(owner.house, "latte", "image_url"), before)


def test_names_in_the_code_page_of_windows(hire: Hire, tmp_path: Path) -> None:
    owner = hire(PHONE).opens("menu/photos")
    archive = tmp_path / "photos.zip"
    content = zipped("latte.jpg").replace(b"latte.jpg", "Лате".encode("cp866").ljust(5, b" ") + b".jpg")
    archive.write_bytes(content)
    owner.page.locator("input[type=file]").set_input_files(archive)
    owner.sees("1 фото знайшло свою страву")


def test_an_empty_menu_offers_ways_to_fill_it(hire: Hire, tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    with open_house(folder, "", bot_token=None, staff_chat_id=None) as empty:
        for role, ready in (("manager", 0), ("owner", 1)):
            person = hire(PHONE, role=role, house=empty).opens("menu")
            expect(person.page.get_by_role("link", name="Узяти з Excel або CSV")).to_be_visible()
            expect(person.page.locator("[data-action='menu.demo']")).to_have_count(ready)
        person.looks_well("menu-empty")
        person.presses("Взяти готове меню, щоб змінити")
        person.is_told("Меню завантажено")
        expect(price_button(person, "latte")).to_have_text("95 ₴")


def test_tables_on_other_screens(hire: Hire, tmp_path: Path) -> None:
    file = tmp_path / "menu.csv"
    file.write_text(TABLE.replace("Куди", "Category"), encoding="utf-8")
    for look in (NARROW, LAPTOP):
        owner = hire(look).opens("menu/sheet")
        owner.page.locator("input[type=file]").set_input_files(file)
        owner.sees("Items: 1 new, 1 changed")
        owner.looks_well("menu-sheet-other")
