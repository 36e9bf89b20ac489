"""Checks of a page of the book: functions that return a list of problems."""

import gzip
from contextlib import contextmanager

import pytest
from chromium import Mode, Visit, axe_problems, listen, overflow_problems, request_problems
from playwright.sync_api import expect

DESKTOP, PHONE_DARK = Mode("desktop", 1280, 900, "light"), Mode("phone", 390, 844, "dark")


def book_folder(folder):
    """Return the folder of the built book; raise UsageError where there is none."""
    if folder is None or not (folder / "index.html").is_file():
        raise pytest.UsageError(
            f"--book must name the folder of the built book, got {folder}. "
            "`make check-book` builds the book and runs these tests."
        )
    return folder


@contextmanager
def visit(browser, origin, path, mode, **options):
    """Open a page in a fresh profile, with options as Playwright has them."""
    context = browser.new_context(
        **options,
        viewport={"width": mode.width, "height": mode.height},
        color_scheme=mode.scheme,
        # Nothing may be measured half way through a fade.
        reduced_motion="reduce",
    )
    page = context.new_page()
    seen = Visit(page, mode, origin)
    listen(page, lambda: seen)
    try:
        page.goto(f"{origin}/{path}", wait_until="load")
        yield seen
    finally:
        context.close()


def weight_problems(seen, most_bytes):
    """Return a problem if the files of a first visit are large, compressed as a server does."""
    asked = {url.partition("#")[0] for url in seen.requests if url.startswith(seen.origin)}
    weights = {url: len(gzip.compress(seen.page.request.get(url).body())) for url in asked}
    total = sum(weights.values())
    heavy = sorted(weights.items(), key=lambda item: -item[1])[:5]
    return [f"weighs {total:,} bytes compressed: {heavy}"] if total > most_bytes else []


def theme_problems(seen):
    """The page must follow the reader's choice of light or dark."""
    theme = seen.page.evaluate("document.documentElement.dataset.theme")
    return [] if theme == seen.mode.scheme else [f"theme is {theme}, not {seen.mode.scheme}"]


def maths_problems(seen):
    """Every formula must be set, and no TeX be left."""
    return seen.page.evaluate(
        r"""() => {
          const problems = [];
          for (const formula of document.querySelectorAll('.math')) {
            const text = formula.textContent.trim().slice(0, 80);
            if (!formula.querySelector('math')) problems.push('formula not set: ' + text);
            if (/\[[\d.]+e[xm]\]/.test(text)) problems.push('room below a line, printed: ' + text);
          }
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const text = walker.currentNode;
            if (text.parentElement.closest('script, noscript, style, pre, code')) continue;
            if (/\\\(|\\\[|\$\$|\\[a-z]{2}/.test(text.data))
              problems.push('raw TeX: ' + text.data.trim().slice(0, 80));
          }
          return problems;
        }"""
    )


def font_problems(seen, signs):
    """Return the other fonts that a formula of all the signs, each in its tag, would need."""
    seen.page.evaluate(
        "signs => { document.querySelector('main').innerHTML = `<math>${signs}</math>` }",
        "".join(sorted(signs)),
    )
    seen.page.evaluate("document.fonts.ready.then(() => {})")
    browser = seen.page.context.new_cdp_session(seen.page)
    browser.send("DOM.enable")
    browser.send("CSS.enable")
    root = browser.send("DOM.getDocument")["root"]["nodeId"]
    formula = browser.send("DOM.querySelector", {"nodeId": root, "selector": "main > math"})
    fonts = browser.send("CSS.getPlatformFontsForNode", formula)["fonts"]
    if not any(font["isCustomFont"] for font in fonts):
        return ["the font of the formulas is not there"]
    others = (font for font in fonts if not font["isCustomFont"])
    return [f"{font['glyphCount']} signs in {font['familyName']}" for font in others]


