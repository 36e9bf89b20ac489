"""The explorers as widgets of a notebook. Only this file needs anywidget."""

from __future__ import annotations

from typing import Any

try:
    import anywidget
except ModuleNotFoundError as error:
    message = "cmcourse.explore needs anywidget: install it with pip install anywidget"
    raise ImportError(message) from error
import traitlets

from cmcourse.explore.bundle import style, with_imports
from cmcourse.explore.state import State, matrix_at
from cmcourse.explore.still import sentence, to_html
from cmlib.matrix import ConfusionMatrix


def _synced(trait: Any) -> Any:
    """Return a trait that is synchronised with the notebook."""
    return trait.tag(sync=True)


class Explorer(anywidget.AnyWidget):
    """The display of all explorers. Their state is in their traits."""

    kind = ""
    goals = _synced(traitlets.List())

    def __init__(self, state: State) -> None:
        # anywidget reads the script and the style when the widget is made.
        self._esm = with_imports(self.kind)
        self._css = style()
        super().__init__(**state)

    @property
    def state(self) -> State:
        """What the explorer holds now."""
        foreign = set(anywidget.AnyWidget.class_traits())
        names = [name for name in self.trait_names() if name not in foreign]
        return {name: getattr(self, name) for name in names if not name.startswith("_")}

    def __repr__(self) -> str:
        """Return a sentence, the same on every run."""
        return sentence(self.kind, self.state)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the widget, and its still picture and a sentence for pages without a script."""
        bundle = super()._repr_mimebundle_(**kwargs)
        assert bundle is not None  # None only for a widget without a view
        shown, about = bundle
        still = {"text/html": to_html(self.kind, self.state), "text/plain": repr(self)}
        return {**shown, **still}, about


class OfAMatrix(Explorer):
    """The state of the matrix explorer and the averaging explorer."""

    counts = _synced(traitlets.List())
    labels = _synced(traitlets.List())

    @property
    def cm(self) -> ConfusionMatrix:
        """The matrix as it is now; the classes are named by text."""
        return ConfusionMatrix(self.counts, labels=self.labels)


class MatrixExplorer(OfAMatrix):
    """The widget of `cmcourse.explore.matrix`."""

    kind = "matrix"
    measure = _synced(traitlets.Unicode(""))
    label = _synced(traitlets.Unicode(""))
    measures = _synced(traitlets.List())


class AveragingExplorer(OfAMatrix):
    """The widget of `cmcourse.explore.averaging`."""

    kind = "averaging"


class ThresholdExplorer(Explorer):
    """The widget of `cmcourse.explore.threshold`."""

    kind = "threshold"
    y_true = _synced(traitlets.List())
    scores = _synced(traitlets.List())
    names = _synced(traitlets.List())
    threshold = _synced(traitlets.Float(allow_none=True))
    costs = _synced(traitlets.List())
    data = _synced(traitlets.Dict())
    chosen = _synced(traitlets.Unicode(""))
    by_hand = _synced(traitlets.Bool(False))

    @property
    def cm(self) -> ConfusionMatrix:
        """The matrix at the threshold as it is now, the positives first."""
        return matrix_at(self.state)


class PrevalenceExplorer(Explorer):
    """The widget of `cmcourse.explore.prevalence`."""

    kind = "prevalence"
    sensitivity = _synced(traitlets.Float())
    specificity = _synced(traitlets.Float())
    prevalence = _synced(traitlets.Float())
    people = _synced(traitlets.Int(1000))


class ConsistencyExplorer(Explorer):
    """The widget of `cmcourse.explore.consistency`."""

    kind = "consistency"
    samples = _synced(traitlets.List())
    values = _synced(traitlets.List())
