// The answer in words: who is first by ACR at which budget, and what dominance says whatever the budget.
import { budgets, placesBy, type AcrOverN } from "./acr_over_n.ts";
import type { Comparison, Model } from "./comparison.ts";
import { swatch } from "./curve_drawing.ts";
import { element, type Child } from "./dom.ts";
import { budgetText, placeText, plural } from "./format.ts";
import { methodColour } from "./palette.ts";
import type { Scene } from "./scene.ts";
import { sigmasOf } from "./state.ts";

const mostInARow = 12;
const mostSentences = 4;

export class Answer {
  readonly headline = element("div", { id: "answer", class: "headline", "aria-live": "polite" });
  readonly orders = element("div", { id: "orders", class: "orders" });
  readonly #source: AcrOverN;

  constructor(source: AcrOverN) {
    this.#source = source;
  }

  update(scene: Scene): void {
    const blocks = sigmasOf(scene.state, scene.comparison)
      .map((sigma) => ({ sigma, models: scene.visible.filter((model) => model.log.sigma === sigma) }))
      .filter((block) => block.models.length > 0);
    const curves = this.#source.curves(scene.state.alpha);
    this.headline.replaceChildren(
      ...blocks.map(({ sigma, models }) =>
        element("div", { "data-sigma": sigma }, ...headlineOf(scene, sigma, models, curves)),
      ),
    );
    const fewest = Math.min(...scene.visible.map(({ log }) => Math.round(log.stopped?.meanDraws ?? log.n)));
    if (blocks.length > 0 && scene.state.n > fewest)
      this.headline.append(
        element(
          "p",
          { id: "beyond-votes", class: "chart-note" },
          `N is beyond the ${budgetText(fewest)} votes an image that were made: p_A is taken to be votes / n, ` +
            "and how an image with all votes would fare on more of them is a guess.",
        ),
      );
    if (blocks.length === 0)
      this.headline.replaceChildren(element("p", {}, "No model is selected: choose some in the list of models."));
    const ordered = blocks.filter(({ models }) => models.length > 1);
    this.orders.classList.toggle("several", ordered.length > 1);
    this.orders.replaceChildren(...ordered.map(({ sigma, models }) => ordersOf(scene, sigma, models, curves)));
  }
}

type Curves = ReadonlyMap<number, Float64Array> | null;

/** One sentence on ACR and one on dominance. */
function headlineOf(scene: Scene, sigma: number, models: Model[], curves: Curves): HTMLElement[] {
  if (models.length === 1)
    return [
      element("p", {}, `At σ = ${sigma} there is one model, `, name(models[0]!), ": nothing to compare it with."),
    ];
  return [
    element("p", {}, ...acrSentence(scene, sigma, models, curves)),
    element("p", {}, ...dominanceSentence(scene.comparison, models)),
  ];
}

function acrSentence({ results }: Scene, sigma: number, models: Model[], curves: Curves): Child[] {
  const first = leaders(models, (model) => results.acr(model));
  if (first.length === 0) return [`At σ = ${sigma} this budget certifies nothing: N or α is too small.`];
  const at = `at N = ${budgetText(results.budget.n)}`;
  const sentence: Child[] =
    first.length === models.length
      ? [`By ACR at σ = ${sigma}, the models are equal ${at}`]
      : [`By ACR at σ = ${sigma}, `, ...names(first), ` ${first.length === 1 ? "is" : "are"} first ${at}`];
  if (curves) {
    const others = firstPlaces(models, curves).filter(({ model }) => !first.includes(model));
    const seen = [...new Map(others.map((place) => [place.model.index, place])).values()].slice(0, 3);
    if (seen.length === 0 && areFirstEverywhere(first, models, curves)) sentence.push(" and at every other N");
    for (const place of seen) sentence.push(", but ", name(place.model), ` at ${spanText(place)}`);
  }
  return [...sentence, "."];
}

