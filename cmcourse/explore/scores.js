// Scores and a threshold: counts, curves and costs, as pure functions. `yTrue` holds 1 for a positive
// and 0 for a negative sample; a sample whose score is at least the threshold is predicted as positive. The
// threshold null stands above all scores: nothing is predicted as positive.

const divide = (top, bottom) => (bottom > 0 ? top / bottom : NaN);

// The counts [[TP, FN], [FP, TN]] at a threshold, positives first.
export function countsAt(yTrue, scores, threshold) {
  const counts = [[0, 0], [0, 0]];
  scores.forEach((score, at) => {
    const called = threshold !== null && score >= threshold;
    counts[yTrue[at] === 1 ? 0 : 1][called ? 0 : 1] += 1;
  });
  return counts;
}

// One point for each different score, from above all of them down: the threshold, the four counts,
// and the places on both curves (`tpr` is recall). NaN where a rate is 0/0.
export function curve(yTrue, scores) {
  const order = [...scores.keys()].sort((a, b) => scores[b] - scores[a]);
  const positives = yTrue.filter((it) => it === 1).length;
  let [TP, FP] = [0, 0];
  const point = (threshold) => ({
    threshold, TP, FN: positives - TP, FP, TN: yTrue.length - positives - FP,
    fpr: divide(FP, yTrue.length - positives), tpr: divide(TP, positives), precision: divide(TP, TP + FP),
  });
  const points = [point(null)];
  order.forEach((at, place) => {
    if (yTrue[at] === 1) TP += 1;
    else FP += 1;
    if (scores[order[place + 1]] !== scores[at]) points.push(point(scores[at]));
  });
  return points;
}

// The share of pairs of a positive and a negative in which the positive has the higher score; a tie
// is half a pair. Counted in whole numbers, so that it is rounded once.
export function auc(points) {
  const { TP, FP } = points.at(-1);
  let halves = 0;
  points.slice(1).forEach((point, at) => {
    halves += (point.FP - points[at].FP) * (point.TP + points[at].TP);
  });
  return divide(halves, 2 * TP * FP);
}

// Average precision: the area under the steps of the P-R curve. The sum is kept to 200 binary places,
// so that it, too, is rounded once.
export function averagePrecision(points) {
  const places = 200n;
  let area = 0n;
  points.slice(1).forEach(({ TP, FP }, at) => {
    area += (BigInt((TP - points[at].TP) * TP) << places) / BigInt(TP + FP);
  });
  const positives = points.at(-1).TP;
  return positives ? Number(area / BigInt(positives)) / 2 ** Number(places) : NaN;
}

// What the errors cost at each point, [cost of a miss, cost of a false alarm], the least of it, and at
// which points it is that.
export function costs(points, [miss, falseAlarm]) {
  const each = points.map(({ FN, FP }) => FN * miss + FP * falseAlarm);
  const least = Math.min(...each);
  return { each, least, cheapest: [...each.keys()].filter((at) => each[at] === least) };
}
