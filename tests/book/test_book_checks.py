"""The checks of a page find nothing on a good page, and the fault of each bad one."""

import pytest
from book_checks import (
    PHONE_DARK,
    all_problems,
    copy_button_problems,
    cut_off_problems,
    focus_problems,
    image_problems,
    maths_problems,
    scrollbar_problems,
    solution_problems,
    visit,
)
from chromium import overflow_problems, request_problems

DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>'
GOOD = r"""<!doctype html>
<html lang="en"><head><title>A page</title><link rel="icon" href="dot.svg">
<style>[data-theme=dark] body { background: #111; color: #eee } img { background: #fff }
.math { display: inline-flex }</style>
<script>
  const dark = matchMedia('(prefers-color-scheme: dark)');
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';
</script>
</head>
<body><main><h1>A page</h1>
<p>One half is <span class="math"><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></span>.</p>
<p><img src="dot.svg" alt="A black dot"></p>
<details><summary><span class="show">Show the solution</span><span class="hide">Hide the
solution</span></summary><pre>answer = 1</pre></details>
<style>[open] .show, :not([open]) > summary > .hide { display: none }</style>
<div class="cell_input"><pre>1 + 1</pre><button class="copybtn">Copy</button></div>
<!-- here -->
</main></body></html>
"""


@pytest.fixture
def show(browser, tmp_path):
    """Write a page and open it."""
    (tmp_path / "dot.svg").write_text(DOT, encoding="utf-8")

    def visit_page(page):
        (tmp_path / "page.html").write_text(page, encoding="utf-8")
        return visit(browser, tmp_path.as_uri(), "page.html", PHONE_DARK)

    return visit_page


def test_good_page(show):
    with show(GOOD) as seen:
        problems = solution_problems(seen) + copy_button_problems(seen)
        assert problems + scrollbar_problems(seen) + all_problems(seen) == []


@pytest.mark.parametrize(
    ("check", "old", "new", "complaint"),
    [
        (all_problems, "<!-- here -->", "<script>throw Error('no')</script>", "uncaught error"),
        (all_problems, "<!-- here -->", "<button></button>", "axe button-name"),
        (request_problems, "dot.svg", "https://example.org/dot.svg", "asks another host"),
        (maths_problems, "<mfrac>", r"<mfrac>\unheardof", "raw TeX"),
        (maths_problems, "math>", "b>", "formula not set"),
        (maths_problems, "<mfrac>", "<mo>[</mo><mn>1</mn><mi>ex</mi><mo>]</mo>", "printed: [1ex]"),
        (maths_problems, "<!-- here -->", r"<p>$\frac{1}{2}$</p>", "raw TeX"),
        (overflow_problems, "<!-- here -->", "<p style='width: 99em'>wide</p>", "page is"),
        (cut_off_problems, "<pre>1", "<pre style='overflow: auto; width: 1em'>1", "px: 1 + 1"),
        (image_problems, 'alt="A black dot"', "", "image without alt text"),
        (image_problems, "A black dot", "_images/dot.svg", "alt text is a file name"),
        (image_problems, "img { background: #fff }", "", "figure not on white paper"),
        (focus_problems, "<summary>", "<summary style='outline: 0'>", "focus on SUMMARY"),
        (focus_problems, "<summary>", "<summary style='opacity: 0'>", "out of sight"),
        (focus_problems, "<p><img", "<p tabindex='0'><img", "nothing to do where Tab stops"),
        (solution_problems, "<details>", "<details open>", "open at load"),
        (solution_problems, "Hide the\nsolution", "Close", "does not say"),
        (copy_button_problems, 'class="copybtn"', "", "no copy button on code"),
        (
            scrollbar_problems,
            "<!-- here -->",
            "<p class='math' style='width: 1px'><math><mi>n</mi></math></p>",
            "no scrollbar under",
        ),
    ],
)
def test_bad_page(show, check, old, new, complaint):
    assert old in GOOD
    with show(GOOD.replace(old, new)) as seen:
        assert complaint in "\n".join(check(seen))