function dominanceSentence(comparison: Comparison, models: Model[]): Child[] {
  const best = models.filter((model) =>
    models.every((other) => other === model || isAtLeast(comparison, model, other)),
  );
  if (best.length === models.length) return ["By dominance, the models are equal."];
  const { better, crossing } = relations(comparison, models);
  const sure = better.filter(([a, b]) => isSure(comparison, a, b)).length;
  const doubt = sure < better.length ? ` ${sureText(sure, better.length)}` : "";
  if (best.length > 0)
    return [
      "By dominance, ",
      name(best[0]!),
      ` is best: at least as good as all others at every radius and every N.${doubt}`,
    ];
  if (better.length === 0)
    return [
      `By dominance, no model is better than another: ${pairsCross(crossing)}, so it depends on radius and budget.`,
    ];
  const [[a, b], second] = [better[0]!, better[1]];
  return [
    "By dominance, ",
    name(a),
    " is better than ",
    name(b),
    ...(better.length === 2 ? [", and ", name(second![0]), " than ", name(second![1])] : []),
    better.length > 2 ? ` (one of ${better.length} such pairs)` : "",
    `, whatever N. ${crossing === 0 ? "" : `${pairsCross(crossing)}: `}no model is best for everyone.${doubt}`,
  ];
}

const name = (model: Model): HTMLElement => element("strong", {}, model.nameAtSigma);
const names = (models: Model[]): Child[] =>
  models.flatMap((model, i) => [i === 0 ? "" : i === models.length - 1 ? " and " : ", ", name(model)]);
const sureText = (sure: number, of: number): string =>
  of === 1
    ? "The paired test does not confirm it."
    : `The paired test confirms ${sure === 0 ? "none" : sure} of the ${of} dominances.`;
const pairsCross = (pairs: number): string => `${plural(pairs, "pair")} ${pairs === 1 ? "crosses" : "cross"}`;

interface FirstPlace {
  model: Model;
  from: number;
  to: number;
}

/** Who is first from which N to which; of equals the one who was before. */
function firstPlaces(models: Model[], curves: NonNullable<Curves>): FirstPlace[] {
  const spans: FirstPlace[] = [];
  budgets.forEach((n, place) => {
    const first = leaders(models, (candidate) => curves.get(candidate.index)![place]!);
    const last = spans.at(-1);
    if (last && first.includes(last.model)) last.to = n;
    else if (first.length > 0) spans.push({ model: first[0]!, from: n, to: n });
  });
  return spans;
}

function areFirstEverywhere(candidates: Model[], models: Model[], curves: NonNullable<Curves>): boolean {
  return budgets.every((_, place) => {
    const first = leaders(models, (model) => curves.get(model.index)![place]!);
    return first.length === 0 || candidates.every((model) => first.includes(model));
  });
}

/** Those with the largest ACR; nobody where that is 0. */
function leaders(models: Model[], acr: (model: Model) => number): Model[] {
  return [...placesBy(models, acr)].filter(([, place]) => place === 1).map(([model]) => model);
}

const rounded = (n: number): string => budgetText(Number(n.toPrecision(1)));

function spanText({ from, to }: FirstPlace): string {
  if (from === budgets[0]) return `N up to ${rounded(to)}`;
  if (to === budgets.at(-1)) return `N from ${rounded(from)} on`;
  return from === to ? `N around ${rounded(from)}` : `N from ${rounded(from)} to ${rounded(to)}`;
}

function isAtLeast(comparison: Comparison, a: Model, b: Model): boolean {
  const relation = comparison.relation(a, b)?.relation;
  return relation === "better" || relation === "equal";
}

/** Whether the images suffice to say that a dominates b beyond this sample. */
const isSure = (comparison: Comparison, a: Model, b: Model): boolean =>
  comparison.relation(a, b)?.test?.verdict === "dominates";

