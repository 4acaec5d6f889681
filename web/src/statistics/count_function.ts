// A smooth function of a count k in [first, n] of n, for the case that many counts are asked for and an equation has to
// be solved for each. Close to 0 and n every count is solved by itself; between them the function is interpolated.
import { PiecewiseChebyshev } from "./chebyshev.ts";

const kEnd = 64;
const kTolerance = 1e-13;
const kRemembered = 2 ** 17;

export class CountFunction {
  private readonly known: Float64Array; // of the counts n, n - 1, ...; NaN where none has been asked for
  private readonly low: number; // interpolated from here
  private readonly high: number; // to here
  private interpolated: PiecewiseChebyshev | null = null;

  constructor(
    first: number,
    private readonly n: number,
    private readonly solve: (k: number, rest: number) => number, // rest = n - k; both whole, or both at least `kEnd`
  ) {
    this.known = new Float64Array(Math.min(n + 1, kRemembered)).fill(NaN);
    this.low = Math.max(first, kEnd);
    this.high = n - kEnd;
  }

  // For whole k.
  at(k: number): number {
    const rest = this.n - k;
    const known = this.known[rest];
    if (known !== undefined && known === known) return known;
    const isBetween = k >= this.low && k <= this.high && this.high - this.low > 2 * kEnd;
    const value = isBetween ? this.between(k) : this.solve(k, rest);
    if (rest < this.known.length) this.known[rest] = value;
    return value;
  }

  // For real k in [max(first, 64), n - 64].
  between(k: number): number {
    // In log odds both ends are stretched alike and bounds are nearly straight lines.
    const logOdds = (count: number) => Math.log(count / (this.n - count));
    this.interpolated ??= new PiecewiseChebyshev(
      (t) => this.solve(this.n / (1 + Math.exp(-t)), this.n / (1 + Math.exp(t))),
      logOdds(this.low),
      logOdds(this.high),
      kTolerance,
    );
    return this.interpolated.at(logOdds(k));
  }
}
