"""The files that every page asks for are joined, or the build says why they cannot be."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import joined_files
import pytest
from sphinx.errors import ExtensionError


def asked(name: str) -> SimpleNamespace:
    return SimpleNamespace(filename=f"_static/{name}")


@pytest.fixture
def app(tmp_path: Path) -> SimpleNamespace:
    """A build whose static files hold their own names."""
    static = tmp_path / "_static"
    scripts = [name for names in joined_files.SCRIPTS.values() for name in names]
    for name in (*joined_files.THEME_STYLES, *scripts, "custom.css"):
        (static / name).parent.mkdir(parents=True, exist_ok=True)
        (static / name).write_text(name, encoding="utf-8")
    return SimpleNamespace(outdir=tmp_path)


def context(*styles: str) -> dict[str, list[SimpleNamespace]]:
    scripts = ["book.js", "custom.js", "mathjax/tex-svg.js"]
    return {
        "css_files": [asked(it) for it in styles],
        "script_files": [asked(it) for it in scripts],
    }


def test_a_page_asks_for_the_joined_files(app: SimpleNamespace) -> None:
    joiner = joined_files.Joiner()
    page = context("custom.css", "late.css")
    joiner.join(app, "index", "", page, None)
    (style,) = page["css_files"]
    scripts = [joined_files.filename(it) for it in page["script_files"]]
    assert scripts == ["book.js", "mathjax/tex-svg.js"]
    # An extension may bring its style when all pages are written.
    (app.outdir / "_static" / "late.css").write_text("late.css", encoding="utf-8")
    joiner.finish(app, None)
    text = (app.outdir / str(style).partition("?")[0]).read_text("utf-8")
    assert text.split() == [*joined_files.THEME_STYLES, "custom.css", "late.css"]
    later = (app.outdir / "_static" / "book-later.js").read_text("utf-8")
    assert later.split("\n;\n") == list(joined_files.SCRIPTS["book-later.js"])


def test_a_changed_style_has_another_address(app: SimpleNamespace) -> None:
    addresses = set()
    for text in ("p { color: red }", "p { color: blue }"):
        (app.outdir / "_static" / "custom.css").write_text(text, encoding="utf-8")
        page = context("custom.css")
        joined_files.Joiner().join(app, "index", "", page, None)
        addresses |= set(page["css_files"])
    assert len(addresses) == 2


def test_a_page_with_a_style_of_its_own_is_refused(app: SimpleNamespace) -> None:
    joiner = joined_files.Joiner()
    joiner.join(app, "index", "", context("custom.css"), None)
    with pytest.raises(ExtensionError, match=r"other has other styles.*odd\.css"):
        joiner.join(app, "other", "", context("custom.css", "odd.css"), None)


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_an_address_that_would_not_be_found_is_refused(tmp_path: Path, quote: str) -> None:
    (tmp_path / "a.css").write_text(f"p {{ background: url({quote}dot.svg{quote}) }}", "utf-8")
    with pytest.raises(ExtensionError, match=r"a\.css names dot\.svg"):
        joined_files.joined(tmp_path, ("a.css",), "")


def test_data_and_maps_are_no_addresses(tmp_path: Path) -> None:
    text = 'p { background: url("data:,") }\n/*# sourceMappingURL=a.css.map */\n'
    (tmp_path / "a.css").write_text(text, "utf-8")
    assert joined_files.joined(tmp_path, ("a.css",), "") == 'p { background: url("data:,") }\n\n'