/** Pairs in which the first dominates the second, and the number of those that cross. */
function relations(comparison: Comparison, models: Model[]): { better: [Model, Model][]; crossing: number } {
  const better: [Model, Model][] = [];
  let crossing = 0;
  for (const a of models)
    for (const b of models) {
      const relation = comparison.relation(a, b)?.relation;
      if (relation === "better") better.push([a, b]);
      if (relation === "crosses" && a.index < b.index) crossing += 1;
    }
  return { better, crossing };
}

function ordersOf(scene: Scene, sigma: number, models: Model[], curves: Curves): HTMLElement {
  const { comparison, results, state } = scene;
  const { n: logged, stopped } = models[0]!.log;
  const rows: { n: number; places: Map<Model, number> }[] = [];
  for (const n of [...new Set([100, logged, results.budget.n])].sort((a, b) => a - b)) {
    const place = budgets.indexOf(n);
    if (n === results.budget.n) rows.push({ n, places: placesBy(models, (model) => results.acr(model)) });
    else if (curves && place >= 0)
      rows.push({ n, places: placesBy(models, (model) => curves.get(model.index)![place]!) });
  }
  const { better, crossing } = relations(comparison, models);
  return element(
    "div",
    { class: "orders-block", "data-sigma": sigma },
    state.sigma === null ? element("h4", {}, `σ = ${sigma}`) : null,
    element("p", { class: "order-title" }, "Order by ACR at"),
    element(
      "div",
      { class: "order-columns" },
      ...rows.map(({ n, places }, position) =>
        element(
          "div",
          { class: n === results.budget.n ? "order now" : "order", "data-order-n": n },
          element("p", { class: "order-title" }, `N = ${budgetText(n)}`),
          element(
            "p",
            { class: "order-note" },
            n === results.budget.n ? "your N" : n !== logged ? "few votes" : stopped ? "most draws" : "as certified",
          ),
          orderList(scene, places, rows[position - 1]?.places ?? places),
        ),
      ),
    ),
    element(
      "div",
      { class: "order dominance" },
      element("p", { class: "order-title" }, "Dominance, at any N"),
      element("p", { class: "order-note" }, "no slider changes it"),
      element("ul", {}, ...dominanceLines(comparison, better, crossing)),
    ),
  );
}

function orderList(scene: Scene, places: Map<Model, number>, before: Map<Model, number>): HTMLElement {
  return element(
    "ol",
    {},
    ...[...places].slice(0, mostInARow).map(([model, place]) => {
      const moved = before.get(model)! - place || 0; // NaN where there were no places
      return element(
        "li",
        { "data-log": model.index, "data-place": placeText(place) },
        swatch(methodColour(model.methodSlot, scene.theme)),
        element("span", { class: "name", title: model.name }, model.nameAtSigma),
        moved === 0
          ? null
          : element(
              "span",
              { class: moved > 0 ? "moved up" : "moved down", title: "against the column before" },
              `${moved > 0 ? "↑" : "↓"}${Math.abs(moved)}`,
            ),
      );
    }),
    places.size > mostInARow
      ? element("li", { class: "muted" }, `and ${places.size - mostInARow} more, see the table`)
      : null,
  );
}

function dominanceLines(comparison: Comparison, better: [Model, Model][], crossing: number): HTMLElement[] {
  const lines = better
    .slice(0, mostSentences)
    .map(([a, b]) =>
      element(
        "li",
        {},
        `${a.nameAtSigma} dominates ${b.nameAtSigma}${isSure(comparison, a, b) ? "" : " (not confirmed by the test)"}`,
      ),
    );
  if (better.length > mostSentences)
    lines.push(element("li", { class: "muted" }, `and ${better.length - mostSentences} more, see the matrix`));
  if (crossing > 0) lines.push(element("li", {}, `${pairsCross(crossing)}: neither is better everywhere`));
  return lines.length > 0 ? lines : [element("li", {}, "no two models differ")];
}
