// Who dominates whom, per sigma: the comparison that no budget changes.
import type { Comparison, Model, Relation } from "./comparison.ts";
import { swatch } from "./curve_drawing.ts";
import { element, saveTableButton, section, tableBox } from "./dom.ts";
import { downloadCsv, type Cell } from "./export.ts";
import { listing, points, shareOfVotes } from "./format.ts";
import { methodColour } from "./palette.ts";
import type { Scene } from "./scene.ts";
import { sigmasOf } from "./state.ts";

const signs = { better: "▲", worse: "▼", equal: "=", crosses: "✕" } as const;
const words = { better: "better", worse: "worse", equal: "equal", crosses: "crosses" } as const;

export class DominanceMatrix {
  readonly root: HTMLElement;
  readonly #tables = element("div", { id: "dominance-tables" });
  readonly #detail = element("div", { class: "detail", id: "pair-detail", "aria-live": "polite" });
  #scene: Scene | null = null;
  #drawnFor = "";
  #chosen: [Model, Model] | null = null;

  constructor() {
    this.root = section(
      "dominance",
      "Dominance",
      "Is the model of the row better than the model of the column? ▲ better: at least as many images at every p, so by " +
        "plug-in at every radius and N. ✕ crosses: better for some p only; the lead changes at the p in the cell. " +
        "A dot says that the paired test is sure.",
      saveTableButton("the dominance matrix", () => this.#save()),
      this.#tables,
      this.#detail,
    );
  }

  update(scene: Scene): void {
    this.#scene = scene;
    const drawnFor = JSON.stringify([scene.theme, scene.visible.map((model) => model.index)]);
    if (drawnFor === this.#drawnFor) return; // no budget matters here
    this.#drawnFor = drawnFor;
    const blocks = this.#blocks();
    this.#tables.replaceChildren(...blocks.map(({ sigma, models }) => this.#table(sigma, models, blocks.length > 1)));
    if (blocks.length === 0)
      this.#tables.replaceChildren(element("p", { class: "muted" }, "Two models at one σ are needed to compare them."));
    const pair = this.#chosen;
    if (!pair || !scene.visible.includes(pair[0]) || !scene.visible.includes(pair[1])) this.#choose(null);
  }

  #blocks(): { sigma: number; models: Model[] }[] {
    const { state, comparison, visible } = this.#scene!;
    return sigmasOf(state, comparison)
      .map((sigma) => ({ sigma, models: visible.filter((model) => model.log.sigma === sigma) }))
      .filter((block) => block.models.length > 1);
  }

  #table(sigma: number, models: Model[], titled: boolean): HTMLElement {
    const scene = this.#scene!;
    const heading = (model: Model, scope: string): HTMLElement =>
      element(
        "th",
        { scope },
        swatch(methodColour(model.methodSlot, scene.theme)),
        element("span", {}, model.nameAtSigma),
      );
    const table = element(
      "table",
      { class: "matrix", "data-sigma": sigma },
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("td", { class: "corner" }, "row ↓ against column →"),
          ...models.map((model) => heading(model, "col")),
        ),
      ),
      element(
        "tbody",
        {},
        ...models.map((a) =>
          element(
            "tr",
            {},
            heading(a, "row"),
            ...models.map((b) => (a === b ? element("td", { class: "self" }) : this.#cell(a, b))),
          ),
        ),
      ),
    );
    return element(
      "div",
      {},
      titled ? element("h3", {}, `σ = ${sigma}`) : null,
      tableBox(`Dominance at σ = ${sigma}`, table),
    );
  }

