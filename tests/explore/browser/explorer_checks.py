"""A bare page with one explorer, mounted as the book mounts it, and checks of such a page."""

import json
from dataclasses import dataclass
from html import escape

from chromium import Mode, Visit, axe_problems, listen, overflow_problems, request_problems
from playwright.sync_api import expect

from cmcourse.explore.bundle import data_address, with_imports

# Widths that every explorer must fit, down to the narrowest screen there is, and both themes.
LOOKS = DESKTOP, TABLET_DARK, PHONE_DARK, NARROW = [
    Mode("desktop", 1440, 900, "light"),
    Mode("tablet", 820, 1180, "dark"),
    Mode("phone", 390, 844, "dark"),
    Mode("narrow", 320, 640, "light"),
]
PHONE = Mode("phone", 390, 844, "light")

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
<script src="explorers.js" defer></script>
</head>
<body>
<main>
<h1>An explorer</h1>
<div class="cmlib-explorer" data-explorer="NAME" data-state="STATE">
<img class="cmlib-explorer-still" alt="The explorer as a picture." src="data:image/svg+xml,
%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E">
</div>
</main>
</body>
</html>
"""
MOUNTED = "document.querySelector('.cmlib-explorer').mounted"
# As JupyterLab does it: the module that anywidget is given, in an element of its own.
MOUNT_IN_JUPYTERLAB = f"""async address => {{
  const {{ model, unmount }} = {MOUNTED};
  unmount();
  const el = document.createElement("div");
  document.querySelector(".cmlib-explorer").replaceWith(el);
  el.mounted = {{ model, unmount: (await import(address)).default.render({{ model, el }}) }};
}}"""


@dataclass
class Explorer(Visit):
    """An explorer on a page."""

    @property
    def root(self):
        """The explorer as its reader sees it."""
        return self.page.locator(".ce-live")

    def state(self, name):
        """Return a value of the model, as Python would get it."""
        return self.page.evaluate(f"name => {MOUNTED}.model.get(name)", name)

    def set(self, **values):
        """Set values of the model at once, as Python would."""
        self.page.evaluate(
            f"""async values => {{
              for (const [name, value] of Object.entries(values)) {MOUNTED}.model.set(name, value);
              await null;
            }}""",
            values,
        )

    def expect_heard(self, words):
        """Wait until the live region has a text with these words."""
        expect(self.root.locator("[role=status]")).to_contain_text(words, timeout=4000)

    def button(self, name):
        return self.root.get_by_role("button", name=name)

    def press(self, name):
        self.button(name).click()

    def touch(self, *places):
        """Drag a finger from place to place, which Playwright cannot and the protocol can."""
        finger = self.page.context.new_cdp_session(self.page)
        for at, (x, y) in enumerate(places):
            kind, points = "Move" if at else "Start", [{"x": x, "y": y}]
            finger.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def unmount(self):
        """Take the explorer away, and check that nothing listens to the model."""
        left = self.page.evaluate(
            f"() => {{ const {{ model, unmount }} = {MOUNTED}; unmount();"
            " return [...model.callbacks.values()].map(it => it.size); }"
        )
        assert left
        assert set(left) == {0}


class Opener:
    """Opens explorers one after the other, on one page for the mouse and one for fingers."""

    def __init__(self, browser, folder, origin):
        self.browser, self.folder, self.origin = browser, folder, origin
        self.pages = {}
        self.opened = 0

    def close(self):
        for page in self.pages.values():
            page.context.close()

    def __call__(self, name, state, look=DESKTOP, *, touch=False, address="", jupyterlab=False):
        """Open the explorer `name` in `state`; `address` is what stands after its `#`."""
        html = PAGE.replace("SCHEME", look.scheme).replace("NAME", name)
        html = html.replace("STATE", escape(json.dumps(state)))
        (self.folder / "page.html").write_text(html, encoding="utf-8")
        page = self.pages.get(touch) or self._new_page(touch)
        page.set_viewport_size({"width": look.width, "height": look.height})
        page.emulate_media(
            media="screen", color_scheme=look.scheme, reduced_motion="reduce", forced_colors="none"
        )
        page.mouse.move(0, 0)
        if page.url != "about:blank":
            page.evaluate("localStorage.clear()")
        self.opened += 1
        self.seen = Explorer(page, look, self.origin)
        page.goto(f"{self.origin}/page.html?{self.opened}{'#' + address if address else ''}")
        self.seen.root.wait_for()
        if jupyterlab:
            module = data_address("text/javascript", with_imports(name))
            page.evaluate(MOUNT_IN_JUPYTERLAB, module)
        return self.seen

    def _new_page(self, touch):
        context = self.browser.new_context(has_touch=touch)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=self.origin)
        page = self.pages[touch] = context.new_page()
        listen(page, lambda: self.seen)
        return page


def call(page, module, expression, given):
    """Evaluate an expression of `it`, a module of the explorers, and of `given`."""
    address = data_address("text/javascript", with_imports(module))
    return page.evaluate(
        f"async ([address, given]) => {{ const it = await import(address); return {expression}; }}",
        [address, given],
    )


def page_problems(seen):
    """Return what is wrong with a page with an explorer, whatever was done on it before."""
    return [
        # All rules of axe-core, those of best practice and experiments included.
        *axe_problems(
            seen.page,
            "{rules: Object.fromEntries(axe.getRules().map(it => [it.ruleId, {enabled: true}]))}",
        ),
        *overflow_problems(seen),
        *request_problems(seen),
        *target_problems(seen),
        *seen.console,
    ]


def target_problems(seen):
    """Return the controls that are less than 24 pixels wide or high, too small for a finger."""
    return seen.page.evaluate(
        """() => {
             const controls = '.ce-live :is(a, button, input, select, summary, [tabindex])';
             return [...document.querySelectorAll(controls)]
               .map(it => [it.outerHTML.slice(0, 120), it.getBoundingClientRect()])
               .filter(([it, {width, height}]) => width > 0 && (width < 24 || height < 24))
               .map(([it, {width, height}]) => `only ${width} x ${height} px: ${it}`);
           }"""
    )
