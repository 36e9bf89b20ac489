"""What the expressions of the ledger may use, and what each name stands for.

A check that is too long for a row is called by its module, as in ``doc1_table_6.room_for_f1(7)``,
and stands in that file of ``checks``. ``python -m cmlib.replication --names`` prints all of them.
"""

from __future__ import annotations

import math
from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np

import cmlib
from cmlib import datasets
from cmlib.replication import evidence
from cmlib.replication.checks import (
    doc1_equations,
    doc1_experiments,
    doc1_references,
    doc1_table_6,
    doc2_curves,
    doc2_measures,
    doc2_programs,
    doc2_references,
    doc3,
    doc4,
    shared,
)

#: The checks that are too long for a row, by the name of their module.
CHECKS = {
    "doc1_equations": doc1_equations,
    "doc1_experiments": doc1_experiments,
    "doc1_references": doc1_references,
    "doc1_table_6": doc1_table_6,
    "doc2_curves": doc2_curves,
    "doc2_measures": doc2_measures,
    "doc2_programs": doc2_programs,
    "doc2_references": doc2_references,
    "doc3": doc3,
    "doc4": doc4,
    "shared": shared,
}
#: Everything that an expression may use; a row with a source has ``cm`` and ``data``, too.
NAMES: dict[str, Any] = {
    "ConfusionMatrix": cmlib.ConfusionMatrix,
    "Fraction": Fraction,
    "accuracy": cmlib.accuracy,
    "always": evidence.always,
    "balanced_accuracy": cmlib.balanced_accuracy,
    "classification_report": cmlib.classification_report,
    "cohen_kappa": cmlib.cohen_kappa,
    "datasets": datasets,
    "error_rate": cmlib.error_rate,
    "every": evidence.every,
    "explain": cmlib.explain,
    "f_score": cmlib.f_score,
    "g_mean": cmlib.g_mean,
    "holds": evidence.holds,
    "informedness": cmlib.informedness,
    "kappa_band": cmlib.kappa_band,
    "label_lists": evidence.label_lists,
    "math": math,
    "mcc": cmlib.mcc,
    "mcc_product": cmlib.mcc_product,
    "negative_predictive_value": cmlib.negative_predictive_value,
    "np": np,
    "precision": cmlib.precision,
    "printed": evidence.printed,
    "r_prime": cmlib.r_prime,
    "r_prime_overall": cmlib.r_prime_overall,
    "r_score": cmlib.r_score,
    "random_matrices": evidence.random_matrices,
    "read_by_python": evidence.read_by_python,
    "recall": cmlib.recall,
    "small_matrices": evidence.small_matrices,
    "specificity": cmlib.specificity,
    "spelled": evidence.spelled,
    "top_k_accuracy": cmlib.top_k_accuracy,
    **CHECKS,
}


def offered(module: ModuleType) -> dict[str, Any]:
    """Return the checks and the constants that an expression may take from a module of checks."""
    return {
        name: thing
        for name, thing in vars(module).items()
        if name.isupper() or getattr(thing, "__module__", "") == module.__name__
        if not name.startswith("_")
    }
