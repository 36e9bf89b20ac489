"""Each check of a page is fed a page that breaks it, and must say so."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from book_checks import (
    MODES,
    Mode,
    Visit,
    accessibility_problems,
    all_problems,
    book_folder,
    colour_problems,
    console_problems,
    copy_button_problems,
    cut_off_problems,
    focus_problems,
    image_problems,
    maths_problems,
    overflow_problems,
    reflow_problems,
    request_problems,
    scrollbar_problems,
    solution_problems,
    table_problems,
    theme_problems,
    visit,
    weight_problems,
)
from browser import find_browser, serve
from playwright.sync_api import Browser

MATHJAX = Path(__file__).parents[2] / "docs" / "_static" / "mathjax" / "tex-svg.js"
PHONE_DARK = MODES[-1]
Show = Callable[[str, Mode], AbstractContextManager[Visit]]
DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>'
GOOD = r"""<!doctype html>
<html lang="en"><head><title>A page</title><link rel="icon" href="dot.svg">
<style>[data-theme=dark] body { background: #111; color: #eee } img { background: #fff }
.math { display: inline-flex } th, td { text-align: right }</style>
<script>
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => { document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light' };
  follow();
  dark.addEventListener('change', follow);
</script>
<script defer src="tex-svg.js"></script></head>
<body><main><h1>A page</h1>
<p>One half is <span class="math">\(\frac{1}{2}\)</span>.</p>
<p><img src="dot.svg" alt="A black dot"></p>
<details><summary><span class="show">Show the solution</span><span class="hide">Hide the
solution</span></summary><pre>answer = 1</pre></details>
<style>[open] .show, :not([open]) > summary > .hide { display: none }</style>
<table class="dataframe"><thead><tr><th>class</th><th>count</th></tr></thead>
<tbody><tr><th>cat</th><td>9</td></tr><tr><th>dog</th><td>10</td></tr></tbody></table>
<div class="cell_input"><pre>1 + 1</pre><button class="copybtn">Copy</button></div>
<!-- here -->
</main></body></html>
"""


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Show]:
    """Serve a page, and open it in a mode."""
    (tmp_path / "dot.svg").write_text(DOT, encoding="utf-8")
    shutil.copy(MATHJAX, tmp_path)
    with serve(tmp_path) as site:

        def visit_page(page: str, mode: Mode) -> AbstractContextManager[Visit]:
            (tmp_path / "page.html").write_text(page, encoding="utf-8")
            return visit(browser, site, "page.html", mode)

        yield visit_page


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("dark.addEventListener('change', follow);", "", "theme is light, not dark"),
        ("background: #111; color: #eee", "background: #111; color: #333", "color-contrast"),
    ],
)
def test_a_page_that_is_bad_in_the_dark_only(show: Show, old: str, new: str, says: str) -> None:
    assert old in GOOD
    with show(GOOD.replace(old, new), MODES[0]) as seen:
        assert all_problems(seen) == []
        assert says in "\n".join(colour_problems(seen))


def test_a_good_page_has_no_problem(show: Show, mode: Mode) -> None:
    """Nor in other colours; each time it is opened anew, as some checks change what they see."""
    with show(GOOD, mode) as seen:
        assert colour_problems(seen) == []
    with show(GOOD, mode) as seen:
        assert all_problems(seen) == []
    with show(GOOD, mode) as seen:
        assert solution_problems(seen) + copy_button_problems(seen) == []


@pytest.mark.parametrize(
    ("check", "old", "new", "complaint"),
    [
        (
            console_problems,
            "<!-- here -->",
            "<script>console.error('no')</script>",
            "console error",
        ),
        (
            console_problems,
            "<!-- here -->",
            "<script>console.warn('no')</script>",
            "console warning",
        ),
        (console_problems, "<!-- here -->", "<script>throw Error('no')</script>", "uncaught error"),
        (request_problems, "dot.svg", "https://example.org/dot.svg", "asks another host"),
        (request_problems, "dot.svg", "gone.svg", "request failed"),
        (theme_problems, "dark.matches ? 'dark' : 'light'", "'light'", "theme is light"),
        (maths_problems, r"\(\frac{1}{2}\)", r"\(\frac{1}\)", "error in a formula"),
        (maths_problems, r"\(\frac{1}{2}\)", r"\(\unheardof{1}\)", "error in a formula"),
        (maths_problems, r"\(\frac{1}{2}\)", "½", "formula not drawn"),
        (maths_problems, "<!-- here -->", r"<p>$\frac{1}{2}$</p>", "raw TeX"),
        (maths_problems, "tex-svg.js", "dot.svg", "formula not drawn"),
        (overflow_problems, "<!-- here -->", "<p style='width: 99em'>wide</p>", "page is"),
        (reflow_problems, "<!-- here -->", "<p style='width: 340px'>wide</p>", "page is"),
        (cut_off_problems, "<pre>1", "<pre style='overflow: auto; width: 1em'>1", "px: 1 + 1"),
        (
            cut_off_problems,
            '<table class="dataframe"',
            '<div style="overflow: auto; width: 2em"><table class="dataframe"',
            "px: class",
        ),
        (image_problems, 'alt="A black dot"', "", "image without alt text"),
        (image_problems, 'alt="A black dot"', 'alt=" "', "image without alt text"),
        (image_problems, "A black dot", "_images/dot.svg", "alt text is a file name"),
        (image_problems, 'src="dot.svg"', 'src="gone.svg"', "image not shown"),
        (image_problems, "img { background: #fff }", "", "figure not on white paper"),
        (accessibility_problems, 'alt="A black dot"', "", "axe image-alt"),
        (accessibility_problems, "color: #eee", "color: #333", "axe color-contrast"),
        (accessibility_problems, 'lang="en"', "", "axe html-has-lang"),
        (accessibility_problems, "<!-- here -->", "<button></button>", "axe button-name"),
        (accessibility_problems, "<body>", "<body><p>Outside</p>", "axe region"),
        (accessibility_problems, "<!-- here -->", "<h4>A leap</h4>", "axe heading-order"),
        (accessibility_problems, "<th>class</th>", "<th></th>", "axe empty-table-header"),
        (
            table_problems,
            "<th>count</th>",
            "<th style='text-align: left'>count</th>",
            "count is set",
        ),
        (table_problems, "<td>9", "<td style='text-align: left'>9", "right and left"),
        (table_problems, "th, td { text-align: right }", "", "numbers of count stand"),
        (accessibility_problems, "<pre>", "<pre style='color: #222'>", "axe color-contrast"),
        (
            focus_problems,
            "<!-- here -->",
            "<button style='outline: 0'>?</button>",
            "focus on BUTTON ?",
        ),
        (focus_problems, "<summary>", "<summary style='outline: 0'>", "focus on SUMMARY"),
        (
            focus_problems,
            "<summary>",
            "<summary style='outline: 0; box-shadow: 0 0 3px'>",
            "focus on SUMMARY",
        ),
        (
            focus_problems,
            "<summary>",
            "<summary style='outline: 3px solid rgba(9, 9, 9, 0)'>",
            "focus on SUMMARY",
        ),
        (focus_problems, "<summary>", "<summary style='opacity: 0'>", "out of sight"),
        (focus_problems, "<p><img", "<p tabindex='0'><img", "nothing to do where Tab stops"),
        (solution_problems, "<details>", "<details open>", "open at load"),
        (
            solution_problems,
            "<summary>",
            "<summary tabindex='-1' onkeydown='return false' onkeyup='return false'>",
            "does not obey",
        ),
        (solution_problems, "Hide the\nsolution", "Close", "does not say"),
        (solution_problems, "Show the solution", "More", "no solution"),
        (copy_button_problems, 'class="copybtn"', "", "no copy button on code"),
        (copy_button_problems, "cell_input", "cell_output", "a copy button on an output"),
    ],
)
def test_a_bad_page_is_caught(
    show: Show, check: Callable[[Visit], list[str]], old: str, new: str, complaint: str
) -> None:
    assert old in GOOD
    with show(GOOD.replace(old, new), PHONE_DARK) as seen:
        assert any(complaint in problem for problem in check(seen)), check(seen)


@pytest.mark.parametrize(
    ("style", "complaint"),
    [
        ("display: inline-flex; overflow-x: scroll", "scrollbar of"),
        ("display: inline-block; width: 1px", "no scrollbar under"),
        ("display: inline-block; width: 1px; overflow-x: scroll", "Tab passes by"),
        ("' tabindex='0", "Tab stops at"),
    ],
)
def test_a_bad_formula_is_caught(show: Show, style: str, complaint: str) -> None:
    formula = r"""<span class="math">\(n + n + n\)</span>"""
    bad = formula.replace(">", f" style='{style}'>", 1)
    for text in (formula, bad):
        with show(GOOD.replace("<!-- here -->", text), MODES[0]) as seen:
            found = scrollbar_problems(seen)
            assert any(complaint in problem for problem in found) == (text is bad), found


def test_a_heavy_page_is_caught(show: Show) -> None:
    with show(GOOD, MODES[0]) as seen:
        assert weight_problems(seen, most_bytes=10**6) == []
        assert "bytes compressed" in weight_problems(seen, most_bytes=500_000)[0]
    images = [f"<img alt='A dot' src='dot.svg?{number}'>" for number in range(13)]
    with show(GOOD.replace("<!-- here -->", "".join(images)), MODES[0]) as seen:
        assert "asks for 16 files" in weight_problems(seen, most_bytes=10**6)[0]


def test_a_page_without_controls_is_caught(show: Show) -> None:
    with show("<!doctype html><p>Text</p>", MODES[0]) as seen:
        assert focus_problems(seen) == ["the Tab key stops nowhere"]


def test_a_missing_browser_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LookupError, match="apt-get install chromium"):
        find_browser()


@pytest.mark.parametrize("named", [None, Path("no-such-folder")])
def test_a_missing_book_is_named(named: Path | None) -> None:
    with pytest.raises(pytest.UsageError, match="make check-book"):
        book_folder(named)
