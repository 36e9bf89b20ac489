"""The ticks of done lessons, kept in the reader's browser."""

from book_checks import DESKTOP, lay_out, visit
from chromium import axe_problems
from playwright.sync_api import expect

KAPPA = "notebooks/03_kappa.html"


def tick(seen):
    return seen.page.get_by_role("checkbox", name="I have done this lesson")


def ticked(seen):
    """Return the lessons that the sidebar marks as done, as a screen reader says it."""
    done = seen.page.locator(".bd-docs-nav a:has(.lesson-done)")
    return [" ".join((link.text_content() or "").split()) for link in done.all()]


def test_tick_is_kept(browser, origin):
    with visit(browser, origin, KAPPA, DESKTOP) as seen:
        expect(tick(seen)).not_to_be_checked()
        assert ticked(seen) == []
        tick(seen).press("Space")
        done = ["3. Kappa: agreement beyond chance ✓(done)"]
        assert ticked(seen) == done
        seen.page.reload()
        expect(tick(seen)).to_be_checked()
        lay_out(seen.page)
        assert axe_problems(seen.page, where=".bd-docs-nav, .course-progress") == []
        seen.page.goto(f"{origin}/index.html")
        assert ticked(seen) == done
        seen.page.goto(f"{origin}/{KAPPA}")
        tick(seen).press("Space")
        assert ticked(seen) == []
        assert seen.console == []


def test_browser_without_storage(browser, origin):
    refuse = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException() }})"
    with visit(browser, origin, KAPPA, DESKTOP) as seen:
        seen.page.context.add_init_script(refuse)
        seen.page.reload()
        expect(seen.page.locator("article h1")).to_be_visible()
        assert ticked(seen) == []
