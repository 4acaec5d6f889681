// The answer in words: who is first by ACR at which budget, and what dominance says whatever the budget.
import { budgets, orderBy, type AcrOverN } from "./acr_over_n.ts";
import type { Comparison, Model } from "./comparison.ts";
import { swatch } from "./curve_drawing.ts";
import { element } from "./dom.ts";
import { budgetText, listing, plural } from "./format.ts";
import { methodColour } from "./palette.ts";
import { nameIn, type Scene } from "./scene.ts";
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
      ...blocks.map(({ sigma, models }) => element("p", { "data-sigma": sigma }, headlineOf(scene, sigma, models, curves))),
    );
    if (blocks.length === 0)
      this.headline.replaceChildren(element("p", {}, "No model is selected: choose some in the list of models."));
    this.orders.replaceChildren(...blocks.map(({ sigma, models }) => ordersOf(scene, sigma, models, curves)));
  }
}

type Curves = ReadonlyMap<number, Float64Array> | null;

/** One sentence each on ACR, on dominance, and on how they go together. */
function headlineOf(scene: Scene, sigma: number, models: Model[], curves: Curves): string {
  const { comparison, results } = scene;
  const name = (model: Model): string => model.log.method;
  const first = orderBy(models, (model) => results.acr(model))[0]!;
  if (models.length === 1) return `At σ = ${sigma} there is one model, ${name(first)}: nothing to compare it with.`;
  const sentences = [`At σ = ${sigma}, ACR puts ${name(first)} first at N = ${budgetText(results.budget.n)}`];
  if (curves) {
    const others = firstPlaces(models, curves).filter(({ model }) => model !== first);
    const seen = [...new Map(others.map((place) => [place.model.index, place])).values()];
    sentences[0] += seen.length === 0
      ? ", and at every other N."
      : `, but ${listing(seen.slice(0, 3).map((place) => `${name(place.model)} at ${spanText(place)}`))}.`;
  } else sentences[0] += ".";
  const best = models.filter((model) => models.every((other) => other === model || isAtLeast(comparison, model, other)));
  if (best.length > 0) sentences.push(`${listing(best.map(name))} dominates: at least as good at every radius and every N.`);
  else {
    const { better, crossing } = relations(comparison, models);
    sentences.push(
      better.length === 0
        ? `No model dominates another: each of the ${plural(crossing, "pair")} crosses, so the better one depends on radius and budget.`
        : `Whatever N, ${listing(better.slice(0, 2).map(([a, b]) => `${name(a)} dominates ${name(b)}`))}${
            better.length > 2 ? ` (${better.length} such pairs)` : ""
          }; ${plural(crossing, "other pair")} ${crossing === 1 ? "crosses" : "cross"}, and no model is best for everyone.`,
    );
  }
  return sentences.join(" ");
}

interface FirstPlace {
  model: Model;
  from: number;
  to: number;
}

/** Who is first from which N to which. */
function firstPlaces(models: Model[], curves: NonNullable<Curves>): FirstPlace[] {
  const spans: FirstPlace[] = [];
  budgets.forEach((n, place) => {
    const model = orderBy(models, (candidate) => curves.get(candidate.index)![place]!)[0]!;
    const last = spans.at(-1);
    if (last?.model === model) last.to = n;
    else spans.push({ model, from: n, to: n });
  });
  // Where nothing can be certified everyone is first with 0.
  return spans.filter((span) => curves.get(span.model.index)![budgets.indexOf(span.to)]! > 0);
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
  const logged = models[0]!.log.n;
  const rows: { n: number; order: Model[] }[] = [];
  for (const n of [...new Set([100, logged, results.budget.n])].sort((a, b) => a - b)) {
    const place = budgets.indexOf(n);
    if (n === results.budget.n) rows.push({ n, order: orderBy(models, (model) => results.acr(model)) });
    else if (curves && place >= 0) rows.push({ n, order: orderBy(models, (model) => curves.get(model.index)![place]!) });
  }
  const { better, crossing } = relations(comparison, models);
  return element(
    "div",
    { class: "orders-block", "data-sigma": sigma },
    state.sigma === null ? element("h4", {}, `σ = ${sigma}`) : null,
    ...rows.map(({ n, order }, position) =>
      element(
        "div",
        { class: n === results.budget.n ? "order now" : "order", "data-order-n": n },
        element("p", { class: "order-title" }, `By ACR at N = ${budgetText(n)}`, n === results.budget.n ? element("em", {}, "your N") : null),
        orderList(scene, order, rows[position - 1]?.order ?? null),
      ),
    ),
    element(
      "div",
      { class: "order dominance" },
      element("p", { class: "order-title" }, "By dominance, at any N", element("em", {}, "unchanged")),
      element("ul", {}, ...dominanceLines(scene, better, crossing)),
    ),
  );
}

function orderList(scene: Scene, order: Model[], before: Model[] | null): HTMLElement {
  return element(
    "ol",
    {},
    ...order.slice(0, mostInARow).map((model, position) => {
      const moved = before ? before.indexOf(model) - position : 0;
      return element(
        "li",
        { "data-log": model.index },
        swatch(methodColour(model.methodSlot, scene.theme)),
        nameIn(scene, model),
        moved === 0
          ? null
          : element("span", { class: moved > 0 ? "moved up" : "moved down", title: "against the row above" }, `${moved > 0 ? "↑" : "↓"}${Math.abs(moved)}`),
      );
    }),
    order.length > mostInARow ? element("li", { class: "muted" }, `and ${order.length - mostInARow} more, see the table`) : null,
  );
}

function dominanceLines(scene: Scene, better: [Model, Model][], crossing: number): HTMLElement[] {
  const lines = better
    .slice(0, mostSentences)
    .map(([a, b]) => element("li", {}, `${nameIn(scene, a)} dominates ${nameIn(scene, b)}`));
  if (better.length > mostSentences) lines.push(element("li", { class: "muted" }, `and ${better.length - mostSentences} more, see the matrix`));
  if (crossing > 0)
    lines.push(element("li", {}, `${plural(crossing, "pair")} cross${crossing === 1 ? "es" : ""}: neither is better everywhere`));
  return lines;
}
