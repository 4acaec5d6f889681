// Clopper and Pearson's exact bounds on a binomial proportion, as angles.
import { angleDeviation, angleOf, logGrowth } from "./angle.ts";
import { gaussLegendre } from "./gauss_legendre.ts";

// P[Bin(n, cos^2 v) >= k] is the mass from v to pi / 2 of a density proportional to sin^(2 (n - k) + 1) cos^(2 k - 1).
// Chernoff's bound: beyond d deviations of the angle lies less than exp(-d^2 / 4).
const kReachBelow = 13; // there the mass is compared with 1
const kReachAbove = 16; // there with alpha, down to 1e-12
const kPanel = 1; // deviations; the rule below is then good to 1e-15
const kRule = gaussLegendre(12);

// The angle of the one-sided lower bound: P[Bin(n, cos^2 v) >= k] = alpha for k > 0 successes and n - k failures. Both
// are whole, or both at least 64, where powers that are not whole are as smooth as others; alpha in (1e-13, 1).
export function lowerBoundAngle(successes: number, failures: number, alpha: number): number {
  const ofSine = 2 * failures + 1;
  const ofCosine = 2 * successes - 1;
  const mode = angleOf(ofCosine, ofSine);
  const tangent = Math.tan(mode);
  const density = (v: number) =>
    Math.exp(ofSine * logGrowth(1 / tangent, v - mode) + ofCosine * logGrowth(-tangent, v - mode));
  const mass = (from: number, to: number) => {
    const center = (from + to) / 2;
    const half = (to - from) / 2;
    let sum = 0;
    for (let i = 0; i < kRule.nodes.length; ++i) sum += kRule.weights[i]! * density(center + half * kRule.nodes[i]!);
    return half * sum;
  };

  const deviation = angleDeviation(successes + failures);
  const from = Math.max(0, mode - kReachBelow * deviation);
  const to = Math.min(Math.PI / 2, mode + kReachAbove * deviation);
  const panels = Math.ceil((to - from) / (kPanel * deviation));
  const width = (to - from) / panels;
  const masses = Float64Array.from({ length: panels }, (_, i) => mass(from + i * width, from + (i + 1) * width));
  const wanted = alpha * masses.reduce((sum, value) => sum + value, 0);
  let above = 0;
  let panel = panels - 1;
  while (panel > 0 && above + masses[panel]! < wanted) above += masses[panel--]!;

  // Newton's method on the logarithm of the mass, which is nearly a parabola, inside the panel where it crosses.
  const end = from + (panel + 1) * width;
  let low = from + panel * width;
  let high = end;
  let v = (low + high) / 2;
  for (let step = 0; step < 100; ++step) {
    const here = above + mass(v, end);
    const error = Math.log(here / wanted);
    if (error > 0) low = v;
    else high = v;
    const newton = (error * here) / density(v);
    if (Math.abs(newton) < 1e-9 * width) return v + newton; // the digits double: after this step all are there
    v = v + newton > low && v + newton < high ? v + newton : (low + high) / 2;
  }
  return v;
}