  #cell(a: Model, b: Model): HTMLElement {
    const relation = this.#scene!.comparison.relation(a, b);
    if (!relation) return element("td", { class: "self", title: "not compared" }, "–");
    const where = relation.crossings[0];
    const more = relation.crossings.length + relation.moreCrossings - 1;
    return element(
      "td",
      {
        "data-pair": `${a.index},${b.index}`,
        "data-relation": relation.relation,
        "data-verdict": relation.test?.verdict ?? "",
      },
      element(
        "button",
        {
          type: "button",
          "aria-label": `${a.name} against ${b.name}: ${words[relation.relation]}${isSure(relation) ? ", surely" : ""}`,
          click: () => this.#choose([a, b]),
        },
        element(
          "span",
          { class: "sign" },
          signs[relation.relation],
          isSure(relation) ? element("i", { class: "sure" }) : null,
        ),
        element(
          "small",
          {},
          relation.relation === "crosses" && where !== undefined
            ? `${shareOfVotes(where)}${more > 0 ? ` +${more}` : ""}`
            : words[relation.relation],
        ),
      ),
    );
  }

  #choose(pair: [Model, Model] | null): void {
    this.#chosen = pair;
    for (const cell of this.#tables.querySelectorAll("[data-pair]"))
      cell.classList.toggle(
        "chosen",
        pair !== null && cell.getAttribute("data-pair") === `${pair[0].index},${pair[1].index}`,
      );
    if (!pair) {
      this.#detail.replaceChildren(
        element(
          "p",
          { class: "muted" },
          "Choose a cell to read where one model is ahead, by how much, and how surely.",
        ),
      );
      return;
    }
    const [a, b] = pair;
    this.#detail.replaceChildren(
      element("h3", {}, `${a.name} against ${b.name}`),
      element("ul", {}, ...sentences(this.#scene!.comparison, a, b).map((sentence) => element("li", {}, sentence))),
    );
  }

  #save(): void {
    const { comparison } = this.#scene!;
    const rows: Cell[][] = [
      ["sigma", "a", "b", "a against b", "crossings", "largest lead", "at p", "largest deficit", "at p", "paired test"],
    ];
    for (const { sigma, models } of this.#blocks())
      for (const [position, a] of models.entries())
        for (const b of models.slice(position + 1)) {
          const relation = comparison.relation(a, b);
          if (!relation) continue;
          rows.push([
            sigma,
            a.name,
            b.name,
            relation.relation,
            relation.crossings.join(" ") + (relation.moreCrossings > 0 ? ` and ${relation.moreCrossings} more` : ""),
            relation.lead.value,
            relation.lead.p,
            relation.deficit.value,
            relation.deficit.p,
            relation.test?.verdict ?? "",
          ]);
        }
    downloadCsv("certus-dominance", rows);
  }
}

function isSure({ relation, test }: Relation): boolean {
  return (
    test !== null &&
    test.verdict === ({ better: "dominates", worse: "dominated", crosses: "crosses", equal: "" } as const)[relation]
  );
}

function sentences(comparison: Comparison, a: Model, b: Model): string[] {
  const relation = comparison.relation(a, b)!;
  const result = {
    better: [`${a.nameAtSigma} dominates: P(p_A ≥ p) is at least as large at every p in [1/2, 1].`],
    worse: [`${a.nameAtSigma} is dominated: P(p_A ≥ p) is at most as large at every p in [1/2, 1].`],
    equal: ["Both distributions are the same on [1/2, 1]."],
    crosses: [
      `The lead changes at p = ${listingWithMore(relation.crossings.map(shareOfVotes), relation.moreCrossings)}.`,
    ],
  }[relation.relation];
  const behind = intervals(relation.behind, relation.moreBehind);
  const ahead = intervals(relation.ahead, relation.moreAhead);
  if (relation.relation === "crosses" && ahead)
    result.push(`${a.nameAtSigma} is ahead for p in ${ahead}; behind for p in ${behind}.`);
  if (relation.lead.value > 0)
    result.push(`Largest lead: ${points(relation.lead.value)} at p = ${shareOfVotes(relation.lead.p)}.`);
  if (relation.deficit.value > 0)
    result.push(`Largest deficit: ${points(relation.deficit.value)} at p = ${shareOfVotes(relation.deficit.p)}.`);
  result.push(
    a.log.stopped || b.log.stopped
      ? "No paired test: images stopped because of their votes, and a share of 1 may be 30 votes without a miss."
      : testSentence(relation, comparison.data.confidence),
  );
  return result;
}

function intervals(list: [number, number][], more: number): string {
  return listingWithMore(
    list.map(([from, to]) => `[${shareOfVotes(from)}, ${shareOfVotes(to)}]`),
    more,
  );
}

const listingWithMore = (shown: string[], more: number): string =>
  listing(more > 0 ? [...shown, `${more} more`] : shown);

function testSentence({ test }: Relation, confidence: number): string {
  if (!test) return "No paired test: the logs share no images.";
  const level = `${Number((100 * confidence).toFixed(4))} %`;
  const sure = `with confidence ${level}`;
  const where = test.crossings.length > 0 ? `, for p in ${intervals(test.crossings, 0)}` : "";
  return {
    dominates: `Paired test: ahead ${sure} wherever the images can decide, and never behind.`,
    dominated: `Paired test: behind ${sure} wherever the images can decide, and never ahead.`,
    crosses: `Paired test: the curves cross ${sure}${where}.`,
    undecided: `Paired test: these images do not decide it (confidence ${level}).`,
  }[test.verdict];
}
