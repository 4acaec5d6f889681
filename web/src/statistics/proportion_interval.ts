// Exact two-sided interval for a proportion that was seen in k of n draws (Clopper and Pearson): either end errs with
// probability at most (1 - confidence) / 2.
import { lowerBoundAngle } from "./clopper_pearson.ts";
import { CountFunction } from "./count_function.ts";
import { Recent } from "./recent.ts";

export interface Interval {
  lower: number;
  upper: number;
}

const recent = new Recent<CountFunction>(64);

function boundAngles(n: number, confidence: number): CountFunction {
  return recent.get(
    `${n} ${confidence}`,
    () => new CountFunction(1, n, (k, rest) => lowerBoundAngle(k, rest, (1 - confidence) / 2)),
  );
}

export function proportionLower(k: number, n: number, confidence: number): number {
  return k === 0 ? 0 : Math.cos(boundAngles(n, confidence).at(k)) ** 2;
}

export function proportionUpper(k: number, n: number, confidence: number): number {
  return k === n ? 1 : Math.sin(boundAngles(n, confidence).at(n - k)) ** 2;
}
