// Who dominates whom, per sigma: the comparison that no budget changes.
import { logsOf, type Comparison, type Lead, type Model, type Relation } from "./comparison.ts";
import { swatch } from "./curve_drawing.ts";
import { element, saveTableButton, section, tableBox } from "./dom.ts";
import { downloadCsv, type Cell } from "./export.ts";
import { listing, points, shareOfVotes } from "./format.ts";
import { colourOf } from "./palette.ts";
import type { Scene } from "./scene.ts";
import { sigmasOf } from "./state.ts";

const signs = { better: "▲", worse: "▼", equal: "=", crosses: "✕", mixed: "~" } as const;
const words = { better: "better", worse: "worse", equal: "equal", crosses: "crosses", mixed: "mixed" } as const;
const mostModels = 40; // in a matrix: nobody reads more columns, and they have many cells
const mostListed = 4; // intervals and crossings of a pair; curves of different budgets cross thousands of times

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
        "A dot says that the paired test confirms it for every p that the images can decide; without one it holds for " +
        "these images only.",
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
        swatch(colourOf(model, scene.theme)),
        element("span", {}, model.nameAtSigma),
      );
    const shown = models.slice(0, mostModels);
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
          ...shown.map((model) => heading(model, "col")),
        ),
      ),
      element(
        "tbody",
        {},
        ...shown.map((a) =>
          element(
            "tr",
            {},
            heading(a, "row"),
            ...shown.map((b) => (a === b ? element("td", { class: "self" }) : this.#cell(a, b))),
          ),
        ),
      ),
    );
    return element(
      "div",
      {},
      titled ? element("h3", {}, `σ = ${sigma}`) : null,
      tableBox(`Dominance at σ = ${sigma}`, table),
      models.length > shown.length
        ? element(
            "p",
            { class: "chart-note" },
            `The first ${shown.length} of ${models.length} models: hide some in the list to see others. ` +
              "The CSV has all pairs.",
          )
        : null,
    );
  }

  #cell(a: Model, b: Model): HTMLElement {
    const { comparison } = this.#scene!;
    const relation = comparison.relation(a, b);
    if (!relation) return element("td", { class: "self", title: "not compared" }, "–");
    const confirmed = isConfirmed(relation);
    return element(
      "td",
      {
        "data-pair": `${a.index},${b.index}`,
        "data-relation": relation.relation,
        "data-verdict": relation.verdict ?? "",
      },
      element(
        "button",
        {
          type: "button",
          "aria-label": `${a.name} against ${b.name}: ${words[relation.relation]}${confirmed ? ", confirmed" : ""}`,
          click: () => this.#choose([a, b]),
        },
        element(
          "span",
          { class: "sign" },
          signs[relation.relation],
          confirmed ? element("i", { class: "sure" }) : null,
        ),
        element("small", {}, cellText(comparison, a, b, relation)),
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
        for (const b of models.slice(position + 1))
          for (const one of logsOf(a)) for (const other of logsOf(b)) rows.push(rowOf(comparison, sigma, one, other));
    downloadCsv("certus-dominance", rows);
  }
}

/** A pair of logs in the CSV. */
function rowOf(comparison: Comparison, sigma: number, a: Model, b: Model): Cell[] {
  const { relation, verdict } = comparison.relation(a, b)!;
  const { crossings, lead, deficit } = comparison.details(a, b);
  const more = crossings.length - mostListed;
  return [
    sigma,
    a.name,
    b.name,
    relation,
    crossings.slice(0, mostListed).join(" ") + (more > 0 ? ` and ${more} more` : ""),
    lead.value,
    lead.p,
    deficit.value,
    deficit.p,
    verdict ?? "",
  ];
}

/** Whether the paired test confirms what the images at hand show. */
function isConfirmed({ relation, verdict }: Relation): boolean {
  return { better: "dominates", worse: "dominated", crosses: "crosses", equal: "", mixed: "" }[relation] === verdict;
}

function cellText(comparison: Comparison, a: Model, b: Model, { relation, relations, pairs }: Relation): string {
  if (relation === "mixed") {
    const [kind, times] = Object.entries(relations).reduce((most, each) => (each[1] > most[1] ? each : most));
    return `${times} of ${pairs} ${kind}`;
  }
  if (relation !== "crosses" || pairs > 1) return words[relation];
  const { crossings } = comparison.details(a, b);
  return `${shareOfVotes(crossings[0]!)}${crossings.length > 1 ? ` +${crossings.length - 1}` : ""}`;
}

