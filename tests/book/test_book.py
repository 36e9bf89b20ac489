"""The built book in a real browser: six pages in depth, the others in one quick pass."""

import re

import book_checks as checks
import pytest
from book_checks import DESKTOP, PHONE_DARK, visit
from chromium import Mode, axe_problems, overflow_problems
from playwright.sync_api import expect

LESSON = "notebooks/05_threshold_curves.html"
WALKED = ["index.html", "ledger.html", "which_measure.html", LESSON]
PAGES = [*WALKED, "glossary.html", "api.html"]
DARK = [LESSON, "ledger.html", "glossary.html"]  # what axe-core reads on a dark telephone, too


@pytest.mark.parametrize("look", [DESKTOP, PHONE_DARK], ids=str)
@pytest.mark.parametrize("path", PAGES)
def test_representative_page(browser, origin, path, look):
    with visit(browser, origin, path, look) as seen:
        problems = checks.weight_problems(seen, 400_000) if look is DESKTOP else []
        if path in (WALKED if look is DESKTOP else [LESSON]):
            problems += checks.focus_problems(seen)
        problems += checks.scrollbar_problems(seen)
        if path.startswith("notebooks/"):
            problems += checks.copy_button_problems(seen)
            # Before the checks that open every solution.
            problems += checks.solution_problems(seen) if look is DESKTOP else []
        in_full = look is DESKTOP or path in DARK
        problems += checks.all_problems(seen) if in_full else checks.quick_problems(seen)
        # These change the width of the window.
        of_width = checks.reflow_problems if look is PHONE_DARK else checks.cut_off_problems
        problems += of_width(seen)
    assert problems == []


def test_every_page_from_a_folder(browser, book, page_paths):
    """Without a server, as from a USB stick."""
    problems = []
    for path in page_paths:
        with visit(browser, book.resolve().as_uri(), path, DESKTOP) as seen:
            found = checks.quick_problems(seen) + checks.scrollbar_problems(seen)
        problems += [f"{path}: {problem}" for problem in found]
    assert problems == []


def test_pages_have_one_sheet_with_the_rules_of_theme_and_book(book):
    sheet = (book / "_static/book.css").read_text("utf-8")
    assert all(rule in sheet for rule in (".cmlib-caption", ".ce-live", ".bd-header"))
    pages = [page.read_text("utf-8") for page in book.glob("notebooks/*.html")]
    assert all("/book.css?" in page and "/custom.css" not in page for page in pages)


def test_font_holds_every_sign(browser, origin, book):
    pages = "".join(page.read_text("utf-8") for page in book.rglob("*.html"))
    signs = set(re.findall(r"<(?:mi|mn|mo|mtext)\b[^<]+</\w+>", pages))
    with visit(browser, origin, "card.html", DESKTOP) as seen:
        assert checks.font_problems(seen, signs) == []
        assert "1 signs in" in "".join(checks.font_problems(seen, {*signs, "<mo>♖</mo>"}))


def test_states_are_accessible(browser, origin):
    # A highlighted entry must keep its contrast.
    for path in ("api.html#cmlib.specificity", "glossary.html#term-specificity", ""):
        with visit(browser, origin, path, DESKTOP) as seen:
            where = ":target" if path else "#pst-search-dialog"
            if not path:
                seen.page.locator(".search-button__button:visible").first.click()
                expect(seen.page.locator("#pst-search-dialog input")).to_be_focused()
            for scheme in ("light", "dark"):
                seen.page.emulate_media(color_scheme=scheme)
                expect(seen.page.locator("html")).to_have_attribute("data-theme", scheme)
                assert axe_problems(seen.page, where=where) == []


def test_dark_page_is_printed_dark_on_white(browser, origin):
    inks = """() => ["article p", ".highlight span", "table.dataframe td", ".cmlib-figure text",
                      ".cmlib-figure [stroke='#000000']", "math"].map((what) => {
        const look = getComputedStyle(document.querySelector(what));
        const of = what.includes("stroke") ? "stroke" : what.includes("text") ? "fill" : "color";
        return Math.max(...look[of].match(/\\d+/g).slice(0, 3).map(Number));
    })"""
    path = "notebooks/01_binary_confusion_matrix.html"
    with visit(browser, origin, path, PHONE_DARK) as seen:
        assert min(seen.page.evaluate(inks)) > 150
        seen.page.emulate_media(media="print")
        seen.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert max(seen.page.evaluate(inks)) < 120


