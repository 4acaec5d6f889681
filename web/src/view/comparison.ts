// The logs as the page speaks of them: names, groups of seeds, distributions and how pairs stand to each other. Nothing
// here depends on a budget, except `acr`, which knows the logs' own budgets.
import { convertAcr, type ConversionMethod } from "../metrics/budget_conversion.ts";
import { compareDistributions, type Dominance } from "../metrics/dominance.ts";
import { PaDistribution } from "../metrics/p_a_distribution.ts";
import type { LogData, PageData } from "../page_data.ts";
import type { Budget } from "../statistics/budget.ts";

/** A log, or a method whose logs differ by the seed of training alone. */
export interface Model {
  index: number; // for a log its place in PageData.logs; groups have the numbers after those
  log: LogData; // for a group its first log: method, sigma, colour and mark are those of all
  members: Model[]; // for a group its logs, which are never ranked against each other; for a log none
  name: string; // unique: method and sigma, and what tells its path from others that share both
  nameAtSigma: string; // the same without sigma: unique among models of one sigma
  twin: number; // place among the models that share method and sigma
  methodSlot: number; // place of its method among all methods
  sigmaSlot: number; // place of its sigma among all sigmas: decides the dash
}

export const logsOf = (model: Model): Model[] => (model.members.length > 0 ? model.members : [model]);

/** Votes per image of the log with the fewest: beyond them an order over N is a guess. */
export const fewestVotes = (models: Model[]): number =>
  Math.min(...models.flatMap(logsOf).map(({ log }) => Math.round(log.stopped?.meanDraws ?? log.n)));

type Kind = "better" | "worse" | "equal" | "crosses";
export type Verdict = "dominates" | "dominated" | "crosses" | "undecided";

/** How two models stand to each other, seen from the first. Of groups every seed stands against every other's seed. */
export interface Relation {
  relation: Kind | "mixed"; // of the images at hand; mixed: not the same for all pairs of seeds
  verdict: Verdict | null; // what the paired test confirms of every pair; null: some pair has no test
  pairs: number; // of logs
  relations: Record<Kind, number>; // how many pairs
  verdicts: Record<Verdict, number>;
}

/** One of two logs is ahead at every tested p in this range. */
export interface Lead {
  ahead: Model;
  from: number;
  to: number;
}

const kinds: Record<string, Kind> = { "+": "better", "-": "worse", "=": "equal", x: "crosses" };
const verdicts: Record<string, Verdict> = { "+": "dominates", "-": "dominated", x: "crosses", "?": "undecided" };
const mirror: Record<string, string> = { "+": "-", "-": "+" };

export class Comparison {
  readonly logs: Model[]; // every log
  readonly models: Model[]; // what is compared: logs, and groups in place of theirs
  readonly methods: string[];
  readonly sigmas: number[]; // rising
  readonly tableRadii: number[];
  readonly #distributions = new Map<string, PaDistribution>();
  readonly #details = new Map<string, Dominance>();
  readonly #relations = new Map<string, Relation>();
  readonly #places: Int32Array; // of pairs of logs in data.pairs, by a * logs + b; -1: not compared

  constructor(readonly data: PageData) {
    const { logs } = data;
    this.methods = [...new Set(logs.map((log) => log.method))];
    this.sigmas = [...new Set(logs.map((log) => log.sigma))].sort((a, b) => a - b);
    this.tableRadii = [...new Set(logs.flatMap((log) => log.logged.accuracy.map((point) => point.radius)))].sort(
      (a, b) => a - b,
    );
    const groups = new Map<number, LogData[]>();
    for (const log of logs) groups.set(log.group, [...(groups.get(log.group) ?? []), log]);
    const twinsOf = new Map<string, LogData[]>(); // the first logs of groups that share method and sigma
    for (const [first] of groups.values()) {
      const key = `${first!.sigma} ${first!.method}`;
      twinsOf.set(key, [...(twinsOf.get(key) ?? []), first!]);
    }
    const numbers = new Map(logs.map((log, index) => [log, index]));
    const make = (log: LogData, index: number, which: string, twin: number, members: Model[]): Model => ({
      index,
      log,
      members,
      name: `${log.method} σ=${log.sigma}${which}`,
      nameAtSigma: log.method + which,
      twin,
      methodSlot: this.methods.indexOf(log.method),
      sigmaSlot: this.sigmas.indexOf(log.sigma),
    });
    this.models = [...groups.values()].map((members, group) => {
      const first = members[0]!;
      const twins = twinsOf.get(`${first.sigma} ${first.method}`)!;
      const twin = twins.indexOf(first);
      const which = twins.length > 1 ? ` (${pathTails(twins.map((other) => other.path))[twin]})` : "";
      if (members.length === 1) return make(first, numbers.get(first)!, which, twin, []);
      const seeds = seedNames(members);
      const own = members.map((log, i) => make(log, numbers.get(log)!, `${which} (${seeds[i]})`, twin, []));
      return make(first, logs.length + group, which, twin, own);
    });
    this.logs = this.models.flatMap(logsOf).sort((a, b) => a.index - b.index);
    this.#places = this.#pairPlaces();
  }

