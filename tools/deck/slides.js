// Chooses the size of the text on each slide, then starts reveal.js.
const LARGEST = 34, SMALLEST = 18;

function fit(wall) {
  const overflows = () =>
    wall.scrollHeight > wall.clientHeight || wall.scrollWidth > wall.clientWidth;
  for (let size = LARGEST; size > SMALLEST && overflows(); size -= 1)
    wall.style.fontSize = `${size - 1}px`;
  // Words that stay too small grow alone, and half as much in width, to touch no neighbour.
  for (const text of wall.querySelectorAll("svg text")) {
    const { a, b } = text.getScreenCTM(), least = SMALLEST / Math.hypot(a, b);
    const grown = least / parseFloat(getComputedStyle(text).fontSize);
    if (grown <= 1) continue;
    text.setAttribute("textLength", text.getComputedTextLength() * Math.sqrt(grown));
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    text.style.fontSize = `${least}px`;
  }
}

document.fonts.load('1em "STIX Two Math"', "x").then(() => {
  document.querySelectorAll(".wall").forEach(fit);
  Reveal.initialize({
    width: 1280, height: 720, margin: 0, center: false, controls: false, hash: true,
    slideNumber: "c/t", transition: "none", viewDistance: 1000, plugins: [RevealNotes],
  });
});
