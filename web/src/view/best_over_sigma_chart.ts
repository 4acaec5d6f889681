// Best certified accuracy over sigma, per method: what a user who may choose sigma for each radius gets.
import { bestOf, byMethod } from "./best_over_sigma.ts";
import { accuracyAxes, radiiInView, radiusMark } from "./certified_accuracy_chart.ts";
import { Chart } from "./chart.ts";
import type { Model } from "./comparison.ts";
import { capped, curveDrawing, joinedNotes } from "./curve_drawing.ts";
import { percent } from "./format.ts";
import { seedsNote } from "./model_curves.ts";
import { colourOf, lineMarkOf } from "./palette.ts";
import { budgetCaption, type Scene } from "./scene.ts";

export class BestOverSigmaChart {
  readonly #chart = new Chart(
    "best-over-sigma",
    "Best over σ, per method",
    "At every radius the best of a method's logs; hover to see which σ that is. Looks at all σ.",
    "h2",
  );
  readonly figure = this.#chart.figure;

  update(scene: Scene): void {
    this.#chart.update(() => {
      const { comparison, state, results, theme, shown } = scene;
      const { drawn, note } = capped(byMethod(comparison, shown));
      const atRadius = (model: Model): number => results.accuracy(model, state.radius);
      const radii = radiiInView(
        results,
        drawn.flatMap((entry) => entry.models),
      );
      return curveDrawing({
        theme,
        x: radii,
        curves: drawn.map(({ method, models }) => {
          const best = Array.from(radii, (_, place) => bestOf(models, (model) => results.curve(model)[place]!));
          return {
            name: method,
            look: { colour: colourOf(models[0]!, theme), dash: "solid", mark: lineMarkOf(models[0]!, comparison) },
            y: best.map((entry) => entry.value),
            remark: (place) => (best[place]!.value > 0 ? `σ = ${best[place]!.model.log.sigma}` : ""),
          };
        }),
        ...accuracyAxes(radii),
        marks: radiusMark(state.radius, radii),
        description: [
          `Best certified accuracy over sigma, per method, ${budgetCaption(scene)}. At radius ${state.radius}:`,
          `${drawn.map(({ method, models }) => `${method} ${percent(bestOf(models, atRadius).value)}`).join(", ")}.`,
        ].join(" "),
        note: joinedNotes(note, seedsNote(drawn.flatMap(({ models }) => models))),
        caption: budgetCaption(scene),
      });
    });
  }

  print(printing: boolean): void {
    this.#chart.print(printing);
  }
}