def test_explorer_of_a_page(browser, origin, book):
    """`tests/explore/browser` tests what explorers do; here one is mounted and works."""
    with visit(browser, origin, LESSON, DESKTOP) as seen:
        place = seen.page.locator('.cmlib-explorer[data-explorer="threshold"]').first
        # It starts when it comes near.
        expect(place.locator(".ce-live")).to_have_count(0)
        place.scroll_into_view_if_needed()
        expect(place.locator(".ce-live")).to_be_visible()
        expect(place.locator(".cmlib-explorer-still")).to_be_hidden()
        slider = place.locator("input[type=range]").first
        before = slider.get_attribute("aria-valuetext")
        slider.press("Home")
        assert slider.get_attribute("aria-valuetext") != before


@pytest.mark.parametrize(
    "look",
    [Mode("projector", 1280, 720, "light"), Mode("desktop", 1440, 900, "dark"), PHONE_DARK],
    ids=str,
)
def test_sentence_is_in_sight_with_the_explorer_that_it_moves(
    browser, origin, book, page_paths, look
):
    paths = [it for it in page_paths if 'href="#explore=' in (book / it).read_text("utf-8")]
    assert len(paths) == 5
    for path in paths:
        with visit(browser, origin, path, look) as seen:
            checks.lay_out(seen.page)
            for both in seen.page.locator(".driven-explorer").all():
                both.scroll_into_view_if_needed()
                shown = both.locator(".ce-stay").first
                shown.wait_for()
                for link in both.locator(".driving-words a[href^='#explore=']").all():
                    link.evaluate("it => it.scrollIntoView({ block: 'center' })")
                    link.click(trial=True)  # waits until nothing moves
                    before = link.bounding_box()["y"]
                    link.press("Enter")
                    expect(shown).to_be_in_viewport(ratio=0.99)
                    expect(link).to_be_in_viewport(ratio=0.99)
                    assert link.bounding_box()["y"] == pytest.approx(before, abs=1)
                    # In a narrower window it stands above them.
                    above = shown.bounding_box()["y"] < link.bounding_box()["y"]
                    assert above or look.width == 1440
                both.get_by_role("button", name="Enlarge").click()
                expect(both.locator("[role=dialog] .driving-words")).to_be_visible()
                seen.page.keyboard.press("Escape")
                expect(both.get_by_role("dialog")).to_have_count(0)
            seen.page.emulate_media(media="print")
            for words in seen.page.locator(".driving-words").all():
                expect(words).to_be_visible()


def test_each_lesson_has_its_sign_in_the_title_and_in_the_list(book):
    pages = [page.read_text("utf-8") for page in sorted(book.glob("notebooks/[01]*.html"))]
    signs = [
        re.findall(r'<svg class="lesson-sign".*?aria-hidden="true">.*?</svg>', it) for it in pages
    ]
    assert [len(it) for it in signs] == [len(pages) + 1] * len(pages)
    assert len(set(signs[0])) == len(pages)
    titles = [re.search(r"<h1>(<svg.*?</svg>)", it)[1] for it in pages]
    assert titles == signs[0][: len(pages)]


@pytest.mark.parametrize("width", [1280, 390])
def test_a_reload_finds_the_readers_place(browser, origin, width):
    with visit(browser, origin, LESSON, Mode("page", width, 800, "light")) as seen:
        heading = seen.page.locator("#never-on-the-test-set > h3")
        seen.page.goto(f"{origin}/{LESSON}#never-on-the-test-set")
        # Where the reader reads, the other sections are laid out meanwhile.
        seen.page.wait_for_function(
            "[...document.querySelectorAll('.bd-article > section > section')]"
            ".every(it => it.getAttribute('style') === '')"  # laid out, and then left to itself
        )
        before = heading.bounding_box()["y"]
        assert 0 <= before < 120
        seen.page.reload()
        seen.page.wait_for_timeout(500)  # what comes late has come
        assert heading.bounding_box()["y"] == pytest.approx(before, abs=12)  # half a line


