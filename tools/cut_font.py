"""Cut the font of the book's formulas out of STIX Two Math, once; the outcome is committed.

With `npm pack @fontsource/stix-two-math@5.3.0` unpacked, `pip install fonttools brotli`, and
package/files/stix-two-math-latin-400-normal.woff2 as the argument.
"""

import sys
from itertools import chain
from pathlib import Path

from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

TARGET = Path(__file__).parents[1] / "docs/_static/stix/STIXTwoMath-cut.woff2"
# ASCII and Greek, upright and (in the block of mathematical letters, but for h) italic; the signs.
LETTERS = range(0x20, 0x7F), range(0x391, 0x3CA), range(0x1D434, 0x1D468), range(0x1D6E2, 0x1D71C)
SIGNS = "\u00a0\u2061¯±·×÷′‖‘’“”–…ℎℓ→⇒∂∈∉∏∑−∓∗√∞∣∧∨∩∪∼≈≠≡≤≥⊂⊆⋅⋮⋯⋱⌈⌉⌊⌋ϕϵ"
# Fractions within a line are lower, and rules thinner, than the font has them, and the index of a
# word is not lowered by the word's longest letter.
CONSTANTS = {
    "FractionNumeratorShiftUp": 394,
    "FractionDenominatorShiftDown": 345,
    "FractionRuleThickness": 50,
    "RadicalRuleThickness": 50,
    "RadicalVerticalGap": 120,
    "SubscriptBaselineDropMin": 0,
}

font = TTFont(sys.argv[1])
for name, value in CONSTANTS.items():
    getattr(font["MATH"].table.MathConstants, name).Value = value


def redraw(name: str, x: float, y: float = 1, lower: float = 0) -> None:
    """Scale a glyph, and then lower it."""
    glyphs = font.getGlyphSet()
    pen = TTGlyphPen(glyphs)
    glyphs[name].draw(TransformPen(pen, (x, 0, 0, y, 0, -lower)))
    width, left = font["hmtx"][name]
    font["glyf"][name], font["hmtx"][name] = pen.glyph(), (round(width * x), round(left * x))


# A browser sets the prime as an exponent, raised by 360 units and at 70 %: drawn larger and lower,
# it comes out as it is.
letters = font.getBestCmap()
redraw(letters[ord("′")], 1 / 0.7, 1 / 0.7, 360 / 0.7)

# Chromium leaves as much room for a root or a bracket as its widest form needs: roots of all
# heights get one width, and the tallest brackets are put together from pieces, which are narrower.
variants = font["MATH"].table.MathVariants
for name, grown in zip(
    variants.VertGlyphCoverage.glyphs, variants.VertGlyphConstruction, strict=True
):
    forms = grown.MathGlyphVariantRecord
    if name == letters[ord("√")]:
        pieces = {it.glyph for it in grown.GlyphAssembly.PartRecords}
        for form in {it.VariantGlyph for it in forms} | pieces:
            redraw(form, font["hmtx"][name][0] / font["hmtx"][form][0])
    elif grown.GlyphAssembly:
        grown.MathGlyphVariantRecord = [it for it in forms if it.AdvanceMeasurement < 2200]
        grown.VariantCount = len(grown.MathGlyphVariantRecord)

cut = Subsetter(Options(hinting=False, layout_features=[]))
cut.populate(text=SIGNS, unicodes=chain(*LETTERS))
cut.subset(font)
font.flavor = "woff2"
font.save(TARGET)
