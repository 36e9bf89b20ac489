"""Cut the face of the book's text out of Source Sans 3, once; the outcome is committed.

With `npm pack @fontsource-variable/source-sans-3@5.3.1` unpacked, `pip install fonttools brotli`,
and its folder package/files as the argument. Upright letters have every weight from 400 to 700,
slanted ones 400 alone. The licence (OFL) reserves the font's name, so the cut has another.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

TARGET = Path(__file__).parents[1] / "docs/_static/text"
SIGNS = "\u00a0§©«°±²³´·¹»¼½¾×ÀÄÉÖÜßàáäåçèéêëìíïñòóöøùúüý÷‐‑–—‘’“”†•…′″€−"
WEIGHTS = {"normal": (400, 700), "italic": 400}

for style, weight in WEIGHTS.items():
    font = TTFont(Path(sys.argv[1], f"source-sans-3-latin-wght-{style}.woff2"))
    cut = Subsetter(Options(hinting=False, layout_features=["kern", "liga", "mark"], name_IDs=[0]))
    cut.populate(text=SIGNS, unicodes=range(0x20, 0x7F))
    cut.subset(font)
    font = instantiateVariableFont(font, {"wght": weight})
    for number in (1, 4, 6):
        font["name"].setName("Book-Text", number, 3, 1, 0x409)
    font.flavor = "woff2"
    font.save(TARGET / f"BookText-{style}.woff2")