def test_what_scrolls_sideways_fades_at_its_hidden_edge(browser, origin):
    fades = """it => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>
        done(["left", "right"].map(
            side => parseFloat(getComputedStyle(it).getPropertyValue(`--fade-${side}`)) > 0)))))"""
    with visit(browser, origin, LESSON, PHONE_DARK) as seen:
        checks.lay_out(seen.page)
        # The names of a table's rows stay, and so hide nothing.
        for wide, left in (("pre.too-wide", True), (".output.text_html.too-wide", False)):
            box = seen.page.locator(wide).first
            box.scroll_into_view_if_needed()
            assert box.evaluate(fades) == [False, True]
            box.evaluate("it => { it.scrollLeft = it.scrollWidth }")
            assert box.evaluate(fades) == [left, False]
        expect(box.locator("tbody th").first).to_be_in_viewport(ratio=0.9)


def test_wheel_over_an_explorer_moves_the_page(browser, origin):
    """All of an explorer is in the page, whatever height the window has."""
    with visit(browser, origin, LESSON, Mode("laptop", 1280, 720, "light")) as seen:
        checks.lay_out(seen.page)  # else what is laid out late moves the page, too
        place = seen.page.locator(".cmlib-explorer").first
        place.scroll_into_view_if_needed()
        expect(place.locator(".ce-live")).to_be_visible()
        place.evaluate("it => it.scrollIntoView()")
        place.locator(".ce-matrix").hover()
        before = seen.page.evaluate("scrollY")
        seen.page.mouse.wheel(0, 300)
        seen.page.wait_for_function("before => scrollY === before + 300", arg=before)


def test_explorers_without_a_script(browser, origin):
    with visit(browser, origin, "explorers.html", DESKTOP, java_script_enabled=False) as seen:
        pictures = seen.page.locator(".cmlib-explorer > .cmlib-explorer-still:visible")
        assert pictures.count() == 5
        assert all(len(it.get_attribute("alt") or "") > 60 for it in pictures.all())


@pytest.mark.parametrize("width", [1440, 820, 390])
def test_explorers_take_the_room_kept_free(browser, origin, width):
    """More would be a hole until the script runs, less would move what is below."""
    with visit(browser, origin, "explorers.html", Mode("page", width, 900, "light")) as seen:
        for explorer in seen.page.locator(".cmlib-explorer").all():
            explorer.scroll_into_view_if_needed()
            expect(explorer.locator(".ce-live")).to_be_visible()
            expect(explorer.locator(".ce-busy")).to_have_count(0)
            taken = explorer.evaluate("it => it.offsetHeight")
            explorer.locator(".ce-live").evaluate("it => it.remove()")
            explorer.evaluate("it => it.classList.remove('ce-mounted')")
            assert explorer.evaluate("it => it.offsetHeight") == pytest.approx(taken, rel=0.1)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 720)])
def test_first_page_begins_with_something_to_do_that_is_in_sight(browser, origin, width, height):
    with visit(browser, origin, "index.html", Mode("first", width, height, "light")) as seen:
        expect(seen.page.locator("article strong").first).to_have_text(
            re.compile("^Change a count")
        )
        expect(seen.page.locator(".ce-matrix input").first).to_be_in_viewport(ratio=1)


def test_only_pages_with_an_explorer_load_its_script(book, page_paths):
    for path in page_paths:
        text = (book / path).read_text(encoding="utf-8")
        assert ("explorers.js" in text) == ('data-explorer="' in text), path


def test_a_shrunk_figure_opens_larger(browser, origin):
    """On a telephone: by a tap, and by the keyboard; its text is then at least 14 px high."""
    with visit(browser, origin, "notebooks/10_how_sure.html", PHONE_DARK) as seen:
        figure = seen.page.locator("article svg.cmlib-figure").first
        figure.scroll_into_view_if_needed()
        for key in ("", "Enter"):
            button = seen.page.get_by_role("button", name="Enlarge the figure").first
            expect(button).to_be_visible()
            button.press(key) if key else figure.click()
            shown = seen.page.get_by_role("dialog", name="The figure, enlarged")
            expect(shown).to_be_visible()
            small = shown.locator("text").evaluate_all(
                "all => all.map(it => it.getBoundingClientRect().height).filter(it => it < 14)"
            )
            assert small == []
            assert overflow_problems(seen) == []
            seen.page.keyboard.press("Escape")
            expect(shown).to_have_count(0)
