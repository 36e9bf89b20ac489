"""Checks of the references of document 2."""

from __future__ import annotations

from cmcourse.ledger.evidence import Evidence


def citations_listed() -> Evidence:
    """Compare the numbers that document 2 cites, in the order of its text, with its references."""
    cited = "1-7 2-7 1 3 4 1 2 3 4 4 7 8 1 3 7 9 10 7 7 11 12 13"
    listed = "Yang Wang Wisanwanichthan Géron Janusa Beeche Zhang Yu Guo Liu Alizadeh Wang Yang"
    ends = [[int(end) for end in part.split("-")] for part in cited.split()]
    numbers = {n for end in ends for n in range(end[0], end[-1] + 1)}
    expected = set(range(1, len(listed.split()) + 1))
    return Evidence(
        numbers == expected, f"{len(numbers & expected)} of {len(numbers)} cited works are listed"
    )


def dois_stand_right() -> Evidence:
    """Return whether each DOI that ends with the number of a listed article is printed with it."""
    # References of document 2: the article number where it prints one, and the end of the DOI.
    articles = {1: "108549", 2: "201", 5: "106282", 6: "108669", 11: "106646"}
    dois = {
        1: "patcog.2022.108549",
        2: "info11040201",
        3: "ACCESS.2021.3118573",
        4: "landusepol.2022.106282",
        6: "patcog.2022.108669",
        11: "knosys.2020.106646",
    }
    owners = {
        at: [owner for owner, article in articles.items() if doi.endswith(article)]
        for at, doi in dois.items()
    }
    strays = [
        f"[{at}] prints {dois[at]}, [{own[0]}]'s"
        for at, own in owners.items()
        if own and at not in own
    ]
    return Evidence(not strays, "; ".join(strays) or f"{len(dois)} DOIs stand where they belong")
