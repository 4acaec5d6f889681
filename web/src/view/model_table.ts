// One row a model: its ACR and certified accuracies at the budget, beside what its log says.
import type { LogData } from "../page_data.ts";
import { orderBy, placesBy } from "./acr_over_n.ts";
import type { Model } from "./comparison.ts";
import { swatch } from "./curve_drawing.ts";
import { element, numberCell, saveTableButton, section, tableBox } from "./dom.ts";
import { downloadCsv, type Cell } from "./export.ts";
import { percent, placeText, radiusText, votesText } from "./format.ts";
import { methodColour } from "./palette.ts";
import { alphaText, budgetCaption, type Change, type Scene } from "./scene.ts";

interface Column {
  key: string;
  heading: string;
  attributes: Record<string, string>;
  value(scene: Scene, model: Model): number;
  text(value: number): string;
}

export class ModelTable {
  readonly root: HTMLElement;
  readonly #head = element("thead");
  readonly #body = element("tbody");
  readonly #caption = element("p", { class: "lead", id: "models-caption" });
  readonly #columns: Column[];
  #scene: Scene | null = null;

  constructor(tableRadii: number[], change: Change) {
    this.#columns = [
      acrColumn("acr-logged", "ACR, log", (_, model) => model.log.logged.acr ?? NaN),
      acrColumn("acr", "ACR", ({ results }, model) => results.acr(model)),
      ...tableRadii.map((radius) => ({
        key: `accuracy-${radius}`,
        heading: `r = ${radius}`,
        attributes: { "data-column": "accuracy", "data-radius": String(radius) },
        value: ({ results }: Scene, model: Model) => results.accuracy(model, radius),
        text: percent,
      })),
    ];
    const sortable = (key: string, heading: string): HTMLElement =>
      element(
        "th",
        { scope: "col", "data-sort": key },
        element("button", { type: "button", class: "sort", click: () => change({ sort: key }) }, heading),
      );
    this.#head.append(
      element(
        "tr",
        {},
        element("th", { scope: "col" }, "#"),
        sortable("name", "Model"),
        element("th", { scope: "col" }, "Certified with"),
        ...this.#columns.map((column) => sortable(column.key, column.heading)),
      ),
    );
    this.root = section(
      "table",
      "All numbers",
      "",
      saveTableButton("the table", () => this.#save()),
      this.#caption,
      tableBox(
        "All numbers",
        element("table", { id: "models", "aria-describedby": "models-caption" }, this.#head, this.#body),
      ),
    );
  }

  update(scene: Scene): void {
    this.#scene = scene;
    const { state, visible, results, theme } = scene;
    const byAcr = orderBy(visible, (model) => results.acr(model));
    const places = placesBy(visible, (model) => results.acr(model));
    const best = new Map(
      this.#columns.map((column) => {
        const values = visible.map((model) => column.value(scene, model));
        return [column.key, Math.max(...values.filter((value) => !Number.isNaN(value)))];
      }),
    );
    // Radii that nobody in view certifies say nothing.
    const idle = new Set(
      this.#columns.filter((column) => best.get(column.key)! <= 0 && column.key !== "acr").map((column) => column.key),
    );
    this.#caption.textContent = `Certified accuracy and ACR at ${budgetCaption(scene)}. # is the place by ACR.${
      idle.size > 0 ? " Radii that no model shown certifies are left out." : ""
    }`;
    this.#body.replaceChildren(
      ...this.#sorted(scene, byAcr).map((model) => {
        const rank = places.get(model)!;
        return element(
          "tr",
          { "data-log": model.index },
          numberCell(rank, placeText(rank), { "data-column": "rank" }),
          element("th", { scope: "row" }, swatch(methodColour(model.methodSlot, theme)), model.name),
          element("td", { class: "muted" }, certifiedWith(model.log)),
          ...this.#columns.map((column) => {
            const value = column.value(scene, model);
            const isBest = visible.length > 1 && value === best.get(column.key) && value > 0;
            return numberCell(value, column.text(value), {
              ...column.attributes,
              class: isBest ? "number best" : "number",
              hidden: idle.has(column.key),
            });
          }),
        );
      }),
    );
    for (const heading of this.#head.querySelectorAll<HTMLElement>("th[data-sort]")) {
      const key = heading.dataset["sort"]!;
      heading.hidden = idle.has(key);
      heading.setAttribute("aria-sort", key !== state.sort ? "none" : key === "name" ? "ascending" : "descending");
    }
  }

  #sorted(scene: Scene, byAcr: Model[]): Model[] {
    if (scene.state.sort === "name") return scene.visible;
    const column = this.#columns.find((candidate) => candidate.key === scene.state.sort);
    // A model without the value comes last.
    const rank = (value: number) => (Number.isNaN(value) ? -1 : value);
    return column ? orderBy(scene.visible, (model) => rank(column.value(scene, model))) : byAcr;
  }

  #save(): void {
    const scene = this.#scene!;
    const byAcr = orderBy(scene.visible, (model) => scene.results.acr(model));
    const places = placesBy(scene.visible, (model) => scene.results.acr(model));
    const { n, alpha } = scene.results.budget;
    const rows: Cell[][] = this.#sorted(scene, byAcr).map((model) => [
      model.log.path,
      model.log.method,
      model.log.sigma,
      model.log.n,
      model.log.alpha,
      n,
      alpha,
      scene.results.method,
      places.get(model)!,
      ...this.#columns.map((column) => column.value(scene, model)),
    ]);
    downloadCsv("certus-models", [
      [
        "log",
        "method",
        "sigma",
        "logged n",
        "logged alpha",
        "n",
        "alpha",
        "conversion",
        "rank by acr",
        ...this.#columns.map((column) => column.heading),
      ],
      ...rows,
    ]);
  }
}

function certifiedWith(log: LogData): string {
  return `${log.stopped ? "" : "N = "}${votesText(log)}, α = ${alphaText(log.alpha)}`;
}

function acrColumn(key: string, heading: string, value: Column["value"]): Column {
  return { key, heading, attributes: { "data-column": key }, value, text: radiusText };
}
