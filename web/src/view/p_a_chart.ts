// P(p_A >= p) over p in [1/2, 1]: what the paper asks to report. The axis is Phi^-1(p), since up to half of the images
// lie in [0.999, 1] and budgets differ there; p = 1, where Phi^-1 is infinite, has a place of its own at the end.
import { bandAt } from "../metrics/step_band.ts";
import { normalUpperQuantile, normalUpperTail } from "../statistics/normal.ts";
import { Chart } from "./chart.ts";
import { logsOf, remembered, type Comparison, type Model } from "./comparison.ts";
import { capped, curveDrawing, joinedNotes } from "./curve_drawing.ts";
import { percent, shareOfVotes } from "./format.ts";
import { modelCurves, rangeNote } from "./model_curves.ts";
import { sigmaCaption, type Scene } from "./scene.ts";

const gridSteps = 240;
const spaceForOne = 0.55; // between the last p below 1 and p = 1, in units of the axis

/** Shared grid: z along the axis and the p each place stands for. The last two places are p = 1. */
interface ProbitGrid {
  z: Float64Array;
  p: Float64Array;
  ticks: { z: number; text: string }[];
}

export class PaChart {
  readonly #chart = new Chart(
    "p-a",
    "Distribution of p_A",
    "Share of images whose true class gets at least the share p of the noisy votes. No budget moves these curves.",
  );
  readonly figure = this.#chart.figure;
  #grid: ProbitGrid | null = null;
  readonly #curves = new Map<number, Float64Array>();

  update(scene: Scene): void {
    this.#chart.update(({ width }) => {
      const { comparison, theme, visible } = scene;
      const grid = (this.#grid ??= probitGrid(comparison));
      const ticks = ticksFor(grid, width);
      const { drawn, note } = capped(visible);
      return curveDrawing({
        theme,
        x: grid.z,
        places: grid.p,
        curves: modelCurves(
          scene,
          drawn,
          (log) => this.#curve(comparison, log, grid),
          (log) => band(comparison, log, grid),
          percent,
        ),
        xAxis: {
          name: "p (probit scale)",
          axisTick: { customValues: grid.ticks.map((tick) => tick.z) },
          axisLabel: {
            fontSize: 11,
            hideOverlap: false,
            customValues: ticks.map((tick) => tick.z),
            formatter: (z: number) => grid.ticks.find((tick) => Math.abs(tick.z - z) < 1e-9)?.text ?? "",
          },
          splitLine: { show: false },
        },
        yAxis: { min: 0, max: 1, axisLabel: { formatter: (value: number) => `${Math.round(100 * value)} %` } },
        xName: "p",
        readoutTitle: (place) => `p_A ≥ ${shareOfVotes(grid.p[place]!)}`,
        valueText: percent,
        best: "most",
        marks: needed(scene, grid),
        description: `Share of images with p_A at least p, ${sigmaCaption(scene)}. At p = 0.9: ${drawn
          .map((model) => `${model.name} ${percent(comparison.shareAtLeast(model, 0.9))}`)
          .join(", ")}.`,
        note: joinedNotes(note, rangeNote(drawn), scene.state.bands ? bandNote(drawn) : ""),
        caption: sigmaCaption(scene),
      });
    });
  }

  print(printing: boolean): void {
    this.#chart.print(printing);
  }

  #curve(comparison: Comparison, log: Model, grid: ProbitGrid): Float64Array {
    return remembered(this.#curves, log.index, () => {
      const distribution = comparison.distribution(log);
      return grid.p.map((p) => distribution.shareAtLeast(p));
    });
  }
}

function probitGrid({ logs }: Comparison): ProbitGrid {
  const mostVotes = Math.max(...logs.map(({ log }) => log.n));
  const decades = Math.min(9, Math.max(3, Math.ceil(Math.log10(mostVotes) - 1e-9)));
  const last = normalUpperQuantile(10 ** -decades);
  const below = Array.from({ length: gridSteps + 1 }, (_, i) => (last * i) / gridSteps);
  const one = last + spaceForOne;
  return {
    z: Float64Array.from([...below, last + spaceForOne / 2, one]),
    p: Float64Array.from([...below.map((z, i) => (i === 0 ? 0.5 : 1 - normalUpperTail(z))), 1, 1]),
    ticks: [
      { z: 0, text: "0.5" },
      { z: normalUpperQuantile(0.25), text: "0.75" },
      ...Array.from({ length: decades }, (_, i) => ({
        z: normalUpperQuantile(10 ** -(i + 1)),
        text: `0.${"9".repeat(i + 1)}`,
      })),
      { z: one, text: "1" },
    ],
  };
}

/** The ticks whose labels have room. Those near 1 are the longest; 1 itself always stays. */
function ticksFor({ ticks, z }: ProbitGrid, width: number): ProbitGrid["ticks"] {
  const perUnit = (width - 70) / z.at(-1)!;
  let free = Number.POSITIVE_INFINITY; // the left end of the label to the right
  return ticks.toReversed().filter((tick) => {
    const half = 3.1 * tick.text.length + 3;
    if (tick.z * perUnit + half > free) return false;
    free = tick.z * perUnit - half;
    return true;
  });
}

/** What the bands are bands of. Those of images that stopped are for p_A, too. */
const bandNote = (drawn: Model[]): string =>
  drawn.flatMap(logsOf).every(({ log }) => log.paItself || log.stopped)
    ? "Bands are for p_A itself: they allow for the scatter of votes / n around it."
    : "Bands are for votes / n.";

function band(comparison: Comparison, model: Model, grid: ProbitGrid): { lower: Float64Array; upper: Float64Array } {
  const { paItself } = model.log;
  const distribution = comparison.distribution(model);
  const bounds = Array.from(grid.p, (p) =>
    paItself ? bandAt(paItself, p) : distribution.band(p, comparison.data.confidence),
  );
  return {
    lower: Float64Array.from(bounds, (bound) => bound.lower),
    upper: Float64Array.from(bounds, (bound) => bound.upper),
  };
}

/** The share of votes that the chosen radius takes at this budget: the only place where the budget meets these curves. */
function needed({ state, results }: Scene, grid: ProbitGrid): { x: number; text: string }[] {
  if (state.sigma === null) return [];
  const p = results.leastShare(state.sigma, state.radius);
  if (p === null) return [];
  const end = grid.z.at(-1)!;
  return [
    {
      x: p >= 1 ? end : Math.min(end, Math.max(0, normalUpperQuantile(1 - p))),
      text: `r = ${state.radius} takes p ≥ ${shareOfVotes(p)}`,
    },
  ];
}
