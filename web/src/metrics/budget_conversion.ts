// Certified accuracy and ACR of a model at another budget, from its votes (src/metrics/budget_conversion.h).
//   plug-in: assumes that p_A is votes / n and that the new count is equal to its mean.
//   expected: assumes that p_A is votes / n and lets the new votes be binomial.
import type { Budget } from "../statistics/budget.ts";
import { ExpectedRadius } from "../statistics/expected_radius.ts";
import { proportionLower, proportionUpper, type Interval } from "../statistics/proportion_interval.ts";
import { RadiusTable } from "../statistics/radius_table.ts";
import { TailGrid } from "../statistics/tail_grid.ts";
import { ImageWeights } from "./image_weights.ts";
import type { PaDistribution, VoteShares } from "./p_a_distribution.ts";

export type ConversionMethod = "plug-in" | "expected";

// At each radius; images of unknown votes count as not certified.
export function convertAccuracy(
  distribution: VoteShares,
  sigma: number,
  budget: Budget,
  radii: ArrayLike<number>,
  method: ConversionMethod,
): Float64Array {
  const table = RadiusTable.of(budget);
  const shareCertified = method === "plug-in" ? plugInShare(distribution, budget) : expectedShare(distribution, budget);
  let last: { count: number | null; share: number } = { count: null, share: 0 }; // neighbouring radii share counts
  return Float64Array.from(radii, (radius) => {
    const count = table.leastCount(radius / sigma);
    if (count !== last.count) last = { count, share: count === null ? 0 : shareCertified(count) };
    return last.share;
  });
}

function plugInShare(distribution: VoteShares, { n }: Budget): (count: number) => number {
  return (count) => distribution.shareAtLeast(count / n);
}

function expectedShare(distribution: VoteShares, { n }: Budget): (count: number) => number {
  const grid = TailGrid.of(n);
  const weights = ImageWeights.of(distribution, grid);
  return (count) => Math.min(1, Math.max(0, weights.sum(grid.tails(count)) / distribution.images));
}

export function convertAcr(
  distribution: VoteShares,
  sigma: number,
  budget: Budget,
  method: ConversionMethod,
): number {
  const sum = method === "plug-in" ? plugInSum(distribution, budget) : expectedSum(distribution, budget);
  return (sigma * sum) / distribution.images;
}

function plugInSum({ groups }: VoteShares, budget: Budget): number {
  const table = RadiusTable.of(budget);
  let sum = 0;
  for (let i = 0; i < groups.shares.length; ++i) {
    const count = Math.floor(groups.shares[i]! * budget.n + 0.5);
    sum += groups.images[i]! * table.z(count);
  }
  return sum;
}

function expectedSum({ groups: { angles, images } }: VoteShares, budget: Budget): number {
  const radius = ExpectedRadius.of(budget);
  let sum = 0;
  for (let i = 0; i < angles.length; ++i) sum += images[i]! * radius.at(angles[i]!);
  return sum;
}

// Intervals over the images for these values of convertAccuracy. Their ends take as few and as many votes as the log leaves
// open. Where no count reaches a radius nothing is uncertain.
export function accuracyIntervals(
  values: ArrayLike<number>,
  distribution: PaDistribution,
  sigma: number,
  budget: Budget,
  radii: ArrayLike<number>,
  method: ConversionMethod,
  confidence: number,
): Interval[] {
  const table = RadiusTable.of(budget);
  const valuesOf = (votes: VoteShares) =>
    votes === distribution ? values : convertAccuracy(votes, sigma, budget, radii, method);
  const [fewest, most] = [valuesOf(distribution.fewest), valuesOf(distribution.most)];
  let last = { low: Number.NaN, high: Number.NaN, interval: { lower: 0, upper: 0 } }; // neighbours often share it
  return Array.from(radii, (radius, i) => {
    if (table.leastCount(radius / sigma) === null) return { lower: 0, upper: 0 };
    const [low, high] = [Math.min(values[i]!, fewest[i]!), Math.max(values[i]!, most[i]!)];
    if (low !== last.low || high !== last.high)
      last = { low, high, interval: accuracyInterval(low, high, distribution.images, confidence) };
    return last.interval;
  });
}

// For a mean of values in [0, 1] between `low` and `high`, as if each were the outcome of one certification; successes are
// rounded outward.
export function accuracyInterval(low: number, high: number, images: number, confidence: number): Interval {
  return {
    lower: proportionLower(Math.max(0, Math.floor(low * images + 1e-9)), images, confidence),
    upper: proportionUpper(Math.min(images, Math.ceil(high * images - 1e-9)), images, confidence),
  };
}
