// ACR of every model over N, by plug-in, computed in idle slices; and what follows from it: ranks and
// where they change.
import type { Comparison, Model } from "./comparison.ts";
import { meanCurve } from "./results.ts";

const stepsPerDecade = 8;
const decades = [1, 7] as const;

/** log10 N along the axis. */
export const exponents = Float64Array.from(
  { length: (decades[1] - decades[0]) * stepsPerDecade + 1 },
  (_, i) => decades[0] + i / stepsPerDecade,
);
export const budgets = exponents.map((exponent) => Math.round(10 ** exponent));

export interface OrderChange {
  exponent: number; // log10 of the N where they meet
  between: number; // the middle of the step of the axis in which that is: where lines of ranks cross
  acr: number;
  rank: number; // between the ranks they exchange
  before: Model; // ahead for smaller N
  after: Model;
}

export class AcrOverN {
  #alpha = Number.NaN;
  #curves = new Map<number, Float64Array>();
  #task = 0;
  #wanted = Number.NaN;
  #waiting: (() => void)[] = [];

  constructor(
    readonly comparison: Comparison,
    readonly whenDone: () => void,
  ) {}

  /** Curves at this alpha; null until they are computed, which begins with the first call. */
  curves(alpha: number): ReadonlyMap<number, Float64Array> | null {
    if (alpha === this.#alpha) return this.#curves;
    if (alpha !== this.#wanted) this.#begin(alpha);
    return null;
  }

  /** Kept when curves that were asked for are computed; they may be of another alpha by then. */
  computed(): Promise<void> {
    return new Promise((done) => this.#waiting.push(done));
  }

  #begin(alpha: number): void {
    this.#wanted = alpha;
    this.#task += 1;
    const task = this.#task;
    const { logs, models } = this.comparison;
    const made = new Map(logs.map((log) => [log.index, new Float64Array(budgets.length)]));
    let next = 0;
    const total = logs.length * budgets.length;
    const slice = (deadline: { timeRemaining(): number }): void => {
      if (task !== this.#task) return;
      do {
        // Budget by budget: all logs share its table of radii.
        const place = Math.floor(next / logs.length);
        const log = logs[next % logs.length]!;
        made.get(log.index)![place] = this.comparison.acr(log, { n: budgets[place]!, alpha }, "plug-in");
        next += 1;
      } while (next < total && deadline.timeRemaining() > 1);
      if (next < total) return whenIdle(slice);
      for (const { index, members } of models)
        if (members.length > 0) made.set(index, meanCurve(members.map((log) => made.get(log.index)!)));
      this.#alpha = alpha;
      this.#curves = made;
      this.whenDone();
      for (const done of this.#waiting.splice(0)) done();
    };
    whenIdle(slice);
  }
}

export function whenIdle(run: (deadline: { timeRemaining(): number }) => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: 200 });
  else {
    setTimeout(() => {
      const end = performance.now() + 12;
      run({ timeRemaining: () => end - performance.now() });
    }, 20);
  }
}

/** Models from the largest ACR down; equals keep their order. */
export function orderBy(models: Model[], acr: (model: Model) => number): Model[] {
  return [...models].sort((a, b) => acr(b) - acr(a) || a.index - b.index);
}

/** Models from the largest ACR down with their places; equals share one. NaN where nobody certifies anything. */
export function placesBy(models: Model[], acr: (model: Model) => number): Map<Model, number> {
  const places = new Map<Model, number>();
  let before = { acr: Number.NaN, place: Number.NaN };
  orderBy(models, acr).forEach((model, position) => {
    const own = acr(model);
    // The same radii summed in another order differ in their last digits.
    const equal = Math.abs(own - before.acr) <= 1e-12 * before.acr;
    if (!equal) before = { acr: own, place: position === 0 && own === 0 ? Number.NaN : position + 1 };
    places.set(model, before.place);
  });
  return places;
}

/** The place of each model at each N of the axis. */
export function ranks(models: Model[], curves: ReadonlyMap<number, Float64Array>): Map<number, Float64Array> {
  const result = new Map(models.map((model) => [model.index, new Float64Array(budgets.length)]));
  for (let place = 0; place < budgets.length; ++place)
    for (const [model, rank] of placesBy(models, (each) => curves.get(each.index)![place]!))
      result.get(model.index)![place] = rank;
  return result;
}

/** Where two models exchange their places, by rising N. */
export function orderChanges(models: Model[], curves: ReadonlyMap<number, Float64Array>): OrderChange[] {
  const places = ranks(models, curves);
  const changes: OrderChange[] = [];
  for (const [position, a] of models.entries())
    for (const b of models.slice(position + 1)) {
      const [ya, yb] = [curves.get(a.index)!, curves.get(b.index)!];
      const [ra, rb] = [places.get(a.index)!, places.get(b.index)!];
      let ahead = 0; // negative: a was, the last time they were not equal
      for (let i = 0; i < budgets.length; ++i) {
        const now = Math.sign(ra[i]! - rb[i]!) || 0; // 0 also where there are no places
        const aFirst = ahead < 0;
        const exchanged = now * ahead < 0;
        if (now !== 0) ahead = now;
        if (!exchanged) continue;
        const [from, to] = [ya[i - 1]! - yb[i - 1]!, ya[i]! - yb[i]!];
        const share = from === to ? 0 : Math.min(1, Math.max(0, from / (from - to)));
        const between = (y: Float64Array): number => y[i - 1]! + share * (y[i]! - y[i - 1]!);
        changes.push({
          exponent: exponents[i - 1]! + share * (exponents[i]! - exponents[i - 1]!),
          between: (exponents[i - 1]! + exponents[i]!) / 2,
          acr: between(ya),
          rank: (ra[i - 1]! + ra[i]! + rb[i - 1]! + rb[i]!) / 4,
          before: aFirst ? a : b,
          after: aFirst ? b : a,
        });
      }
    }
  return changes.sort((a, b) => a.exponent - b.exponent);
}
