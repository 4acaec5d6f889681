// Certified accuracy and ACR of a model at another budget, from its votes (src/metrics/budget_conversion.h).
//   plug-in: assumes that p_A is votes / n and that the new count is equal to its mean.
//   expected: assumes that p_A is votes / n and lets the new votes be binomial.
import type { Budget } from "../statistics/budget.ts";
import { ExpectedRadius } from "../statistics/expected_radius.ts";
import { proportionLower, proportionUpper, type Interval } from "../statistics/proportion_interval.ts";
import { RadiusTable } from "../statistics/radius_table.ts";
import { TailGrid } from "../statistics/tail_grid.ts";
import { ImageWeights } from "./image_weights.ts";
import type { PaDistribution } from "./p_a_distribution.ts";

export type ConversionMethod = "plug-in" | "expected";

// At each radius; images of unknown votes count as not certified.
export function convertAccuracy(
  distribution: PaDistribution,
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

function plugInShare(distribution: PaDistribution, { n }: Budget): (count: number) => number {
  return (count) => distribution.shareAtLeast(count / n);
}

function expectedShare(distribution: PaDistribution, { n }: Budget): (count: number) => number {
  const grid = TailGrid.of(n);
  const weights = ImageWeights.of(distribution, grid);
  return (count) => Math.min(1, Math.max(0, weights.sum(grid.tails(count)) / distribution.images));
}

export function convertAcr(
  distribution: PaDistribution,
  sigma: number,
  budget: Budget,
  method: ConversionMethod,
): number {
  const sum = method === "plug-in" ? plugInSum(distribution, budget) : expectedSum(distribution, budget);
  return (sigma * sum) / distribution.images;
}

function plugInSum({ groups }: PaDistribution, budget: Budget): number {
  const table = RadiusTable.of(budget);
  let sum = 0;
  for (let i = 0; i < groups.shares.length; ++i) {
    const count = Math.floor(groups.shares[i]! * budget.n + 0.5);
    sum += groups.images[i]! * table.z(count);
  }
  return sum;
}

function expectedSum({ groups: { angles, images } }: PaDistribution, budget: Budget): number {
  const radius = ExpectedRadius.of(budget);
  let sum = 0;
  for (let i = 0; i < angles.length; ++i) sum += images[i]! * radius.at(angles[i]!);
  return sum;
}

// Interval over the images for a mean of values in [0, 1], as if each were the outcome of one certification; successes
// are rounded outward. Where no count reaches a radius nothing is uncertain and no interval is needed.
export function accuracyInterval(value: number, images: number, confidence: number): Interval {
  const successes = value * images;
  return {
    lower: proportionLower(Math.max(0, Math.floor(successes + 1e-9)), images, confidence),
    upper: proportionUpper(Math.min(images, Math.ceil(successes - 1e-9)), images, confidence),
  };
}
