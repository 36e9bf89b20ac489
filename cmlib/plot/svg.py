"""A figure as SVG, light and dark, with its text as text and with its description.

The colours in the drawing are those of a light page; a style in the SVG itself replaces them on a
dark one, so a program that knows no such styles sees the light drawing.
"""

import hashlib
import io
import re
from weakref import WeakKeyDictionary
from xml.etree import ElementTree

import matplotlib
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from cmlib._checks import check_type
from cmlib.plot.style import INK, ON_DARK_PAGE, PAPER

CLASS = "cmlib-figure"
PAPER_CLASS = "cmlib-paper"
_SVG = "http://www.w3.org/2000/svg"
_LINK = "{http://www.w3.org/1999/xlink}href"
_NUMBER = re.compile(r"-?\d+\.\d+")
# Families as wide as DejaVu Sans, which the layout was made with, or narrower.
_FAMILIES = "'DejaVu Sans', Verdana, sans-serif"
_descriptions: WeakKeyDictionary[Figure, str] = WeakKeyDictionary()


def describe(ax: Axes, text: str) -> Axes:
    """Describe the figure of these axes in words, for a reader who doesn't see it; return them."""
    _descriptions[figure_of(ax)] = " ".join(text.split())
    return ax


def description(ax: Axes) -> str:
    """Return the description of the figure of these axes; empty if there is none."""
    return _descriptions.get(figure_of(ax), "")


def figure_svg(figure: Figure) -> str:
    """Return a figure as SVG, the same on every run; with a `<desc>` if it was described."""
    written = io.BytesIO()
    # None leaves a field of the metadata out.
    nothing = dict.fromkeys(["Creator", "Date", "Format", "Type"])
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "cmlib"}):
        figure.savefig(
            written, format="svg", bbox_inches="tight", facecolor="none", metadata=nothing
        )
    root = ElementTree.fromstring(written.getvalue())
    _tidy(root)
    for tag, text in (("style", _dark_rules(root)), ("desc", _descriptions.get(figure, ""))):
        if text:
            root.insert(0, ElementTree.Element(tag))
            root[0].text = text
    ElementTree.register_namespace("", _SVG)
    text = ElementTree.tostring(root, encoding="unicode")
    # Matplotlib makes its ids of digits that are rounded away here: number them instead.
    for number, name in enumerate(dict.fromkeys(re.findall(r'\bid="(.+?)"', text))):
        text = text.replace(name, str(number))
    # Ids that no other figure on the page has.
    own = hashlib.sha256(text.encode()).hexdigest()[:8]
    return re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>f{own}-", text)


def finished(ax: Axes) -> tuple[str, str]:
    """Return the figure of these axes as SVG, and its description, and close it."""
    figure = figure_of(ax)
    picture, words = figure_svg(figure), description(ax)
    plt.close(figure)
    return picture, words


def _dark_rules(root: ElementTree.Element) -> str:
    """Return the style that gives each colour of a light page its counterpart on a dark one."""
    found = {part.get(name, "") for part in root.iter() for name in ("fill", "stroke")}
    colours = {colour for colour in found if re.fullmatch("#[0-9a-f]{6}", colour)}
    rules = [
        f'.{CLASS} [{name}="{colour}"]{{{name}:{dark}}}'
        for colour in sorted(colours)
        if (dark := on_dark(colour)) != colour
        for name in ("fill", "stroke")
    ]
    return f"@media (prefers-color-scheme: dark) {{{''.join(rules)}}}"


def on_dark(colour: str) -> str:
    """Return the counterpart of a colour on a dark page: greys turn over, lines are lighter."""
    grey = colour[1:3] == colour[3:5] == colour[5:]
    if colour in ON_DARK_PAGE or not grey:
        return ON_DARK_PAGE.get(colour, colour)
    # From black to a soft white, from white to the dark of the page.
    return "#" + 3 * f"{230 - round(int(colour[1:3], 16) * (230 - 24) / 255):02x}"


def figure_of(ax: Axes) -> Figure:
    """Return the figure that these axes belong to."""
    check_type(ax, "ax", Axes, "a matplotlib Axes")
    figure = ax.get_figure(root=True)
    assert figure is not None
    return figure


def _tidy(root: ElementTree.Element) -> None:
    """Remove what only makes a figure longer, and turn its styles into attributes."""
    written = " ".join(value for part in root.iter() for value in part.attrib.values())
    used = {*re.findall(r"url\(#(.*?)\)", written)}
    used |= {part.get(_LINK, "").removeprefix("#") for part in root.iter()}
    for parent in list(root.iter()):
        parent.tag = parent.tag.removeprefix(f"{{{_SVG}}}")
        for child in parent.findall(f"{{{_SVG}}}style"):
            parent.remove(child)
        if parent.get("id") not in used:
            parent.attrib.pop("id", None)
        if (link := parent.attrib.pop(_LINK, None)) is not None:
            parent.set("href", link)
        for declaration in parent.attrib.pop("style", "").split(";"):
            name, _, value = (part.strip() for part in declaration.partition(":"))
            if value and name != "font-family":  # the family is the root's
                parent.set(name, value)
        if parent.get("transform", "").startswith("rotate(-0 "):
            del parent.attrib["transform"]
        for name, value in parent.attrib.items():
            if name in ("d", "transform", "x", "y", "width", "height", "viewBox", "points"):
                parent.set(name, _NUMBER.sub(_shorter, " ".join(value.split())))
        parent.text = parent.text if parent.tag in ("text", "tspan") else None
    _unwrap(root)
    # Each use of a mark repeats the mark's colours. The rules of a dark page match them only there:
    # a browser matches no rule about surroundings inside a definition.
    for definitions in root.iter("defs"):
        for mark in definitions.findall("path"):
            mark.attrib.pop("stroke", None)
    root.attrib.pop("version", None)
    root.attrib |= {"xmlns": _SVG, "class": CLASS, "role": "img"}
    # An element without a colour is black in SVG and in matplotlib: here it is INK.
    looks = {"fill": INK, "stroke-linejoin": "round", "font-family": _FAMILIES}
    drawing = ElementTree.Element("g", looks)
    drawing[:] = list(root)
    paper = {"width": "100%", "height": "100%", "fill": PAPER, "class": PAPER_CLASS}
    root[:] = [ElementTree.Element("rect", paper), drawing]
    for part in root.iter():
        part.tail = part.tail if part.tag == "tspan" else "\n"


def _shorter(number: re.Match[str]) -> str:
    """Round to a hundredth of a point, which is finer than any screen."""
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


def _unwrap(root: ElementTree.Element) -> None:
    """Unwrap groups that have no attributes and one child; remove what shows nothing."""
    for parent in list(root.iter()):
        children = []
        for child in parent:
            while child.tag == "g" and not child.attrib and len(child) == 1:
                child = child[0]
            unseen = child.get("fill") == "none" and "stroke" not in child.attrib
            if not unseen and not (child.tag in ("g", "defs") and len(child) == 0):
                children.append(child)
        parent[:] = children
