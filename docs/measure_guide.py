"""Which measure when: six questions, and what their answers lead to.

``QUESTIONS`` and ``ADVICE`` are the whole of it. The directive ``{measure-guide}`` writes them into
a page, every advice with the answers that lead to it in words; the script of the page asks the
questions and shows what is left. Each combination of answers leads to one advice, whatever order
they are given in: a test goes over all of them. The file is long because the rules are, and whoever
mends one looks at its neighbours.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import product
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

Answers = Mapping[str, str]
SCRIPT = "measure_guide.js"


@dataclass(frozen=True)
class Question:
    """A question with its answers: what is asked, and for each answer a few words.

    ``said`` are the same answers in the form that follows "if", and some that go together.
    """

    asked: str
    answers: Mapping[str, str]
    said: Mapping[str, str]


@dataclass(frozen=True)
class Trap:
    """What goes wrong with a measure, and for whom: for all, if ``when`` is empty."""

    text: str
    when: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Advice:
    """A measure, for whom it is, why, what stands beside it, and what goes wrong with it.

    ``code`` is a line to type, with ``cm`` for a matrix, ``y_true``, ``y_pred`` and ``y_score``.
    """

    title: str
    when: Mapping[str, tuple[str, ...]]
    reason: str
    beside: str
    traps: tuple[Trap, ...]
    code: str
    lessons: tuple[int, ...]


def meets(answers: Answers, when: Mapping[str, tuple[str, ...]]) -> bool:
    """Tell whether answers are among those that a condition names."""
    return all(answers.get(key) in values for key, values in when.items())


QUESTIONS = {
    "use": Question(
        "What do you use of the classifier?",
        {
            "label": "One label for each sample",
            "ranking": "The order of its scores; a threshold comes later",
            "probability": "Its scores, read as probabilities",
            "guesses": "A short list of guesses for each sample",
        },
        {
            "label": "you use one label per sample",
            "ranking": "you use the order of the scores",
            "probability": "you read the scores as probabilities",
            "guesses": "you use a short list of guesses",
            "label or ranking": "you use labels or the order of the scores",
        },
    ),
    "cost": Question(
        "What do its errors cost?",
        {
            "priced": "I can put a price on each kind of error",
            "unequal": "Some are worse, but I have no prices",
            "alike": "All about the same",
        },
        {
            "priced": "each error has a price",
            "unequal": "some errors are worse, without a price",
            "alike": "errors cost about the same",
            "unequal or alike": "you name no prices",
        },
    ),
    "shares": Question(
        "Are the classes as frequent where it is used as in your test data?",
        {"stable": "Yes, about", "moving": "No, or it differs from place to place"},
        {
            "stable": "the class shares stay as in the test data",
            "moving": "the class shares will differ",
        },
    ),
    "focus": Question(
        "What shall count alike?",
        {
            "samples": "Every sample",
            "classes": "Every class, small or large",
            "one": "Neither: it is about one class",
        },
        {
            "samples": "every sample counts alike",
            "classes": "every class counts alike",
            "one": "it is about one class",
        },
    ),
    "order": Question(
        "Have the classes an order, such as mild, moderate, severe?",
        {"no": "No", "yes": "Yes"},
        {"no": "the classes have no order", "yes": "the classes have an order"},
    ),
    "abstain": Question(
        "May it decline to answer?",
        {"no": "No", "yes": "Yes"},
        {"no": "it always answers", "yes": "it may decline to answer"},
    ),
}

_ABSTAIN = Trap(
    "It may decline, and could look good by answering the easy samples only. Write how many it "
    "answers beside every number, "
    "and how many of all samples it gets right.",
    {"abstain": ("yes",)},
)
_ABSTAIN_SCORES = Trap(
    "It may decline, and could look good by scoring the easy samples only. Write how many it "
    "scores, and compare two classifiers on the samples that both of them score.",
    {"abstain": ("yes",)},
)
_NO_ORDER = Trap(
    "It does not see the order: a list of *mild* and *moderate* for what is severe counts like a "
    "list of *none* and *mild*. Count how many grades the first guess is off.",
    {"order": ("yes",)},
)
_CUT = Trap(
    "One grade against the rest mixes what is milder with what is worse. Cut the scale instead: "
    "ask *at least this grade?* and treat that as two classes.",
    {"order": ("yes",)},
)
_NO_PRICE = Trap(
    "It counts all errors in one fixed way. Yours are not alike: show each kind on its own, and "
    "say which one decides.",
    {"cost": ("unequal",)},
)
_ALL_THRESHOLDS = Trap(
    "It takes all thresholds alike. Yours will lie where the worse error is rare: look at the "
    "curve there.",
    {"cost": ("unequal",)},
)
_NO_PRICE_YET = Trap(
    "You have prices and do not use them here. Once a label is chosen, report the expected cost "
    "of that choice, too.",
    {"cost": ("priced",)},
)
_SAME_KIND = Trap(
    "All this holds only if the samples of a class are of the same kind everywhere. New cameras or "
    "milder cases change it, too.",
    {},
)
_FEW = Trap(
    "Each class counts alike, and so does its luck: ten samples move the mean as much as ten "
    "thousand. Give intervals.",
    {},
)
_STEPS = Trap(
    "It takes the step from mild to moderate for as long as the next one. The grades must be "
    "numbers.",
    {},
)
_EITHER_WAY = Trap(
    "It counts one grade too high like one grade too low. If one is worse, show both counts.",
    {"cost": ("unequal",)},
)
_LABELS = {"use": ("label",), "cost": ("unequal", "alike")}
_RANKING = {"use": ("ranking",), "cost": ("unequal", "alike")}

ADVICE = {
    "top-k": Advice(
        "Top-k accuracy",
        {"use": ("guesses",), "focus": ("samples", "one")},
        "A list is right if the true class is on it. Choose k as long as the list that people "
        "will see.",
        "The same for k = 1, and the share that the k most frequent classes would reach without "
        "looking.",
        (
            Trap(
                "It never falls when k grows. Compare it with the best fixed list of k classes.", {}
            ),
            Trap(
                "It is about all samples. For your one class, compute it on the samples of that "
                "class, and say how often the others have it on their list for nothing.",
                {"focus": ("one",)},
            ),
            Trap(
                "It is an average over your mix of classes, and moves when the mix does. Compute "
                "it for each class, and weigh by the shares of the place.",
                {"shares": ("moving",)},
            ),
            _NO_PRICE,
            _NO_PRICE_YET,
            _NO_ORDER,
            _ABSTAIN,
        ),
        "cmlib.top_k_accuracy(y_true, y_score, k=2)",
        (8,),
    ),
    "top-k-per-class": Advice(
        "Top-k accuracy of each class, and the mean of these",
        {"use": ("guesses",), "focus": ("classes",)},
        "A list is right if the true class is on it. Averaged over the classes, a rare class "
        "counts like a frequent one.",
        "The table with the value of each class, and how many samples each has.",
        (
            _FEW,
            _NO_PRICE,
            _NO_PRICE_YET,
            _NO_ORDER,
            _ABSTAIN,
        ),
        "np.mean([cmlib.top_k_accuracy(y_true[y_true == c], y_score[y_true == c], k=2) for c in "
        "range(y_score.shape[1])])",
        (8, 2),
    ),
    "probability": Advice(
        "Brier score, with the reliability curve",
        {"use": ("probability",)},
        "Whoever reads a score as a probability needs that of all samples given 0.8 about eight "
        "in ten are positive. No "
        "matrix shows that. The Brier score rewards scores that are both honest and decisive.",
        "The Brier score of giving everyone the share of positives. Log loss, if a confident error "
        "is very bad. The measure of the decision that is made in the end.",
        (
            Trap("One number mixes honesty and decisiveness: look at the curve.", {}),
            Trap("With few samples the curve zigzags by chance: say how many each point has.", {}),
            Trap(
                "Probabilities learned with one share of positives are wrong where the share is "
                "another. Calibrate again "
                "there, or correct them by the shares.",
                {"shares": ("moving",)},
            ),
            Trap(
                "With prices and honest probabilities the best threshold follows: act where the "
                "expected cost is lower. "
                "Report that cost, too.",
                {"cost": ("priced",)},
            ),
            Trap(
                "It weighs all samples alike. Draw a curve for each class.",
                {"focus": ("classes",)},
            ),
            Trap(
                "For a rare class it is small whatever the scores are: only beside the score of "
                "the share does it say something.",
                {"focus": ("one",)},
            ),
            _ALL_THRESHOLDS,
            Trap(
                "It does not see the order of the classes. The ranked probability score does: it "
                "is the sum of the Brier scores of *at least this grade?*",
                {"order": ("yes",)},
            ),
            _ABSTAIN_SCORES,
        ),
        "sklearn.metrics.brier_score_loss(y_binary, y_probability)",
        (11,),
    ),
    "cost": Advice(
        "Expected cost per sample",
        {"use": ("label", "ranking"), "cost": ("priced",)},
        "You know what an error costs, so count in that unit: each cell of the matrix times its "
        "price, divided by the number "
        "of samples. With scores, the threshold is where this is lowest.",
        "The same for the best rule that looks at nothing, and the table of recalls. For one "
        "class, net benefit says the same: it is the share of positives minus this cost, if a miss "
        "costs one.",
        (
            Trap(
                "Choose the threshold on validation data; on the test set it would flatter itself.",
                {},
            ),
            Trap("Lay the prices out like the matrix: rows are the truth.", {}),
            Trap("A price is a guess: show the result for half of it and for twice as much.", {}),
            Trap(
                "The cost depends on how frequent each class is, and so does the best threshold. "
                "Take each class's mean cost times its share in the place, and add up.",
                {"shares": ("moving",)},
            ),
            Trap(
                "Cost per sample lets frequent classes weigh more. If every class shall count "
                "alike, average each class's "
                "mean cost.",
                {"focus": ("classes",)},
            ),
            Trap(
                "The prices can carry the order: the further off, the dearer.",
                {"order": ("yes",)},
            ),
            Trap(
                "To decline has a price as well. Put it into the sum.",
                {"abstain": ("yes",)},
            ),
        ),
        "float((np.array([[0, 5, 5], [1, 0, 1], [1, 1, 0]]) * cm.counts).sum() / cm.total)",
        (5, 11),
    ),
    "average-precision": Advice(
        "Precision-recall curve and average precision",
        {**_RANKING, "focus": ("one",), "shares": ("stable",)},
        "Someone works down the list from the top. The curve shows how much of what is found is "
        "right, at every depth.",
        "The share of the class, which is about what a list without skill reaches. If there is "
        "room for fifty, the precision among the first fifty.",
        (
            Trap(
                "Its baseline is the share of the class, so values from data sets with other "
                "shares cannot be compared.",
                {},
            ),
            Trap("Join the points by steps, not by straight lines.", {}),
            _ALL_THRESHOLDS,
            _CUT,
            _ABSTAIN_SCORES,
        ),
        "sklearn.metrics.average_precision_score(y_binary, y_probability)",
        (5,),
    ),
    "auc": Advice(
        "ROC curve and AUC",
        {**_RANKING, "focus": ("one",), "shares": ("moving",)},
        "Both axes of the ROC curve are shares within a class, so it stays where it is when the "
        "class becomes rarer.",
        "Recall and specificity at the threshold you would use, and the precision that follows "
        "from the shares of the place.",
        (
            Trap(
                "For a rare class a small false positive rate can still be many false alarms, and "
                "AUC hides them. Work out the "
                "precision for the rarest place.",
                {},
            ),
            Trap("It averages over thresholds that nobody would use.", {}),
            _SAME_KIND,
            _ALL_THRESHOLDS,
            _CUT,
            _ABSTAIN_SCORES,
        ),
        "sklearn.metrics.roc_auc_score(y_binary, y_probability)",
        (5, 1),
    ),
    "auc-of-classes": Advice(
        "One ROC curve and one AUC for each class against the rest",
        {**_RANKING, "focus": ("samples", "classes")},
        "A ranking is about one class. With several, each has its curve. Their mean weighs classes "
        "alike; weighted by support, it follows the samples. With two classes there is only one.",
        "The table of the classes' AUCs, and the lowest of them.",
        (
            Trap("A mean hides the class that is ranked worst.", {}),
            Trap(
                "*The rest* is a mixture of classes, and changes when their shares do. The AUC of "
                "each pair of classes does not: write *ovo* for *ovr*.",
                {"shares": ("moving",)},
            ),
            _ALL_THRESHOLDS,
            _CUT,
            _ABSTAIN_SCORES,
        ),
        'sklearn.metrics.roc_auc_score(y_true, y_score, multi_class="ovr", average="macro")',
        (5,),
    ),
    "weighted-kappa": Advice(
        "Weighted Kappa",
        {**_LABELS, "order": ("yes",), "focus": ("samples",), "shares": ("stable",)},
        "An error by two grades is worse than one by one grade, and weighted Kappa counts it so, "
        "compared with what chance would give.",
        "The matrix itself, and how many are off by 0, 1, 2 … grades.",
        (
            Trap(
                "It depends on the weights, linear or quadratic, and on where the grades are cut. "
                "Say which. With quadratic weights it can be high though few are exactly right.",
                {},
            ),
            Trap(
                "It moves with the shares of the classes: do not compare it across data sets.", {}
            ),
            Trap("The matrix must have its grades in order, with those that never occur.", {}),
            _EITHER_WAY,
            _ABSTAIN,
        ),
        'cmlib.cohen_kappa(cm, weights="linear")',
        (3,),
    ),
    "distance-there": Advice(
        "Mean distance of each true class, and the mean that follows for the place",
        {**_LABELS, "order": ("yes",), "focus": ("samples",), "shares": ("moving",)},
        "How many grades an answer is off, averaged within each true class, does not depend on "
        "how frequent the classes are. Weighted Kappa does. Weigh by the shares of the place.",
        "The matrix, with its rows as shares, and the range over the shares that you expect.",
        (_STEPS, _SAME_KIND, _EITHER_WAY, _ABSTAIN),
        "float((np.array([0.7, 0.2, 0.1]) * [np.abs(y_pred[y_true == c] - c).mean() for c in "
        "range(3)]).sum())",
        (3,),
    ),
    "distance": Advice(
        "Mean distance of each true class, and the mean of these",
        {**_LABELS, "order": ("yes",), "focus": ("classes",)},
        "How many grades an answer is off, averaged within each true class and then over the "
        "classes: each counts alike, however rare.",
        "The matrix, with its rows as shares.",
        (
            _STEPS,
            _FEW,
            Trap(
                "The shares do not move it, if the samples of a class are of the same kind "
                "everywhere.",
                {"shares": ("moving",)},
            ),
            _EITHER_WAY,
            _ABSTAIN,
        ),
        "imblearn.metrics.macro_averaged_mean_absolute_error(y_true, y_pred)",
        (3,),
    ),
    "accuracy": Advice(
        "Accuracy, beside its baseline",
        {
            **{"use": ("label",), "cost": ("alike",), "order": ("no",)},
            **{"focus": ("samples",), "shares": ("stable",)},
        },
        "All samples and all errors count alike, and the shares are those of use: then the share "
        "of right answers is what you "
        "want to know.",
        "What the most frequent class alone would reach; Kappa or MCC, if chance shall score 0.",
        (
            Trap(
                "Without its baseline it means little: 99 % can be a rule that looks at nothing.",
                {},
            ),
            Trap(
                "A class that is never found may not show in it. Look at the recall of each class.",
                {},
            ),
            _ABSTAIN,
        ),
        "cmlib.accuracy(cm)",
        (1, 3, 4),
    ),
    "accuracy-there": Advice(
        "Recall of each class, and the accuracy that follows for the place",
        {
            **{"use": ("label",), "cost": ("alike",), "order": ("no",)},
            **{"focus": ("samples",), "shares": ("moving",)},
        },
        "Recalls do not move with the shares of the classes. Accuracy does: weigh the recalls by "
        "the shares of the place.",
        "The range of accuracies over the shares that you expect.",
        (
            _SAME_KIND,
            Trap("Accuracy in your own test data does not carry over to the place.", {}),
            _ABSTAIN,
        ),
        "float((np.array([0.7, 0.2, 0.1]) * cmlib.recall(cm)).sum())",
        (1, 2),
    ),
    "rough-cost": Advice(
        "Expected cost for a range of prices",
        {
            **{"use": ("label",), "cost": ("unequal",), "order": ("no",)},
            **{"focus": ("samples",)},
        },
        "You know which error is worse but not by how much. Try 2, 5 and 10 to 1: if the same "
        "classifier wins for all, you need no price. With two classes, drawn for many prices, this "
        "is the decision curve, which shows net benefit.",
        "The kinds of error as counts, and the cost of the best rule that looks at nothing.",
        (
            Trap("An F-score hides a price as well, and few who read it know which.", {}),
            Trap(
                "Compute it with the shares of the place: each class's mean cost times its share "
                "there.",
                {"shares": ("moving",)},
            ),
            _ABSTAIN,
        ),
        "[float(cm.total - np.trace(cm.counts) + (price - 1) * cm.counts[0, 1:].sum()) / cm.total "
        "for price in (2, 5, 10)]",
        (5, 11),
    ),
    "precision-recall": Advice(
        "Precision and recall of your class; F-beta if it must be one number",
        {**_LABELS, "focus": ("one",), "shares": ("stable",)},
        "Two questions about one class: of what is called so, how much is; and of what is so, how "
        "much is found.",
        "The counts, an interval for each, and what calling everything so would score.",
        (
            Trap(
                "Precision falls with the share of the class: it holds for shares as in your data.",
                {},
            ),
            Trap("Neither looks at the true negatives.", {}),
            Trap(
                "F1 takes both for alike. A miss that is worse wants a beta above 1, a false "
                "alarm that is worse one below; "
                "choose it before you see results.",
                {"cost": ("unequal",)},
            ),
            _CUT,
            _ABSTAIN,
        ),
        "cmlib.precision(cm)[0], cmlib.recall(cm)[0], cmlib.f_score(cm, beta=1)[0]",
        (1,),
    ),
    "recall-specificity": Advice(
        "Recall and specificity of your class, and the precision that follows for the place",
        {**_LABELS, "focus": ("one",), "shares": ("moving",)},
        "Both are shares within the truth, so they do not move when the class becomes rarer. "
        "Precision does: work it out for "
        "each place from its share.",
        "The likelihood ratio, recall / (1 − specificity): by it an alarm multiplies the odds of "
        "any place. Informedness J, if it must be one number.",
        (
            Trap(
                "A specificity of 0.95 sounds high; with one in a thousand ill, at least 98 of 100 "
                "alarms are false.",
                {},
            ),
            _SAME_KIND,
            Trap(
                "J takes a lost point of recall to be as bad as one of specificity. If a miss is "
                "worse, show both.",
                {"cost": ("unequal",)},
            ),
            _CUT,
            _ABSTAIN,
        ),
        "cmlib.recall(cm)[0], cmlib.specificity(cm)[0], cmlib.informedness(cm)[0]",
        (1, 5, 6),
    ),
    "balanced-accuracy": Advice(
        "Balanced accuracy, the mean of the recalls",
        {**_LABELS, "focus": ("classes",), "order": ("no",)},
        "Each class counts alike, however rare, and the shares of the classes do not move it.",
        "The table of recall and precision per class; macro F1, if false alarms for a class "
        "matter as well.",
        (
            Trap(
                "It does not see where the errors land: a rare class may be drowned in false "
                "alarms.",
                {},
            ),
            _FEW,
            Trap("Two formulas are called macro F1. Say which one you mean.", {}),
            Trap(
                "Macro precision and macro F1 move with the shares; do not carry them to another "
                "place.",
                {"shares": ("moving",)},
            ),
            Trap(
                "No average knows which error is worse. Put the recall of the class that matters "
                "first.",
                {"cost": ("unequal",)},
            ),
            _ABSTAIN,
        ),
        "cmlib.balanced_accuracy(cm)",
        (2, 4),
    ),
}


def all_answers() -> list[dict[str, str]]:
    """Return every combination of answers to all questions."""
    keys, choices = QUESTIONS.keys(), [question.answers for question in QUESTIONS.values()]
    return [dict(zip(keys, chosen, strict=True)) for chosen in product(*choices)]


def advised(answers: Answers) -> list[str]:
    """Return the keys of the advice for answers to all questions: one, if the rules are right."""
    return [key for key, advice in ADVICE.items() if meets(answers, advice.when)]


def in_words(when: Mapping[str, tuple[str, ...]]) -> str:
    """Write a condition as a sentence: "If you use one label per sample, and errors have …"."""
    parts = []
    for key, values in when.items():
        said = QUESTIONS[key].said
        each = " or ".join(said[value] for value in values)
        parts.append(said.get(" or ".join(values), each))
    return f"If {listed(parts)}."


def listed(parts: Sequence[str]) -> str:
    """Write "one, two and three"."""
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def to_html(lesson_pages: Mapping[int, str]) -> str:
    """Write the guide: the questions, hidden until its script runs, and every advice."""
    rules = {
        "questions": {key: list(question.answers) for key, question in QUESTIONS.items()},
        "asked": {key: question.asked for key, question in QUESTIONS.items()},
        "advice": {key: advice.when for key, advice in ADVICE.items()},
    }
    asked = "\n".join(_question_html(key, question) for key, question in QUESTIONS.items())
    advice = "\n".join(_advice_html(key, it, lesson_pages) for key, it in ADVICE.items())
    return f"""\
