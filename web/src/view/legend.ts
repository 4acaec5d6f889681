// The list of models: says which curve is whose and turns curves on and off, for all charts at once.
import { byMethod, type MethodLogs } from "./best_over_sigma.ts";
import type { Comparison, Model } from "./comparison.ts";
import { element } from "./dom.ts";
import { lineSample } from "./line_sample.ts";
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
        all("Hide all", () => new Set(comparison.models.map((model) => model.index))),
      ),
      this.#list,
      this.#none,
    );
  }

  update(scene: Scene): void {
    this.#scene = scene;
    const { state, theme } = scene;
    const drawnFor = JSON.stringify([theme, state.sigma]);
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
        "data-search": `${method} ${models.map((model) => model.log.path).join(" ")}`.toLowerCase(),
        class: inView.length === 0 ? "absent" : "",
      },
      element(
        "label",
        { class: "legend-method" },
        this.#box(models),
        lineSample(look),
        element("span", { class: "name" }, method),
      ),
      inView.length < 2
        ? null
        : element(
            "div",
            { class: "legend-logs" },
            ...inView.map((model) =>
              element(
                "label",
                { title: model.log.path },
                this.#box([model]),
                lineSample(lookOf(model, scene.comparison, scene.theme, scene.state.sigma)),
                element("span", {}, labelAmong(model)),
              ),
            ),
          ),
    );
  }

  #box(models: Model[]): HTMLInputElement {
    return element("input", {
      type: "checkbox",
      "data-logs": models.map((model) => model.index).join(","),
      change: (event) => {
        const hidden = new Set(this.#scene!.state.hidden);
        for (const { index } of models) {
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

/** What tells a log from the others of its method: sigma, and the file where that is shared. */
const labelAmong = ({ name, log }: Model): string => name.slice(log.method.length + 1);
