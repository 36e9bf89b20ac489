"""Guard of a lesson's length: its main path is one sitting."""

import re

from lesson_minutes import HEAD, head_of, main_path, size_of

from .changes import rewritten

MOST_MINUTES, MOST_WORDS, MOST_CODE_LINES = 60, 2500, 150


def longer_than_an_hour(notebook):
    """Refuse a main path of more than one sitting, and a head that does not say how long it is."""
    path, counted = main_path(notebook), head_of(notebook)
    size, minutes = size_of(path), int(re.search(r"\d+", counted)[0])
    for what, found, most in (
        ("words", size.words, MOST_WORDS),
        ("visible lines of code", size.code_lines, MOST_CODE_LINES),
        ("minutes", minutes, MOST_MINUTES),
    ):
        if found > most:
            yield f"the main path has {found} {what}, more than {most}"
    heads = [HEAD.search(cell.source) for cell in path]
    said = [" ".join(head[0].split()) for head in heads if head]
    if said != [counted]:
        yield f"the head says {said}, counted is {counted!r}: run `make refresh`"


BAD = {
    longer_than_an_hour: {
        "too much code": (
            rewritten("numbers", "beta = 0.5", "beta = 0.5\n" * 140),
            "visible lines of code, more than 150",
            "the head says",
        ),
    },
}
