"""Write slides from the built book: what a lesson shows goes on the wall, what it says beside it.

Figures, formulas, tables, lists, quick questions and sentences in bold become slides, paragraphs
the speaker's notes. `docs/lectures.toml` says which sections and exercises a lecture takes. A cell
tagged `no-slide` shows nothing.
"""

import base64
import json
import re
import shutil
import sys
import tomllib
from dataclasses import dataclass
from html import escape
from pathlib import Path

import nbformat
from browser import chromium
from bs4 import BeautifulSoup, Tag
from lesson_minutes import section_minutes

from cmcourse.exercises.registry import exercises

TOOLS = Path(__file__).resolve().parent
# The end of a paragraph that needs the sentence before: it points back, or has few words.
BACK = r"^(So|That|This|But|And|Then|Both) |\b(its?|the(y|m|se)|such|one|each|other)\b"
NEEDS = re.compile(rf"{BACK}|^(\S+\s+){{0,4}}\S+$", re.IGNORECASE)
# The kind of a slide and what says, right after it, what a sign on it means.
MEANS = re.compile(r"formula (Here|with|where|(?!It)\S{1,3} is) | The sign ≠ ")
# A figure grows until its words, 10 units high, are 18 pixels high. Beneath a title it has this
# room; a higher one stands beside the text, where it has other room, and its words may grow more.
GROWN, BELOW, BESIDE = 1.8, (1180, 520), (880, 650)
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{}</title>
<link rel="stylesheet" href="reveal/reveal.css"><link rel="stylesheet" href="slides.css"></head>
<body>{}</body></html>"""
DECK = """<div class="reveal"><div class="slides">{}</div></div>
<script src="reveal/reveal.js"></script><script src="reveal/notes.js"></script>
<script src="slides.js"></script>"""
SLIDE = """<section class="{0.kind}"><div class="wall"><div class="text"><h2>{0.title}</h2>{0.lead}
</div><div class="shown">{0.shown}</div></div><aside class="notes">{0.notes}</aside></section>"""
PLAN = """<h1>Slides, and a plan of the lectures</h1>
<style>body { font-size: 18px; margin: 2em auto; max-width: 50em } h2 { margin-top: 2em }</style>
<p>Space goes on and then marks the answer to a question; S opens the speaker view, O shows all
slides, F fills the screen. What the minutes leave of ninety is for exercises in class.</p>"""


@dataclass
class Slide:
    """A slide, in HTML: title, introduction, what it shows, its kind, what the speaker says."""

    title: str
    lead: str
    shown: str
    kind: str = ""
    notes: str = ""


def words(tag: Tag) -> str:
    return " ".join(tag.get_text().split())


def sentences(paragraph: Tag) -> list[str]:
    """Split a paragraph into sentences, as HTML; spaces within a tag are hidden meanwhile."""
    html = "".join(re.sub(r"\s", "\1", str(it)) if it.name else escape(it) for it in paragraph)
    return re.sub(r"([.?!](</\w+>)*)\s+", r"\1\0", html.strip()).replace("\1", " ").split("\0")


def to_remember(paragraph: Tag) -> str:
    """Return the sentences of a paragraph that have six words or more in bold."""
    bold = [str(it).replace("\n", " ") for it in paragraph("strong") if words(it).count(" ") > 4]
    return " ".join(it for it in sentences(paragraph) if any(each in it for each in bold))


def introduction(said: Tag) -> str:
    """Return what leads to a picture: what to remember, or the last sentence and its terms."""
    plain = [it for it in sentences(said) if said.name == "p" and "<code" not in it] or [""]
    at = len(plain) - 1
    while at and ("<strong" in plain[at - 1] or NEEDS.search(re.sub(r"<.*?>", "", plain[at]))):
        at -= 1
    return to_remember(said) or " ".join(plain[at:])


class Talk:
    """The slides of a section, made from its blocks in reading order."""

    def __init__(self, address: str, answers: dict[str, dict]) -> None:
        self.title, self.address, self.answers = "", address, answers
        self.slides: list[Slide] = []
        self.said: list[Tag] = []  # since the last slide
        self.asked: list[Tag] = []  # a quick question, until its cell comes
        self.fresh = True  # no slide beneath this heading yet
        self.lead = ""  # of the last slide, if it shows something

    def add(self, shown: str, kind: str, notes: list[Tag], lead: str = "") -> None:
        self.slides.append(Slide(self.title, lead, shown, kind, "".join(map(str, notes))))
        self.fresh, self.lead = False, ""

    def settle(self) -> list[Tag]:
        """Give what was said to the last slide, a sentence to remember a slide of its own."""
        said, self.said, waiting = self.said, [], []
        for it in said:
            if kept := to_remember(it):
                self.add(f"<p>{kept}</p>", "statement", [*waiting, it])
                waiting = []
            elif self.fresh:
                waiting.append(it)
            else:
                self.slides[-1].notes += str(it)
        return waiting

    def show(self, shown: str, kind: str = "", caption: str = "", alone: bool = False) -> None:
        """Show something; the paragraph before it is said with it, and leads to it if needed.

        A table beneath a picture, or a formula beneath a sentence to remember, shares its lead.
        """
        last, self.said = self.said[-1:], self.said[:-1]
        notes = self.settle() + last
        lead = introduction(last[0]) if last and not alone else ""
        shares = "<table" in shown or (kind == "formula" and "<strong" in self.lead)
        lead = lead or (self.lead if shares else "")
        html = f'<p class="lead">{lead}</p>' + (caption and f'<p class="caption">{caption}</p>')
        self.add(shown, kind, notes, html)
        self.lead = lead or caption

    def figure(self, drawn: Tag, output: Tag) -> None:
        """Show a figure, with the working of a measure above it, or what an explorer is for."""
        size = [float(it) * GROWN for it in drawn["viewbox"].split()[2:]]
        kind, room = ("", BELOW) if size[1] <= BELOW[1] else ("beside", BESIDE)
        drawn["width"], drawn["height"] = map(min, size, room)
        beside, link = drawn.find_next_sibling("div"), ""
        caption = beside.select_one(".cmlib-caption > p").decode_contents() if beside else ""
        formula, explorer = output.select_one("div.math"), output.select_one(".cmlib-explorer")
        if explorer:
            goals = json.loads(explorer["data-state"]).get("goals", [])
            caption = "<br>".join(escape(goal["text"]) for goal in goals)
            name = explorer["data-explorer"]
            before = explorer.find_all_previous(attrs={"data-explorer": name})
            name += f" {len(before) + 1}" if before else ""
            link = f'<p><a href="{self.address}#explore={name}">Open the explorer</a></p>'
        self.show(f"{formula or ''}{drawn}{link}", kind, caption, bool(formula or explorer))
        self.slides[-1].notes += f"<p><em>{escape(drawn.get('aria-label', ''))}</em></p>"

    def table(self, table: Tag) -> None:
        """Show a table; one that has each value twice in a row only tells that libraries agree."""
        rows = [row.select("th, td")[1:] for row in table.select("tbody tr")]
        # Compare decimals only: "4/9 ≈ 0.4444" equals 0.4444.
        values = [[re.split("[=≈] ", words(it))[-1] for it in row] for row in rows]
        if all(row.count(it) > 1 for row in values for it in row):
            self.said.append(table)
        else:
            self.show(str(table))

    def question(self, cell: Tag) -> None:
        """Show a quick question; its right answer is marked with the next step."""
        told = self.answers[re.search(r'check\("(.+?)"', cell.get_text())[1]]["choices"]
        right = next(f"({name})" for name, verdict, _ in told if verdict == "right")
        options = [it for tag in self.asked for it in tag.select("li")]
        next(it for it in options if words(it).startswith(right))["class"] = "fragment custom"
        self.add("".join(map(str, self.asked)), "question", self.settle())
        self.slides[-1].notes += "".join(f"<p>({it[0]}) {escape(it[2])}</p>" for it in told)
        self.asked = []

    def take(self, tag: Tag) -> None:
        """Put the next block of the section on a slide, or into the notes."""
        kinds = tag.get("class", [])
        if tag.name in ("h2", "h3"):
            self.close()
            self.title, self.fresh, self.lead = tag.decode_contents(), True, ""
        elif "tag_exercise" in kinds:
            self.question(tag)
        elif self.asked or words(tag).startswith("Quick question."):
            self.asked.append(tag)
        elif tag.name == "p":
            after = None if self.said or self.fresh else self.slides[-1].kind
            if MEANS.match(f"{after} {words(tag)}") and not to_remember(tag):
                self.slides[-1].shown += f"<p>{sentences(tag)[0]}</p>"
            self.said.append(tag)
        elif "cell" not in kinds:
            self.show(str(tag), "formula" if "math" in kinds else "")
        elif not {"tag_solution", "tag_no-slide"}.intersection(kinds):
            for drawn in tag.select("svg.cmlib-figure"):
                self.figure(drawn, tag)
            for table in tag.select("table"):
                self.table(table)
            self.said += tag.select("div.stream pre")

    def close(self) -> None:
        """End a part of a section; where it showed nothing, its first sentence is shown."""
        if waiting := self.settle():
            self.add(f"<p>{sentences(waiting[0])[0]}</p>", "statement", waiting)


def read_lesson(notebook: Path, book: Path) -> tuple[dict[str, tuple], list[str]]:
    """Return minutes and slides of a lesson by section, and the titles of its exercises."""
    page = f"notebooks/{notebook.stem}.html"
    whole = BeautifulSoup((book / page).read_text("utf-8"), "html.parser")
    article, answers = whole.select_one("article > section"), whole.select_one("#page-answers")
    parts = [it for it in article.find_all("section", recursive=False) if it["id"] != "exercises"]
    for tag in article.select("a.headerlink, style, .cmlib-caption details"):
        tag.decompose()
    for tag in article.select("a, section section section, .driving-words, .driven-explorer"):
        tag.unwrap()
    for still in article.select("img.cmlib-explorer-still"):
        drawn = base64.b64decode(still["src"].partition(",")[2])
        still.replace_with(BeautifulSoup(drawn, "html.parser"))
    said = [str(it) for it in article.find_all("p", recursive=False)]
    opening = Slide(words(article.h1), "", "".join(said[:2]), "opening", "".join(said))
    path = {"": (0, [opening])}
    # The notebook has the same sections, in the same order.
    minutes = section_minutes(nbformat.read(notebook, as_version=4))
    for part, each in zip(parts, minutes, strict=False):
        talk = Talk(f"book/{page}", json.loads(answers.string))
        for tag in part.find_all(recursive=False):
            talk.take(tag)
        talk.close()
        first = talk.slides[0]
        first.notes = f"<p><em>Minutes of this section: {each}.</em></p>{first.notes}"
        path[words(part.h2)] = each, talk.slides
    return path, [it for it in map(words, article.select("h3")) if it.startswith("Exercise ")]


def read_lecture(number: int, given: dict, lessons: list[tuple]) -> tuple[str, list[Slide], str]:
    """Return the title of a lecture, its slides, and what the plan says of it."""
    title, slides, plan, home, total = escape(f"Lecture {number}. {given['title']}"), [], "", "", 0
    for each in given["sections"]:
        at, _, span = each.partition(". ")
        path, _ = lessons[int(at) - 1]
        names, ends = [*path], span.split(" … ")
        if unknown := set(ends) - set(names):
            raise SystemExit(f"{title}: lesson {at} has no {unknown}; it has {names}")
        slides += [] if path[""][1][0] in slides else path[""][1]
        for name in names[names.index(ends[0]) : names.index(ends[-1]) + 1]:
            minutes, shown = path[name]
            slides += shown
            total += minutes
            length = f"({minutes} min, questions: {sum(it.kind == 'question' for it in shown)})"
            plan += f"<li>Lesson {at}. {shown[0].title} <small>{length}</small></li>"
    for id in given["homework"]:
        at, number = map(int, id.split("."))
        points = sum(it.points for it in exercises(at).values() if it.id.rstrip("abcdefg") == id)
        if not points:
            raise SystemExit(f"{title}: homework names {id}, and there is no such exercise")
        home += f"<li>Lesson {at}. {escape(lessons[at - 1][1][number - 1])} ({points} points)</li>"
    first = Slide(title, "", f"<ul>{plan}</ul>", notes=f"<ul>{plan}</ul>")
    last = Slide("Homework", "", f"<ul>{home}</ul>")
    return title, [first, *slides, last], f"{first.shown}{total} min in all. Homework:{last.shown}"


def write(book: Path, out: Path) -> list[Path]:
    """Write all decks and the plan into a folder, with what they need; return the decks."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(TOOLS / "deck", out)
    # With the explorers, and the font of the formulas.
    shutil.copytree(book, out / "book", ignore=shutil.ignore_patterns("_sources"))
    notebooks = sorted(TOOLS.parent.glob("notebooks/*.ipynb"))
    lessons, plan = [read_lesson(it, book) for it in notebooks], PLAN
    lectures = tomllib.loads((TOOLS.parent / "docs/lectures.toml").read_text("utf-8"))["lecture"]
    decks = [(f"lecture_{at}", *read_lecture(at, it, lessons)) for at, it in enumerate(lectures, 1)]
    for notebook, (path, _) in zip(notebooks, lessons, strict=True):
        slides = [slide for _, some in path.values() for slide in some]
        decks.append((notebook.stem, f"Lesson {slides[0].title}", slides, ""))
    for name, title, slides, said in decks:
        body = DECK.format("\n".join(map(SLIDE.format, slides)))
        (out / f"{name}.html").write_text(PAGE.format(name, body), "utf-8")
        links = f'<a href="{name}.html">Slides</a>, <a href="{name}.pdf">PDF</a>'
        plan += f"<h2>{title}</h2>{links}{said}"
    (out / "plan.html").write_text(PAGE.format("Plan", plan), "utf-8")
    return [out / f"{name}.html" for name, *_ in decks]


def main(book: Path, out: Path) -> None:
    """Write the slides, and each deck as a PDF: a page for a slide, one more for an answer."""
    decks = write(book, out)
    with chromium() as browser:
        page = browser.new_page()
        for deck in decks:
            page.goto(f"{deck.resolve().as_uri()}?print-pdf")
            page.wait_for_selector(".pdf-page")
            page.pdf(path=deck.with_suffix(".pdf"), prefer_css_page_size=True)
    print(f"The slides are at {(out / 'plan.html').resolve()}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
