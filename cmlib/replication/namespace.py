"""What the expressions of the ledger may use: for each document its names, and what they stand for.

A name is found here, the module that it comes from beside it. ``python -m cmlib.replication --names
doc1`` prints the list with a line on each.
"""

from __future__ import annotations

import math
from fractions import Fraction
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
)

__all__ = ["names"]

_SHARED: dict[str, Any] = {
    "math": math,
    "np": np,
    "Fraction": Fraction,
    "datasets": datasets,
    "ConfusionMatrix": cmlib.ConfusionMatrix,
    "accuracy": cmlib.accuracy,
    "balanced_accuracy": cmlib.balanced_accuracy,
    "classification_report": cmlib.classification_report,
    "cohen_kappa": cmlib.cohen_kappa,
    "error_rate": cmlib.error_rate,
    "explain": cmlib.explain,
    "f_score": cmlib.f_score,
    "g_mean": cmlib.g_mean,
    "informedness": cmlib.informedness,
    "kappa_band": cmlib.kappa_band,
    "mcc": cmlib.mcc,
    "mcc_product": cmlib.mcc_product,
    "negative_predictive_value": cmlib.negative_predictive_value,
    "precision": cmlib.precision,
    "r_prime": cmlib.r_prime,
    "r_prime_overall": cmlib.r_prime_overall,
    "r_score": cmlib.r_score,
    "recall": cmlib.recall,
    "specificity": cmlib.specificity,
    "top_k_accuracy": cmlib.top_k_accuracy,
    "always": evidence.always,
    "attempt": evidence.attempt,
    "code_runs": evidence.code_runs,
    "counted_shares": evidence.counted_shares,
    "every": evidence.every,
    "holds": evidence.holds,
    "label_lists": evidence.label_lists,
    "printed": evidence.printed,
    "random_matrices": evidence.random_matrices,
    "read_by_python": evidence.read_by_python,
    "small_matrices": evidence.small_matrices,
    "spelled": evidence.spelled,
}
_DOC1: dict[str, Any] = {
    "TABLE_3_BANDS": doc1_equations.TABLE_3_BANDS,
    "table_1": doc1_equations.table_1,
    "table_2": doc1_equations.table_2,
    "two_class_tables": doc1_equations.two_class_tables,
    "samples_with_silence": doc1_equations.samples_with_silence,
    "equation_23": doc1_equations.equation_23,
    "with_mistakes_moved": doc1_equations.with_mistakes_moved,
    "points_by_counting": doc1_equations.points_by_counting,
    "points_of_curve": doc1_equations.points_of_curve,
    "always_one": doc1_table_6.always_one,
    "f1_of_means": doc1_table_6.f1_of_means,
    "f1_of_printed": doc1_table_6.f1_of_printed,
    "settled_accuracy": doc1_table_6.settled_accuracy,
    "room_for_accuracy": doc1_table_6.room_for_accuracy,
    "room_for_recall": doc1_table_6.room_for_recall,
    "room_for_precision": doc1_table_6.room_for_precision,
    "room_for_f1": doc1_table_6.room_for_f1,
    "room_for_kappa": doc1_table_6.room_for_kappa,
    "settled_kappa": doc1_table_6.settled_kappa,
    "matrix_for_run": doc1_table_6.matrix_for_run,
    "runs_as_accuracy": doc1_table_6.runs_as_accuracy,
    "runs_as_recall": doc1_table_6.runs_as_recall,
    "runs_as_mean": doc1_table_6.runs_as_mean,
    "most_average_precision": doc1_table_6.most_average_precision,
    "average_precision_of_scores": doc1_table_6.average_precision_of_scores,
    "nearly_constant": doc1_table_6.nearly_constant,
    "BOLD_CLASSES": doc1_experiments.BOLD_CLASSES,
    "MEASURES": doc1_experiments.MEASURES,
    "change_over_noise": doc1_experiments.change_over_noise,
    "shown_often": doc1_experiments.shown_often,
    "without_cat_and_deer": doc1_experiments.without_cat_and_deer,
    "image_shape": doc1_experiments.image_shape,
    "polygon_sides": doc1_experiments.polygon_sides,
    "YEARS_OF_PROCEEDINGS": doc1_references.YEARS_OF_PROCEEDINGS,
    "TWICE_LISTED": doc1_references.TWICE_LISTED,
    "TITLES_10_TO_32": doc1_references.TITLES_10_TO_32,
    "TITLES_7_TO_9": doc1_references.TITLES_7_TO_9,
    "ARXIV_YEARS": doc1_references.ARXIV_YEARS,
}
_DOC2: dict[str, Any] = {
    "every_run_gives": doc2_programs.every_run_gives,
    "some_runs_give": doc2_programs.some_runs_give,
    "split_gives": doc2_programs.split_gives,
    "table_1": doc2_programs.table_1,
    "table_of_classes": doc2_programs.table_of_classes,
    "scaled_columns": doc2_programs.scaled_columns,
    "scaled_columns_as_printed": doc2_programs.scaled_columns_as_printed,
    "scaled_then_split": doc2_programs.scaled_then_split,
    "network_by_hand": doc2_programs.network_by_hand,
    "recall_of_labels": doc2_measures.recall_of_labels,
    "precision_of_labels": doc2_measures.precision_of_labels,
    "chance_agreement": doc2_measures.chance_agreement,
    "library_score": doc2_measures.library_score,
    "stops_with_value_error": doc2_measures.stops_with_value_error,
    "root_of_product": doc2_measures.root_of_product,
    "products_of_cells": doc2_measures.products_of_cells,
    "product_form": doc2_measures.product_form,
    "three_class_mcc": doc2_measures.three_class_mcc,
    "orders_differ": doc2_measures.orders_differ,
    "two_classes_only": doc2_measures.two_classes_only,
    "band_as_printed": doc2_measures.band_as_printed,
    "library_curve": doc2_curves.library_curve,
    "library_area": doc2_curves.library_area,
    "pair_auc": doc2_curves.pair_auc,
    "curve_counts_samples": doc2_curves.curve_counts_samples,
    "steps_give_curve": doc2_curves.steps_give_curve,
    "diagram_lines": doc2_curves.diagram_lines,
    "pairwise_area": doc2_curves.pairwise_area,
    "mean_average_precision": doc2_curves.mean_average_precision,
    "library_mean": doc2_curves.library_mean,
    "area_and_accuracy": doc2_curves.area_and_accuracy,
    "share_apart": doc2_curves.share_apart,
    "tpr_reached": doc2_curves.tpr_reached,
    "enclosing_is_better": doc2_curves.enclosing_is_better,
    "area_under": doc2_curves.area_under,
    "nearness_to_corner": doc2_curves.nearness_to_corner,
    "corners_of": doc2_curves.corners_of,
    "one_score_for_all": doc2_curves.one_score_for_all,
    "line_colours": doc2_curves.line_colours,
    "curve_axes": doc2_curves.curve_axes,
    "citations_listed": doc2_references.citations_listed,
    "dois_stand_right": doc2_references.dois_stand_right,
}
_DOC3: dict[str, Any] = {
    "pooled_measures": doc3.pooled_measures,
    "averages_by_hand": doc3.averages_by_hand,
    "averages_from_one_matrix": doc3.averages_from_one_matrix,
    "display_matrix": doc3.display_matrix,
    "one_orange_moved": doc3.one_orange_moved,
    "mapped_labels": doc3.mapped_labels,
    "report_columns": doc3.report_columns,
    "report_of_code": doc3.report_of_code,
    "assertion_of_article": doc3.assertion_of_article,
    "listed_measures_from_matrix": doc3.listed_measures_from_matrix,
    "same_matrix_other_top_2": doc3.same_matrix_other_top_2,
}
_DOC4: dict[str, Any] = {
    "FIVE_SCORES": doc4.FIVE_SCORES,
    "PAIR_SCORES": doc4.PAIR_SCORES,
    "PAIR_TRUTH": doc4.PAIR_TRUTH,
    "matrix_of_story": doc4.matrix_of_story,
    "screening_case": doc4.screening_case,
    "cell_is_named": doc4.cell_is_named,
    "as_sets": doc4.as_sets,
    "rounded_inputs": doc4.rounded_inputs,
    "scikit_learn_matrix": doc4.scikit_learn_matrix,
    "report_lines": doc4.report_lines,
    "type_of_report": doc4.type_of_report,
    "average_values": doc4.average_values,
    "best_classes": doc4.best_classes,
    "hits_times_k": doc4.hits_times_k,
    "share_of_hits": doc4.share_of_hits,
    "random_tables": doc4.random_tables,
    "top_1_of_scikit_learn": doc4.top_1_of_scikit_learn,
}
_OWN = {"doc1": _DOC1, "doc2": _DOC2, "doc3": _DOC3, "doc4": _DOC4}


def names(document: str) -> dict[str, Any]:
    """Return everything that the expressions of one document may use.

    Parameters
    ----------
    document : str
        One of the documents of the ledger, such as "doc1".

    Returns
    -------
    dict
        What each name stands for: the measures of `cmlib`, the tools that give evidence, the checks
        of the document, and ``np``, ``math``, ``Fraction``, ``datasets`` and ``ConfusionMatrix``.

    Raises
    ------
    ValueError
        If there is no such document.

    Examples
    --------
    >>> from cmlib import replication
    >>> "recall" in replication.names("doc1"), "holds" in replication.names("doc1")
    (True, True)
    """
    if document not in _OWN:
        raise ValueError(f"document: expected one of {', '.join(_OWN)}, got {document!r}")
    return _SHARED | _OWN[document]
