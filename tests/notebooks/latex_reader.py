"""A reader of formulas: what a piece of LaTeX gives for a random matrix, `explain` its measures."""

import operator
import re
from fractions import Fraction
from functools import cache, reduce
from itertools import product

import numpy as np

from cmlib import ConfusionMatrix, explain

_TOKEN = re.compile(
    r"\\(?:text|mathrm)\{[^}]*\}(?: R')?|\\[a-z]+|[TF][PN]|[A-Za-z]'?|\d+(?:\.\d+)?"
    r"|_\{[^{}]*\}|_\w|_\\[a-z]+|\S"
)
_REPEATED = {r"\sum": operator.add, r"\prod": operator.mul, r"\max": max}
_FUNCTIONS = {r"\exp": np.exp, r"\ln": np.log}
# The measures of a class and of all classes, as formulas name them, with their names in `explain`.
OF_CLASS = {it: it for it in ("precision", "recall", "specificity")} | {
    **{"TPR": "recall", "NPV": "negative_predictive_value", "F_1": "f_score"},
    **{"J": "informedness", "R": "r_score", "R'": "r_prime"},
}
OF_ALL = {
    **{"accuracy": "accuracy", "error rate": "error_rate", "G-mean": "g_mean", "MCC": "mcc"},
    **{"balanced accuracy": "balanced_accuracy", r"\kappa": "cohen_kappa", "R_K": "mcc"},
    **{"product form": "mcc_product", "overall  R'": "r_prime_overall"},
}


@cache
def known(size, seed):
    """Return what each letter stands for, by its name and its number of indices."""
    cm = ConfusionMatrix(np.random.default_rng(seed).integers(1, 30, (size, size)))
    n, pi, q, beta = cm.total, cm.support / cm.total, cm.predicted / cm.total, Fraction(seed + 3, 2)
    (tp, fn), (fp, tn) = np.moveaxis([cm.one_vs_rest(c).counts for c in range(size)], 0, -1)
    p_o, p_e = 1 - pi - q + 2 * tp / n, pi * q + (1 - pi) * (1 - q)
    single = {"n": n, "total": n, "answered": n, "w": n, "K": size, "correct": cm.correct}
    single |= {r"\beta": float(beta), "p_o": cm.correct / n, "p_e": pi @ q, "right": cm.correct}
    single |= {name: explain(metric, cm).value for name, metric in OF_ALL.items()}
    single[r"\kappa_w"] = explain("cohen_kappa", cm, weights="linear").value
    for average in ("macro", "micro", "weighted"):
        single[f"{average} precision"] = explain("precision", cm, average=average).value
    # Document 1, and with it the proofs of lesson 6, call TP, n_c and m_c a, m and s.
    single |= {"a": tp, "m": cm.support, "s": cm.predicted, "h": n**-0.5}
    each = {"TP": tp, "FN": fn, "FP": fp, "TN": tn, r"\pi": pi, "prevalence": pi, "q": q}
    each |= {"n": cm.support, "n_P": cm.support, "n_N": n - cm.support, "m": cm.predicted}
    each |= {"p_o": p_o, "p_e": p_e, r"\kappa": (p_o - p_e) / (1 - p_e), "FPR": fp / (fp + tn)}
    # Lesson 3: the cells of two classes, prevalence and bias index, and shares between -1 and 1.
    single |= {"n_1_1": tp, "n_1_2": fn, "n_2_1": fp, "n_2_2": tn, "cost_F_N": 9, "cost_F_P": 2}
    each |= {"PI": (tp - tn) / n, "BI": (fn - fp) / n, "u": 2 * pi - 1, "v": 2 * q - 1}
    each |= {r"\mu": (pi + q) / 2, "p": tp / cm.support}
    single |= {"macro average": 2 / size - 1, "weighted average": 2 * (pi @ q) - 1}  # of v
    for name, metric in OF_CLASS.items():
        each[name] = [explain(metric, cm, c).value for c in range(size)]
    for name, weight in ((r"F_\beta", beta), ("F_2", 2)):
        each[name] = [explain("f_score", cm, c, beta=weight).value for c in range(size)]
    pairs = {"n": cm.counts, "p": cm.counts / n, "w": abs(np.subtract(*np.indices((size, size))))}
    n_ij, d = cm.counts, np.diag(cm.counts)
    roots = np.sqrt((d[:, None] + n_ij) * (n_ij.T + d) * (d[:, None] + n_ij.T) * (n_ij + d))
    pairs |= {"a": np.outer(d, d) / roots, "b": n_ij * n_ij.T / roots}
    return {
        (name, indices): np.asarray(it)
        for indices, values in enumerate((single, each, pairs))
        for name, it in values.items()
    }


