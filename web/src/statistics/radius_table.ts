// Certified radii of a budget in units of sigma (src/stats/certified_radius.h): a count k of n votes certifies
// z(k) = Phi^-1 of Clopper and Pearson's lower bound, and abstains where that bound is at most 1/2.
import type { Budget } from "./budget.ts";
import { lowerBoundAngle } from "./clopper_pearson.ts";
import { CountFunction } from "./count_function.ts";
import { normalUpperQuantile } from "./normal.ts";
import { Recent } from "./recent.ts";

// The table's error stays below this, and the distance between the radii of neighbouring counts stays above it. Radii
// closer than this are the same: the least count that reaches z(k) is k, and a bound of 1/2 abstains.
const kSame = 1e-11;

const recent = new Recent<RadiusTable>(8);

export class RadiusTable {
  private readonly untruncated: CountFunction;
  private readonly leastCounts = new Map<number, number | null>();
  readonly leastCertifying: number | null; // count

  static of({ n, alpha }: Budget): RadiusTable {
    return recent.get(`${n} ${alpha}`, () => new RadiusTable(n, alpha));
  }

  private constructor(
    readonly n: number,
    readonly alpha: number,
  ) {
    this.untruncated = new CountFunction(Math.max(1, Math.floor(n / 2)), n, (k, failures) =>
      normalUpperQuantile(Math.sin(lowerBoundAngle(k, failures, alpha)) ** 2),
    );
    this.leastCertifying = this.search((z) => z > kSame);
  }

  // 0 where k abstains; k whole, in [0, n].
  z(k: number): number {
    return this.leastCertifying === null || k < this.leastCertifying ? 0 : this.untruncated.at(k);
  }

  // The same curve for every real k in [n / 2, n - 64], for n of some hundreds at least; negative where a count abstains.
  smoothZ(k: number): number {
    return this.untruncated.between(k);
  }

  // The radius that no count exceeds.
  get largest(): number {
    return this.z(this.n);
  }

  // The least count whose radius is at least z >= 0, for 0 the least that certifies; null when there is none.
  leastCount(z: number): number | null {
    let count = this.leastCounts.get(z);
    if (count === undefined) {
      count = this.search((radius) => radius > kSame && radius >= z - kSame);
      this.leastCounts.set(z, count);
    }
    return count;
  }

  // The least count above n / 2 that holds; what holds for a radius holds for all larger ones.
  private search(holds: (z: number) => boolean): number | null {
    let low = Math.floor(this.n / 2); // never certifies
    let high = this.n;
    if (!holds(this.untruncated.at(high))) return null;
    while (low + 1 < high) {
      const middle = Math.floor((low + high) / 2);
      if (holds(this.untruncated.at(middle))) high = middle;
      else low = middle;
    }
    return high;
  }
}
