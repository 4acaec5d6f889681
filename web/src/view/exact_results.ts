// Exact expectations, computed log by log between other events so that the page keeps answering.
import { Results } from "./results.ts";

const sliceMilliseconds = 12;

export class ExactResults {
  #wanted: Results | null = null;
  #ready = false;
  #timer = 0;
  readonly #whenReady: () => void;

  constructor(whenReady: () => void) {
    this.#whenReady = whenReady;
  }

  get busy(): boolean {
    return this.#wanted !== null && !this.#ready;
  }

  /** The exact counterpart of plug-in results; null while it is being computed or while the budget still moves. */
  like(plugIn: Results, moving: boolean): Results | null {
    if (this.#wanted?.budget !== plugIn.budget) {
      if (moving) return this.stop();
      this.#begin(plugIn);
    }
    return this.#ready ? this.#wanted : null;
  }

  /** Gives up what is under way. */
  stop(): null {
    clearTimeout(this.#timer);
    this.#wanted = null;
    return null;
  }

  #begin({ comparison, budget, radii }: Results): void {
    clearTimeout(this.#timer);
    const results = new Results(comparison, budget, "expected", radii);
    this.#wanted = results;
    this.#ready = false;
    const steps = comparison.logs.flatMap((model) => [
      () => results.curve(model),
      () => results.acr(model),
      ...comparison.tableRadii.map((radius) => () => results.accuracy(model, radius)),
    ]);
    const slice = (): void => {
      const end = performance.now() + sliceMilliseconds;
      while (steps.length > 0 && performance.now() < end) steps.shift()!();
      if (steps.length > 0) this.#timer = window.setTimeout(slice);
      else {
        this.#ready = true;
        this.#whenReady();
      }
    };
    this.#timer = window.setTimeout(slice);
  }
}
