"""Write down what a run found: tables in Markdown, cost against samples and classes as figures."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np
from cases import GROUPS, Case
from peers import PEERS

OURS, FLOOR, USUAL = "cmlib", "plain read", "scikit-learn"
NONE = "–"
TEXT = Path(__file__).with_name("page.md")


@dataclass(frozen=True)
class Row:
    """What one library took for one case; without times, why."""

    who: str
    times: Sequence[float]
    mib: float | None = None
    why: str = ""

    @property
    def seconds(self) -> float:
        return statistics.median(self.times)


@dataclass(frozen=True)
class Result:
    """What came out of one case."""

    case: Case
    rows: Sequence[Row]

    def row(self, who: str) -> Row | None:
        """Return what a library took, if it took part."""
        return next((row for row in self.rows if row.who == who and row.times), None)

    def ratio(self, who: str, to: str = OURS) -> float | None:
        """Return how many times as long a library takes as another."""
        one, other = self.row(who), self.row(to)
        return None if one is None or other is None else one.seconds / other.seconds

    def nearest(self) -> Row | None:
        """Return the fastest of the others."""
        others = [row for row in self.rows if row.times and row.who not in (OURS, FLOOR, USUAL)]
        return min(others, key=lambda row: row.seconds, default=None)


# ---- Tables -------------------------------------------------------------------------------------


def significant(value: float, digits: int = 3) -> str:
    """Write a number with three digits, or all before its point: 0.0123, 4.57, 1,234."""
    if value == 0:
        return "0"
    after = max(0, digits - 1 - int(np.floor(np.log10(abs(value)))))
    return f"{value:,.{after}f}"


def milliseconds(seconds: float) -> str:
    return significant(1000 * seconds)


def times(ratio: float | None) -> str:
    return NONE if ratio is None else f"{significant(ratio)}×"


def mebibytes(row: Row) -> str:
    return NONE if row.mib is None else f"{row.mib:,.1f}"


def table(heads: str, rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; heads that begin with > are of columns of numbers."""
    names = [head.strip() for head in heads.split("|")]
    rules = ["---:" if name.startswith(">") else "---" for name in names]
    lines = [[name.lstrip("> ") for name in names], rules, *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def headline(results: Iterable[Result]) -> str:
    """Return the ratios: a row for each case."""

    def rows() -> Iterable[Sequence[str]]:
        for result in results:
            ours, near = result.row(OURS), result.nearest()
            assert ours is not None
            yield (
                result.case.name,
                milliseconds(ours.seconds),
                mebibytes(ours),
                times(result.ratio(OURS, to=FLOOR)),
                times(result.ratio(USUAL)),
                NONE if near is None else f"{near.who} {times(result.ratio(near.who))}",
            )

    heads = (
        "work |> cmlib, ms |> cmlib, MiB |> cmlib to the plain read |> scikit-learn to cmlib "
        "|> the fastest other to cmlib"
    )
    return table(heads, rows())


def detail(results: Iterable[Result]) -> str:
    """Return a row for each case and library."""

    def rows() -> Iterable[Sequence[str]]:
        for result in results:
            for row in result.rows:
                if not row.times:
                    yield result.case.name, row.who, *[NONE] * 5, row.why
                    continue
                yield (
                    result.case.name,
                    row.who,
                    milliseconds(row.seconds),
                    f"{milliseconds(min(row.times))} to {milliseconds(max(row.times))}",
                    str(len(row.times)),
                    times(result.ratio(row.who)),
                    mebibytes(row),
                    "",
                )

    return table("work | library |> ms |> from … to |> rounds |> to cmlib |> MiB | why not", rows())


def slope(results: Iterable[Result], who: str) -> float | None:
    """Return the power of the axis with which a library's time grows, as a line through all."""
    points = [(it.case.at, row.seconds) for it in results if (row := it.row(who)) is not None]
    if len(points) < 2:
        return None
    at, seconds = np.log(np.array(points, dtype=np.float64)).T
    return float(np.polyfit(at, seconds, 1)[0])


# ---- Figures ------------------------------------------------------------------------------------


def figure(
    results: Sequence[Result], axis: str, panels: dict[str, Callable[[Row], float | None]]
) -> tuple[str, str]:
    """Draw values against the axis, both logarithmic; return the SVG and the figure in words."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot as plt

    from cmcourse.figures import caption, use_course_style
    from cmlib.plot.style import GRID, line_look
    from cmlib.plot.svg import figure_svg

    who = list(dict.fromkeys(row.who for result in results for row in result.rows if row.times))
    words = []
    with matplotlib.rc_context():
        use_course_style()
        size = (6.4, 3.6 * len(panels))
        drawing, axes = plt.subplots(len(panels), figsize=size, squeeze=False)
        for ax, (name, value) in zip(axes[:, 0], panels.items(), strict=True):
            for number, one in enumerate(who):
                points = [
                    (it.case.at, found)
                    for it in results
                    if (row := it.row(one)) is not None and (found := value(row)) is not None
                ]
                if not points:
                    continue
                ax.plot(*zip(*points, strict=True), **line_look(number), label=one)
                ends = [f"{significant(found)} at {at:,}" for at, found in points]
                words.append(f"{name}, {one}: from {ends[0]} to {ends[-1]}.")
            ax.set(xscale="log", yscale="log", xlabel=axis, ylabel=name)
            ax.grid(**GRID)
        axes[0, 0].legend()
        title = f"Lines for each library on logarithmic axes, against {axis}."
        caption(axes[0, 0], title, alt=" ".join([title, *words]))
        svg = figure_svg(drawing)
        plt.close(drawing)
    return svg, " ".join([title, *words])


# ---- The page -----------------------------------------------------------------------------------


def machine() -> list[str]:
    """Return what the run ran on, without the machine's name."""
    model = platform.processor() or platform.machine()
    processors = Path("/proc/cpuinfo")
    if processors.exists():
        lines = processors.read_text().splitlines()
        models = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
        model = next(iter(models), model)
    said = [f"{model}, {os.cpu_count()} cores"]
    if hasattr(os, "sysconf"):
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        said.append(f"{size / 2**30:.0f} GiB of memory")
    return [*said, platform.system(), f"Python {platform.python_version()}"]


def versions() -> list[str]:
    """Return the libraries with their versions; of one that is not there, that."""
    names = dict.fromkeys(["numpy", "scipy", *(it for _, it in PEERS.values()), "pyarrow", "torch"])
    # The checkout's own, which need not be installed.
    del names["cmlib"]
    found = []
    for name in names:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} (not installed)")
    return found


