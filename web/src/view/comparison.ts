// The logs as the page speaks of them: names, colours' slots, distributions and how pairs stand to each other.
// Nothing here depends on a budget.
import { PaDistribution } from "../metrics/p_a_distribution.ts";
import type { LogData, PageData, PairData } from "../page_data.ts";

export interface Model {
  index: number; // place in PageData.logs
  log: LogData;
  name: string; // unique: method and sigma, and what tells its path from others that share both
  nameAtSigma: string; // the same without sigma: unique among logs of one sigma
  twin: number; // place among the logs that share method and sigma
  methodSlot: number; // place of its method among all methods: decides the colour
  sigmaSlot: number; // place of its sigma among all sigmas: decides the dash
}

/** Relation of two logs, seen from the first one asked for. */
export interface Relation {
  relation: PairData["relation"];
  behind: [number, number][]; // where the first is below the second
  ahead: [number, number][];
  moreBehind: number;
  moreAhead: number;
  crossings: number[];
  moreCrossings: number;
  lead: { value: number; p: number };
  deficit: { value: number; p: number };
  test: PairData["test"];
}

const reversedRelation = { better: "worse", worse: "better", equal: "equal", crosses: "crosses" } as const;
const reversedVerdict = {
  dominates: "dominated",
  dominated: "dominates",
  crosses: "crosses",
  undecided: "undecided",
} as const;

export class Comparison {
  readonly models: Model[];
  readonly methods: string[];
  readonly sigmas: number[]; // rising
  readonly tableRadii: number[];
  readonly #distributions = new Map<string, PaDistribution>();
  readonly #pairs = new Map<string, PairData>();

  constructor(readonly data: PageData) {
    const { logs } = data;
    this.methods = [...new Set(logs.map((log) => log.method))];
    this.sigmas = [...new Set(logs.map((log) => log.sigma))].sort((a, b) => a - b);
    this.tableRadii = [...new Set(logs.flatMap((log) => log.logged.accuracy.map((point) => point.radius)))].sort(
      (a, b) => a - b,
    );
    this.models = logs.map((log, index) => {
      const twins = logs.filter((other) => other.method === log.method && other.sigma === log.sigma);
      const twin = twins.indexOf(log);
      const which = twins.length > 1 ? ` (${pathTails(twins.map((other) => other.path))[twin]})` : "";
      return {
        index,
        log,
        name: `${log.method} σ=${log.sigma}${which}`,
        nameAtSigma: log.method + which,
        twin,
        methodSlot: this.methods.indexOf(log.method),
        sigmaSlot: this.sigmas.indexOf(log.sigma),
      };
    });
    for (const pair of data.pairs) this.#pairs.set(`${pair.a},${pair.b}`, pair);
  }

  distribution(model: Model): PaDistribution {
    return this.#remembered(String(model.index), () => PaDistribution.ofLog(model.log));
  }

  ofClass(model: Model, label: number): PaDistribution {
    return this.#remembered(`${model.index},${label}`, () => PaDistribution.ofClass(model.log, label));
  }

  modelsAt(sigma: number): Model[] {
    return this.models.filter((model) => model.log.sigma === sigma);
  }

  /** How a stands to b; null for logs that the program did not compare (other sigma). */
  relation(a: Model, b: Model): Relation | null {
    const pair = this.#pairs.get(`${a.index},${b.index}`);
    if (pair) return seenFromA(pair);
    const mirrored = this.#pairs.get(`${b.index},${a.index}`);
    return mirrored ? reversed(seenFromA(mirrored)) : null;
  }

  #remembered(key: string, make: () => PaDistribution): PaDistribution {
    let known = this.#distributions.get(key);
    if (!known) this.#distributions.set(key, (known = make()));
    return known;
  }
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

function seenFromA(pair: PairData): Relation {
  return {
    relation: pair.relation,
    behind: pair.aBelow,
    ahead: pair.bBelow,
    moreBehind: pair.moreBelow[0],
    moreAhead: pair.moreBelow[1],
    crossings: pair.crossings,
    moreCrossings: pair.moreCrossings,
    lead: pair.largestLead,
    deficit: pair.largestDeficit,
    test: pair.test,
  };
}

function reversed(relation: Relation): Relation {
  return {
    ...relation,
    relation: reversedRelation[relation.relation],
    behind: relation.ahead,
    ahead: relation.behind,
    moreBehind: relation.moreAhead,
    moreAhead: relation.moreBehind,
    lead: relation.deficit,
    deficit: relation.lead,
    test: relation.test && { ...relation.test, verdict: reversedVerdict[relation.test.verdict] },
  };
}
