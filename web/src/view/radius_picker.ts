// Pick a radius, see the winner and its sigma: over all logs, and per method.
import { bestOf, byMethod } from "./best_over_sigma.ts";
import { NumberControl } from "./controls.ts";
import { swatch } from "./curve_drawing.ts";
import { element, headingRow, numberCell, section, tableBox } from "./dom.ts";
import { percent, points } from "./format.ts";
import { nearConstantMark } from "./near_constant.ts";
import { colourOf } from "./palette.ts";
import { budgetCaption, keyOf, type Change, type Scene } from "./scene.ts";
import { limits } from "./state.ts";

const leadText = (lead: number): string => (lead === 0 ? "as many as" : `${points(lead)} more than`);

export class RadiusPicker {
  readonly root: HTMLElement;
  readonly #control: NumberControl;
  readonly #winner = element("p", { class: "winner", id: "winner", "aria-live": "polite" });
  readonly #body = element("tbody");

  constructor(change: Change) {
    this.#control = new NumberControl({
      id: "radius",
      label: "Radius r",
      slider: { min: 0, max: 4, step: 0.01 },
      place: (radius) => radius,
      value: (place) => Number(place.toFixed(2)),
      range: limits.radius,
      rangeText: "From 0 to 1000",
      whole: false,
      set: (radius) => change({ radius }),
    });
    this.root = section(
      "picker",
      "Pick a radius, see the winner",
      "The attacker you have in mind sets the radius; then one model and one σ certify most images. Looks at all σ.",
      this.#control.root,
      this.#winner,
      tableBox(
        "Best log of each method at the radius",
        element(
          "table",
          { id: "winners" },
          headingRow(["Method", "Best σ", "Certified", "", "Interval"], ["Certified", "Interval"]),
          this.#body,
        ),
      ),
    );
  }

  update(scene: Scene): void {
    const { comparison, state, results, shown, theme } = scene;
    this.#control.setSliderEnd(Math.max(state.radius, results.radii.at(-1)!));
    this.#control.show(state.radius);
    const best = byMethod(comparison, shown)
      .map(({ models }) => bestOf(models, (model) => results.accuracy(model, state.radius)))
      .sort((a, b) => b.value - a.value);
    const [winner, second] = best;
    this.#winner.removeAttribute("data-log");
    this.#winner.removeAttribute("data-group");
    if (!winner) this.#winner.textContent = "No model is selected.";
    else if (winner.value === 0)
      this.#winner.textContent = `Nobody certifies r = ${state.radius} at ${budgetCaption(scene)}.`;
    else {
      for (const [name, index] of Object.entries(keyOf(winner.model))) this.#winner.setAttribute(name, String(index));
      this.#winner.replaceChildren(
        swatch(colourOf(winner.model, theme)),
        element("strong", {}, winner.model.log.method),
        ` with σ = ${winner.model.log.sigma} certifies ${shown.length > 1 ? "most " : ""}at r = ${state.radius}: `,
        element("strong", {}, percent(winner.value)),
        second ? `, ${leadText(winner.value - second.value)} ${second.model.log.method}.` : ".",
      );
    }
    this.#body.replaceChildren(
      ...best.map(({ model, value }) => {
        const { members } = model;
        const seeds = members.map((log) => results.accuracy(log, state.radius));
        const interval =
          members.length > 0
            ? { lower: Math.min(...seeds), upper: Math.max(...seeds) }
            : results.intervals(model, [state.radius], [value])[0]!;
        const bar = element("span", { class: "bar", "aria-hidden": "true" });
        bar.style.width = `${100 * value}%`;
        bar.style.background = colourOf(model, theme);
        return element(
          "tr",
          keyOf(model),
          element("th", { scope: "row" }, swatch(colourOf(model, theme)), model.log.method, nearConstantMark(model)),
          numberCell(model.log.sigma, value > 0 ? String(model.log.sigma) : "–", { "data-column": "sigma" }),
          numberCell(value, percent(value), { "data-column": "accuracy" }),
          element("td", { class: "bar-cell" }, bar),
          element(
            "td",
            { class: "muted number" },
            `${percent(interval.lower)} – ${percent(interval.upper)}`,
            members.length > 0 ? element("small", { class: "source" }, `over ${members.length} seeds`) : null,
          ),
        );
      }),
    );
  }
}
