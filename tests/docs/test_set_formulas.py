"""Formulas as MathML, with repairs of what the converter or a browser gets wrong."""

import pytest
from set_formulas import keep_stops, mathml


@pytest.mark.parametrize(
    ("tex", "told"),
    [
        (r"1{,}234{,}500", "<mn>1,234,500</mn>"),
        (r"\boxed{x}", '<mrow class="boxed"><mi>x</mi></mrow>'),
        (r"\bigl(x\bigr)^2", "<msup><mrow><mo "),
        (r"\begin{aligned} a &= b \\[1ex] &= c \end{aligned}", "<mi>b</mi></mtd></mtr><mtr><mtd"),
        (r"a &= b \\ &= c", "<mi>b</mi></mtd></mtr><mtr><mtd"),
        (r"a = b \tag{A}", "<mtext>(A)</mtext>"),
        (r"\begin{aligned} a &= b \\ &= c \end{aligned} \tag{A}", "<mtext>(A)</mtext>"),
    ],
)
def test_repairs(tex, told):
    found = mathml(tex, displaystyle=True)
    assert told in found
    assert "[" not in found


@pytest.mark.parametrize("tex", [r"\unheard{1}", "x_{", r"a & b", r"\frac{1}"])
def test_unknown_tex_raises(tex):
    with pytest.raises(ValueError, match="formula '"):
        mathml(tex)


def test_comma_stays_with_formula():
    formula = f'<span class="math x">{mathml("a")}</span>'
    context = {"body": f"<p>{formula}, then {formula} ends.</p>"}
    keep_stops(None, "", "", context, None)
    assert (
        context["body"] == f'<p><span class="with-stop">{formula},</span> then {formula} ends.</p>'
    )