def reflow_problems(seen):
    """Return a problem if the page scrolls sideways on 320 px (WCAG 1.4.10)."""
    seen.page.set_viewport_size({"width": 320, "height": 800})
    # The book's script handles the new width.
    seen.page.wait_for_timeout(300)
    return overflow_problems(seen)


def cut_off_problems(seen):
    """Return the code and tables that are cut off on a desktop, those of solutions included."""
    seen.page.set_viewport_size({"width": 1440, "height": 900})
    return seen.page.evaluate(
        """() => {
          document.querySelectorAll('details').forEach(it => { it.open = true });
          const problems = [];
          for (const shown of document.querySelectorAll('.cell_input pre, table.dataframe')) {
            let box = shown;
            while (box && !/auto|scroll/.test(getComputedStyle(box).overflowX))
              box = box.parentElement;
            if (box && box.scrollWidth > box.clientWidth + 1)
              problems.push(`${box.scrollWidth} px wide in ${box.clientWidth} px: ` +
                shown.textContent.trim().slice(0, 80));
          }
          return problems;
        }"""
    )


def image_problems(seen):
    """Every image of the text says in words what it shows, and is readable on a dark page."""
    return seen.page.evaluate(
        r"""dark => {
          const problems = [];
          for (const image of document.querySelectorAll('main img')) {
            const name = image.getAttribute('src').split('/').pop();
            const alt = (image.getAttribute('alt') ?? '').trim();
            if (alt === '') problems.push('image without alt text: ' + name);
            else if (/\.(svg|png|jpe?g)$|_images\//.test(alt))
              problems.push('alt text is a file name: ' + alt);
            if (!image.complete || image.naturalWidth === 0)
              problems.push('image not shown: ' + name);
            // The picture of an explorer has its own background.
            const bare = !image.matches('.cmlib-explorer-still');
            if (dark && bare && getComputedStyle(image).backgroundColor !== 'rgb(255, 255, 255)')
              problems.push('figure not on white paper in the dark: ' + name);
          }
          return problems;
        }""",
        seen.mode.scheme == "dark",
    )


def lay_out(page):
    """Lay the whole page out: what is far from the screen waits until it comes near."""
    page.add_style_tag(content="section { content-visibility: visible !important }")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def accessibility_problems(seen):
    """Violations of WCAG 2.2 A and AA and of good practice that axe-core finds."""
    lay_out(seen.page)
    return axe_problems(seen.page)


def all_problems(seen):
    """Every problem of a page in one mode, with all its solutions open."""
    # The slowest check goes first: the others then see what the page does late.
    return accessibility_problems(seen) + theme_problems(seen) + quick_problems(seen)


def quick_problems(seen):
    """Every problem that is found without axe-core."""
    checks = (request_problems, maths_problems, overflow_problems, image_problems)
    return seen.console + [problem for check in checks for problem in check(seen)]


def scrollbar_problems(seen):
    """Return the formulas that have a scrollbar or a Tab stop although they fit, or lack one."""
    lay_out(seen.page)
    return seen.page.evaluate(
        """async () => {
          // The book's script runs once the page has loaded.
          for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
          const problems = [];
          for (const formula of document.querySelectorAll('.math')) {
            const name = formula.textContent.trim().slice(0, 40);
            const bar = formula.offsetHeight - formula.clientHeight;
            const missing = formula.scrollWidth - formula.clientWidth;
            if (missing <= 1 && bar >= 5) problems.push(`scrollbar of ${bar} px under ${name}`);
            if (missing <= 1 && formula.tabIndex === 0) problems.push(`Tab stops at ${name}`);
            if (missing > 1 && bar < 5) problems.push(`no scrollbar under ${name}`);
            if (missing > 1 && formula.tabIndex !== 0) problems.push(`Tab passes by ${name}`);
          }
          return problems;
        }"""
    )


