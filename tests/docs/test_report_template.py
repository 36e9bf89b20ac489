"""The report template writes a report on a reader's predictions, or one clear sentence."""

import re
import warnings
from pathlib import Path

import IPython.display
import nbformat
import numpy as np
import pandas as pd
import pytest
from places import LESSONS, TEMPLATE
from statsmodels.stats.proportion import proportion_confint

import cmlib

REPORT = nbformat.read(TEMPLATE, as_version=4)
OWN = {"file": "mine.csv", "truth": "truth", "predictions": ["first"], "score_of": "ill"}
OWN |= dict.fromkeys(["subgroup", "kept_together", "score", "classes", "prices"])
ILL = ["ill,ill"] * 15 + ["ill,well"] * 5 + ["well,ill"] * 4 + ["well,well"] * 26
TREES = ["fir,fir"] * 18 + ["fir,oak"] * 2 + ["oak,oak"] * 9 + ["oak,fir"] + ["elm,elm"] * 10
SEVEN = [f"{day},{day}" for day in range(7)] * 6 + ["1,3"] * 3 + ["6,5"]
TWO = {"predictions": ["first", "second"]}
TEN = {"classes": ["ill", "well"], "prices": [[0, 10], [1, 0]]}
FORTY = [f"{k},{k}" for k in range(40)] * 2 + ["7,9"]
NO_ELM = [row.replace("elm,elm", "fir,elm") for row in TREES]
NO_BOOTSTRAP = "cm must have at least 20 samples for a bootstrap, got "


