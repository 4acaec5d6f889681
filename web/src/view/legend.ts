// The list of models: says which curve is whose and turns curves on and off, for all charts at once.
import { byMethod, type MethodLogs } from "./best_over_sigma.ts";
import { logsOf, type Comparison, type Model } from "./comparison.ts";
import { element } from "./dom.ts";
import { lineSample } from "./line_sample.ts";
import { nearConstantMark } from "./near_constant.ts";
import { lookOf } from "./palette.ts";
import type { Change, Scene } from "./scene.ts";

const longList = 12; // methods; from here on the list gets a box to search in

export class Legend {
  readonly root: HTMLElement;
  readonly #list = element("ul", { class: "legend", id: "legend" });
  readonly #search: HTMLInputElement;
  readonly #none = element("p", { class: "muted", hidden: true }, "No model has this in its name or path.");
  readonly #change: Change;
  readonly #methods: MethodLogs[];
  #scene: Scene | null = null;
  #drawnFor = "";

  constructor(comparison: Comparison, change: Change) {
    this.#change = change;
    this.#methods = byMethod(comparison, comparison.models);
    this.#search = element("input", {
      type: "search",
      id: "legend-search",
      input: () => this.#filter(),
    });
    const all = (label: string, hidden: () => Set<number>): HTMLElement =>
      element("button", { type: "button", class: "quiet", click: () => change({ hidden: hidden() }) }, label);
    this.root = element(
      "div",
      { class: "legend-box" },
      this.#methods.length > longList ? element("label", {}, "Find a model ", this.#search) : null,
      element(
        "div",
        { class: "row" },
        all("Show all", () => new Set()),
        all("Hide all", () => new Set(comparison.logs.map((log) => log.index))),
      ),
      this.#list,
      this.#none,
    );
  }

  update(scene: Scene): void {
    this.#scene = scene;
    const { state, theme } = scene;
    const drawnFor = JSON.stringify([theme, state.sigma, [...state.opened]]);
    if (drawnFor !== this.#drawnFor) {
      this.#list.replaceChildren(...this.#methods.map((entry) => this.#row(scene, entry)));
      this.#drawnFor = drawnFor;
      this.#filter();
    }
    for (const input of this.#list.querySelectorAll<HTMLInputElement>("input[data-logs]")) {
      const logs = input.dataset["logs"]!.split(",").map(Number);
      const shown = logs.filter((index) => !state.hidden.has(index)).length;
      input.checked = shown === logs.length;
      input.indeterminate = shown > 0 && shown < logs.length;
    }
  }

  /** A method with a box for all its logs and, where several are in view, one for each. */
  #row(scene: Scene, { method, models }: MethodLogs): HTMLElement {
    const inView = models.filter((model) => scene.state.sigma === null || model.log.sigma === scene.state.sigma);
    const look = lookOf(models[0]!, scene.comparison, scene.theme, 0);
    return element(
      "li",
      {
        "data-search": `${method} ${models.flatMap(logsOf).map(({ log }) => log.path).join(" ")}`.toLowerCase(),
        class: inView.length === 0 ? "absent" : "",
      },
      element(
        "label",
        { class: "legend-method" },
        this.#box(models),
        lineSample(look),
        element("span", { class: "name" }, method),
      ),
      models.map(nearConstantMark).find((mark) => mark !== null) ?? null,
      inView.length < 2
        ? null
        : element(
            "div",
            { class: "legend-logs" },
            ...inView.map((model) =>
              element(
                "label",
                { title: logsOf(model).map(({ log }) => log.path).join("\n") },
                this.#box([model]),
                lineSample(lookOf(model, scene.comparison, scene.theme, scene.state.sigma)),
                element("span", {}, labelAmong(model)),
              ),
            ),
          ),
      ...inView.map((model) => this.#seeds(scene, model)),
    );
  }

  /** A button that shows the seeds of a group one by one, and their names while it does. */
  #seeds({ state }: Scene, model: Model): HTMLElement | null {
    if (model.members.length === 0) return null;
    const opened = state.opened.has(model.index);
    return element(
      "div",
      { class: "legend-logs" },
      openButton(model, opened, this.#change, state.opened),
      state.sigma === null ? element("span", {}, `σ=${model.log.sigma}`) : null,
      opened ? element("span", {}, model.members.map((member) => `seed ${member.log.seed}`).join(", ")) : null,
    );
  }

  #box(models: Model[]): HTMLInputElement {
    const logs = models.flatMap(logsOf);
    return element("input", {
      type: "checkbox",
      "data-logs": logs.map(({ index }) => index).join(","),
      change: (event) => {
        const hidden = new Set(this.#scene!.state.hidden);
        for (const { index } of logs) {
          if ((event.target as HTMLInputElement).checked) hidden.delete(index);
          else hidden.add(index);
        }
        this.#change({ hidden });
      },
    });
  }

  #filter(): void {
    const wanted = this.#search.value.trim().toLowerCase();
    let found = 0;
    for (const row of this.#list.querySelectorAll<HTMLElement>("li")) {
      row.hidden = !row.dataset["search"]!.includes(wanted);
      if (!row.hidden) found += 1;
    }
    this.#none.hidden = found > 0;
  }
}

/** Opens a group into its seeds, and closes it. */
export function openButton(
  model: Model,
  opened: boolean,
  change: Change,
  openedNow: ReadonlySet<number>,
): HTMLElement {
  return element(
    "button",
    {
      type: "button",
      class: "quiet open",
      "data-open": model.index,
      "aria-expanded": String(opened),
      "aria-label": `${opened ? "Hide" : "Show"} the ${model.members.length} seeds of ${model.name}`,
      click: () => {
        const next = new Set(openedNow);
        if (!next.delete(model.index)) next.add(model.index);
        change({ opened: next });
      },
    },
    `${opened ? "▾" : "▸"} ${model.members.length} seeds`,
  );
}

/** What tells a log from the others of its method: sigma, and the file where that is shared. */
const labelAmong = ({ name, log }: Model): string => name.slice(log.method.length + 1);