class Reader:
    """Work out one side of an equation, from left to right; a KeyError names what it can't read."""

    def __init__(self, latex, values, first):
        # In \\frac12, each digit is an argument. Empty tokens end the side.
        self.left = [*_TOKEN.findall(re.sub(r"(?<=frac)(\d)(?=\d)", r"\1 ", latex)), "", ""]
        self.values = values
        self.size = int(values.get(("K", 0), 1))
        # Indices that no sum binds: a class, and another one.
        self.bound = dict.fromkeys("ci", first) | {"j": (first + 1) % self.size}

    def all(self):
        value = self.sum()
        if self.left[0]:
            raise KeyError(self.left[0])
        return value

    def take(self, *wanted):
        """Take the next token if it is one of those wanted, or whatever it is."""
        return self.left.pop(0) if not wanted or self.left[0] in wanted else ""

    def sum(self):
        value = 0 if self.left[0] in ("+", "-") else self.term()
        while sign := self.take("+", "-"):
            value += self.term() if sign == "+" else -self.term()
        return value

    def term(self):
        value = self.factor()
        while self.left[0] not in ("", "+", "-", ")", "]", "}", ","):
            over = self.take("/", ":", r"\cdot", r"\times") in ("/", ":")
            value = value / self.factor() if over else value * self.factor()
        return value

    def factor(self):
        return self.base() ** (self.base() if self.take("^") else 1)

    def base(self):
        """Work out a number, a letter with its indices, or what stands in brackets."""
        token = self.take()
        if token in _REPEATED:
            return self.repeated(_REPEATED[token])
        if token in _FUNCTIONS:
            return _FUNCTIONS[token](float(self.factor()))
        if token in ("(", "[", "{"):
            value = self.sum()
            if not self.take(")", "]", "}"):
                raise KeyError(token)
            return value
        if token == r"\frac":
            return self.base() / self.base()
        if token == r"\sqrt":
            degree = self.base() if self.left[0] == "[" else 2
            return self.base() ** (1 / degree)
        if re.fullmatch(r"\d+(\.\d+)?", token):
            return Fraction(token)
        return self.letter(re.sub(r"\\(?:text|mathrm)\{([^}]*)\}", r"\1", token))

    def script(self):
        return self.take()[1:] if self.left[0].startswith("_") else ""

    def letter(self, name):
        parts = re.findall(r"\\[a-z]+|\w", self.script())
        indices = [self.bound[it] for it in parts if it in self.bound]
        name = "_".join([name.replace(r"\ ", " "), *(it for it in parts if it not in self.bound)])
        indices = indices or ([] if (name, 0) in self.values else [self.bound["c"]])
        value = self.values[name, len(indices)][tuple(indices)]
        return float(value[self.bound["c"]] if value.ndim else value)

    def repeated(self, join):
        """Work out a sum, a product or the largest over classes, or over pairs of them."""
        under, start, begin = self.script(), self.bound, self.left
        if not (names := re.findall("[a-z]", under.replace(r"\ne", ""))):
            raise KeyError("sum")
        pair = operator.lt if "<" in under else operator.ne if r"\ne" in under else None
        found = []
        for places in product(range(self.size), repeat=len(names)):
            if pair is None or pair(*places):
                self.bound, self.left = start | dict(zip(names, places, strict=True)), [*begin]
                found.append(self.term())
        self.bound = start
        return reduce(join, found)
