# ruff: noqa: INP001 - a folder of documents is no package
"""The site of the documents; `make docs` builds it from the repository's top, so that links between documents hold."""

project = "Cafe"
copyright = "the Cafe project"  # noqa: A001 - the name that Sphinx asks for
root_doc = "docs/index"
include_patterns = ["docs/**", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
extensions = ["myst_parser", "sphinxcontrib.openapi"]
myst_heading_anchors = 3
myst_enable_extensions = ["attrs_inline"]
nitpicky = True
html_theme = "furo"
html_title = "Cafe"
html_favicon = "../cafe/web/pages/shared/icon.svg"
html_static_path: list[str] = []
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#6f4e37", "color-brand-content": "#8a5a36"},
    "dark_css_variables": {"color-brand-primary": "#d8b08c", "color-brand-content": "#d8b08c"},
}
