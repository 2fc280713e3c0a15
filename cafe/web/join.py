"""Scripts that are loaded together anyway, in one file: one request instead of many, and compressed as a whole.

The modules of a file share one scope: no two of them may declare the same name at their top.
"""

import posixpath
import re
from collections.abc import Iterable, Mapping

ENTRIES = (
    "menu/launch.js",
    "menu/app.js",
    "menu/views/filter.js",
    "menu/views/checkout.js",
    "menu/views/order.js",
    "menu/views/orders.js",
)
"""Each brings along what it imports, as far as those before it do not have it already."""
WORKER, WORKER_PARTS = "service-worker.js", "/worker/"
"""The end of a service worker's entry, and the folders of modules that only such use."""

IMPORT = re.compile(rb'^import \{([^}]*)\} from "([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(rb"^export ", re.MULTILINE)
LATE_IMPORT = re.compile(rb'(?<=\bimport\(")(\.[^"]+\.js)(?="\))')


def join_scripts(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the page's files with each entry's modules in its place, every import led to where its module is now."""
    files = without_worker(files)
    homes: dict[str, str] = {}
    for entry in ENTRIES:
        homes.update(dict.fromkeys(_in_running_order(entry, files, homes), entry))
    modules = {entry: [name for name, home in homes.items() if home == entry] for entry in ENTRIES}
    modules |= {name: [name] for name in files if name.endswith(".js") and name not in homes}
    others = {name: content for name, content in files.items() if not name.endswith(".js")}
    return others | {home: _join(home, names, files, homes) for home, names in modules.items()}


def without_worker(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return what the page itself uses."""
    return {n: content for n, content in files.items() if not n.endswith(WORKER) and WORKER_PARTS not in n}


def join_worker(page: str, files: Mapping[str, bytes]) -> bytes:
    """Return a page's service worker with all that it imports. Not every browser takes a module for a worker."""
    entry = f"{page}/{WORKER}"
    names = _in_running_order(entry, files, {})
    return EXPORT.sub(b"", _join(entry, names, files, dict.fromkeys(names, entry)))


def _in_running_order(entry: str, files: Mapping[str, bytes], taken: Mapping[str, str]) -> list[str]:
    """List a module and what it imports: what is imported runs first, everything once."""
    found: list[str] = []

    def visit(name: str) -> None:
        for _, address in IMPORT.findall(files[name]):
            imported = _resolve(name, address)
            if imported not in taken and imported not in found:
                visit(imported)
        found.append(name)

    visit(entry)
    return found


def _join(home: str, names: Iterable[str], files: Mapping[str, bytes], homes: Mapping[str, str]) -> bytes:
    """Put modules into one file, with each import from outside once at its top."""
    imports: dict[bytes, set[bytes]] = {}
    bodies: list[bytes] = []

    for name in names:
        content = files[name]
        for wanted, address in IMPORT.findall(content):
            if (target := _new_address(address, name, home, homes)) != _relative(home, home):
                imports.setdefault(target, set()).update(re.findall(rb"\w+", wanted))
        content = IMPORT.sub(b"", content)
        for address in set(LATE_IMPORT.findall(content)):
            content = content.replace(
                b'import("%b")' % address, b'import("%b")' % _new_address(address, name, home, homes)
            )
        bodies.append(content)
    head = [b'import { %b } from "%b";\n' % (b", ".join(sorted(wanted)), at) for at, wanted in imports.items()]
    return b"".join(head + bodies)


def _new_address(address: bytes, name: str, home: str, homes: Mapping[str, str]) -> bytes:
    """Return how a module that is in the file `home` now reaches what it had under an address."""
    target = _resolve(name, address)
    return _relative(homes.get(target, target), home)


def _relative(target: str, home: str) -> bytes:
    return b"./" + posixpath.relpath(target, posixpath.dirname(home)).encode()


def _resolve(name: str, address: bytes) -> str:
    """Return the file that an address in another one means."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), address.decode()))
