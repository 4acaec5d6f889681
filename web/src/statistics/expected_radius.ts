// The expected certified radius, in units of sigma, of an image with given p_A: the sum over counts k of
// P[Bin(n, p_A) = k] z(k), as a function of the angle of p_A (angle.ts). For many p_A at one budget.
import { angleDeviation, angleOf } from "./angle.ts";
import type { Budget } from "./budget.ts";
import { PiecewiseChebyshev } from "./chebyshev.ts";
import { gaussLegendre } from "./gauss_legendre.ts";
import { RadiusTable } from "./radius_table.ts";
import { Recent } from "./recent.ts";

const kReach = 13; // deviations of the angle: less than exp(-13^2 / 4) = 4e-19 lies beyond
const kTolerance = 1e-11;
const kWholeBelow = 900; // variance up to which counts are summed one by one
const kRule = gaussLegendre(12);

const recent = new Recent<ExpectedRadius>(4);

export class ExpectedRadius {
  private readonly curve: PiecewiseChebyshev | null;
  private readonly end: number; // angle beyond which every count abstains

  static of(budget: Budget): ExpectedRadius {
    return recent.get(`${budget.n} ${budget.alpha}`, () => new ExpectedRadius(RadiusTable.of(budget)));
  }

  private constructor(radii: RadiusTable) {
    const { n, leastCertifying } = radii;
    if (leastCertifying === null) {
      this.curve = null;
      this.end = 0;
      return;
    }
    const reach = kReach * angleDeviation(n);
    this.end = Math.min(Math.PI / 2, angleOf(leastCertifying, n - leastCertifying) + reach);
    this.curve = new PiecewiseChebyshev(
      (angle) => expectedRadius(radii, leastCertifying, angle),
      0,
      this.end,
      kTolerance,
    );
  }

  at(angle: number): number {
    return this.curve === null || angle >= this.end ? 0 : this.curve.at(angle);
  }
}

function expectedRadius(radii: RadiusTable, leastCertifying: number, angle: number): number {
  const { n } = radii;
  const reach = kReach * angleDeviation(n);
  const fewest = Math.floor(n * Math.sin(Math.max(0, angle - reach)) ** 2); // failures that may occur
  const most = Math.ceil(n * Math.sin(Math.min(Math.PI / 2, angle + reach)) ** 2);
  const p = Math.cos(angle) ** 2;
  const q = Math.sin(angle) ** 2;
  return n * p * q < kWholeBelow
    ? summedRadius(radii, p, q, fewest, most)
    : integratedRadius(radii, p, q, fewest, most, n - leastCertifying);
}

// Count by count, outward from the most probable one, in units of its probability.
function summedRadius(radii: RadiusTable, p: number, q: number, fewest: number, most: number): number {
  const { n } = radii;
  const mode = Math.min(n, Math.floor((n + 1) * q));
  let total = 1;
  let sum = radii.z(n - mode);
  for (let failures = mode + 1, mass = 1; failures <= most; ++failures) {
    mass *= ((n - failures + 1) * q) / (failures * p);
    total += mass;
    sum += mass * radii.z(n - failures);
  }
  for (let failures = mode - 1, mass = 1; failures >= fewest; --failures) {
    mass *= ((failures + 1) * p) / ((n - failures) * q);
    total += mass;
    sum += mass * radii.z(n - failures);
  }
  return sum / total;
}

// For so many counts that their sum is an integral: from half a count before the first to half a count after the last,
// less 1/24 of the slope there (Euler and Maclaurin). The slope counts only at the last one that certifies; the next
// term would be of order 1e-13.
function integratedRadius(
  radii: RadiusTable,
  p: number,
  q: number,
  fewest: number,
  most: number,
  mostCertifying: number,
): number {
  const { n } = radii;
  const term = (failures: number) => binomialMass(n, failures, p, q) * radii.smoothZ(n - failures);
  const end = Math.min(most, mostCertifying) + 0.5;
  if (end <= fewest) return 0;
  const panels = Math.ceil((end - fewest) / Math.sqrt(n * p * q));
  const half = (end - fewest) / panels / 2;
  let sum = 0;
  for (let panel = 0; panel < panels; ++panel) {
    const center = fewest + (2 * panel + 1) * half;
    for (let i = 0; i < kRule.nodes.length; ++i) sum += half * kRule.weights[i]! * term(center + half * kRule.nodes[i]!);
  }
  return mostCertifying < most ? sum - (term(end + 0.5) - term(end - 0.5)) / 24 : sum;
}

// P[Bin(n, q) = j], also between whole j, where j and n - j are at least some hundreds: Stirling's series and the
// deviance, neither of which loses digits (Loader's way).
function binomialMass(n: number, j: number, p: number, q: number): number {
  const rest = n - j;
  const stirling = (x: number) => (1 - 1 / (30 * x * x)) / (12 * x);
  const deviance = (seen: number, mean: number) => {
    const x = (seen - mean) / mean;
    return mean * ((1 + x) * Math.log1p(x) - x);
  };
  return (
    Math.sqrt(n / (2 * Math.PI * j * rest)) *
    Math.exp(stirling(n) - stirling(j) - stirling(rest) - deviance(j, n * q) - deviance(rest, n * p))
  );
}
