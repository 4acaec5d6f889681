// Proportions as angles: p with complement q has the angle v in [0, pi / 2] with p = cos^2 v, q = sin^2 v. In this form
// n draws tell every proportion with about the same standard deviation, and neither end loses digits.

export function angleOf(successes: number, failures: number): number {
  return Math.atan2(Math.sqrt(failures), Math.sqrt(successes));
}

// Standard deviation of the angle of n draws' share.
export function angleDeviation(n: number): number {
  return 0.5 / Math.sqrt(n);
}

// ln(y(v + by) / y(v)) for y = sin or cos, given y'(v) / y(v): cot v or -tan v. Densities multiply it by n, so a small
// value must keep its digits.
export function logGrowth(logSlope: number, by: number): number {
  const half = Math.sin(by / 2);
  return Math.log1p(2 * half * (logSlope * Math.cos(by / 2) - half));
}
