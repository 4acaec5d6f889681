// For every method the best that its logs certify, at whatever sigma.
import type { Comparison, Model } from "./comparison.ts";

export interface MethodLogs {
  method: string;
  slot: number;
  models: Model[];
}

/** The methods among `models`, each with its logs at all sigmas. */
export function byMethod(comparison: Comparison, models: Model[]): MethodLogs[] {
  return comparison.methods
    .map((method, slot) => ({ method, slot, models: models.filter((model) => model.methodSlot === slot) }))
    .filter((entry) => entry.models.length > 0);
}

/** The model with the largest value; the first of equals. */
export function bestOf(models: Model[], value: (model: Model) => number): { model: Model; value: number } {
  let best = { model: models[0]!, value: value(models[0]!) };
  for (const model of models.slice(1)) {
    const candidate = value(model);
    if (candidate > best.value) best = { model, value: candidate };
  }
  return best;
}
