"""What is cut out of scripts and stylesheets on their way, and what is not."""

import pytest

from cafe.web.minify import minify_page, minify_script, minify_stylesheet
from cafe.web.sites import PAGES

SCRIPTS = {
    "const a = 1; // why\nconst b = 2;": "const a=1;const b=2;",
    "/** Whole. */\nexport const f = (/** @type {string} */ x) => x;": "export const f=(x)=>x;",
    'const url = "https://a.b/* no */"; // yes': 'const url="https://a.b/* no */";',
    'const q = "say \\"hi\\" // no";': 'const q="say \\"hi\\" // no";',
    "const t = `a  // b ${ x } c`;": "const t=`a  // b ${x} c`;",
    'html`<p>\n    ${ok && html`<b class="a"\n      id="b">${n}</b>`}\n  </p>`': (
        'html`<p> ${ok&&html`<b class="a" id="b">${n}</b>`} </p>`'
    ),
    "const o = `${rows.map((r) => { return { ...r }; })}  end`;": "const o=`${rows.map((r)=>{return{...r}})}  end`;",
    "const c = `\\` ${1} \\${2}  `;": "const c=`\\` ${1} \\${2}  `;",
    r"""const r = /["'`/*]+  \/(?=x)/gu; call(/ {2}[/"]/);""": r"""const r=/["'`/*]+  \/(?=x)/gu;call(/ {2}[/"]/);""",
    "const half = (a + b) / 2 / c; // d / e": "const half=(a+b)/2/c;",
    "const n = a + +b - -c;": "const n=a+ +b- -c;",
    "return /  x/.test(a) in b;": "return/  x/.test(a)in b;",
    "async function f() {\n  await g();\n}\nexport default f;": "async function f(){await g()}export default f;",
    "f(\n  [\n    a,\n    b,\n  ],\n);\nconst [, c] = { d, };": "f([a,b]);const[,c]={d};",
    "a\n  .b()\n  .c(1, 2);": "a.b().c(1,2);",
    "x = y\n++z;": "x=y\n++z;",
    'return "a" + `b` + !c % d;': 'return"a"+`b`+!c%d;',
    "const їжа = a instanceof B;": "const їжа=a instanceof B;",
}


@pytest.mark.parametrize(("source", "sent"), SCRIPTS.items())
def test_a_script_loses_comments_and_space_that_means_nothing(source: str, sent: str) -> None:
    assert minify_script(source.encode()).decode() == sent


def test_a_script_that_is_cut_off_is_no_reason_to_wait_for_ever() -> None:
    for broken in ("const a = `", "const b = `${", "/* ", '"', "}", "a = /"):
        assert minify_script(broken.encode())


def test_a_minified_script_has_nothing_left_to_cut() -> None:
    for path in PAGES.rglob("*.js"):
        once = minify_script(path.read_bytes())
        assert minify_script(once) == once, path.name


def test_a_page_loses_its_indentation() -> None:
    source = "<!doctype html>\n<ul>\n  <li>a b</li>\n  <li>c</li>\n</ul>\n"
    assert minify_page(source.encode()).decode() == "<!doctype html><ul><li>a b</li><li>c</li></ul>"


def test_a_stylesheet_keeps_the_space_between_selectors_and_values() -> None:
    source = """/* All of it. */
a :hover,
.b > .c {
  margin: 0 auto; /* why */
  width: calc(1px + 2px);
  font-family: "Segoe UI", serif;
}

@media (min-width: 700px) {
  .d {
    color: red;
  }
}
"""
    assert minify_stylesheet(source.encode()).decode() == (
        'a :hover,.b > .c{margin:0 auto;width:calc(1px + 2px);font-family:"Segoe UI",serif}'
        "@media (min-width:700px){.d{color:red}}"
    )