  #pairPlaces(): Int32Array {
    const { logs } = this.data;
    const places = new Int32Array(logs.length ** 2).fill(-1);
    let next = 0;
    for (let a = 0; a < logs.length; ++a)
      for (let b = a + 1; b < logs.length; ++b)
        if (logs[a]!.sigma === logs[b]!.sigma && logs[a]!.group !== logs[b]!.group)
          places[a * logs.length + b] = next++;
    return places;
  }

  distribution(log: Model): PaDistribution {
    return remembered(this.#distributions, String(log.index), () => PaDistribution.ofLog(log.log));
  }

  ofClass(log: Model, label: number): PaDistribution {
    return remembered(this.#distributions, `${log.index},${label}`, () => PaDistribution.ofClass(log.log, label));
  }

  /** Share of images with p_A at least p; of a group the mean over its seeds. */
  shareAtLeast(model: Model, p: number): number {
    return mean(logsOf(model).map((log) => this.distribution(log).shareAtLeast(p)));
  }

  /**
   * ACR at a budget. For a log at the budget it was certified with, it is the one that its radii tell and that certus
   * evaluate prints; otherwise it is computed from its votes. For a group it is the mean over its seeds.
   */
  acr(model: Model, budget: Budget, method: ConversionMethod): number {
    return mean(
      logsOf(model).map((log) =>
        method === "plug-in" && isOwnBudget(log.log, budget)
          ? log.log.logged.acr!
          : convertAcr(this.distribution(log), log.log.sigma, budget, method),
      ),
    );
  }

  /** How a stands to b; null for models that the program did not compare (another sigma). */
  relation(a: Model, b: Model): Relation | null {
    let letters = "";
    for (const one of logsOf(a)) for (const other of logsOf(b)) letters += this.#letters(one.index, other.index);
    return letters.includes("0") ? null : remembered(this.#relations, letters, () => relationOf(letters));
  }

  /** Where two logs differ, and what the paired test says of the p where the lead changes and where one is ahead. */
  details(a: Model, b: Model): Dominance & { tested: [number, number][]; testedLead: Lead | null } {
    const known = remembered(this.#details, `${a.index},${b.index}`, () =>
      compareDistributions(this.distribution(a), this.distribution(b)),
    );
    const [first, second] = a.index < b.index ? [a, b] : [b, a];
    const place = this.#places[first.index * this.logs.length + second.index];
    const lead = this.data.pairs.leads[String(place)];
    const testedLead = lead ? { ahead: lead[0] > 0 ? first : second, from: lead[1], to: lead[2] } : null;
    return { ...known, tested: this.data.pairs.crossings[String(place)] ?? [], testedLead };
  }

  /** Relation and verdict of two logs, seen from the first; "0": not compared. */
  #letters(a: number, b: number): string {
    const [first, second] = a < b ? [a, b] : [b, a];
    const place = this.#places[first * this.logs.length + second]!;
    if (place < 0) return "0";
    const { relations, verdicts: tests } = this.data.pairs;
    const [relation, verdict] = [relations[place]!, tests[place]!];
    return a < b ? relation + verdict : (mirror[relation] ?? relation) + (mirror[verdict] ?? verdict);
  }
}

export const isOwnBudget = (log: LogData, { n, alpha }: Budget): boolean =>
  log.n === n && log.alpha === alpha && log.logged.acr !== null;

/** From letters of relations and verdicts in turn. */
function relationOf(letters: string): Relation {
  const result: Relation = {
    relation: kinds[letters[0]!]!,
    verdict: verdicts[letters[1]!] ?? null,
    pairs: letters.length / 2,
    relations: { better: 0, worse: 0, equal: 0, crosses: 0 },
    verdicts: { dominates: 0, dominated: 0, crosses: 0, undecided: 0 },
  };
  for (let i = 0; i < letters.length; i += 2) {
    const [kind, verdict] = [kinds[letters[i]!]!, verdicts[letters[i + 1]!] ?? null];
    result.relations[kind] += 1;
    if (kind !== result.relation) result.relation = "mixed";
    if (verdict) result.verdicts[verdict] += 1;
    if (verdict === null || result.verdict === null) result.verdict = null;
    else if (verdict !== result.verdict) result.verdict = "undecided";
  }
  return result;
}

/** What tells the logs of a group apart: their seeds, or else their paths. */
function seedNames(members: LogData[]): string[] {
  const seeds = members.map(({ seed }) => `seed ${seed}`);
  return new Set(seeds).size === seeds.length ? seeds : pathTails(members.map(({ path }) => path));
}

/** The shortest ends of paths, in whole parts, that tell them apart; paths given twice are numbered. */
function pathTails(paths: string[]): string[] {
  const parts = paths.map((path) => path.split("/"));
  const longest = Math.max(...parts.map((part) => part.length));
  for (let length = 1; length <= longest; ++length) {
    const tails = parts.map((part) => part.slice(-length).join("/"));
    if (new Set(tails).size === tails.length) return tails;
  }
  return paths.map((path, i) => `${i + 1}: ${path}`);
}

export function mean(values: number[]): number {
  return values.length === 1 ? values[0]! : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function remembered<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = make()));
  return value;
}
