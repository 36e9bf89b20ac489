"""What `make refresh` does to a notebook beyond what nbconvert does by itself."""

from nbconvert.preprocessors import Preprocessor

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


class DropWidgetViews(Preprocessor):
    """Leave of an explorer's output what can be read without a kernel, its picture and its text.

    The view names a widget of a kernel that has ended, by a name that differs from run to run.
    """

    def preprocess_cell(self, cell, resources, index):
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET_VIEW, None)
        return cell, resources
