// The curves of models in a chart: of a log its own; of a group the mean over its seeds with the range between the least
// and the largest of them, and behind it, once the group is opened, one thin curve for each seed.
import type { Model } from "./comparison.ts";
import type { Band, Curve } from "./curve_drawing.ts";
import { lookOf } from "./palette.ts";
import { meanCurve, rangeOf } from "./results.ts";
import { nameIn, type Scene } from "./scene.ts";

export function modelCurves(
  scene: Scene,
  models: Model[],
  curveOf: (log: Model) => Float64Array,
  bandOf: (log: Model) => Band,
  valueText: (value: number) => string,
): Curve[] {
  const { comparison, state, theme } = scene;
  const ofLog = (log: Model): Curve => ({
    name: nameIn(scene, log),
    look: lookOf(log, comparison, theme, state.sigma),
    y: curveOf(log),
    ...(state.bands && { band: bandOf(log) }),
  });
  return models.flatMap((model) => {
    if (model.members.length === 0) return [ofLog(model)];
    const seeds = model.members.map(curveOf);
    const range = rangeOf(seeds);
    const group: Curve = {
      ...{ name: nameIn(scene, model), look: lookOf(model, comparison, theme, state.sigma) },
      ...{ y: meanCurve(seeds), range },
      remark: (place) => `${seeds.length} seeds: ${valueText(range.lower[place]!)} to ${valueText(range.upper[place]!)}`,
    };
    const opened = state.opened.has(model.index) ? model.members.map((log) => ({ ...ofLog(log), thin: true })) : [];
    return [group, ...opened];
  });
}

/** What a chart of such curves has to say about groups. */
export const rangeNote = (models: Model[]): string =>
  models.some(({ members }) => members.length > 0)
    ? "A curve of several seeds is their mean; the shade around it reaches from the lowest to the highest seed."
    : "";

/** The same of a chart without ranges. */
export const seedsNote = (models: Model[]): string =>
  models.some(({ members }) => members.length > 0) ? "Several seeds count with their mean." : "";
