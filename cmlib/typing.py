"""The types of the arguments, for annotations of your own."""

from cmlib._averages import Average, Matrices, Weights
from cmlib._labels import Label, Labels
from cmlib.matrix import Piece
from cmlib.top_k import Ties

__all__ = ["Average", "Label", "Labels", "Matrices", "Piece", "Ties", "Weights"]
