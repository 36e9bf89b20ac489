"""Cut the icons that the book's theme shows out of Font Awesome, once; the outcome is committed.

The argument is the theme's fa-solid-900.woff2; it needs `pip install fonttools brotli`. The licence
(OFL) reserves the font's name, so the cut has another.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

TARGET = Path(__file__).parents[1] / "docs/_static/icons/book-icons.woff"
# Header: search, theme, contents, menu, download, arrows, repository; then those of admonitions.
ICONS = [
    *(0xF002, 0xF185, 0xF186, 0xF042, 0xF03A, 0xF0C9, 0xF062, 0xF1C1, 0xF15B, 0xF019, 0xF104),
    *(0xF105, 0xF135, 0xF0EB, 0xF303, 0xF065, 0xF077, 0xF078, 0xF054, 0xF053, 0xF00D, 0xF00C),
    *(0xF071, 0xF05A, 0xF06A, 0xF0F3, 0xF02D, 0xF0C1, 0xF35D, 0xF044, 0xF192, 0xF120, 0xF30B),
    *(0xF010, 0xF057, 0xF058, 0xF064),
]

font = TTFont(sys.argv[1])
cut = Subsetter(Options(hinting=False, layout_features=[], name_IDs=[]))
cut.populate(unicodes=ICONS)
cut.subset(font)
for number in (1, 4, 6):
    font["name"].setName("Book-Icons", number, 3, 1, 0x409)
font.flavor = "woff"
TARGET.parent.mkdir(exist_ok=True)
font.save(TARGET)