def page(results: Sequence[Result], samples_words: str, classes_words: str) -> str:
    """Return RESULTS.md."""
    group = {name: [it for it in results if it.case.group == name] for name in GROUPS}

    def slopes(name: str) -> str:
        found = {who: slope(group[name], who) for who in PEERS}
        return ", ".join(f"{it:.2f} ({who})" for who, it in found.items() if it is not None)

    details = [
        f"## {title}\n\n{detail(group[name])}" for name, title in GROUPS.items() if group[name]
    ]
    return TEXT.read_text(encoding="utf-8").format(
        headline=headline(results),
        date=date.today().isoformat(),
        machine="; ".join(machine()),
        versions=", ".join(versions()),
        samples_words=samples_words,
        classes_words=classes_words,
        samples_slopes=slopes("samples"),
        classes_slopes=slopes("classes"),
        details="\n\n".join(details),
    )


def write(folder: Path, results: Sequence[Result]) -> None:
    """Write RESULTS.md and its figures."""

    def time_of(row: Row) -> float:
        return 1000 * row.seconds

    def memory_of(row: Row) -> float | None:
        # A logarithmic axis has no 0.
        return None if row.mib is None else max(row.mib, 0.1)

    by = {name: [it for it in results if it.case.group == name] for name in ("samples", "classes")}
    panels: dict[str, Any] = {"milliseconds": time_of}
    samples_svg, samples_words = figure(by["samples"], "the number of samples", panels)
    if any(row.mib is not None for it in by["classes"] for row in it.rows):
        panels["MiB above the inputs"] = memory_of
    classes_svg, classes_words = figure(by["classes"], "the number of classes", panels)
    (folder / "cost_samples.svg").write_text(samples_svg, encoding="utf-8")
    (folder / "cost_classes.svg").write_text(classes_svg, encoding="utf-8")
    text = page(results, samples_words, classes_words)
    (folder / "RESULTS.md").write_text(text, encoding="utf-8")
