// The answer in words: what the paired test decides, what it leaves open, and then, with its caveat, the order by ACR.
import { budgets, placesBy, type AcrOverN } from "./acr_over_n.ts";
import { fewestVotes, logsOf, type Comparison, type Model } from "./comparison.ts";
import { swatch } from "./curve_drawing.ts";
import { element, type Child } from "./dom.ts";
import { budgetText, count, listing, placeText, plural } from "./format.ts";
import { nearConstantMark, nearConstantNote } from "./near_constant.ts";
import { colourOf } from "./palette.ts";
import { keyOf, type Scene } from "./scene.ts";
import { sigmasOf } from "./state.ts";

const mostInARow = 12;
const mostSentences = 5;
const mostNames = 6;
const mostPairsNamed = 3;

interface Block {
  sigma: number;
  models: Model[];
}

export class Answer {
  readonly headline = element("div", { id: "answer", class: "headline", "aria-live": "polite" });
  readonly acr = element("div", { id: "answer-acr", class: "headline", "aria-live": "polite" });
  readonly orders = element("div", { id: "orders", class: "orders" });
  readonly #source: AcrOverN;

  constructor(source: AcrOverN) {
    this.#source = source;
  }

  update(scene: Scene): void {
    const blocks: Block[] = sigmasOf(scene.state, scene.comparison)
      .map((sigma) => ({ sigma, models: scene.visible.filter((model) => model.log.sigma === sigma) }))
      .filter((block) => block.models.length > 0);
    const ordered = blocks.filter(({ models }) => models.length > 1);
    const curves = this.#source.curves(scene.state.alpha);
    const found = blocks.map((block) => ({ ...block, pairs: pairsOf(scene.comparison, block.models) }));
    this.headline.replaceChildren(
      ...(blocks.length === 0
        ? [element("p", {}, "No model is selected: choose some in the list of models.")]
        : found.map(({ sigma, models, pairs }) =>
            element("div", { "data-sigma": sigma }, ...decided(scene, sigma, models, pairs)),
          )),
      ...(ordered.length > 0 ? [meaning(scene.visible)] : []),
      ...nearConstantNote(scene.visible),
    );
    this.acr.replaceChildren(
      ...ordered.map(({ sigma, models }) =>
        element("p", { "data-sigma": sigma }, ...acrSentence(scene, sigma, models, curves)),
      ),
      ...beyondVotes(scene),
    );
    this.orders.classList.toggle("several", ordered.length > 1);
    this.orders.replaceChildren(...ordered.map(({ sigma, models }) => ordersOf(scene, sigma, models, curves)));
  }
}

/** Pairs of models by what is known of them; of two models the first is the better one. */
interface Pairs {
  all: number;
  confirmed: [Model, Model][]; // the paired test is sure that the first dominates
  crossing: [Model, Model][]; // it is sure that they cross
  undecided: [Model, Model][]; // it is not sure of anything, or there is no test
  ahead: [Model, Model][]; // of the undecided those where the first is ahead in these images at every p
  equal: number;
}

function pairsOf(comparison: Comparison, models: Model[]): Pairs {
  const pairs: Pairs = { all: 0, confirmed: [], crossing: [], undecided: [], ahead: [], equal: 0 };
  for (const [position, a] of models.entries())
    for (const b of models.slice(position + 1)) {
      const known = comparison.relation(a, b);
      if (!known) continue;
      pairs.all += 1;
      const { relation, verdict } = known;
      if (verdict === "dominates") pairs.confirmed.push([a, b]);
      else if (verdict === "dominated") pairs.confirmed.push([b, a]);
      else if (verdict === "crosses") pairs.crossing.push([a, b]);
      else if (relation === "equal") pairs.equal += 1;
      else {
        pairs.undecided.push([a, b]);
        if (relation === "better") pairs.ahead.push([a, b]);
        if (relation === "worse") pairs.ahead.push([b, a]);
      }
    }
  return pairs;
}

