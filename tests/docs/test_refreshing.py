"""`make refresh` stores an explorer the same on every run."""

from nbformat.v4 import new_code_cell, new_output
from refreshing import WIDGET_VIEW, DropWidgetViews


def test_widget_view_is_dropped():
    shown = {"text/html": "<div>", "text/plain": "an explorer", WIDGET_VIEW: {"model_id": "1f"}}
    printed = new_output("stream", text="3\n")
    cell = new_code_cell(outputs=[new_output("display_data", shown), printed])
    cell, _ = DropWidgetViews().preprocess_cell(cell, {}, 0)
    assert cell.outputs[0].data == {"text/html": "<div>", "text/plain": "an explorer"}
    assert cell.outputs[1] == printed
