"""The report against scikit-learn's, with and without an excluded class."""

import numpy as np
import pytest
import sklearn.metrics as sk
from refusals import refused

import cmlib
from cmlib import ConfusionMatrix, UndefinedMetricWarning, classification_report

TRUE = np.array(["a", "b", "b", "a", "b", "d", "c", "b", "a", "c", "d", "b", "a", "c", "d"])
PRED = np.array(["b", "a", "c", "b", "d", "c", "c", "b", "a", "c", "d", "a", "c", "a", "d"])
CM = ConfusionMatrix.from_labels(TRUE, PRED)


@pytest.mark.parametrize("exclude", [(), ("d",)])
def test_every_cell_agrees_with_scikit_learn(exclude):
    kept = [label for label in CM.labels if label not in exclude]
    report = classification_report(CM, exclude=iter(exclude))
    expected = sk.classification_report(TRUE, PRED, labels=kept, output_dict=True)
    if not exclude:
        shares = dict.fromkeys(["precision", "recall", "f1-score"], expected["accuracy"])
        expected["accuracy"] = {**shares, "support": len(TRUE)}
    assert list(report.index) == list(expected)
    for row, values in expected.items():
        for column, value in values.items():
            assert report.loc[row, column] == pytest.approx(value, abs=1e-12)


def test_a_class_called_accuracy_may_be_excluded():
    cm = ConfusionMatrix([[3, 0], [1, 1]], ["accuracy", "b"])
    assert classification_report(cm, exclude=["accuracy"]).index[0] == "b"
    with pytest.raises(ValueError, match="'micro avg', and the report a row"):
        classification_report(cm.merge({"micro avg": ["b"]}), exclude=["accuracy"])


def test_undefined_values_show_as_nan_and_warn():
    cm = ConfusionMatrix([[2, 0], [3, 0]])
    with pytest.warns(UndefinedMetricWarning, match="class 1") as caught:
        report = classification_report(cm)
    assert {it.filename for it in caught} == {__file__}  # the line that asked for the report
    assert np.isnan(report.loc[1, "precision"])
    assert classification_report(cm, zero_division=0.0).loc[1, "precision"] == 0


BAD = [
    (np.ones((4, 2, 2)), {}, ValueError, r"one matrix, got a batch of shape \(4, 2, 2\)"),
    (CM, {"exclude": 3}, TypeError, "exclude must be a list, got 3"),
    (ConfusionMatrix([[1, 0], [0, 1]], ["accuracy", "b"]), {}, ValueError, "class 'accuracy'"),
    (ConfusionMatrix([[1, 0], [0, 1]], ["a", "macro avg"]), {}, ValueError, "'macro avg'"),
    (CM, {"zero_division": 2.0}, ValueError, r"got 2\.0"),
    (CM, {"interval": 95}, ValueError, r"interval must be in \(0, 1\), got 95"),
    (CM, {"measures": ["auc"]}, ValueError, "measures must be .* got 'auc'"),
    (CM, {"interval": 0.9, "measures": ["r_score"]}, ValueError, "measures must .* got 'r_score'"),
]
test_bad_input_is_named = refused(lambda cm, options: classification_report(cm, **options), BAD)


def test_columns_and_intervals_of_choice():
    large = ConfusionMatrix(CM.counts * 9, CM.labels)
    names = ["recall", "specificity", "r_prime"]
    report = classification_report(large, measures=names, interval=0.9, exclude=["d"])
    assert list(report.columns[:4]) == ["recall", "recall low", "recall high", "specificity"]
    assert report.loc["b", "recall high"] == cmlib.interval("recall", large, "b", level=0.9).high
    specificity = cmlib.specificity(large, average="macro", exclude=["d"])
    assert report.loc["macro avg", "specificity"] == specificity
    whole = classification_report(large, measures=["recall", "r_prime"], interval=0.95)
    assert whole.loc["accuracy", "recall low"] == cmlib.interval("accuracy", large).low
    assert whole.loc["accuracy", ["r_prime", "r_prime low"]].isna().all()
    assert report.loc["macro avg", ["recall low", "r_prime high"]].isna().all()