function decided(scene: Scene, sigma: number, models: Model[], pairs: Pairs): HTMLElement[] {
  if (models.length === 1)
    return [
      element("p", {}, `At σ = ${sigma} there is one model, `, name(models[0]!), ": nothing to compare it with."),
    ];
  if (pairs.equal === pairs.all)
    return [element("p", {}, `At σ = ${sigma} the models are equal: their images have the same shares of votes.`)];
  const confidence = `${Number((100 * scene.comparison.data.confidence).toFixed(4))} %`;
  const winners = [...new Set(pairs.confirmed.map(([winner]) => winner))]
    .map((winner) => ({
      winner,
      losers: pairs.confirmed.filter(([each]) => each === winner).map(([, loser]) => loser),
    }))
    .sort((a, b) => b.losers.length - a.losers.length || a.winner.index - b.winner.index);
  const more = winners.length - mostSentences;
  const lead =
    winners.length > 0
      ? `At σ = ${sigma} the paired test confirms, with confidence ${confidence} for each pair:`
      : `At σ = ${sigma} the paired test confirms of no model that it is better than another ` +
        `(confidence ${confidence} for each pair).`;
  return [
    element("p", { class: "decided" }, lead),
    ...(winners.length > 0
      ? [
          element(
            "ul",
            { class: "confirmed" },
            ...winners
              .slice(0, mostSentences)
              .map(({ winner, losers }) => confirmedLine(winner, losers, models.length)),
            more > 0 ? element("li", { class: "muted" }, `and ${plural(more, "more model")}: see the matrix`) : null,
          ),
        ]
      : []),
    element("p", { class: "open" }, ...openSentence(models, pairs)),
  ];
}

function confirmedLine(winner: Model, losers: Model[], models: number): HTMLElement {
  const all = losers.length === models - 1 && losers.length > 1;
  return element(
    "li",
    {},
    name(winner),
    " is better than ",
    ...(all ? [`all ${losers.length} others`] : names(losers)),
    ".",
  );
}

const isGroup = ({ members }: Model): boolean => members.length > 0;

/** The pairs of which the test says that they cross, and those of which it says nothing. */
function openSentence(models: Model[], { all, confirmed, crossing, undecided, ahead, equal }: Pairs): Child[] {
  const parts: Child[] = [];
  const whole = all === 1 ? "This pair" : `All ${all} pairs`;
  const of = (part: number): string => (part === all ? whole : `${part} of ${all} pairs`);
  if (crossing.length > 0)
    parts.push(
      `${of(crossing.length)} ${crossing.length === 1 ? "crosses" : "cross"}, which the test confirms`,
      ...pairNames(crossing),
      ": one model is better at some radii, the other at others. ",
    );
  if (undecided.length > 0) {
    parts.push(
      `${of(undecided.length)} ${undecided.length === 1 ? "is" : "are"} undecided`,
      ...pairNames(undecided),
      `: ${evidence(models)} do not tell`,
      undecided.some((pair) => pair.some(isGroup)) ? " for every pair of seeds. " : ". ",
    );
    if (ahead.length > 0 && ahead.length <= mostPairsNamed)
      parts.push(
        "In these images alone, without confirmation, ",
        listing(ahead.map(([a, b]) => `${a.nameAtSigma} is nowhere behind ${b.nameAtSigma}`)),
        ". ",
      );
    else if (ahead.length > 0)
      parts.push(`In ${ahead.length} of them one model is nowhere behind in these images, but that is not confirmed. `);
  }
  if (equal > 0) parts.push(`${of(equal)} ${equal === 1 ? "is" : "are"} equal. `);
  if (parts.length === 0 && confirmed.length === all && all > 1) parts.push(`That decides all ${all} pairs.`);
  return parts;
}

/** "10,000 images and 10⁵ votes per image": what there is to decide by. */
function evidence(models: Model[]): string {
  const logs = models.flatMap(logsOf).map(({ log }) => log);
  const range = (values: number[], text: (value: number) => string): string => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return least === most ? text(least) : `${text(least)} to ${text(most)}`;
  };
  const images = range(logs.map((log) => log.images), count);
  const votes = range(logs.map((log) => Math.round(log.stopped?.meanDraws ?? log.n)), count);
  return `${images} images with ${votes} votes each`;
}

function pairNames(pairs: [Model, Model][]): Child[] {
  if (pairs.length > mostPairsNamed) return [];
  return [` (${pairs.map(([a, b]) => `${a.nameAtSigma} and ${b.nameAtSigma}`).join("; ")})`];
}

function meaning(models: Model[]): HTMLElement {
  return element(
    "p",
    { class: "lead", id: "meaning" },
    element("strong", {}, "p_A"),
    " of an image is the probability that the model says its true class under noise; the share of votes estimates it. ",
    element("strong", {}, "Better"),
    " means: more images have p_A ≥ p at every p that these images and votes can decide. A radius is certified where " +
      "p_A reaches some p, so the model certifies more images at such radii, whatever the budget.",
    models.some(isGroup)
      ? " A method with several seeds is better when each of its seeds is better than each of the other's."
      : "",
  );
}

