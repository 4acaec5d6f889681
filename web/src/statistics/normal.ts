// The standard normal distribution, from its smaller side: relative error about 1e-15.
import erfc from "@stdlib/math-base-special-erfc";
import erfcinv from "@stdlib/math-base-special-erfcinv";

// P(Z > x).
export function normalUpperTail(x: number): number {
  return erfc(x / Math.SQRT2) / 2;
}

// The x with P(Z > x) = q.
export function normalUpperQuantile(q: number): number {
  return Math.SQRT2 * erfcinv(2 * q);
}