<div class="measure-guide" data-rules='{escape(json.dumps(rules))}'>
<form class="guide-questions" aria-label="Six questions" hidden>
{asked}
<p><button type="reset">Start again</button></p>
</form>
<p class="guide-left" role="status" tabindex="-1"></p>
{advice}
</div>
"""


def _question_html(key: str, question: Question) -> str:
    answers = "".join(
        f'<label><input type="radio" name="guide-{key}" value="{value}"> {escape(text)}</label>'
        for value, text in question.answers.items()
    )
    return f"<fieldset><legend>{escape(question.asked)}</legend>{answers}</fieldset>"


def _advice_html(key: str, advice: Advice, lesson_pages: Mapping[int, str]) -> str:
    traps = "".join(f"<li{_condition(trap)}>{_marked(trap.text)}</li>" for trap in advice.traps)
    links = [
        f'<a class="reference internal" href="{lesson_pages[number]}">lesson {number}</a>'
        for number in advice.lessons
    ]
    return f"""\
<section class="guide-advice" id="guide-{key}">
<h2>{escape(advice.title)}</h2>
<p class="guide-when">{escape(in_words(advice.when))}</p>
<p>{_marked(advice.reason)}</p>
<p><strong>Beside it:</strong> {_marked(advice.beside)}</p>
<p><strong>Traps:</strong></p>
<ul>{traps}</ul>
<p class="guide-code"><code class="docutils literal notranslate">{escape(advice.code)}</code></p>
<p>Shown in {listed(links)}.</p>
</section>"""


def _condition(trap: Trap) -> str:
    """Return for whom a trap is, in words and for the script; nothing if it is for all."""
    return f" data-when='{escape(json.dumps(trap.when))}'" if trap.when else ""


def _marked(text: str) -> str:
    """Return a text with the words between stars in italics."""
    parts = escape(text).split("*")
    return "".join(f"<em>{part}</em>" if i % 2 else part for i, part in enumerate(parts))


class MeasureGuide(SphinxDirective):
    """The guide, on its page."""

    def run(self) -> list[nodes.Node]:
        lessons = sorted(Path(self.env.srcdir, "notebooks").glob("[0-9][0-9]_*.ipynb"))
        pages = {int(path.name[:2]): f"notebooks/{path.stem}.html" for path in lessons}
        return [nodes.raw("", to_html(pages), format="html")]


def add_script(app: Sphinx, pagename, templatename, context, doctree) -> None:
    """Load the script on the page that holds the guide."""
    if 'class="measure-guide"' in context.get("body", ""):
        app.add_js_file(SCRIPT, defer="defer")


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("measure-guide", MeasureGuide)
    app.connect("html-page-context", add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