type Curves = ReadonlyMap<number, Float64Array> | null;

/** Who has the largest ACR: here, and at other N for which there are votes. */
function acrSentence({ results }: Scene, sigma: number, models: Model[], curves: Curves): Child[] {
  const first = leaders(models, (model) => results.acr(model));
  if (first.length === 0) return [`At σ = ${sigma} this budget certifies nothing: N or α is too small.`];
  const at = `at N = ${budgetText(results.budget.n)}`;
  const sentence: Child[] =
    first.length === models.length
      ? [`At σ = ${sigma} the models have equal ACR ${at}`]
      : [`At σ = ${sigma} `, ...names(first), ` ${first.length === 1 ? "has" : "have"} the largest ACR in these images ${at}`];
  if (curves) {
    const others = firstPlaces(models, curves).filter(({ model }) => !first.includes(model));
    const seen = [...new Map(others.map((place) => [place.model.index, place])).values()].slice(0, 3);
    for (const place of seen) sentence.push(", but ", name(place.model), ` has it at ${spanText(place)}`);
  }
  return [...sentence, "."];
}

function beyondVotes({ state, visible }: Scene): HTMLElement[] {
  const fewest = fewestVotes(visible);
  if (visible.length === 0 || state.n <= fewest) return [];
  return [
    element(
      "p",
      { id: "beyond-votes", class: "chart-note" },
      `N is beyond the ${budgetText(fewest)} votes per image that were made: p_A is taken to be votes / n, ` +
        "and how an image with all votes would fare on more of them is a guess.",
    ),
  ];
}

const name = (model: Model): HTMLElement => element("strong", {}, model.nameAtSigma);

/** "a, b and c", at most `mostNames` of them. */
function names(models: Model[]): Child[] {
  const shown = models.slice(0, mostNames);
  const more = models.length - shown.length;
  const items: Child[] = [...shown.map(name), ...(more > 0 ? [`${more} more`] : [])];
  return items.flatMap((item, i) => [i === 0 ? "" : i === items.length - 1 ? " and " : ", ", item]);
}

interface FirstPlace {
  model: Model;
  from: number;
  to: number;
}

/** Who is first from which N to which, as far as there are votes; of equals the one who was before. */
function firstPlaces(models: Model[], curves: NonNullable<Curves>): FirstPlace[] {
  const spans: FirstPlace[] = [];
  const most = fewestVotes(models);
  budgets.forEach((n, place) => {
    if (n > most) return;
    const first = leaders(models, (candidate) => curves.get(candidate.index)![place]!);
    const last = spans.at(-1);
    if (last && first.includes(last.model)) last.to = n;
    else if (first.length > 0) spans.push({ model: first[0]!, from: n, to: n });
  });
  return spans;
}

/** Those with the largest ACR; nobody where that is 0. */
function leaders(models: Model[], acr: (model: Model) => number): Model[] {
  return [...placesBy(models, acr)].filter(([, place]) => place === 1).map(([model]) => model);
}

const rounded = (n: number): string => budgetText(Number(n.toPrecision(1)));

function spanText({ from, to }: FirstPlace): string {
  if (from === budgets[0]) return `N up to ${rounded(to)}`;
  return from === to ? `N around ${rounded(from)}` : `N from ${rounded(from)} to ${rounded(to)}`;
}

function ordersOf(scene: Scene, sigma: number, models: Model[], curves: Curves): HTMLElement {
  const { results, state } = scene;
  const { n: logged, stopped } = models[0]!.log;
  const rows: { n: number; places: Map<Model, number> }[] = [];
  for (const n of [...new Set([100, logged, results.budget.n])].sort((a, b) => a - b)) {
    const place = budgets.indexOf(n);
    if (n === results.budget.n) rows.push({ n, places: placesBy(models, (model) => results.acr(model)) });
    else if (curves && place >= 0 && n <= logged)
      rows.push({ n, places: placesBy(models, (model) => curves.get(model.index)![place]!) });
  }
  return element(
    "div",
    { class: "orders-block", "data-sigma": sigma },
    state.sigma === null ? element("h4", {}, `σ = ${sigma}`) : null,
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
        { ...keyOf(model), "data-place": placeText(place) },
        swatch(colourOf(model, scene.theme)),
        element("span", { class: "name", title: model.name }, model.nameAtSigma),
        nearConstantMark(model),
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
