// Certified accuracy over the radius, at the budget of the sliders.
import { Chart } from "./chart.ts";
import { capped, curveDrawing, joinedNotes } from "./curve_drawing.ts";
import type { Model } from "./comparison.ts";
import { percent } from "./format.ts";
import { modelCurves, rangeNote } from "./model_curves.ts";
import { isAfterStep, type Results } from "./results.ts";
import { budgetCaption, sigmaCaption, type Scene } from "./scene.ts";

export class CertifiedAccuracyChart {
  readonly #chart = new Chart(
    "certified-accuracy",
    "Certified accuracy",
    "Share of images classified correctly and certified for at least the radius. Follows the budget.",
  );
  readonly figure = this.#chart.figure;

  update(scene: Scene): void {
    this.#chart.update(() => {
      const { state, results, theme, visible } = scene;
      const { drawn, note } = capped(visible);
      const caption = `${budgetCaption(scene)}, ${sigmaCaption(scene)}`;
      const radii = radiiInView(results, drawn);
      return curveDrawing({
        theme,
        x: radii,
        curves: modelCurves(
          scene,
          drawn,
          (log) => results.curve(log).subarray(0, radii.length),
          (log) => bandAround(results, log, radii),
          percent,
        ),
        ...accuracyAxes(radii),
        marks: radiusMark(state.radius, radii),
        description: [
          `Certified accuracy over radius, ${caption}. At radius ${state.radius}:`,
          `${drawn.map((model) => `${model.name} ${percent(results.accuracy(model, state.radius))}`).join(", ")}.`,
        ].join(" "),
        note: joinedNotes(note, rangeNote(drawn)),
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
  const { radii } = results;
  const last = Math.max(0.25, Math.ceil(radii[Math.min(end, radii.length - 1)]! / 0.25) * 0.25);
  return radii.filter((radius) => radius <= last);
}

/** The chosen radius as a vertical line; none where the axis ends before it. */
export const radiusMark = (radius: number, radii: Float64Array): { x: number; text: string }[] =>
  radius <= radii.at(-1)! ? [{ x: radius, text: `r = ${radius}` }] : [];

/** What all charts of certified accuracy over radius share. */
export function accuracyAxes(radii: Float64Array) {
  return {
    xAxis: { name: "L2 radius", interval: tickDistance(radii.at(-1)!) },
    yAxis: { min: 0, max: 1, axisLabel: { formatter: (value: number) => `${Math.round(100 * value)} %` } },
    xName: "radius",
    readoutTitle: (place: number) => `radius ${radiusTitle(radii, place)}`,
    valueText: percent,
    best: "most" as const,
  };
}

/** Rounded such that the values beside it hold at what is written: down, but up after a step. */
function radiusTitle(radii: Float64Array, place: number): number {
  const scaled = 1e4 * radii[place]!;
  return (isAfterStep(radii, place) ? Math.ceil(scaled) : Math.floor(scaled + 1e-7)) / 1e4;
}

function tickDistance(end: number): number {
  return [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 50].find((distance) => end / distance <= 8) ?? end;
}

function bandAround(results: Results, model: Model, radii: Float64Array): { lower: Float64Array; upper: Float64Array } {
  const intervals = results.intervals(model, radii, results.curve(model));
  return {
    lower: Float64Array.from(intervals, (interval) => interval.lower),
    upper: Float64Array.from(intervals, (interval) => interval.upper),
  };
}
