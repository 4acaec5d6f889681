// One row for each model: its ACR and certified accuracies at the budget; those of several seeds with their deviation.
import { orderBy, placesBy } from "./acr_over_n.ts";
import { isOwnBudget, logsOf, type Model } from "./comparison.ts";
import { swatch } from "./curve_drawing.ts";
import { element, numberCell, saveTableButton, section, tableBox } from "./dom.ts";
import { downloadCsv, type Cell } from "./export.ts";
import { meanText, percent, placeText, plural, radiusText, votesText } from "./format.ts";
import { openButton } from "./legend.ts";
import { nearConstantMark } from "./near_constant.ts";
import { colourOf } from "./palette.ts";
import { deviation } from "./results.ts";
import { alphaText, budgetCaption, keyOf, type Change, type Scene } from "./scene.ts";

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
  readonly #change: Change;
  #scene: Scene | null = null;

  constructor(tableRadii: number[], change: Change) {
    this.#change = change;
    this.#columns = [
      {
        key: "acr",
        heading: "ACR",
        attributes: { "data-column": "acr" },
        value: ({ results }, model) => results.acr(model),
        text: radiusText,
      },
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
    const { state, visible, results } = scene;
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
    this.#caption.textContent = captionOf(scene, idle.size > 0);
    this.#body.replaceChildren(
      ...this.#sorted(scene, byAcr).flatMap((model) => {
        const rank = places.get(model)!;
        const opened = state.opened.has(model.index);
        const isBest = (key: string, value: number): boolean =>
          visible.length > 1 && value === best.get(key) && value > 0;
        return [
          this.#row(scene, model, idle, isBest, numberCell(rank, placeText(rank), { "data-column": "rank" })),
          // Seeds have no places: they are draws of one method.
          ...(opened ? model.members : []).map((log) => this.#row(scene, log, idle, () => false, element("td"))),
        ];
      }),
    );
    for (const heading of this.#head.querySelectorAll<HTMLElement>("th[data-sort]")) {
      const key = heading.dataset["sort"]!;
      heading.hidden = idle.has(key);
      heading.setAttribute("aria-sort", key !== state.sort ? "none" : key === "name" ? "ascending" : "descending");
    }
  }

  /** The row of a log, of several seeds with mean and deviation, or of one of these seeds. */
  #row(
    scene: Scene,
    model: Model,
    idle: ReadonlySet<string>,
    isBest: (key: string, value: number) => boolean,
    rank: HTMLElement,
  ): HTMLElement {
    const { state, theme, visible } = scene;
    const { members } = model;
    return element(
      "tr",
      { ...keyOf(model), class: visible.includes(model) ? null : "member" },
      rank,
      element(
        "th",
        { scope: "row" },
        swatch(colourOf(model, theme)),
        model.name,
        nearConstantMark(model),
        members.length > 0 ? openButton(model, state.opened.has(model.index), this.#change, state.opened) : null,
      ),
      element("td", { class: "muted" }, certifiedWith(model)),
      ...this.#columns.map((column) => {
        const value = column.value(scene, model);
        const seeds = members.map((log) => column.value(scene, log));
        const text = members.length > 0 ? meanText(value, deviation(seeds), column.text) : column.text(value);
        return numberCell(value, text, {
          ...column.attributes,
          class: isBest(column.key, value) ? "number best" : "number",
          hidden: idle.has(column.key),
          title: members.length > 0 ? `${column.text(Math.min(...seeds))} to ${column.text(Math.max(...seeds))}` : null,
        });
      }),
    );
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
    // Groups are followed by their seeds, which have no place.
    const rows: Cell[][] = this.#sorted(scene, byAcr).flatMap((model) =>
      [model, ...model.members].map((each) => [
        each.members.length > 0 ? `mean of ${plural(each.members.length, "seed")}` : each.log.path,
        each.log.method,
        each.members.length > 0 ? "" : each.log.seed,
        each.log.sigma,
        each.log.n,
        each.log.alpha,
        n,
        alpha,
        scene.results.method,
        places.get(each) ?? Number.NaN,
        ...this.#columns.map((column) => column.value(scene, each)),
      ]),
    );
    downloadCsv("certus-models", [
      [
        "log",
        "method",
        "seed",
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

function certifiedWith(model: Model): string {
  const text = ({ log }: Model): string =>
    `${log.stopped ? "" : "N = "}${votesText(log)}, α = ${alphaText(log.alpha)}`;
  return [...new Set(logsOf(model).map(text))].join("; ");
}

/** What the columns are, where ACR comes from, and what a mean is one of. */
function captionOf(scene: Scene, someLeftOut: boolean): string {
  const { results, visible } = scene;
  const logs = visible.flatMap(logsOf);
  const own = logs.filter(({ log }) => isOwnBudget(log, results.budget)).length;
  const fromLogs = results.method === "plug-in" && own > 0;
  const leftOpen = logs.map(({ log }) =>
    fromLogs && isOwnBudget(log, results.budget) ? (log.logged.acrMost ?? 0) - log.logged.acr! : 0,
  );
  return [
    `Certified accuracy and ACR at ${budgetCaption(scene)}.`,
    !fromLogs
      ? "They are computed from the votes for this budget, and differ from those of a log, which are for the budget " +
        "that the log was certified with."
      : own === logs.length
        ? "This is the budget of the logs: the numbers are theirs, as certus evaluate prints them."
        : "Where this is the budget of a log, the numbers are those of the log, as certus evaluate prints them; for the " +
          "other logs they are computed from the votes.",
    leftOpen.some((open) => open > 0)
      ? "Rounded radii count as the least that they can stand for; with the largest, ACR would be at most " +
        `${radiusText(Math.max(...leftOpen))} higher.`
      : "",
    "# is the place by ACR.",
    visible.some(({ members }) => members.length > 0)
      ? "Rows of several seeds have the mean ± standard deviation over them; the button shows the seeds."
      : "",
    someLeftOut ? "Radii that no model shown certifies are left out." : "",
  ]
    .filter(Boolean)
    .join(" ");
}
