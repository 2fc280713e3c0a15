"""Scripts that travel in one file: what is in it, in which order, and that nothing in it meets by name."""

import re
from collections import Counter

from cafe.web.join import ENTRIES, join_scripts
from cafe.web.site import read_page
from cafe.web.sites import PAGES

PAGE = {
    "menu/launch.js": b'import { a } from "./lib/a.js";\nexport const launch = a;\n',
    "menu/lib/a.js": b"export const a = 1;\n",
    "menu/lib/b.js": b'import { a } from "./a.js";\nexport const b = a + 1;\n',
    "menu/app.js": (
        b'import {\n  launch,\n} from "./launch.js";\nimport { a } from "./lib/a.js";\n'
        b'import { b } from "./lib/b.js";\n'
        b'export const go = () => import("./views/cart.js");\n'
    ),
    "menu/views/filter.js": b"export const filter = 1;\n",
    "menu/views/cart.js": b'import { b } from "../lib/b.js";\nexport const cart = b;\n',
    "menu/views/checkout.js": b'import { cart } from "./cart.js";\nimport { b } from "../lib/b.js";\nuse(cart, b);\n',
    "menu/views/order.js": b"export const order = 1;\n",
    "menu/views/orders.js": b'import { order } from "./order.js";\nexport const orders = [order];\n',
    "menu/views/alone.js": b'import { b } from "../lib/b.js";\nuse(b);\n',
    "menu/cafe.css": b"a {}\n",
}
DECLARED = re.compile(
    r"^(?:export )?(?:async )?(?:const|let|class|function\*?) ([\w$]+|\{[^}]*\}|\[[^\]]*\])", re.MULTILINE
)


def test_each_module_is_in_one_file_after_what_it_needs() -> None:
    assert join_scripts(PAGE) == {
        "menu/launch.js": b"export const a = 1;\nexport const launch = a;\n",
        "menu/app.js": (
            b'import { a, launch } from "./launch.js";\nexport const b = a + 1;\n'
            b'export const go = () => import("./views/checkout.js");\n'
        ),
        "menu/views/filter.js": b"export const filter = 1;\n",
        "menu/views/checkout.js": b'import { b } from "./../app.js";\nexport const cart = b;\nuse(cart, b);\n',
        "menu/views/order.js": b"export const order = 1;\n",
        "menu/views/orders.js": b'import { order } from "./order.js";\nexport const orders = [order];\n',
        "menu/views/alone.js": b'import { b } from "./../app.js";\nuse(b);\n',
        "menu/cafe.css": b"a {}\n",
    }


def test_nothing_in_a_file_meets_by_name() -> None:
    scripts = {name: content for name, content in read_page(PAGES, "menu").items() if name.endswith(".js")}
    joined = join_scripts(scripts)
    assert len(joined) < len(scripts) / 2
    for entry in ENTRIES:
        names = Counter(
            name for found in DECLARED.findall(joined[entry].decode()) for name in re.findall(r"\w+", found)
        )
        assert [name for name, times in names.items() if times > 1] == [], entry
