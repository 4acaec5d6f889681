// ACR, or the order by ACR, over N: the budget alone changes who is first.
import { budgets, exponents, orderBy, orderChanges, placesBy, ranks, type AcrOverN } from "./acr_over_n.ts";
import { Chart, type Drawing, type Size } from "./chart.ts";
import { fewestVotes } from "./comparison.ts";
import { check, segments } from "./controls.ts";
import { capped, curveDrawing, joinedNotes, margins } from "./curve_drawing.ts";
import { budgetText, plural, radiusText, superscript } from "./format.ts";
import { seedsNote } from "./model_curves.ts";
import { lookOf } from "./palette.ts";
import { alphaText, nameIn, sigmaCaption, type Change, type Scene } from "./scene.ts";
import type { State } from "./state.ts";

const mostMarks = 50; // changes of order; more of them hide the lines

export class AcrOverNChart {
  readonly #source: AcrOverN;
  readonly #choices: HTMLElement;
  readonly #chart: Chart;

  constructor(source: AcrOverN, change: Change) {
    this.#source = source;
    this.#choices = segments(
      "order",
      "What the chart over N shows",
      [
        ["rank", "Order", "Places by ACR, 1 is the largest"],
        ["acr", "ACR", "The average certified radius itself"],
      ],
      (value) => change({ order: value as State["order"] }),
    );
    this.#chart = new Chart(
      "acr-over-n",
      "Order by ACR as the budget grows",
      "The same votes read at N from 10 to 10⁷, by plug-in. Open diamonds: two models exchange places. The line is your N.",
      "h3",
      this.#choices,
    );
  }

  get figure(): HTMLElement {
    return this.#chart.figure;
  }

  update(scene: Scene): void {
    check(this.#choices, scene.state.order);
    this.figure.hidden = scene.visible.length < 2; // one model has no order
    this.figure.classList.toggle("tall", scene.visible.length > 12);
    this.#chart.update((size) => this.#draw(scene, size));
  }

  print(printing: boolean): void {
    this.#chart.print(printing);
  }

  #draw(scene: Scene, size: Size): Drawing {
    const { comparison, state, results, theme } = scene;
    const curves = this.#source.curves(state.alpha);
    const { drawn, note } = capped(scene.visible);
    const unknown = new Float64Array(budgets.length).fill(Number.NaN);
    const byRank = state.order === "rank";
    const places = curves && byRank ? ranks(drawn, curves) : curves;
    // Across sigmas there are many exchanges, and hardly any of them means anything. So they are marked only
    // at one sigma.
    const changes = curves && state.sigma !== null ? orderChanges(drawn, curves) : [];
    const marked = changes.length <= mostMarks ? changes : [];
    const caption = `plug-in, α = ${alphaText(state.alpha)}, ${sigmaCaption(scene)}`;
    const now = Math.log10(results.budget.n);
    const order = orderBy(drawn, (model) => results.acr(model));
    const placesNow = placesBy(drawn, (model) => results.acr(model));
    const dotAt = (model: (typeof drawn)[number]): number => (byRank ? placesNow.get(model)! : results.acr(model));
    const mostAcr = Math.max(
      0.01,
      ...drawn.map((model) => Math.max(results.acr(model), curves?.get(model.index)?.at(-1) ?? 0)),
    );
    const [top, bottom] = byRank ? [0.5, drawn.length + 0.5] : [Math.ceil(mostAcr * 5.1) / 5, 0];
    const plot = size.height - margins.top - margins.bottom;
    const look = (model: (typeof drawn)[number]) => lookOf(model, comparison, theme, state.sigma);
    const drawing = curveDrawing({
      theme,
      x: exponents,
      places: budgets,
      curves: drawn.map((model) => ({
        name: nameIn(scene, model),
        look: look(model),
        y: places?.get(model.index) ?? unknown,
        ...(byRank && curves && { remark: (place: number) => `ACR ${radiusText(curves.get(model.index)![place]!)}` }),
      })),
      xAxis: {
        name: "N, votes per image",
        interval: 1,
        axisLabel: { formatter: (exponent: number) => `10${superscript(exponent)}` },
        splitLine: { show: !byRank },
      },
      yAxis: byRank
        ? {
            inverse: true,
            min: top,
            max: bottom,
            axisTick: { show: false },
            splitLine: { show: false },
            axisLabel: {
              customValues: Array.from({ length: drawn.length }, (_, i) => i + 1).filter(
                (rank) => drawn.length <= 25 || rank % 5 === 0,
              ),
              formatter: (rank: number) => (Number.isInteger(rank) ? `${rank}.` : ""),
            },
          }
        : { min: bottom, max: top, axisLabel: { formatter: (value: number) => String(Number(value.toFixed(2))) } },
      xName: "N",
      readoutTitle: (place) => `N = ${budgetText(budgets[place]!)}`,
      valueText: (value) => (byRank ? `${value}.` : radiusText(value)),
      best: byRank ? "least" : "most",
      marks: [{ x: now, text: `N = ${budgetText(results.budget.n)}` }],
      dots: [
        ...marked.map((change) => ({
          x: byRank ? change.between : change.exponent,
          y: byRank ? change.rank : change.acr,
          text: `${change.after.name} overtakes ${change.before.name}`,
          colour: look(change.after).colour,
          filled: false,
        })),
        ...drawn.filter((model) => !Number.isNaN(dotAt(model))).map((model) => ({
          x: now,
          y: dotAt(model),
          text: model.name,
          colour: look(model).colour,
          filled: true,
        })),
      ],
      ...(drawn.length <= 25 && {
        endLabels: {
          width: size.width < 480 ? 76 : 118,
          lift: spread(
            drawn.map((model) => ((top - (places?.get(model.index)?.at(-1) ?? 0)) / (top - bottom)) * plot),
            14,
            plot,
          ),
        },
      }),
      description: [
        `Order of ${plural(drawn.length, "model")} by ACR over N from 10 to 10⁷, ${caption}.`,
        `${plural(changes.length, "change")} of order. At N = ${results.budget.n}:`,
        `${order.map((model) => `${model.name} ${radiusText(results.acr(model))}`).join(", ")}.`,
      ].join(" "),
      note: !curves
        ? "Computing ACR over N …"
        : joinedNotes(
            note,
            marked.length < changes.length ? `The order changes ${changes.length} times: too often to mark.` : "",
            `Beyond N = ${budgetText(fewestVotes(drawn))}, the votes per image that were made, the order is a guess.`,
            seedsNote(drawn),
          ),
      caption,
    });
    return curves ? drawing : { ...drawing, computed: this.#source.computed() };
  }
}

/** How far labels at these heights (pixels from the top) must move so that each has `room` and none leaves the plot. */
function spread(heights: number[], room: number, end: number): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a]! - heights[b]!);
  const placed = [...heights];
  order.forEach((label, i) => {
    if (i > 0) placed[label] = Math.max(placed[label]!, placed[order[i - 1]!]! + room);
  });
  order.toReversed().forEach((label, i, upward) => {
    placed[label] = Math.min(placed[label]!, i === 0 ? end : placed[upward[i - 1]!]! - room);
  });
  return placed.map((height, i) => height - heights[i]!);
}
