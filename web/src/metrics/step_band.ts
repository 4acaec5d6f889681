// A band that is given at some p only, for a curve that falls with p (page_data.ts).
import type { StepBand } from "../page_data.ts";
import type { Interval } from "../statistics/proportion_interval.ts";

// At any p: the curve is at least what it is at the next p that is given, and at most what it is at the last one.
export function bandAt({ p, lower, upper }: StepBand, at: number): Interval {
  const next = p.findIndex((given) => given >= at);
  const last = p.findLastIndex((given) => given <= at);
  return { lower: next < 0 ? 0 : lower[next]!, upper: last < 0 ? 1 : upper[last]! };
}
