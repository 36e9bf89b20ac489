"""A page with one explorer on it, as the tests open it, and what such a page must be.

The page is made from the modules as they lie in `cmcourse/explore`, with a small stand-in for
anywidget's model, so that an explorer is tested without a built book and without a kernel.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from book_checks import AXE, Mode
from browser import serve
from playwright.sync_api import Browser, Locator, Page, expect

import cmlib

MODULES = Path(cmlib.__file__).parent / "explore"

# The three widths that every explorer must fit, in both themes, and the narrowest screen there is.
LOOKS = [
    *(
        Mode(screen, width, height, scheme)
        for screen, width, height in (
            ("desktop", 1440, 900),
            ("tablet", 820, 1180),
            ("phone", 390, 844),
        )
        for scheme in ("light", "dark")
    ),
    Mode("narrow", 320, 640, "light"),
]
DESKTOP, PHONE = LOOKS[0], LOOKS[4]

PAGE = """<!doctype html>
<html lang="en" data-theme="SCHEME">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>An explorer</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="explore.css">
<style>
  body { font-family: sans-serif; margin: 8px; }
  [data-theme="dark"] { background: #14181e; color: #ececec; }
</style>
</head>
<body>
<main>
<h1>An explorer</h1>
PLACE
</main>
<script type="module">
  import explorer from "./NAME.js";
  const values = STATE;
  const listeners = new Map();
  window.model = {
    get: name => values[name],
    set(name, value) {
      if (JSON.stringify(values[name]) === JSON.stringify(value)) return;
      values[name] = value;
      for (const listener of [...(listeners.get(`change:${name}`) ?? [])]) listener();
    },
    save_changes() { window.saves = (window.saves ?? 0) + 1; },
    on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    off: (event, listener) =>
      listeners.set(event, (listeners.get(event) ?? []).filter(it => it !== listener)),
  };
  window.listening = () => [...listeners.values()].flat().length;
  const el = document.querySelector("main > div");
  window.remove = explorer.render({ model: window.model, el });
</script>
</body>
</html>
"""
# Where the book mounts an explorer, and where JupyterLab does.
IN_BOOK = """<div class="cmlib-explorer" data-explorer="NAME">
<img class="cmlib-explorer-still" alt="The explorer as a picture." src="data:image/svg+xml,
%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E">
</div>"""
IN_JUPYTERLAB = "<div></div>"


@dataclass
class Explorer:
    """An explorer on a page of its own, and what the page did meanwhile."""

    page: Page
    origin: str
    console: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    @property
    def root(self) -> Locator:
        """The explorer as its reader sees it."""
        return self.page.locator(".ce-live")

    def state(self, name: str) -> Any:
        """Return a value of the model, as Python would get it."""
        return self.page.evaluate("name => model.get(name)", name)

    def set(self, name: str, value: Any) -> None:
        """Set a value of the model, as Python would."""
        self.page.evaluate("([name, value]) => model.set(name, value)", [name, value])

    def expect_heard(self, words: str) -> None:
        """Wait until the live region says something in which these words occur."""
        expect(self.root.locator("[role=status]")).to_contain_text(words, timeout=4000)


@contextmanager
def explorer(
    browser: Browser,
    folder: Path,
    name: str,
    state: dict[str, Any],
    look: Mode = DESKTOP,
    *,
    touch: bool = False,
    address: str = "",
    clipboard: bool = True,
    place: str = IN_BOOK,
) -> Iterator[Explorer]:
    """Open a page with the explorer `name` in `state`; `address` is what stands after its `#`.

    Without `clipboard` the browser refuses to copy.
    """
    for module in [*MODULES.glob("*.js"), MODULES / "explore.css"]:
        shutil.copy(module, folder)
    parts = {"PLACE": place, "SCHEME": look.scheme, "NAME": name, "STATE": json.dumps(state)}
    html = PAGE
    for part, text in parts.items():
        html = html.replace(part, text)
    (folder / "page.html").write_text(html, encoding="utf-8")
    context = browser.new_context(
        viewport={"width": look.width, "height": look.height},
        color_scheme=look.scheme,
        has_touch=touch,
        reduced_motion="reduce",
    )
    with serve(folder) as origin:
        if clipboard:
            context.grant_permissions(["clipboard-read", "clipboard-write"], origin=origin)
        page = context.new_page()
        seen = Explorer(page, origin)
        page.on("console", lambda it: seen.console.append(f"{it.type}: {it.text}"))
        page.on("pageerror", lambda it: seen.console.append(f"uncaught: {it}"))
        page.on("request", lambda it: seen.requests.append(it.url))
        try:
            page.goto(f"{origin}/page.html{'#' + address if address else ''}")
            page.locator(".ce-live").wait_for()
            yield seen
        finally:
            context.close()


def page_problems(seen: Explorer) -> list[str]:
    """Everything that a page with an explorer must not do, whatever was done on it before."""
    return [
        *accessibility_problems(seen),
        *width_problems(seen),
        *target_problems(seen),
        *seen.console,
        *(
            f"asks another host: {url}"
            for url in seen.requests
            if not url.startswith((f"{seen.origin}/", "data:", "blob:"))
        ),
    ]


def accessibility_problems(seen: Explorer) -> list[str]:
    """What axe-core finds with all its rules, those of best practice and experiments included."""
    seen.page.evaluate("document.querySelectorAll('details').forEach(it => { it.open = true })")
    seen.page.evaluate(AXE)
    violations = seen.page.evaluate(
        """async () => {
             const rules = axe.getRules().map(it => [it.ruleId, {enabled: true}]);
             const options = {rules: Object.fromEntries(rules), resultTypes: ['violations']};
             return (await axe.run(document, options)).violations;
           }"""
    )
    return [
        f"axe {rule['id']}: {rule['help']}: {node['html'][:160]} {node['failureSummary']}"
        for rule in violations
        for node in rule["nodes"]
        # Level AAA of WCAG asks for a contrast of 7 and targets of 44 pixels; the course keeps AA.
        if "wcag2aaa" not in rule["tags"]
    ]


def width_problems(seen: Explorer) -> list[str]:
    """The page as a whole must not scroll sideways."""
    room, needed = seen.page.evaluate(
        "[document.documentElement.clientWidth, document.documentElement.scrollWidth]"
    )
    return [] if needed <= room else [f"the page is {needed} px wide on {room} px"]


def target_problems(seen: Explorer) -> list[str]:
    """What is to be hit with a finger is at least 24 pixels wide and high."""
    return seen.page.evaluate(
        """() => {
             const controls = '.ce-live :is(button, input, select, summary, [tabindex])';
             return [...document.querySelectorAll(controls)]
               .map(it => [it.outerHTML.slice(0, 120), it.getBoundingClientRect()])
               .filter(([it, {width, height}]) => width > 0 && (width < 24 || height < 24))
               .map(([it, {width, height}]) => `only ${width} x ${height} px: ${it}`);
           }"""
    )
