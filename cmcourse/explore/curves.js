// The ROC and the P-R curve of the threshold explorer, whole from the start or drawn by the reader's moves.
import { written } from "./measures.js";
import { axes, element, shape } from "./parts.js";
import { auc, averagePrecision } from "./scores.js";

export function drawRoc(points, byHand) {
  // Straight lines are right, also over a tie: a random choice between two thresholds gives the points on them.
  const path = (some) => some.filter(({ fpr, tpr }) => !Number.isNaN(fpr + tpr)).map(({ fpr, tpr }) => [fpr, tpr]);
  const guess = [[0, 0], [1, 1]];
  return plot("ROC curve", "false-alarm rate", "recall", points, path, guess, `Area (AUC) ${written(auc(points))}`, byHand);
}

export function drawPr(points, byHand) {
  // Steps, since straight lines would be too optimistic: precision does not change linearly with recall.
  const path = (some) => some.filter(({ tpr, precision }) => !Number.isNaN(tpr + precision))
    .flatMap(({ tpr, precision }, at, known) => [[at ? known[at - 1].tpr : some[0] === points[0] ? 0 : tpr, precision], [tpr, precision]]);
  const { TP, FP } = points.at(-1);
  const guess = [[0, TP / (TP + FP)], [1, TP / (TP + FP)]];
  return plot("P-R curve", "recall", "precision", points, path, guess, `Average precision ${written(averagePrecision(points))}`, byHand);
}

// A curve, its part up to the threshold, the dashed line of guessing, and the point of the threshold. Drawn by hand, the
// curve and its area are shown once all points were passed.
function plot(name, xName, yName, points, path, guess, area, byHand) {
  const drawing = axes({ x: [0, 1], y: [0, 1], xName, yName, name, width: 360, height: 236 });
  const corners = (places) => places.map(([x, y]) => `${drawing.x(x)},${drawing.y(y)}`).join(" ");
  const line = (places, look) => shape("polyline", { points: corners(places), class: look });
  const trail = line([], "ce-trail");
  const point = shape("circle", { r: 7, class: "ce-point" });
  const whole = line(path(points), "ce-curve");
  drawing.front.append(line(guess, "ce-guess"), whole, trail, point);
  const note = element("p", { class: "ce-note" });
  let hidden = byHand;
  return {
    figure: element("div", { class: "ce-plot" }, drawing.root, note),
    mark(passed, x, y, words) {
      hidden &&= passed.length < points.length;
      const known = hidden ? `${passed.length} of ${points.length} thresholds found` : area;
      whole.setAttribute("visibility", hidden ? "hidden" : "inherit");
      note.textContent = `${name}. ${known}. Thick: the thresholds passed so far. Dashed: guessing.`;
      trail.setAttribute("points", corners(path(passed)));
      const placed = !Number.isNaN(x + y);
      point.setAttribute("visibility", placed ? "inherit" : "hidden");
      if (placed) {
        point.setAttribute("cx", drawing.x(x));
        point.setAttribute("cy", drawing.y(y));
      }
      drawing.describe(`${known}. At the threshold: ${words}`);
    },
  };
}
