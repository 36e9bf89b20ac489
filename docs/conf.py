"""Sphinx configuration of the book."""

import os
import sys
from importlib.metadata import version as installed_version
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref

# The extensions lie beside this file; `repository_links` makes the buttons that need its address.
sys.path += [str(Path(__file__).parent), str(Path(__file__).parents[1] / "tools")]

import repository_links

# For one build, the environment names another repository, such as a fork's.
address = os.environ.get("CMLIB_REPOSITORY", repository_links.repository())

project = "Judging a classifier from its confusion matrix"
author = "the cmlib developers"
project_copyright = "the cmlib developers. Text and figures: CC BY 4.0. Code: BSD-3-Clause"
version = release = installed_version("cmcourse")
language = "en"

extensions = [
    "reference_links",
    "explorer_pages",
    "formula_card",
    "inline_figures",
    "ledger_pages",
    "lesson_signs",
    "light_pages",
    "measure_formulas",
    "measure_guide",
    "myst_nb",
    "page_answers",
    "repository_links",
    "section_search",
    "set_formulas",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinxcontrib.bibtex",
    "term_links",
]
exclude_patterns = ["**/.ipynb_checkpoints", "_static"]

# ---- Lessons ------------------------------------------------------------------------------------

# The book shows the outputs stored in the notebooks: the very ones that the tests compared.
nb_execution_mode = "off"
# A lesson that printed to stderr must not reach a reader.
nb_output_stderr = "severe"
# No lesson uses Jupyter widgets; the default would fetch their scripts from another host.
nb_ipywidgets_js = {}
# Explanations are Markdown with formulas; the plain renderer would leave the TeX as text.
nb_render_markdown_format = "myst"
# What unfolds a cell's code, unless the cell itself names the words.
nb_code_prompt_show, nb_code_prompt_hide = "Show the code", "Hide the code"

myst_enable_extensions = ["colon_fence", "dollarmath"]

# ---- Reference pages ----------------------------------------------------------------------------

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings state every type in words
napoleon_google_docstring = False
# The properties of a class are described one by one; this section only lists them.
napoleon_custom_sections = [("Attributes", "params_style")]
napoleon_use_rtype = False
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

bibtex_bibfiles = ["references.bib"]
bibtex_reference_style = "author_year"

# ---- Looks --------------------------------------------------------------------------------------

html_theme = "sphinx_book_theme"
html_title = project
html_static_path = ["_static"]
templates_path = ["_templates"]
html_favicon = "_static/favicon.svg"
html_css_files = ["custom.css", ("paper.css", {"media": "print"})]
html_js_files = ["custom.js", "progress.js"]
html_show_sourcelink = False
# Where the book is published, if it is, as Read the Docs says it: each page names its address.
html_baseurl = os.environ.get("READTHEDOCS_CANONICAL_URL", "")
html_context = {
    "default_mode": "auto",  # light or dark as the reader's system has it
    "html_baseurl": html_baseurl,
}
html_domain_indices = False
html_theme_options = {
    # The sidebar has the search button already.
    "navbar_persistent": [],
    "show_toc_level": 2,
    "use_download_button": True,
    "use_fullscreen_button": False,
    "search_bar_text": "Search the book",
    **repository_links.theme_options(address),
}
html_sidebars = {
    "**": ["navbar-logo.html", "search-button-field.html", "sbt-sidebar-nav.html"],
}

# Copy buttons sit on code only, and copy code only: no prompts, no outputs.
copybutton_selector = "div.cell_input div.highlight pre, div.highlight-python pre"
copybutton_exclude = ".linenos, .gp, .go"


def chinese(name, rawtext, text, lineno, inliner, options=None, content=None):
    """Mark a Chinese term as Chinese, so that a screen reader pronounces it (WCAG 3.1.2)."""
    html = f'<span lang="zh-Hans">{nodes.unescape(text)}</span>'
    return [nodes.raw(rawtext, html, format="html", chinese=text)], []


def widen_first_page(app, pagename, templatename, context, doctree):
    """Give the landing page a layout of its own."""
    if pagename == "index":
        app.add_css_file("index_page.css")


def drop_source_buttons(app, pagename, templatename, context, doctree):
    """Offer the source of notebooks only: that of other pages is of use to Sphinx alone."""
    if context.get("page_source_suffix") != ".ipynb":
        for menu in (it["buttons"] for it in context["header_buttons"] if "buttons" in it):
            menu[:] = (it for it in menu if it["label"] != "download-source-button")


def repair_markup(app, pagename, templatename, context, doctree):
    """Correct markup that keeps a screen reader or voice control from working."""
    if "body" in context:
        context["body"] = (
            context["body"]
            # ARIA has withdrawn this role; the entries are items of a list.
            .replace('role="doc-biblioentry"', 'role="listitem"')
            # A solution reads "Show the solution": its name must not be another (WCAG 2.5.3).
            .replace('<summary aria-label="Toggle hidden content">', "<summary>")
            # The empty corner of a table is no head.
            .replace('<th class="head"></th>', "<td></td>")
            .replace('<th class="head"><p></p></th>', "<td></td>")
        )


def link_lessons(app, doctree):
    """Let a lesson link to another by file name, as Jupyter wants it.

    `docs/notebooks` is a symbolic link, and Sphinx looks for what a lesson names at its other end,
    outside this folder, where there are no pages.
    """
    lessons = (Path(app.srcdir) / "notebooks").resolve()
    for reference in doctree.findall(pending_xref):
        target = Path(reference["reftarget"])
        if target.parent == lessons:
            reference["reftarget"] = f"notebooks/{target.name}"


def setup(app):
    app.add_role("zh", chinese)
    app.connect("doctree-read", link_lessons)
    app.connect("html-page-context", repair_markup)
    app.connect("html-page-context", widen_first_page)
    app.connect("html-page-context", drop_source_buttons, priority=900)  # the theme adds them
