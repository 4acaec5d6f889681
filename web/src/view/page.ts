// The page: its parts in the order people read them, and the one place where a change of state becomes a new view.
import type { PageData } from "../page_data.ts";
import { AcrOverN, whenIdle } from "./acr_over_n.ts";
import { AcrOverNChart } from "./acr_over_n_chart.ts";
import { Answer } from "./answer.ts";
import { BestOverSigmaChart } from "./best_over_sigma_chart.ts";
import { setBusy } from "./busy.ts";
import { CertifiedAccuracyChart } from "./certified_accuracy_chart.ts";
import { ClassView } from "./class_view.ts";
import { Comparison, logsOf } from "./comparison.ts";
import { Controls } from "./controls.ts";
import { element, section } from "./dom.ts";
import { DominanceMatrix } from "./dominance_matrix.ts";
import { ExactResults } from "./exact_results.ts";
import { count, listing, plural } from "./format.ts";
import { Legend } from "./legend.ts";
import { ModelTable } from "./model_table.ts";
import { PaChart } from "./p_a_chart.ts";
import { citation, provenance, warningsBanner } from "./provenance.ts";
import { RadiusPicker } from "./radius_picker.ts";
import { radiusGrid, Results } from "./results.ts";
import { budgetCaption, sigmaCaption, type Scene } from "./scene.ts";
import { defaultState, fromFragment, isShown, isVisible, toFragment, type State } from "./state.ts";
import { themeOf, ThemeSwitch, whenSystemThemeChanges } from "./theme.ts";

const restMilliseconds = 250; // after the last change; also, browsers refuse to write the address more often

/** A part with so much in it that it waits until it is in view or until there is nothing else to do. */
interface LongPart {
  update(scene: Scene): void;
  root: HTMLElement;
}

export class Page {
  readonly #comparison: Comparison;
  readonly #defaults: State;
  #state: State;
  #results: Results | null = null;
  #dragging = false;
  #printing = false;
  #frame = 0;
  #scene: Scene | null = null; // as last shown
  #catching = false;
  #restTimer = 0;
  readonly #exact: ExactResults;
  readonly #parts: { update(scene: Scene): void }[]; // charts among them: these know whether they are in view
  readonly #below: LongPart[];
  readonly #waiting = new Set<LongPart>(); // those that do not show the state yet
  readonly #inView = new Set<Element>();
  readonly #charts: { print(printing: boolean): void }[];
  readonly #budget = element("p", { class: "on-paper", id: "budget-on-paper" }); // where paper has no controls
  readonly #linkStatus = element("span", { class: "muted", role: "status" });

