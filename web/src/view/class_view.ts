// Certified accuracy of every class at the chosen radius: a good mean can hide a class that is not protected.
import { Chart, type Drawing } from "./chart.ts";
import { logsOf, type Model } from "./comparison.ts";
import { axisOption, capped, commonOption, margins, swatch, tooltipOption } from "./curve_drawing.ts";
import { element, headingRow, numberCell, tableBox } from "./dom.ts";
import { percent } from "./format.ts";
import { colourOf, inks, markOf, markOfSigma, markStyle, noLine, type Look, type Mark } from "./palette.ts";
import { budgetCaption, keyOf, nameIn, sigmaCaption, type Scene } from "./scene.ts";

const mostClasses = 20;
const numbers = ["Worst class", "Its accuracy", "All classes", "Best class", "Its accuracy"]; // headings

export class ClassView {
  readonly root: HTMLElement;
  readonly #chart = new Chart(
    "classes",
    "For whom? Certified accuracy by class",
    "At the radius you picked and the budget, from the worst class down.",
    "h2",
  );
  readonly #body = element("tbody");

  constructor() {
    this.root = element(
      "section",
      { id: "classes", class: "card" },
      this.#chart.figure,
      tableBox(
        "Worst class of each model",
        element("table", { id: "worst-classes" }, headingRow(["Model", ...numbers], numbers), this.#body),
      ),
    );
  }

  update(scene: Scene): void {
    this.#chart.update(() => draw(scene));
    const { state, results, theme } = scene;
    this.#body.replaceChildren(
      ...scene.visible.flatMap((model) => {
        const classes = model.log.classes.filter(({ label }) => hasClass(model, label));
        if (classes.length === 0) return [];
        const value = (label: number): number => results.classAccuracy(model, label, state.radius);
        const ordered = classes
          .map(({ label }) => ({ label, value: value(label) }))
          .sort((a, b) => a.value - b.value || a.label - b.label);
        const [worst, best] = [ordered[0]!, ordered.at(-1)!];
        const whole = results.accuracy(model, state.radius);
        return [
          element(
            "tr",
            keyOf(model),
            element("th", { scope: "row" }, swatch(colourOf(model, theme)), model.name),
            numberCell(worst.label, className([model], worst.label), { "data-column": "worst-class" }),
            numberCell(worst.value, percent(worst.value), { "data-column": "worst-accuracy" }),
            numberCell(whole, percent(whole), { "data-column": "accuracy" }),
            numberCell(best.label, className([model], best.label), { "data-column": "best-class" }),
            numberCell(best.value, percent(best.value), { "data-column": "best-accuracy" }),
          ),
        ];
      }),
    );
  }

  print(printing: boolean): void {
    this.#chart.print(printing);
  }
}

/** Labels with images, those with the least mean accuracy first. */
function labelsFromWorst({ results, state }: Scene, models: Model[]): number[] {
  const labels = [
    ...new Set(
      models.flatMap((model) => model.log.classes.filter((entry) => entry.images > 0).map((entry) => entry.label)),
    ),
  ];
  const mean = new Map(
    labels.map((label) => {
      const having = models.filter((model) => hasClass(model, label));
      return [
        label,
        having.reduce((sum, model) => sum + results.classAccuracy(model, label, state.radius), 0) / having.length,
      ];
    }),
  );
  return labels.sort((a, b) => mean.get(a)! - mean.get(b)! || a - b);
}

const hasClass = (model: Model, label: number): boolean =>
  logsOf(model).every(({ log }) => log.classes.some((entry) => entry.label === label && entry.images > 0));

/** "cat", or "class 3" where no name is known or the logs do not agree on it. */
function className(models: Model[], label: number): string {
  const names = new Set(models.map(({ log }) => log.classNames[label]));
  const [name] = names;
  return names.size === 1 && name !== undefined ? name : `class ${label}`;
}

function draw(scene: Scene): Drawing {
  const { state, results, theme } = scene;
  const { drawn, note } = capped(scene.visible);
  const all = labelsFromWorst(scene, drawn);
  const labels = all.slice(0, mostClasses);
  const ink = inks[theme];
  const at = (model: Model, label: number): number =>
    hasClass(model, label) ? results.classAccuracy(model, label, state.radius) : Number.NaN;
  const worst = drawn.map((model) => {
    const { label, value } = worstClass(model, all, at);
    return `${model.name} ${className([model], label)} with ${percent(value)}`;
  });
  const caption = `r = ${state.radius}, ${budgetCaption(scene)}, ${sigmaCaption(scene)}`;
  const description = `Certified accuracy by class, ${caption}. Worst classes: ${worst.join(", ")}.`;
  const look = (model: Model): Look & { mark: Mark } => ({
    colour: colourOf(model, theme),
    dash: noLine,
    mark: state.sigma === null ? markOfSigma(model) : markOf(model),
  });
  const apart = Math.min(3, 16 / Math.max(1, drawn.length - 1)); // pixels between models in the row of a class
  return {
    option: {
      ...commonOption(theme, description),
      grid: { left: 88, right: 18, ...margins },
      tooltip: {
        ...tooltipOption(theme),
        trigger: "item",
        formatter: (item: { seriesIndex: number; seriesName: string; value: [number, number] }) =>
          element(
            "div",
            { class: "readout" },
            element("strong", {}, className(drawn, labels[item.value[1]]!)),
            element("p", {}, swatch(look(drawn[item.seriesIndex]!).colour), `${item.seriesName} ${percent(item.value[0])}`),
          ),
      },
      xAxis: axisOption(theme, `certified accuracy at r = ${state.radius}`, {
        nameGap: 28,
        min: 0,
        max: 1,
        axisLabel: { formatter: (value: number) => `${Math.round(100 * value)} %` },
      }),
      yAxis: axisOption(theme, "", {
        type: "category",
        inverse: true,
        data: labels.map((label) => className(drawn, label)),
        splitLine: { show: true },
        axisTick: { show: false },
        axisLabel: { interval: 0, hideOverlap: false },
      }),
      series: drawn.map((model, position) => ({
        type: "scatter",
        id: `model ${position}`,
        name: nameIn(scene, model),
        data: labels.map((label, row) => [at(model, label), row]),
        symbol: look(model).mark.symbol,
        symbolSize: 10,
        symbolOffset: [0, apart * (position - (drawn.length - 1) / 2)],
        itemStyle: { borderColor: ink.ground, borderWidth: 1.2, opacity: 0.92, ...markStyle(look(model), ink.ground) },
        emphasis: { focus: "series" },
        blur: { itemStyle: { opacity: 0.18 } },
      })),
    },
    description,
    note: [
      note,
      all.length > labels.length ? `Showing the ${labels.length} worst of ${all.length} classes; the CSV has all.` : "",
    ]
      .filter(Boolean)
      .join(" "),
    points: labels.length,
    csv: () => [
      ["class", "name", ...drawn.map((model) => model.name)],
      ...all.map((label) => [label, className(drawn, label), ...drawn.map((model) => at(model, label))]),
    ],
    caption,
    entries: drawn.map((model) => ({ name: nameIn(scene, model), look: look(model) })),
  };
}

function worstClass(
  model: Model,
  labels: number[],
  at: (model: Model, label: number) => number,
): { label: number; value: number } {
  const own = labels.filter((label) => hasClass(model, label));
  return own
    .map((label) => ({ label, value: at(model, label) }))
    .reduce((a, b) => (b.value < a.value ? b : a), { label: -1, value: 1 });
}
