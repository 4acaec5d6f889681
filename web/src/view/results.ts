// What every log would certify at one budget, computed when asked for and remembered.
// Values of a group are means over its seeds.
import { accuracyIntervals, convertAccuracy, type ConversionMethod } from "../metrics/budget_conversion.ts";
import type { Budget } from "../statistics/budget.ts";
import type { Interval } from "../statistics/proportion_interval.ts";
import { RadiusTable } from "../statistics/radius_table.ts";
import { isOwnBudget, logsOf, mean, remembered, type Comparison, type Model } from "./comparison.ts";

export class Results {
  readonly #curves = new Map<number, Float64Array>();
  readonly #acr = new Map<number, number>();
  readonly #points = new Map<string, number>();

  constructor(
    readonly comparison: Comparison,
    readonly budget: Budget,
    readonly method: ConversionMethod,
    readonly radii: Float64Array, // of the curves
  ) {}

  acr(model: Model): number {
    return remembered(this.#acr, model.index, () => this.comparison.acr(model, this.budget, this.method));
  }

  /** Certified accuracy at each of `radii`. */
  curve(model: Model): Float64Array {
    return remembered(this.#curves, model.index, () =>
      model.members.length > 0
        ? meanCurve(model.members.map((log) => this.curve(log)))
        : convertAccuracy(this.comparison.distribution(model), model.log.sigma, this.budget, this.radii, this.method),
    );
  }

  accuracy(model: Model, radius: number): number {
    return remembered(this.#points, `${model.index} ${radius}`, () =>
      mean(
        logsOf(model).map(
          (log) => this.#logged(log, radius) ?? this.#accuracyOf(this.comparison.distribution(log), log, radius),
        ),
      ),
    );
  }

  classAccuracy(model: Model, label: number, radius: number): number {
    return remembered(this.#points, `${model.index} ${radius} ${label}`, () =>
      mean(logsOf(model).map((log) => this.#accuracyOf(this.comparison.ofClass(log, label), log, radius))),
    );
  }

  /** Intervals of certified accuracies of a log, with all that it leaves open of its votes. */
  intervals(model: Model, radii: ArrayLike<number>, accuracies: ArrayLike<number>): Interval[] {
    const { budget, method, comparison } = this;
    const distribution = comparison.distribution(model);
    const { confidence } = comparison.data;
    return accuracyIntervals(accuracies, distribution, model.log.sigma, budget, radii, method, confidence);
  }

  /** The share of votes an image needs for the radius; null where the budget cannot certify it. */
  leastShare(sigma: number, radius: number): number | null {
    const votes = RadiusTable.of(this.budget).leastCount(radius / sigma);
    return votes === null ? null : votes / this.budget.n;
  }

  /** At the budget of the log what its radii say, as certus evaluate prints it: rounded ones leave the votes open. */
  #logged({ log }: Model, radius: number): number | undefined {
    if (this.method !== "plug-in" || !isOwnBudget(log, this.budget)) return undefined;
    return log.logged.accuracy.find((point) => point.radius === radius)?.value;
  }

  #accuracyOf(distribution: ReturnType<Comparison["distribution"]>, model: Model, radius: number): number {
    return convertAccuracy(distribution, model.log.sigma, this.budget, [radius], this.method)[0]!;
  }
}

const mostSteps = 400; // radii of counts in the grid; if there are more, only those further apart than its places
const gridPlaces = 400;
const justAbove = 1e-9; // in units of sigma: more than RadiusTable takes for the same

/**
 * Radii from 0 to beyond the largest that a log or the budget can certify, at distances that meet 0.25, 0.5, ... Certified
 * accuracy steps down right after the radius of a count: where such steps are few or wide, both sides of them are there,
 * so that a line through all places is flat between them and falls where the curve falls.
 */
export function radiusGrid({ logs, sigmas }: Comparison, budget: Budget): Float64Array {
  let most = 0;
  for (const { log } of logs)
    for (const each of [budget, log]) most = Math.max(most, log.sigma * RadiusTable.of(each).largest);
  const end = Math.max(0.25, Math.ceil(most / 0.25) * 0.25);
  const perQuarter = Math.max(1, Math.floor(gridPlaces / 4 / end));
  const even = Array.from({ length: Math.round(end * 4 * perQuarter) + 1 }, (_, i) => i / (4 * perQuarter));
  const steps = stepsOf(budget, sigmas, 0.25 / perQuarter).flatMap(({ sigma, z }) => [sigma * z, sigma * (z + justAbove)]);
  return Float64Array.from(new Set([...even, ...steps])).sort();
}

/** Whether this place of a radius grid is the far side of a step. */
export const isAfterStep = (radii: Float64Array, place: number): boolean =>
  place > 0 && radii[place]! - radii[place - 1]! < 1e-6;

/** Radii of counts from the largest down: all where they are few, else as long as they are `distance` apart. */
function stepsOf(budget: Budget, sigmas: number[], distance: number): { sigma: number; z: number }[] {
  const table = RadiusTable.of(budget);
  const least = table.leastCertifying;
  if (least === null) return [];
  const few = (budget.n - least + 1) * sigmas.length <= mostSteps;
  return sigmas.flatMap((sigma) => {
    const steps: { sigma: number; z: number }[] = [];
    for (let count = budget.n; count >= least; --count) {
      const z = table.z(count);
      if (!few && steps.length > 0 && sigma * (steps.at(-1)!.z - z) < distance) break;
      steps.push({ sigma, z });
    }
    return steps;
  });
}

export function meanCurve(curves: Float64Array[]): Float64Array<ArrayBuffer> {
  return Float64Array.from(curves[0]!, (_, place) => mean(curves.map((curve) => curve[place]!)));
}

/** The least and the largest of the curves of seeds at every place. */
export function rangeOf(curves: Float64Array[]): { lower: Float64Array; upper: Float64Array } {
  const at = (pick: (...values: number[]) => number): Float64Array =>
    curves[0]!.map((_, place) => pick(...curves.map((curve) => curve[place]!)));
  return { lower: at(Math.min), upper: at(Math.max) };
}

/** Standard deviation over seeds, with one less than their number in the denominator. */
export function deviation(values: number[]): number {
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}
