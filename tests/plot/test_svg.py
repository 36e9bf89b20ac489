"""A figure as SVG: words as words, light and dark, and a description that goes along."""

import re
from xml.etree import ElementTree

import pytest
from matplotlib import pyplot as plt

from cmcourse.figures import caption
from cmlib import ConfusionMatrix
from cmlib.plot import heatmap
from cmlib.plot.style import COLOURS, FILL, INK, ON_DARK_PAGE, ON_FILL, PAPER
from cmlib.plot.svg import describe, description, figure_svg, on_dark

SVG = "{http://www.w3.org/2000/svg}"
pytestmark = pytest.mark.usefixtures("course_style")


@pytest.fixture
def ax():
    return plt.subplots()[1]


def read(ax):
    return ElementTree.fromstring(figure_svg(ax.figure))


def test_the_description_goes_along(ax):
    assert read(ax).find(f"{SVG}desc") is None
    ax.set_title("Recall < 1 & more")
    describe(ax, "A straight   line,\nfrom 0 to 1.")
    assert description(ax) == "A straight line, from 0 to 1."
    assert read(ax).findtext(f"{SVG}desc") == "A straight line, from 0 to 1."
    texts = ["".join(text.itertext()) for text in read(ax).iter(f"{SVG}text")]
    assert "Recall < 1 & more" in texts


def test_twice_the_same_and_its_names_are_its_own():
    def bars(title, width=0.8):
        ax = plt.figure(layout="none").add_axes((0.1, 0.1, width, 0.8))
        ax.bar([1, 2], [3, 4], hatch="//")
        ax.plot([0, 2], [0.5, 0.5], marker="o")
        ax.set_title(title)
        return figure_svg(ax.figure)

    svg = bars("one")
    assert svg == bars("one", width=0.8 + 1e-9)  # as where another machine rounds otherwise
    assert not re.search(r'(?:d|x|y|viewBox)="[^"]*\.(?:\d{3}|\d?0\b)', svg)
    names = re.findall(r'\bid="([^"]*)"', svg)
    used = re.findall(r'url\(#([^)]*)\)|href="#([^"]*)"', svg)
    assert names
    assert len(set(names)) == len(names)
    assert set(names) == {one or other for one, other in used}
    assert not set(names) & set(re.findall(r'\bid="([^"]*)"', bars("another")))


def test_a_dark_page_has_its_own_colours(ax):
    ax.plot([0, 1], color=COLOURS[0])
    root = read(ax)
    style = root.findtext(f"{SVG}style")
    assert f'[stroke="{COLOURS[0].lower()}"]{{stroke:{ON_DARK_PAGE[COLOURS[0].lower()]}}}' in style
    assert f'.{root.get("class")} [fill="#000000"]{{fill:#e6e6e6}}' in style
    # Every colour that is drawn and has a counterpart is in the style.
    for part in root.iter():
        assert part.get("fill") != "none" or part.get("stroke"), "a part that shows nothing"
        for name in ("fill", "stroke"):
            colour = part.get(name, "none")
            if colour.startswith("#") and on_dark(colour) != colour:
                assert f'[{name}="{colour}"]' in style


def test_marks_have_their_colours_where_they_are_used(ax):
    ax.plot([1, 2, 3], "o", markerfacecolor="none", markeredgecolor=COLOURS[0])
    ax.plot([3, 2, 1], "s", color=COLOURS[1])
    ax.scatter([1, 2], [1, 2], color=COLOURS[2])
    root = read(ax)
    marks = [mark for it in root.iter(f"{SVG}defs") for mark in it.iter(f"{SVG}path")]
    assert marks
    assert not any({"fill", "stroke"} & set(mark.attrib) for mark in marks)
    uses = list(root.iter(f"{SVG}use"))
    assert {use.get("stroke") for use in uses} >= {"#000000", COLOURS[0].lower()}
    assert {use.get("fill") for use in uses} >= {it.lower() for it in COLOURS[1:3]}


def test_colours_on_a_dark_page():
    assert [on_dark(colour) for colour in (INK, PAPER)] == ["#e6e6e6", "#181818"]
    assert [on_dark(colour) for colour in (ON_FILL, FILL)] == [ON_FILL, FILL]
    assert len({on_dark(colour.lower()) for colour in COLOURS}) == len(COLOURS)


# nbval compares what a kernel shows of it, in every lesson.
def test_caption_in_a_notebook(monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.get_ipython", lambda: "a notebook")
    monkeypatch.setattr("IPython.display.display", shown.append)
    ax = heatmap(ConfusionMatrix([[5, 7], [3, 7]], ["dog", "<cat>"]))
    said = description(ax)
    caption(ax, "Cats & dogs.")
    assert plt.get_fignums() == []  # else it would be shown again at the cell's end
    figure, words = shown
    assert figure is ax.figure
    assert repr(words) == f"Cats & dogs.\n{said}"
    assert "<p>Cats &amp; dogs.</p>" in words._repr_html_()
    assert "7 predicted &lt;cat&gt;" in words._repr_html_()
    caption(ax, "Cats.", alt="Two rows.")
    assert repr(shown[-1]) == "Cats.\nTwo rows."
    assert read(ax).findtext(f"{SVG}desc") == "Two rows."


def test_a_figure_without_words_is_refused(ax):
    with pytest.raises(ValueError, match="alt must say what the figure shows"):
        caption(ax, "A line.")
    with pytest.raises(TypeError, match="ax must be a matplotlib Axes, got str"):
        caption("ax", "A line.")
