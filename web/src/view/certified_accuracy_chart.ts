// Certified accuracy over the radius, at the budget of the sliders.
import { Chart } from "./chart.ts";
import { capped, curveDrawing } from "./curve_drawing.ts";
import type { Model } from "./comparison.ts";
import { percent } from "./format.ts";
import { lookOf } from "./palette.ts";
import type { Results } from "./results.ts";
import { budgetCaption, nameIn, sigmaCaption, type Scene } from "./scene.ts";

export class CertifiedAccuracyChart {
  readonly #chart = new Chart(
    "certified-accuracy",
    "Certified accuracy",
    "Share of images classified correctly and certified for at least the radius. Follows the budget.",
  );
  readonly figure = this.#chart.figure;

  update(scene: Scene): void {
    this.#chart.update(() => {
      const { comparison, state, results, theme, visible } = scene;
      const { drawn, note } = capped(visible);
      const caption = `${budgetCaption(scene)}, ${sigmaCaption(scene)}`;
      const radii = radiiInView(results, drawn);
      return curveDrawing({
        theme,
        x: radii,
        curves: drawn.map((model) => {
          const y = results.curve(model);
          return {
            name: nameIn(scene, model),
            look: lookOf(model, comparison, theme, state.sigma),
            y,
            ...(state.bands && { band: bandAround(results, model, y) }),
          };
        }),
        ...accuracyAxes(radii),
        marks: [{ x: Math.min(state.radius, radii.at(-1)!), text: `r = ${state.radius}` }],
        description: [
          `Certified accuracy over radius, ${caption}. At radius ${state.radius}:`,
          `${drawn.map((model) => `${model.name} ${percent(results.accuracy(model, state.radius))}`).join(", ")}.`,
        ].join(" "),
        note,
        caption,
      });
    });
  }

  print(printing: boolean): void {
    this.#chart.print(printing);
  }
}

/** The grid up to where the last of the models has lost everything. */
export function radiiInView(results: Results, models: Model[]): Float64Array {
  let end = 0;
  for (const model of models) {
    const curve = results.curve(model);
    while (end < curve.length && curve[end]! > 0) end += 1;
  }
  const perQuarter = Math.round(0.25 / results.radii[1]!);
  const whole = Math.min(results.radii.length, Math.max(1, Math.ceil(end / perQuarter)) * perQuarter + 1);
  return results.radii.subarray(0, whole);
}

/** What all charts of certified accuracy over radius share. */
export function accuracyAxes(radii: Float64Array) {
  return {
    xAxis: { name: "L2 radius", interval: tickDistance(radii.at(-1)!) },
    yAxis: { min: 0, max: 1, axisLabel: { formatter: (value: number) => `${Math.round(100 * value)} %` } },
    xName: "radius",
    readoutTitle: (place: number) => `radius ${Number(radii[place]!.toFixed(4))}`,
    valueText: percent,
    best: "most" as const,
  };
}

function tickDistance(end: number): number {
  return [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 50].find((distance) => end / distance <= 8) ?? end;
}

function bandAround(results: Results, model: Model, curve: Float64Array): { lower: Float64Array; upper: Float64Array } {
  const intervals = Array.from(curve, (share) => results.interval(model, share));
  return {
    lower: Float64Array.from(intervals, (interval) => interval.lower),
    upper: Float64Array.from(intervals, (interval) => interval.upper),
  };
}
