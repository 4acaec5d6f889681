// What a part of the page needs to show itself.
import { Comparison, type Model } from "./comparison.ts";
import { budgetText, superscript } from "./format.ts";
import type { Theme } from "./palette.ts";
import type { Results } from "./results.ts";
import type { State } from "./state.ts";

export interface Scene {
  comparison: Comparison;
  state: State;
  results: Results; // at the budget of the state; by plug-in as long as exact ones are being computed
  theme: Theme;
  visible: Model[]; // neither hidden nor at another sigma
  shown: Model[]; // not hidden, at any sigma: what can be best over sigma
}

export type Change = (part: Partial<State>) => void;

/** "N = 10⁵, α = 0.001, plug-in": goes with everything that depends on it. */
export function budgetCaption({ results }: Scene): string {
  const method = results.method === "plug-in" ? "plug-in" : "exact expectation";
  return `N = ${budgetText(results.budget.n)}, α = ${alphaText(results.budget.alpha)}, ${method}`;
}

export function alphaText(alpha: number): string {
  if (alpha >= 0.0001) return String(alpha);
  const exponent = Math.floor(Math.log10(alpha) + 1e-9);
  const digits = Number((alpha / 10 ** exponent).toPrecision(3));
  return digits === 1 ? `10${superscript(exponent)}` : `${digits}·10${superscript(exponent)}`;
}

export const sigmaCaption = ({ state }: Scene): string => (state.sigma === null ? "all σ" : `σ = ${state.sigma}`);

/** Attributes that name the model of an element: data-log, or data-group for several seeds. */
export const keyOf = ({ index, members }: Model): Record<string, number> =>
  members.length > 0 ? { "data-group": index } : { "data-log": index };

/** As short as what is in view allows. */
export const nameIn = ({ state }: Scene, model: Model): string =>
  state.sigma === null ? model.name : model.nameAtSigma;
