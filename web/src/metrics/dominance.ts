// Where two distributions of p_A differ on [1/2, 1] (src/metrics/dominance.h): intervals, crossings, largest differences.
import type { PaDistribution } from "./p_a_distribution.ts";

export interface Dominance {
  behind: [number, number][]; // where P_a < P_b
  ahead: [number, number][];
  crossings: number[]; // points from which the other one is ahead
  lead: { value: number; p: number }; // largest P_a - P_b, as a share
  deficit: { value: number; p: number };
}

export function compareDistributions(a: PaDistribution, b: PaDistribution): Dominance {
  const result: Dominance = {
    behind: [],
    ahead: [],
    crossings: [],
    lead: { value: 0, p: 0.5 },
    deficit: { value: 0, p: 0.5 },
  };
  let leader = 0; // 1: a was ahead last, -1: b
  let lastSign = 0; // of the point before, 0 for a tie
  let before = 0.5;
  eachJointStep(a, b, (p, imagesA, imagesB) => {
    const difference = imagesA / a.images - imagesB / b.images;
    // Compared in whole images, so that no rounding makes a lead.
    const sign = Math.sign(imagesA * b.images - imagesB * a.images);
    if (difference > result.lead.value) result.lead = { value: difference, p };
    if (-difference > result.deficit.value) result.deficit = { value: -difference, p };
    if (sign !== 0) {
      const intervals = sign < 0 ? result.behind : result.ahead;
      // Between steps the curves are constant: an interval reaches down to the step before.
      if (lastSign === sign) intervals.at(-1)![1] = p;
      else intervals.push([before, p]);
      if (leader !== 0 && sign !== leader) result.crossings.push(before);
      leader = sign;
    }
    lastSign = sign;
    before = p;
  });
  return result;
}

// Visits 1/2 and all points above where either distribution steps, with the number of images that have at
// least that share.
function eachJointStep(
  { groups: a }: PaDistribution,
  { groups: b }: PaDistribution,
  visit: (p: number, imagesA: number, imagesB: number) => void,
): void {
  let i = a.firstAtLeast(0.5);
  let j = b.firstAtLeast(0.5);
  visit(0.5, a.imagesFrom[i]!, b.imagesFrom[j]!);
  if (a.shares[i] === 0.5) ++i;
  if (b.shares[j] === 0.5) ++j;
  while (i < a.shares.length || j < b.shares.length) {
    const p = Math.min(a.shares[i] ?? Infinity, b.shares[j] ?? Infinity);
    visit(p, a.imagesFrom[i]!, b.imagesFrom[j]!);
    if (a.shares[i] === p) ++i;
    if (b.shares[j] === p) ++j;
  }
}
