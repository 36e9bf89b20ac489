"""A stand-in that several tests share: a row of the ledger."""

from cmcourse.ledger import Entry

# A row that holds.
ROW = Entry(
    id="doc1-sample",
    document="doc1",
    kind="number",
    place="Section 1",
    quantity="the half",
    printed="0.5",
    decimals=1,
    source="",
    call="Fraction(1, 2)",
    recomputed="0.5",
    rounding="exact",
    verdict="reproduced",
    correction="",
    note="",
    lesson="01",
    section="Exercises",
    reading=1,
)