function sentences(comparison: Comparison, a: Model, b: Model): string[] {
  const relation = comparison.relation(a, b)!;
  if (relation.pairs > 1) return groupSentences(comparison, relation);
  const { crossings, behind, ahead, lead, deficit, tested, testedLead } = comparison.details(a, b);
  const result: string[] = {
    better: [`In these images ${a.nameAtSigma} is nowhere behind: P(p_A ≥ p) is never smaller for p in [1/2, 1].`],
    worse: [`In these images ${a.nameAtSigma} is nowhere ahead: P(p_A ≥ p) is never larger for p in [1/2, 1].`],
    equal: ["Both distributions are the same on [1/2, 1]."],
    crosses: [
      `In these images the lead changes at p = ${listingWithMore(crossings.map(shareOfVotes))}.`,
      `${a.nameAtSigma} is ahead for p in ${intervals(ahead)}; behind for p in ${intervals(behind)}.`,
    ],
    mixed: [],
  }[relation.relation];
  if (lead.value > 0) result.push(`Largest lead: ${points(lead.value)} at p = ${shareOfVotes(lead.p)}.`);
  if (deficit.value > 0) result.push(`Largest deficit: ${points(deficit.value)} at p = ${shareOfVotes(deficit.p)}.`);
  result.push(
    a.log.stopped || b.log.stopped
      ? "No paired test: images stopped because of their votes, and a share of 1 may be 30 votes without a miss."
      : testSentence(relation, tested, testedLead, comparison.data.confidence),
  );
  return result;
}

/** Every seed of one method against every seed of the other. */
function groupSentences({ data }: Comparison, { pairs, relations, verdicts }: Relation): string[] {
  const counted = (counts: Record<string, number>, names: Record<string, string>): string =>
    listing(Object.entries(counts).filter(([, times]) => times > 0).map(([kind, times]) => `${times} ${names[kind]}`));
  const tests = Object.values(verdicts).reduce((sum, times) => sum + times, 0);
  return [
    `Of the ${pairs} pairs of a seed here and a seed there, in these images: ${counted(relations, {
      better: "nowhere behind",
      worse: "nowhere ahead",
      equal: "equal",
      crosses: "cross",
    })}.`,
    tests === 0
      ? "No paired test: the logs share no images, or images stopped because of their votes."
      : `Paired test, with confidence ${percentText(data.confidence)} for each pair: ${counted(verdicts, {
          dominates: "ahead",
          dominated: "behind",
          crosses: "cross",
          undecided: "undecided",
        })}.`,
  ];
}

const intervals = (list: [number, number][]): string =>
  listingWithMore(list.map(([from, to]) => `[${shareOfVotes(from)}, ${shareOfVotes(to)}]`));

function listingWithMore(items: string[]): string {
  const more = items.length - mostListed;
  return listing(more > 0 ? [...items.slice(0, mostListed), `${more} more`] : items);
}

const percentText = (share: number): string => `${Number((100 * share).toFixed(4))} %`;

function testSentence(
  { verdict }: Relation,
  tested: [number, number][],
  lead: Lead | null,
  confidence: number,
): string {
  if (!verdict) return "No paired test: the logs share no images.";
  const level = percentText(confidence);
  const sure = `with confidence ${level}`;
  const where = tested.length > 0 ? `, for p in ${intervals(tested)}` : "";
  const range = lead ? ` for p in ${intervals([[lead.from, lead.to]])}` : "";
  const beyond = lead && lead.to < 1 ? " Beyond, too few images differ to decide." : "";
  return {
    dominates: `Paired test: ahead ${sure}${range}.${beyond}`,
    dominated: `Paired test: behind ${sure}${range}.${beyond}`,
    crosses: `Paired test: the curves cross ${sure}${where}.`,
    undecided:
      `Paired test: these images do not decide it (confidence ${level}).` +
      (lead ? ` Only${range} is it sure: ${lead.ahead.nameAtSigma} is ahead.` : ""),
  }[verdict];
}
