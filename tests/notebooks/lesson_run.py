"""A plugin for ``pytest --nbval``: after a lesson's last cell, compute the numbers of its prose.

nbval runs the code cells of each notebook and compares their outputs. One item more follows them,
in the same kernel. The conftest at the top loads this plugin wherever nbval runs.
"""

import nbformat
import nbval.kernel
from guards import prose_numbers
from kernels import OwnFilesKernelManager
from nbval.plugin import IPyNbCell

# nbval has no setting for it.
nbval.kernel.KernelManager = OwnFilesKernelManager


class WrongProse(Exception):
    """Some numbers of a lesson's prose are not what the lesson computes."""


class ProseNumbers(IPyNbCell):
    """A cell that no notebook holds: it computes the numbers that the lesson's prose prints."""

    @classmethod
    def after(cls, lesson, cell_num):
        """Make the item that follows the lesson's cells."""
        return cls.from_parent(
            lesson,
            name="prose",
            cell_num=cell_num,
            cell=nbformat.v4.new_code_cell(prose_numbers.evaluating_cell(lesson.nb)),
            options={"check": False, "check_exception": False, "skip": False},
        )

    def runtest(self):
        super().runtest()
        values = prose_numbers.read_values(self.test_outputs)
        problems = "\n".join(prose_numbers.wrong_prose_values(self.parent.nb, values))
        if problems:
            raise WrongProse(problems)

    def repr_failure(self, excinfo):
        if isinstance(excinfo.value, WrongProse):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self):
        path, line, _ = super().reportinfo()
        return path, line, f"{self.parent.name}::{self.name}"


def pytest_collection_modifyitems(items):
    """Put the numbers of the prose behind each lesson's last cell."""
    last = {item.parent: i for i, item in enumerate(items) if isinstance(item, IPyNbCell)}
    for lesson, i in sorted(last.items(), key=lambda pair: -pair[1]):
        items.insert(i + 1, ProseNumbers.after(lesson, items[i].cell_num + 1))