# Notes the element that has the focus: whether it is in sight, how it looks, whether it can be
# pressed, filled in or scrolled; and how the element before it looks without the focus. It returns
# whether the walk goes on.
NOTE_STOP = r"""() => {
  document.getAnimations().forEach(animation => animation.finish());
  const here = document.activeElement;
  // The form around a field may show the focus.
  const shadows = it => [it, it.closest('form')].map(box => box && getComputedStyle(box).boxShadow);
  window.walk ??= [];
  const last = window.walk.at(-1);
  if (last) last.without = String(shadows(last.here));
  if (!here.matches('body *') || here === window.walk[0]?.here) return false;
  const style = getComputedStyle(here);
  const box = here.getBoundingClientRect();
  const doing = 'a[href], button, input, select, textarea, summary, [role=slider]';
  window.walk.push({
    here,
    name: `${here.tagName} ${(here.ariaLabel || here.textContent).trim().slice(0, 40)}`,
    inSight: box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight
      && here.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    // The ring of the browser itself is "auto".
    outlined: style.outlineStyle === 'auto' || style.outlineStyle !== 'none'
      && parseFloat(style.outlineWidth) >= 2 && !/^rgba.*, 0\)$/.test(style.outlineColor),
    shadows: String(shadows(here)),
    does: here.matches(doing) || here.scrollHeight > here.clientHeight
      || here.scrollWidth > here.clientWidth,
  });
  return true;
}"""


def focus_problems(seen):
    """Walk the page with Tab: each stop is in sight, shows that it has the focus, and is of use."""
    for _ in range(1000):
        seen.page.keyboard.press("Tab")
        if not seen.page.evaluate(NOTE_STOP):
            break
    else:
        return ["the Tab key does not come to an end"]
    stops = seen.page.evaluate("walk.map(({ here, ...noted }) => noted)")
    problems = []
    for stop in stops:
        if not stop["inSight"]:
            problems.append(f"out of sight with the focus: {stop['name']}")
        if not stop["outlined"] and stop["shadows"] == stop["without"]:
            problems.append(f"no visible focus on {stop['name']}")
        if not stop["does"]:
            problems.append(f"nothing to do where Tab stops: {stop['name']}")
    return problems or ([] if stops else ["the Tab key stops nowhere"])


def solution_problems(seen):
    """A solution is closed at first, opens and closes by keyboard, and says which it will do."""
    solutions = seen.page.locator("details", has_text="Show the solution")
    if solutions.count() == 0:
        return ["no solution on the page"]
    problems = []
    for number, solution in enumerate(solutions.all(), start=1):
        code = solution.locator("pre").first
        # A figure in the solution has a summary of its own, further in.
        summary = solution.locator("> summary")
        if code.is_visible():
            problems.append(f"solution {number} is open at load")
            continue
        summary.focus()
        for key, prompt, visible in (
            ("Enter", "Hide the solution", True),
            ("Space", "Show the solution", False),
        ):
            seen.page.keyboard.press(key)
            if code.is_visible() != visible:
                problems.append(f"solution {number} does not obey the {key} key")
            if summary.inner_text().strip() != prompt:
                problems.append(f"solution {number} does not say {prompt!r} after {key}")
    return problems


def copy_button_problems(seen):
    """Code can be copied by a button, and what it printed has none."""
    problems = []
    if not seen.page.locator(".cell_input button.copybtn").count():
        problems.append("no copy button on code")
    if seen.page.locator(".cell_output button.copybtn").count():
        problems.append("a copy button on an output")
    return problems


def search(seen, query):
    """Search the book for a word, as a reader does, and return the addresses it finds."""
    page = seen.page
    page.locator(".search-button__button:visible").first.click()
    field = page.locator("#pst-search-dialog input")
    expect(field).to_be_focused()
    field.fill(query)
    field.press("Enter")
    page.wait_for_function(
        """() => /found/i.test(
             document.querySelector('#search-results .search-summary')?.textContent)"""
    )
    hits = page.locator("#search-results ul.search li a")
    return hits.evaluate_all("all => all.map(it => it.getAttribute('href'))")