  constructor(data: PageData, root: HTMLElement) {
    this.#comparison = new Comparison(data);
    this.#defaults = defaultState(this.#comparison);
    this.#state = fromFragment(location.hash, this.#defaults, this.#comparison);
    this.#exact = new ExactResults(() => this.#later());

    const change = (part: Partial<State>, dragging = false): void => this.#change(part, dragging);
    const acrOverN = new AcrOverN(this.#comparison, () => this.#later());
    const controls = new Controls(this.#comparison, change);
    const legend = new Legend(this.#comparison, change);
    const theme = new ThemeSwitch(change);
    const answer = new Answer(acrOverN);
    const order = new AcrOverNChart(acrOverN, change);
    const accuracy = new CertifiedAccuracyChart();
    const pA = new PaChart();
    const bestOverSigma = new BestOverSigmaChart();
    const picker = new RadiusPicker(change);
    const table = new ModelTable(this.#comparison.tableRadii, change);
    const dominance = new DominanceMatrix();
    const classes = new ClassView();
    this.#parts = [controls, legend, theme, answer, order, accuracy, pA, bestOverSigma];
    this.#below = [picker, table, dominance, classes];
    this.#charts = [order, accuracy, pA, bestOverSigma, classes];

    const content = element(
      "div",
      { class: "content", id: "content", tabindex: -1 },
      warningsBanner(data),
      element(
        "section",
        { class: "card answer", "aria-labelledby": "answer-heading" },
        element("h2", { id: "answer-heading" }, "Which model is better?"),
        answer.headline,
        element(
          "div",
          { class: "acr-order" },
          element("h3", {}, "Order by ACR, which is not a decision"),
          element(
            "p",
            { class: "lead" },
            element("strong", {}, "ACR"),
            ", the average certified radius, is the mean over all images of the radius that is certified, 0 where the " +
              "class is wrong or the model abstains. Easy images weigh most in it, the order can change with N alone, " +
              "and it does not say how surely one model is ahead of another.",
          ),
          answer.acr,
          element("div", { class: "beside" }, order.figure, answer.orders),
        ),
      ),
      section("curves", "At which radius?", "", element("div", { class: "pair" }, accuracy.figure, pA.figure)),
      element(
        "div",
        { class: "pair cards" },
        element("section", { id: "best", class: "card" }, bestOverSigma.figure),
        picker.root,
      ),
      table.root,
      dominance.root,
      classes.root,
      provenance(data),
      citation(data),
    );
    root.replaceChildren(
      element(
        "a",
        {
          class: "skip",
          href: "#content",
          click: (event) => {
            event.preventDefault();
            content.focus();
          },
        },
        "Skip to the answer",
      ),
      element(
        "header",
        { class: "top" },
        element("div", {}, element("h1", {}, data.title), element("p", { class: "muted" }, this.#summary()), this.#budget),
        element(
          "div",
          { class: "top-actions" },
          this.#linkStatus,
          element("button", { type: "button", id: "copy-link", click: () => void this.#copyLink() }, "Copy link"),
          element(
            "button",
            {
              type: "button",
              id: "reset",
              click: () => this.#change({ ...this.#defaults, theme: this.#state.theme }, false),
            },
            "Reset",
          ),
          theme.root,
        ),
      ),
      element(
        "div",
        { class: "layout" },
        element(
          "aside",
          { class: "panel", "aria-label": "Budget, view and models" },
          element("h2", {}, "Budget"),
          controls.budget,
          element("h2", {}, "View"),
          controls.view,
          element(
            "details",
            { class: "models", open: matchMedia("(min-width: 60rem)").matches },
            element("summary", {}, element("h2", {}, "Models")),
            legend.root,
          ),
        ),
        content,
      ),
    );
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) this.#inView.add(target);
        else this.#inView.delete(target);
      }
      if (this.#dragging) this.#later();
    });
    for (const { root: part } of this.#below) observer.observe(part);
    window.addEventListener("hashchange", () => {
      this.#change(fromFragment(location.hash, this.#defaults, this.#comparison), false);
    });
    window.addEventListener("beforeprint", () => this.#print(true));
    window.addEventListener("afterprint", () => this.#print(false));
    whenSystemThemeChanges(() => this.#later());
    this.#render();
    document.body.dataset["ready"] = "true";
  }

  #summary(): string {
    const { logs: all, models, methods, sigmas } = this.#comparison;
    const images = [...new Set(all.map(({ log }) => log.images))].sort((a, b) => a - b);
    const each =
      images.length === 1
        ? `${count(images[0]!)} images each`
        : `${count(images[0] ?? 0)} to ${count(images.at(-1) ?? 0)} images`;
    const logs = `${plural(all.length, "log")} of ${plural(methods.length, "method")}`;
    const seeds = Math.max(...models.map((model) => logsOf(model).length));
    const several = seeds > 1 ? `, up to ${seeds} seeds of training each` : "";
    return `${logs} at σ = ${listing(sigmas.map(String))}${several}, ${each}`;
  }

  #change(part: Partial<State>, dragging: boolean): void {
    this.#state = { ...this.#state, ...part };
    this.#dragging = dragging;
    clearTimeout(this.#restTimer);
    this.#restTimer = window.setTimeout(() => this.#rest(), restMilliseconds);
    this.#later();
  }

  /** Nothing moved for a while, even if the slider is still held. */
  #rest(): void {
    this.#writeFragment();
    if (!this.#dragging) return;
    this.#dragging = false;
    this.#later();
  }

  #later(): void {
    this.#frame ||= requestAnimationFrame(() => this.#render());
  }

  #render(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const state = this.#state;
    const comparison = this.#comparison;
    const { n, alpha } = state;
    const known = this.#results?.budget;
    if (known?.n !== n || known.alpha !== alpha)
      this.#results = new Results(comparison, { n, alpha }, "plug-in", radiusGrid(comparison, { n, alpha }));
    const results = state.method === "expected" ? this.#exact.like(this.#results!, this.#dragging) : this.#exact.stop();
    const scene: Scene = {
      comparison,
      state,
      results: results ?? this.#results!,
      theme: themeOf(state.theme, this.#printing),
      visible: comparison.models.filter((model) => isVisible(state, model)),
      shown: comparison.models.filter((model) => isShown(state, model)),
    };
    this.#budget.textContent = `At ${budgetCaption(scene)}; ${sigmaCaption(scene)}, r = ${state.radius}`;
    setBusy("exact", this.#exact.busy);
    for (const part of this.#parts) part.update(scene);
    for (const part of this.#below) {
      if (this.#printing || this.#inView.has(part.root)) {
        this.#waiting.delete(part);
        part.update(scene);
      } else if (!this.#dragging) this.#waiting.add(part);
    }
    this.#scene = scene;
    this.#catchUp();
  }

  /** What is out of view follows when there is nothing else to do; while a slider moves, it waits until that rests. */
  #catchUp(): void {
    setBusy("below", this.#waiting.size > 0);
    if (this.#waiting.size === 0 || this.#catching) return;
    this.#catching = true;
    whenIdle(() => {
      this.#catching = false;
      const [next] = this.#waiting;
      if (next && this.#waiting.delete(next)) next.update(this.#scene!);
      this.#catchUp();
    });
  }

  #writeFragment(): void {
    const fragment = toFragment(this.#state, this.#defaults);
    history.replaceState(null, "", `#${fragment}`);
  }

  async #copyLink(): Promise<void> {
    this.#writeFragment();
    try {
      await navigator.clipboard.writeText(location.href);
      this.#linkStatus.textContent = "Copied";
    } catch {
      this.#linkStatus.textContent = "The link is in the address bar"; // pages from files may not use the clipboard
    }
    setTimeout(() => (this.#linkStatus.textContent = ""), 4000);
  }

  #print(printing: boolean): void {
    this.#printing = printing;
    this.#dragging = false;
    this.#render();
    // Paper cannot unfold anything: what was folded is opened, and closed again afterwards.
    for (const details of document.querySelectorAll<HTMLDetailsElement>("#content details")) {
      if (printing) details.dataset["wasOpen"] = String(details.open);
      details.open = printing || details.dataset["wasOpen"] === "true";
    }
    for (const chart of this.#charts) chart.print(printing);
  }
}
