"""Which measure when: a few questions, and what their answers lead to.

``QUESTIONS`` and ``ADVICE`` are the whole of it. The directive ``{measure-guide}`` writes them into
a page, every advice with the answers that lead to it in words; the script of the page asks the
questions and shows what is left. Each combination of answers leads to one advice, whatever order
they are given in: a test goes over all of them. The file is long because the rules are, and a
change to one rule has to be seen beside its neighbours.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import product
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

Answers = Mapping[str, str]
When = Mapping[str, tuple[str, ...]]
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
    """What goes wrong with a measure, and for which answers: for all, if ``when`` is empty."""

    text: str
    when: When


@dataclass(frozen=True)
class Advice:
    """A measure, the answers that lead to it, its reason, what stands beside it, and its traps.

    ``code`` is what to type, for any number of classes; the page says what its names hold.
    """

    title: str
    when: When
    reason: str
    beside: str
    traps: tuple[Trap, ...]
    code: str
    lessons: tuple[int, ...]


def meets(answers: Answers, when: When) -> bool:
    """Tell whether answers are among those that a condition names."""
    return all(answers.get(key) in values for key, values in when.items())


QUESTIONS = {
    "use": Question(
        "What do you use from the classifier?",
        {
            "label": "One label, or one set of tags, for each sample",
            "ranking": "The order of its scores; a threshold comes later",
            "probability": "Its scores, read as probabilities",
            "guesses": "A short list of guesses, seen at a glance",
            "list": "A longer list, read from the top",
        },
        {
            "label": "you use one label per sample",
            "ranking": "you use the order of the scores",
            "probability": "you read the scores as probabilities",
            "guesses": "you use a short list of guesses",
            "list": "you use a list that is read from the top",
            "label or ranking": "you use labels or the order of the scores",
            "guesses or list": "you use a list",
            "label or ranking or probability": "you use labels or scores",
        },
    ),
    "truth": Question(
        "How many truths does a sample have?",
        {
            "one": "One: it belongs to one class",
            "several": "Several: all its tags, or all that is relevant to it",
            "raters": "None that is known: two or more people judge it",
            "places": "Objects or outlines within it, as in an image",
        },
        {
            "one": "a sample has one true class",
            "several": "a sample has several truths",
            "raters": "the truth is not known and people judge",
            "places": "the truth is a set of objects or outlines within a sample",
        },
    ),
    "cost": Question(
        "What do its errors cost?",
        {
            "priced": "I can put a price on each kind of error",
            "limited": "One kind must stay under a limit that is set",
            "unequal": "Some are worse, but I have neither prices nor a limit",
            "alike": "All about the same",
        },
        {
            "priced": "each error has a price",
            "limited": "one kind of error has a limit",
            "unequal": "some errors are worse, without a price",
            "alike": "errors cost about the same",
            "unequal or alike": "you name no prices and no limit",
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
        "What should count equally?",
        {
            "samples": "Every sample",
            "classes": "Every class, small or large",
            "one": "Neither: it is about one class",
        },
        {
            "samples": "every sample counts equally",
            "classes": "every class counts equally",
            "one": "it is about one class",
            "samples or classes": "it is about all classes",
            "classes or one": "every class counts equally or it is about one class",
        },
    ),
    "order": Question(
        "Do the answers have an order: mild, moderate, severe, or more and less relevant?",
        {"no": "No", "yes": "Yes"},
        {"no": "the answers have no order", "yes": "the answers have an order"},
    ),
    "abstain": Question(
        "May it decline to answer?",
        {"no": "No", "yes": "Yes"},
        {"no": "it always answers", "yes": "it may decline to answer"},
    ),
    "groups": Question(
        "Do several samples come from one person, machine, place or day?",
        {"no": "No", "yes": "Yes"},
        {"no": "samples are independent", "yes": "samples come in groups"},
    ),
}

_EVERYWHERE = (
    Trap(
        "It may decline, and can look good by answering the easy samples only. Write how many "
        "it answers beside every number, and compare two classifiers on the samples that both "
        "of them answer.",
        {"abstain": ("yes",)},
    ),
    Trap(
        "Samples of one group resemble each other. Split by group, so that none is on both sides, "
        "and resample whole groups for the interval: one that takes the samples as independent is "
        "too narrow. A group with many samples weighs more: average within each group first, if "
        "groups should count alike.",
        {"groups": ("yes",)},
    ),
)
_NO_ORDER = Trap(
    "It does not see the order: *mild* for what is severe counts like *moderate*. Count how many "
    "grades the first answer is off.",
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
    {"cost": ("unequal", "limited")},
)
_ALL_THRESHOLDS = Trap(
    "It takes all thresholds alike. Yours will lie where the worse error is rare: look at the "
    "curve there.",
    {"cost": ("unequal", "limited")},
)
_NO_PRICE_YET = Trap(
    "You have prices and do not use them here. Once a label is chosen, report the expected cost "
    "of that choice, too.",
    {"cost": ("priced",)},
)
_SAME_KIND = Trap(
    "What follows for another place holds only if the samples of a class are of the same kind "
    "there. New cameras or milder cases change it, too.",
    {"shares": ("moving",)},
)
_FEW = Trap(
    "Each class counts alike, and so does its chance error: ten samples move the mean as much as "
    "ten thousand. Give intervals.",
    {},
)
_STEPS = Trap(
    "It takes the step from mild to moderate for as long as the next one.",
    {},
)
_TIES = Trap(
    "Equal scores (of trees, of neighbours, of rounded numbers) have no order: say how they count.",
    {},
)
_ONE_POINT = Trap("Without scores there is one point and no curve: give both numbers.", {})
_MIX = Trap("It moves when the mix of what is sought does.", {"shares": ("moving",)})
_LISTS = (_TIES, _NO_PRICE, _NO_PRICE_YET)
_SEVERAL = (
    Trap("The lines leave out samples without any truth: write how many there are.", {}),
    Trap("What nobody judged counts as wrong. Say how the truths were collected.", {}),
    _MIX,
    *_LISTS,
)
_DISTANCE = (
    "grade, seen = np.arange(len(cm.labels)), cm.support > 0\n"
    "off = (cm.counts * abs(grade[:, None] - grade)).sum(axis=1)\n"
    "distance = off[seen] / cm.support[seen]"
)
_ONE: When = {"truth": ("one",)}
_MANY: When = {"truth": ("several",)}
_ALIKE: When = {**_ONE, "use": ("label",), "cost": ("alike",), "abstain": ("no",)}
_RANKING: When = {**_ONE, "use": ("ranking",), "cost": ("unequal", "alike")}

_ADVICE = {
    "raters": Advice(
        "Kappa between the people, or Krippendorff's alpha",
        {"truth": ("raters",)},
        "Nobody is right by definition, so accuracy has no meaning. What can be measured is how "
        "far two people agree beyond chance. Alpha does so for any number of people, also where "
        "some judged only a part.",
        "The matrix of the two, and the share of samples on which they agree. For alpha there is "
        "the package *krippendorff*.",
        (
            Trap("Agreement is not truth: two people can share a mistake.", {}),
            Trap(
                "For a rare finding Kappa can be near 0 though the two agree nearly always. Add "
                "how far they agree on that class, which is its F1.",
                {},
            ),
            Trap("With an order, weigh by the distance, as the second line.", {"order": ("yes",)}),
            Trap("It moves with the shares of the classes.", {"shares": ("moving",)}),
        ),
        "cmlib.cohen_kappa(cm)\n"
        'cmlib.cohen_kappa(cm, weights="linear")  # for grades\n'
        "cmlib.f_score(cm)[0]  # agreement on the first class",
        (3,),
    ),
    "places": Advice(
        "Not in this course: Dice or IoU of outlines, average precision of objects",
        {"truth": ("places",)},
        "The truth of an image is where something is. Dice is the F1 of the pixels of one image; "
        "objects are matched with the truth first, at an overlap that is fixed. *Metrics "
        "Reloaded* leads through the choice.",
        "The distance between the outlines; the number of objects missed.",
        (
            Trap("Pixels of one image are not independent: an image is one sample.", {}),
            Trap("Small objects change Dice by much for few pixels.", {}),
        ),
        "cmlib.f_score(cm)[0]  # cm: the pixels of one image",
        (1,),
    ),
    "tags": Advice(
        "F1 of each tag; with scores its average precision, AUC or Brier score",
        {**_MANY, "use": ("label", "ranking", "probability")},
        "Several truths make several yes-or-no questions, one for each tag: F1 for labels, average "
        "precision and AUC for a ranking, the Brier score for probabilities. For a single tag, go "
        "through the questions again with one truth.",
        "The table of the tags with precision, recall and support; the micro average, in which "
        "frequent tags weigh more; for each sample, how many of its tags are right.",
        (
            Trap(
                "Macro and micro averages can put classifiers in opposite order. Say which.",
                {},
            ),
            Trap("The share of samples with all tags right punishes long lists of tags.", {}),
            Trap(
                "F1, precision, average precision and Brier score of a tag move with how frequent "
                "it is. Recall, specificity and AUC do not, if its samples stay of the same kind.",
                {"shares": ("moving",)},
            ),
            _NO_ORDER,
            _NO_PRICE,
            _NO_PRICE_YET,
        ),
        "sklearn.metrics.f1_score(tags, tags_found, average=None)\n"
        "sklearn.metrics.average_precision_score(tags, y_score, average=None)  # a ranking\n"
        "sklearn.metrics.roc_auc_score(tags, y_score, average=None)\n"
        "((y_score - tags) ** 2).mean(axis=0)  # probabilities: the Brier scores",
        (2, 5),
    ),
    "recall-at-k": Advice(
        "Recall@k, with precision@k",
        {**_MANY, "use": ("guesses",), "order": ("no",)},
        "Of all that is right for a sample, how much is among the first k? Top-k accuracy asks "
        "only whether anything is.",
        "Precision@k: how much of the list is right. The same for the k most frequent answers.",
        (
            Trap("With more truths than k, not even a perfect list reaches 1.", {}),
            Trap("It does not see the order within the list.", {}),
            *_SEVERAL,
        ),
        "has = tags.any(axis=1)\n"
        "first = np.argsort(-y_score[has], axis=1)[:, :2]  # k = 2; ties in no fixed order\n"
        "hits = np.take_along_axis(tags[has], first, axis=1).sum(axis=1)\n"
        "(hits / tags[has].sum(axis=1)).mean(), (hits / first.shape[1]).mean()",
        (8,),
    ),
    "map": Advice(
        "Mean average precision (MAP)",
        {**_MANY, "use": ("list",), "order": ("no",)},
        "Average precision is the mean precision at the places of what is right: early finds "
        "weigh more. MAP is its mean over the samples, or the queries.",
        "Recall@k and precision@k for a length that people read. The mean reciprocal rank of the "
        "first find, if people stop there.",
        _SEVERAL,
        "has = tags.any(axis=1)\n"
        "sklearn.metrics.label_ranking_average_precision_score(tags[has], y_score[has])",
        (5, 8),
    ),
    "ndcg": Advice(
        "nDCG",
        {**_MANY, "use": ("guesses", "list"), "order": ("yes",)},
        "Some answers are more relevant than others. nDCG adds up their grades, each worth less "
        "the further down it stands, and divides by what the best order would get.",
        "How many of the most relevant are among the first few.",
        (
            Trap("It takes grades for numbers; doubling a grade can change the winner.", {}),
            Trap("Say at which place the list is cut, and how places are discounted.", {}),
            *_SEVERAL,
        ),
        "has = grades.any(axis=1)\nsklearn.metrics.ndcg_score(grades[has], y_score[has], k=10)",
        (8,),
    ),
    "reciprocal-rank": Advice(
        "Mean reciprocal rank (MRR)",
        {**_ONE, "use": ("list",)},
        "One thing is sought, and the list is read until it comes: a sample counts 1 for the "
        "first place, a half for the second, a third for the third.",
        "Top-k accuracy for the length that people read; the median rank.",
        (
            Trap("From first to second it falls by a half, from ninth to tenth by 1/90.", {}),
            Trap(
                "It is an average over your mix of classes. Compute it for each class.",
                {"focus": ("classes", "one")},
            ),
            _MIX,
            _NO_ORDER,
            *_LISTS,
        ),
        "one_true = np.eye(y_score.shape[1])[y_true]\n"
        "sklearn.metrics.label_ranking_average_precision_score(one_true, y_score)",
        (8,),
    ),
    "top-k": Advice(
        "Top-k accuracy",
        {**_ONE, "use": ("guesses",), "focus": ("samples",)},
        "A list is right if the true class is on it. Choose k as long as the list that people "
        "will see.",
        "The same for k = 1, and the share that the k most frequent classes would reach without "
        "looking.",
        (
            Trap(
                "It never falls when k grows, and is 1 when k is the number of classes. Compare it "
                "with the best fixed list of k classes.",
                {},
            ),
            Trap(
                "It is an average over your mix of classes, and moves when the mix does. Compute "
                "it for each class, and weigh by the shares of the place.",
                {"shares": ("moving",)},
            ),
            _SAME_KIND,
            _NO_ORDER,
            *_LISTS,
        ),
        'cmlib.top_k_accuracy(y_true, y_score, k=2, ties="expected")',
        (8,),
    ),
    "top-k-per-class": Advice(
        "Top-k accuracy of each class",
        {**_ONE, "use": ("guesses",), "focus": ("classes", "one")},
        "A list is right if the true class is on it. In the mean over the classes, a rare class "
        "counts like a frequent one; for your one class, take its own value.",
        "How many samples each class has, and how often it is on the list of the others for "
        "nothing.",
        (
            _FEW,
            _SAME_KIND,
            _NO_ORDER,
            *_LISTS,
        ),
        '[cmlib.top_k_accuracy(y_true[y_true == c], y_score[y_true == c], k=2, ties="expected")\n'
        " for c in np.unique(y_true)]",
        (8, 2),
    ),
    "probability": Advice(
        "Brier score or log loss, with the reliability curve",
        {**_ONE, "use": ("probability",), "order": ("no",)},
        "A score can be read as a probability if of all samples given 0.8 about eight in ten are "
        "positive. No matrix shows that. Brier score and log loss are lowest, on average, for the "
        "true probabilities: they are *proper scoring rules*.",
        "The same score for giving everyone the shares of the classes; AUC, which sees the order "
        "alone. The measure of the decision that is made in the end, or net benefit.",
        (
            Trap("One number mixes calibration and resolution: look at the curve.", {}),
            Trap(
                "With few samples the curve zigzags by chance: draw intervals, and look where "
                "your threshold stands.",
                {},
            ),
            Trap(
                "One probability of 0 for what is true makes log loss infinite; libraries clip "
                "it. Say which one you used.",
                {},
            ),
            Trap(
                "Probabilities learned with one share of positives are wrong where the share is "
                "another. Calibrate again there, or correct them by the shares.",
                {"shares": ("moving",)},
            ),
            Trap(
                "With prices and honest probabilities the best threshold follows: act where the "
                "expected cost is lower. Report that cost, too.",
                {"cost": ("priced",)},
            ),
            Trap(
                "It weighs all samples alike. Draw a curve for each class.",
                {"focus": ("classes",)},
            ),
            Trap(
                "Take the column of your class alone. If the class is rare, the Brier score is "
                "small whatever the scores are: compare it with that of the share.",
                {"focus": ("one",)},
            ),
            _ALL_THRESHOLDS,
        ),
        "sklearn.metrics.log_loss(y_true, y_score, labels=range(y_score.shape[1]))\n"
        "((y_score - np.eye(y_score.shape[1])[y_true]) ** 2).sum(axis=1).mean()  # for two "
        "classes twice the Brier score of one column",
        (11,),
    ),
    "ranked-probability": Advice(
        "Ranked probability score, with the reliability curves",
        {**_ONE, "use": ("probability",), "order": ("yes",)},
        "It is the sum of the Brier scores of all questions *at least this grade?*, so a "
        "probability that is put on a near grade costs less than one on a far grade.",
        "The same score for giving everyone the shares of the grades; a reliability curve for "
        "each cut of the scale.",
        (
            _STEPS,
            Trap(
                "Probabilities learned with other shares of the grades are wrong there. Calibrate "
                "again, or correct them by the shares.",
                {"shares": ("moving",)},
            ),
            Trap(
                "It weighs all samples alike. Average it within each grade, too.",
                {"focus": ("classes", "one")},
            ),
            _NO_PRICE,
            _NO_PRICE_YET,
        ),
        "true_grade = np.eye(y_score.shape[1])[y_true]\n"
        "((y_score - true_grade).cumsum(axis=1) ** 2).sum(axis=1).mean()",
        (11, 3),
    ),
    "cost": Advice(
        "Expected cost per sample",
        {**_ONE, "use": ("label", "ranking"), "cost": ("priced",)},
        "You know what an error costs, so count in that unit: each cell of the matrix times its "
        "price, divided by the number of samples. With scores, the threshold is where this is "
        "lowest.",
        "The same for the best rule that looks at nothing, and the table of recalls. For one "
        "class, net benefit says the same: it is the share of positives minus this cost, if a miss "
        "costs one.",
        (
            Trap(
                "Choose the threshold on validation data; on the test set it would look too good.",
                {},
            ),
            Trap(
                "Lay the prices out like the matrix: rows are the truth. If they differ from "
                "sample to sample, add up the price of each error instead.",
                {},
            ),
            Trap("A price is a guess: show the result for half of it and for twice as much.", {}),
            Trap(
                "With few errors the bootstrap interval is too short, and without any it has no "
                "width: use exact limits for each count.",
                {},
            ),
            Trap(
                "The cost depends on how frequent each class is, and so does the best threshold. "
                "Take each class's mean cost times its share in the place, and add up.",
                {"shares": ("moving",)},
            ),
            _SAME_KIND,
            Trap(
                "Cost per sample lets frequent classes weigh more. If every class should count "
                "alike, average each class's mean cost.",
                {"focus": ("classes",)},
            ),
            Trap(
                "The prices can carry the order: the further off, the dearer.",
                {"order": ("yes",)},
            ),
            Trap("To decline has a price as well. Put it into the sum.", {"abstain": ("yes",)}),
        ),
        "prices = 100 * (1 - np.eye(len(cm.labels)))  # a right prediction is free\n"
        "prices[0, 1:] = 400  # a miss of the first class\n"
        "float((prices * cm.counts).sum() / cm.total)",
        (5, 11),
    ),
    "at-a-limit": Advice(
        "Recall at the rate of false alarms that you allow",
        {**_ONE, "use": ("label", "ranking"), "cost": ("limited",)},
        "One error has a limit, so the threshold is where that limit is reached, and what counts "
        "is how few of the other error are left. Biometrics calls the two FNMR and FMR. If recall "
        "has the limit, the last two lines give the specificity.",
        "Both rates on the test set with their intervals, and the curve around the limit.",
        (
            Trap(
                "Choose the threshold on validation data. New data keep the limit only about.",
                {},
            ),
            Trap(
                "A limit of 1 in 1000 needs many thousands of negatives to be seen at all.",
                {},
            ),
            _ONE_POINT,
            Trap(
                "Say what the limit is a share of. Of the alarms, it is a limit on precision, "
                "which moves with the shares: give the recall at that precision. Per hour or per "
                "day, count the false alarms in that time.",
                {},
            ),
            Trap(
                "If the limit is on the errors among what it answers, give the coverage at that "
                "risk: the highest on the risk–coverage curve that keeps the limit.",
                {"abstain": ("yes",), "use": ("label",)},
            ),
            Trap(
                "Rates within a class stay when the shares move, if its samples stay of the same "
                "kind; the number of false alarms a day does not.",
                {"shares": ("moving",)},
            ),
            Trap(
                "This is about one class against the rest. Give each class its limit.",
                {"focus": ("samples", "classes")},
            ),
            _CUT,
        ),
        "limit = 0.01  # of the negatives\n"
        "threshold = np.quantile(y_score[y_true != 0, 0], 1 - limit, method='inverted_cdf')\n"
        "float((y_score[y_true == 0, 0] > threshold).mean())\n"
        "# the limit is for misses: predict the class from this score on\n"
        "lowest = -np.quantile(-y_score[y_true == 0, 0], 1 - limit, method='inverted_cdf')\n"
        "float((y_score[y_true != 0, 0] < lowest).mean())",
        (5, 11),
    ),
    "average-precision": Advice(
        "Precision-recall curve and average precision",
        {**_RANKING, "focus": ("one",), "shares": ("stable",)},
        "Someone works down the list from the top. The curve shows how much of what is found is "
        "right, at every depth.",
        "The share of the class, which is about what a list without skill reaches. AUC, which "
        "weighs each pair alike. If there is room for fifty, the precision among the first fifty.",
        (
            Trap(
                "Its baseline is the share of the class, so values from data sets with other "
                "shares cannot be compared.",
                {},
            ),
            Trap("Join the points by steps, not by straight lines.", {}),
            _ALL_THRESHOLDS,
            _CUT,
        ),
        "sklearn.metrics.average_precision_score(y_true == 0, y_score[:, 0])",
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
                "AUC hides them. Work out the precision for the rarest place.",
                {},
            ),
            Trap("It averages over thresholds that nobody would use.", {}),
            _SAME_KIND,
            _ALL_THRESHOLDS,
            _CUT,
        ),
        "sklearn.metrics.roc_auc_score(y_true == 0, y_score[:, 0])",
        (5, 1),
    ),
    "auc-of-classes": Advice(
        "One ROC curve and one AUC for each class against the rest",
        {**_RANKING, "focus": ("samples", "classes")},
        "A ranking is about one class. With several, each has its curve. Their mean weighs classes "
        "alike; weighted by support, it follows the samples. With two classes and scores that add "
        "up to 1 both have the same AUC.",
        "The table of the classes' AUCs, and the lowest of them.",
        (
            Trap("A mean hides the class that is ranked worst.", {}),
            Trap(
                "*The rest* is a mixture of classes, and changes when their shares do. The AUC of "
                "each pair of classes does not: scikit-learn has it as *multi_class=ovo*.",
                {"shares": ("moving",)},
            ),
            _SAME_KIND,
            _ALL_THRESHOLDS,
            _CUT,
        ),
        "[float(sklearn.metrics.roc_auc_score(y_true == c, y_score[:, c])) for c in "
        "np.unique(y_true)]",
        (5,),
    ),
    "risk-coverage": Advice(
        "Risk–coverage curve, with a price for declining",
        {**_ONE, "use": ("label",), "cost": ("unequal", "alike"), "abstain": ("yes",)},
        "A program that may decline has two numbers: the share of samples that it answers, its "
        "coverage, and the share of errors among these, its risk. The curve shows one against the "
        "other; the price of a declined sample says where on it to stop.",
        "At the coverage you choose, the measure that fits the answered samples: answer *No* here "
        "to find it. The classes of the declined samples.",
        (
            Trap("Risk alone can be made small by answering hardly anything.", {}),
            _ONE_POINT,
            Trap(
                "Declining can hit one class above all. Give coverage and risk for each class.",
                {"focus": ("classes", "one")},
            ),
            Trap("Both move with the shares of the classes.", {"shares": ("moving",)}),
            _NO_ORDER,
            _NO_PRICE,
        ),
        "sure, wrong = y_score.max(axis=1), y_score.argmax(axis=1) != y_true\n"
        "_, level, samples = np.unique(-sure, return_inverse=True, return_counts=True)\n"
        "answered = samples.cumsum()  # with each next lower score\n"
        "answered / len(sure), np.bincount(level, wrong).cumsum() / answered  # coverage, risk",
        (6, 11),
    ),
    "rough-cost": Advice(
        "Expected cost for a range of prices",
        {
            **{**_ONE, "use": ("label",), "cost": ("unequal",), "abstain": ("no",)},
            "focus": ("samples", "classes"),
        },
        "You know which error is worse but not by how much. Try 2, 5 and 10 to 1: if the same "
        "classifier wins for all, you need no price. With two classes, drawn for many prices, this "
        "is the decision curve, which shows net benefit.",
        "The kinds of error as counts, and the cost of the best rule that looks at nothing.",
        (
            Trap("An F-score hides a price as well, and few readers know which.", {}),
            Trap(
                "Compute it with the shares of the place: each class's mean cost times its share "
                "there.",
                {"shares": ("moving",)},
            ),
            _SAME_KIND,
            Trap(
                "Frequent classes weigh more. Average each class's mean cost instead.",
                {"focus": ("classes",)},
            ),
            Trap(
                "Let the price grow with the number of grades, as the last line does: weighted "
                "Kappa and mean distances count both sides of the diagonal alike.",
                {"order": ("yes",)},
            ),
        ),
        "[float(cm.total - cm.correct + (price - 1) * cm.counts[0, 1:].sum()) / cm.total "
        "for price in (2, 5, 10)]\n"
        "# only grades, the worst first: each grade too mild costs the price, too severe 1\n"
        "off = np.subtract.outer(range(len(cm.labels)), range(len(cm.labels)))\n"
        "[float((np.where(off < 0, -price * off, off) * cm.counts).sum()) / cm.total "
        "for price in (2, 5, 10)]",
        (5, 11),
    ),
    "one-class": Advice(
        "Recall and specificity of your class, with the precision that follows",
        {
            **{**_ONE, "use": ("label",), "cost": ("unequal", "alike"), "abstain": ("no",)},
            "focus": ("one",),
        },
        "How much of the class is found, how much of the rest is left alone, and how many of the "
        "predictions are right. The first two are shares within the truth and do not move when "
        "the class becomes rarer; precision does, so work it out for the share where you use it.",
        "The four counts with intervals, and what predicting the class for everyone scores. NPV, "
        "where people act on a *no*; the likelihood ratio, recall / (1 − specificity). If it "
        "must be one number: F-beta where true negatives do not matter, J where shares differ.",
        (
            Trap(
                "A specificity of 0.95 sounds high; with one in a thousand ill, at least 98 of 100 "
                "alarms are false.",
                {},
            ),
            Trap(
                "Where true negatives are not counted, as in a search, precision and recall are "
                "all there is.",
                {},
            ),
            _SAME_KIND,
            Trap(
                "F1 and J fix what a miss costs against a false alarm, each in its own way. Show "
                "both errors, or net benefit over a range of prices; choose a beta before you see "
                "results.",
                {"cost": ("unequal",)},
            ),
            _CUT,
        ),
        "found, left_alone = cmlib.recall(cm)[0], cmlib.specificity(cm)[0]\n"
        "share = cm.support[0] / cm.total  # or the share where you use it\n"
        "found, left_alone, share * found / (share * found + (1 - share) * (1 - left_alone))",
        (1, 5, 6),
    ),
    "accuracy": Advice(
        "Accuracy, beside its baseline",
        {**_ALIKE, "order": ("no",), "focus": ("samples",), "shares": ("stable",)},
        "All samples and all errors count alike, and the shares are those of use: then the share "
        "of right predictions is what you want to know.",
        "What the most frequent class alone would reach; Kappa or MCC, if chance should score 0.",
        (
            Trap(
                "Without its baseline it means little: 99 % can be a rule that looks at nothing.",
                {},
            ),
            Trap(
                "A class that is never found may not show in it. Look at the recall of each class.",
                {},
            ),
        ),
        "cmlib.accuracy(cm)",
        (1, 3, 4),
    ),
    "accuracy-there": Advice(
        "Recall of each class, and the accuracy that follows for the place",
        {**_ALIKE, "order": ("no",), "focus": ("samples",), "shares": ("moving",)},
        "Recalls do not move with the shares of the classes. Accuracy does: weigh the recalls by "
        "the shares of the place.",
        "The range of accuracies over the shares that you expect.",
        (
            _SAME_KIND,
            Trap("Accuracy in your own test data does not carry over to the place.", {}),
        ),
        "shares = cm.support / cm.total  # put those of the place here\n"
        "float((shares * cmlib.recall(cm)).sum())",
        (1, 2),
    ),
    "balanced-accuracy": Advice(
        "Balanced accuracy, the mean of the recalls",
        {**_ALIKE, "order": ("no",), "focus": ("classes",)},
        "Each class counts alike, however rare, and the shares of the classes do not move it.",
        "MCC, which also sees whether the predictions of a rare class are right, and moves with "
        "the shares; the table of recall and precision per class.",
        (
            Trap(
                "It does not see where the errors land: a rare class may be drowned in false "
                "alarms.",
                {},
            ),
            _FEW,
            _SAME_KIND,
            Trap(
                "MCC, macro precision and macro F1 move with the shares; do not carry them to "
                "another place.",
                {"shares": ("moving",)},
            ),
        ),
        "cmlib.balanced_accuracy(cm), cmlib.mcc(cm)",
        (2, 4),
    ),
    "weighted-kappa": Advice(
        "Weighted Kappa",
        {**_ALIKE, "order": ("yes",), "focus": ("samples",), "shares": ("stable",)},
        "An error by two grades is worse than one by one grade, and weighted Kappa counts it so, "
        "compared with what chance would give.",
        "The matrix itself, and how many are off by 0, 1, 2 … grades; the mean distance, which "
        "has a unit.",
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
        ),
        'cmlib.cohen_kappa(cm, weights="linear")',
        (3,),
    ),
    "distance-there": Advice(
        "Mean distance of each true class, and the mean that follows for the place",
        {**_ALIKE, "order": ("yes",), "focus": ("samples",), "shares": ("moving",)},
        "How many grades a prediction is off, averaged within each true class, does not depend on "
        "how frequent the classes are. Weighted Kappa does. Weigh by the shares of the place.",
        "The matrix, with its rows as shares, and the range over the shares that you expect.",
        (_STEPS, _SAME_KIND),
        f"{_DISTANCE}\n"
        "shares = cm.support[seen] / cm.total  # put those of the place here\n"
        "float((shares * distance).sum())",
        (3,),
    ),
    "distance": Advice(
        "Mean distance of each true class, and the mean of these",
        {**_ALIKE, "order": ("yes",), "focus": ("classes",)},
        "How many grades a prediction is off, averaged within each true class and then over the "
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
        ),
        f"{_DISTANCE}\nfloat(distance.mean())",
        (3,),
    ),
}
ADVICE = {
    key: replace(
        advice,
        traps=(*advice.traps, *(it for it in _EVERYWHERE if not it.when.keys() & advice.when)),
    )
    for key, advice in _ADVICE.items()
}


def all_answers() -> list[dict[str, str]]:
    """Return every combination of answers to all questions."""
    keys, choices = QUESTIONS.keys(), [question.answers for question in QUESTIONS.values()]
    return [dict(zip(keys, chosen, strict=True)) for chosen in product(*choices)]


def advised(answers: Answers) -> list[str]:
    """Return the keys of the advice for answers to all questions: one, if the rules are right."""
    return [key for key, advice in ADVICE.items() if meets(answers, advice.when)]


def in_words(when: When) -> str:
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
<form class="guide-questions" aria-label="Questions" hidden>
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
<pre class="guide-code"><code>{escape(advice.code)}</code></pre>
<p>Read on in {listed(links)}.</p>
</section>"""


def _condition(trap: Trap) -> str:
    """Return the answers that a trap is for, for the script; nothing if it is for all."""
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
