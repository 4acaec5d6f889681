// A smooth function of a count k in [first, n] of n, when many counts are asked for and each takes an equation to
// solve: close to 0 and n every count is solved when it is first asked for, between them the function is interpolated.
import { PiecewiseChebyshev } from "./chebyshev.ts";

const kEnd = 64;
const kTolerance = 1e-13;

export class CountFunction {
  private readonly solved = new Map<number, number>();
  private readonly low: number; // interpolated from here
  private readonly high: number; // to here
  private between: PiecewiseChebyshev | null = null;

  constructor(
    first: number,
    private readonly n: number,
    private readonly solve: (k: number, rest: number) => number, // rest = n - k; both whole, or both at least `kEnd`
  ) {
    this.low = Math.max(first, kEnd);
    this.high = n - kEnd;
  }

  at(k: number): number {
    if (k >= this.low && k <= this.high && this.high - this.low > 2 * kEnd) {
      // In log odds both ends are stretched alike and bounds are nearly straight lines.
      const logOdds = (count: number) => Math.log(count / (this.n - count));
      this.between ??= new PiecewiseChebyshev(
        (t) => this.solve(this.n / (1 + Math.exp(-t)), this.n / (1 + Math.exp(t))),
        logOdds(this.low),
        logOdds(this.high),
        kTolerance,
      );
      return this.between.at(logOdds(k));
    }
    let value = this.solved.get(k);
    if (value === undefined) this.solved.set(k, (value = this.solve(k, this.n - k)));
    return value;
  }
}
