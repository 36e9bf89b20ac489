"""Pages that come quickly on a slow line and a slow phone.

A theme serves every site: a dozen style sheets, most of whose rules meet nothing in this book, and
scripts that hold up the page. When all pages are written they get one sheet, without those rules.
"""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

SHEET = "book.css"
LINK = re.compile(r'\s*<link (?![^>]*media=)[^>]*href="([./]*)_static/([^"?]+\.css)[^>]*>')
# Names, operators, punctuation and spaces: more than half the elements of a lesson's code.
PLAIN = re.compile(r'<span class="(?:nn?|o|p|w)">([^<]*)</span>')
# Nothing shows tabs, and nothing sends ?highlight=.
UNUSED = ("design-tabs.js", "sphinx_highlight.js")
# The theme looks anew, after each change of a page, at all that may scroll, and lays the page out
# each time; custom.js does the same with less.
TAB_STOPS = re.compile(
    r'"complete"===document\.readyState\?(\w+)\(\):window\.addEventListener\("load",\1\)'
)
INSTEAD = '"see custom.js"'


def hurry(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Let no script hold up a page, and give names and operators in code no colour of their own."""
    context["body"] = PLAIN.sub(r"\1", context.get("body", ""))
    files = [it for it in context["script_files"] if it.filename]
    context["script_files"] = [it for it in files if not str(it.filename).endswith(UNUSED)]
    for script in context["script_files"]:
        script.attributes["defer"] = "defer"


def read(sheet: Path) -> str:
    """Return a sheet with what it imports, without comments, as it reads from `_static`."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = re.sub(r'@import "([^"]+)";', lambda found: read(sheet.parent / found[1]), text)
    return text.replace("url(../", "url(") if sheet.parent.name == "styles" else text


def cut(css: str, known: set[str]) -> str:
    """Drop the selectors that ask for a class or an id that is not known, and rules left empty.

    Those with `:has` go, too: the theme's only adorn, and make each tap slower on a long page.
    """

    def rule(found: re.Match[str]) -> str:
        selectors, declared = found.groups()
        if re.match(r"\s*(@|from|to|[\d.]+%)", selectors):
            return found[0]
        kept = []
        for selector in re.split(r",(?![^(]*\))", selectors):
            asked = re.sub(r"\((?:[^()]|\([^()]*\))*\)", "", selector)
            names = re.findall(r"[.#]([a-zA-Z_][\w-]*)", asked)
            if known.issuperset(names) and ":has(" not in selector:
                kept.append(selector)
        return f"{','.join(kept)}{{{declared}}}" if kept else ""

    css = re.sub(r"([^{};]+)\{([^{}]*)\}", rule, css)
    return re.sub(r"@(?:media|supports)[^{}]*\{\s*\}", "", css)


def lighten(app: Sphinx, exception: Exception | None) -> None:
    """Join the sheets that every page has, and cut those that are not the book's own."""
    if exception or app.builder.format != "html":
        return
    out, own = Path(app.outdir), Path(app.srcdir) / "_static"
    pages = {path: path.read_text(encoding="utf-8") for path in out.rglob("*.html")}
    # A page that has the sheet is of an earlier build, and this one has it no longer.
    pages = {it: text for it, text in pages.items() if LINK.search(text) and SHEET not in text}
    linked = [[found[2] for found in LINK.finditer(text)] for text in pages.values()]
    common = [name for name in linked[0] if all(name in names for names in linked)]
    scripts = [path.read_text(encoding="utf-8") for path in out.glob("_static/**/*.js")]
    known = set(re.findall(r"[\w-]+", "".join(scripts)))
    for text in pages.values():
        known.update(*map(str.split, re.findall(r'(?:class|id)="([^"]*)"', text)))
    css = ""
    for name in common:
        text = read(out / "_static" / name)
        css += text if (own / name).exists() or name == "explore.css" else cut(text, known)
    (out / "_static" / SHEET).write_text(css, encoding="utf-8")
    version = f"{zlib.crc32(css.encode()):08x}"
    for path, text in pages.items():
        up = LINK.search(text)[1]
        text = LINK.sub(lambda found: "" if found[2] in common else found[0], text)
        link = f'<link rel="stylesheet" href="{up}_static/{SHEET}?v={version}"/>\n'
        # Before the sheets of the page alone, which go on from it.
        path.write_text(re.sub(r"(?=<link |</head>)", link, text, count=1), encoding="utf-8")
    theme = out / "_static/scripts/pydata-sphinx-theme.js"
    text = TAB_STOPS.sub(INSTEAD, theme.read_text(encoding="utf-8"))
    if INSTEAD not in text:
        raise ValueError(f"{theme}: the theme looks after Tab stops in another way")
    theme.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("html-page-context", hurry, priority=900)
    app.connect("build-finished", lighten, priority=900)  # the theme writes a sheet then, too
    return {"parallel_read_safe": True, "parallel_write_safe": True}