@pytest.fixture
def report(tmp_path, monkeypatch, capsys):
    """Run the cells with a reader's settings; return what is shown, tables as HTML."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(IPython.display, "display", lambda it: print(it.to_html()))

    def run(csv, **settings):
        Path("mine.csv").write_text(csv, encoding="utf-8")
        first, *cells = (cell.source for cell in REPORT.cells if cell.cell_type == "code")
        names = {}
        exec(first, names)
        assert names.keys() >= OWN.keys()
        names |= OWN | settings
        changed = ("display.html.use_mathjax", True, "display.max_columns", 20)
        with warnings.catch_warnings(), pd.option_context(*changed):
            warnings.simplefilter("error")
            for cell in cells:
                exec(cell, names)
        return capsys.readouterr().out.replace("\N{NO-BREAK SPACE}", " ")

    return run


def lines(rows, **columns):
    """Write a CSV file; the values of further columns are taken in turn."""
    more = ["".join(f",{it[at % len(it)]}" for it in columns.values()) for at in range(len(rows))]
    head = ",".join(["truth", "first", *columns])
    return "\n".join([head, *map("".join, zip(rows, more, strict=True))]) + "\n"


def share(hits, trials):
    low, high = proportion_confint(hits, trials, method="beta")
    return f"{hits / trials:.3f} ({low:.3f} to {high:.3f})"


def rows_of(html, head):
    """Return the cells of the rows that stand under a head of their own."""
    found = re.findall(rf"<th[^>]*>{re.escape(head)}</th>(.*?)</tr>", html, re.S)
    return [re.findall(r"<td>(.*?)</td>", row) for row in found]


def checklist(notebook):
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return re.findall(r"^\d+\. (\*\*\w[^*]*\.\*\* .*\?)$", text, re.M)


def test_checklist_of_lesson_11():
    (lesson,) = (path for path in LESSONS if path.name.startswith("11_"))
    assert len(checklist(REPORT)) == 12
    assert checklist(REPORT) == checklist(nbformat.read(lesson, as_version=4))


def test_counts_and_exact_intervals(report):
    shown = report(lines(ILL))
    assert rows_of(shown, "ill")[0][:5] == ["15", "5", "20", share(15, 20), share(15, 19)]
    assert rows_of(shown, "well")[0][:5] == ["4", "26", "30", share(26, 30), share(26, 31)]
    assert rows_of(shown, "accuracy")[0][:4] == ["19", "31", "50", share(41, 50)]
    assert "nan" not in shown.lower()


def test_costs_beside_cheapest_constant(report):
    shown = report(lines(ILL), **TEN)
    low, high = cmlib.interval("expected_cost", [[15, 5], [4, 26]], cost=TEN["prices"])
    assert rows_of(shown, "first")[-1] == [f"108.0 ({100 * low:.1f} to {100 * high:.1f})"]
    assert rows_of(shown, "always ill")[0][0].startswith("60.0 (")
    assert "These rows don't settle whether first costs less than always ill." in shown
    rows = [it.split(",") for it in ILL * 8]
    truth, first = zip(*rows, strict=True)
    options = {"measures": ["expected_cost"], "cost": [[0, 1000], [100, 0]]}
    found = cmlib.compare(truth, first, ["ill"] * 400, **options).measures
    lead, low, high = found[["lead", "low", "high"]].iloc[0]
    shown = report(lines(ILL * 8), **TEN)
    assert rows_of(shown, "first less always ill") == [[f"{lead:.1f} ({low:.1f} to {high:.1f})"]]
    assert "first costs more than always ill: it is not worth having." in shown
    assert "always" not in report(lines(ILL)).rpartition("</table>")[2]


def test_comparison_agrees_with_compare(report):
    rows, second = ILL * 2, ["ill"] * 20 + ["well"] * 30
    kept = [str(at) for at in range(12)]
    truth, first = np.char.partition(rows, ",")[:, [0, 2]].T
    for groups in (None, np.resize(kept, 100)):
        settings = TWO | {"kept_together": None if groups is None else "writer"}
        shown = report(lines(rows, second=second, writer=kept), **settings)
        for name, measure, more in (
            ("recall of well", "recall", {"label": "well"}),
            ("Kappa", "cohen_kappa", {}),
            ("accuracy", "accuracy", {}),
        ):
            cell = rows_of(shown, name)[-1][-1]
            if groups is not None and name == "Kappa":
                assert "for a lead in 'cohen_kappa' over groups" in cell
                continue
            found = cmlib.compare(truth, first, second * 2, [measure], groups=groups, **more)
            lead, low, high = found.measures[["lead", "low", "high"]].iloc[0]
            assert cell == f"{lead:.3f} ({low:.3f} to {high:.3f})"
        assert "Are first and second right equally often? p = " in shown
        assert f"by {found.test}." in shown
        assert ("Rows of one writer belong together" in shown) is (groups is not None)
    assert len(rows_of(shown, "ill")) == 2


def test_small_group_is_marked(report):
    sites = ["north"] * 47 + ["south"] * 3
    shown = report(lines(ILL, site=sites, second=["ill", "well"]), subgroup="site", **TWO)
    assert "south (small: 3 samples)" in shown
    brief = rows_of(shown, "south (small: 3 samples)")[0]
    assert brief[:3] == ["3", "0", "–"]
    rows = rows_of(shown, "well")
    assert rows[-2][:4] == ["0", "3", "3 (few)", share(3, 3)]
    assert rows_of(shown, "ill")[-2] == ["0", "0", "0 (few)", "–", "–", "–"]
    assert rows_of(shown, "ill")[2][:4] == ["15", "5", "20", share(15, 20)]
    assert "(empty)" in report(lines(ILL, site=["a", ""]), subgroup="site")
    shown = report(lines(FORTY, site=[str(it) for it in range(30)]), subgroup="site")
    assert "site has 30 values. Join them to 20 at most." in shown


def test_threshold_table(report):
    # 15 of the ill score 0.9 and 5 score 0.1; 4 of the well score 0.4 and 26 score 0.1.
    scores = ["0.9"] * 15 + ["0.1"] * 5 + ["0.4"] * 4 + ["0.1"] * 26
    shown = report(lines(ILL, score=scores), score="score", **TEN)
    ((*counts, recall, precision, specificity, cost, between),) = rows_of(shown, "0.4")
    assert counts == ["15", "4"]
    assert [recall, precision, specificity] == [share(15, 20), share(15, 19), share(26, 30)]
    assert cost.startswith("108.0 (")
    assert between == share(0, 4)
    assert rows_of(shown, "0.1")[0][-1] == share(5, 31)
    assert "The cheapest threshold on these rows is 0.1." in shown
    assert "Scores of ill are the lower ones" not in shown
    shown = report(lines(ILL, score=scores), score="score", score_of="well")
    assert "Scores of well are the lower ones" in shown


# The settings, the file, and what the report says
REPORTS = [
    ({}, lines(TREES), ["predicted as oak", share(18, 20), "always fir", "recall"]),
    ({"classes": ["oak", "fir", "elm"], **TWO}, lines(TREES, second=["fir"]), ["recall of elm"]),
    ({}, lines(NO_ELM), ["not known: cm has no sample of class 'elm'", "–"]),
    (TWO, lines(ILL, second=["well"]), ["recall of ill", "–", "0.000 (no interval)"]),
    (TWO, lines(SEVEN, second=["1"]), ["1.000 (no interval: under 10 samples)"]),
    ({}, lines(FORTY), ["The largest confusions of first:", share(2, 3)]),
    ({}, lines(ILL[11:19]), [f"not known: {NO_BOOTSTRAP}8"]),
    (TWO | {"kept_together": "site"}, lines(ILL, second=["ill"], site=["a"]), ["at least 10 gr"]),
    ({"score": "score"}, lines(ILL, score=["1", ""]), ["no number in 'score' in line 3 of the"]),
    ({"score": "s"}, lines(ILL, s=["0;4"]).replace(",", "\t").replace(";", ","), ["<th>0.4</th>"]),
    ({"score": "s"}, lines(ILL, s=["0.1234567891"]), ["<th>0.1234567891</th>"]),
    (
        TEN | {"score": "s", "prices": [[0, 1], [9, 0]]},
        lines(ILL, s=["1"]),
        ["No threshold is cheaper than never predicting ill."],
    ),
    ({}, "\ufeff" + lines(ILL).replace(",", ";"), [share(41, 50)]),
    ({}, lines(ILL).replace("ill", "ill\u200b ", 3), [share(41, 50)]),
    ({}, lines(["accuracy,b", "b,b"] * 20), ["not known: cm has a class 'accuracy'"]),
]


@pytest.mark.parametrize(("settings", "csv", "said"), REPORTS)
def test_report(settings, csv, said, report):
    shown = report(csv, **settings)
    for text in said:
        assert text.replace("'", "&#x27;") in shown or text in shown
    assert not re.search(r"\bnan\b", shown, re.I)


def test_markup_in_file_is_escaped(report):
    name = "=<script>$x$*a*\x1b[31m"
    csv = lines(ILL, site=[name], second=["ill"]).replace("ill", name).replace("first", "<i>")
    shown = report(csv, predictions=["<i>", "second"], subgroup="site")
    assert "=&lt;script&gt;$x$*a*[31m" in shown
    assert not re.search(r"<(script|i)>(?=.*</t[hd]>)|\x1b", shown)
    tables = re.findall(r"<table[^>]*>", shown)
    assert tables
    assert all("mathjax_ignore" in it for it in tables)


# The settings, the file, and the sentence that refuses it
REFUSED = [
    ({"truth": "label"}, lines(ILL), r"no column 'label', but \['truth', 'first'\]. Write names"),
    ({"subgroup": "a", "score": "b"}, lines(ILL), "no column 'a' and no 'b', .* None for what you"),
    ({"predictions": ["a", "b", "c"]}, lines(ILL), "Name one column or two"),
    ({"file": "yours.csv"}, "", "there is no file 'yours.csv'. Write its whole path"),
    ({}, "", "'mine.csv' can't be read as a table: it is empty"),
    ({}, lines([*ILL, "ill,ill,ill"]), "rows of different lengths"),
    ({}, lines([]), "'mine.csv' has no rows"),
    ({}, lines([*ILL[:7], ",ill", "ill,"]), "'truth' holds nothing in line 9 .* 1 such rows"),
    ({}, lines(ILL[:7]) + "\n\nill,\n", "'first' holds nothing in line 11 "),
    ({"measures": ["auc"]}, lines(ILL), "measures must be .*, got 'auc'"),
    ({"score": "s", "score_of": "dead"}, lines(ILL, s=["1"]), "score_of is 'dead', none of"),
    ({"subgroup": ["first"]}, lines(ILL), r"the columns are \['truth', 'first', \['first'\]\]"),
    ({"predictions": ["truth"]}, lines(ILL), "name one column twice"),
    ({"classes": ["ill", "well", "ill"]}, lines(ILL), "Name each class once, in a list"),
    (TEN, lines([*ILL[:9], "ill,dead"]), r"'first' holds 'dead' in line 11 .* \['ill', 'well'\]"),
    ({}, lines(["1,1.0", "0,0.0"]), "no class in common with 'truth': '1.0' there, '1' here"),
    ({}, lines([f"1,{it / 99}" for it in range(99)]), "100 different values.*cut them at your"),
    ({"prices": [[0, 1], [1, 0]]}, lines(ILL), "prices need classes, in the order of"),
    (TEN | {"prices": np.ones((3, 3))}, lines(ILL), r"prices: cost must .*\(3, 3\)"),
    (TEN | {"prices": np.zeros((2, 2))}, lines(ILL), "prices are all 0"),
    ({"kept_together": "of"}, lines(ILL, of=["a", ""]), "'of' has no value in some row"),
    ({}, lines([*ILL[:7], "NA,NA"]), "'truth' holds 'NA' in line 9 .* 1 such rows"),
    ({}, lines(["ill,ill"] * 9), r"the classes are \['ill'\]. A report needs two"),
    ({"classes": ["ill", "ill "]}, lines(ILL), "Name each class once, in a list"),
    ({}, lines(ILL, **{"first ": ["ill"]}), "the file has two columns 'first'"),
    ({}, lines(ILL, truth=["ill"]), "the file has two columns 'truth'"),
    ({"kept_together": "of"}, lines(ILL, of=["a", "NA"]), "'of' has no value in some row"),
]


@pytest.mark.parametrize(("settings", "csv", "sentence"), REFUSED)
def test_refused(settings, csv, sentence, report):
    with pytest.raises(ValueError, match=sentence) as caught:
        report(csv, **settings)
    assert type(caught.value).__name__ == "Unfit"
    (shown,) = caught.value._render_traceback_()
    assert shown == f"Unfit for a report: {caught.value}"
    assert "\n" not in shown
