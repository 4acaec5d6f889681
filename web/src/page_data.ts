// What the program writes into the page (src/report/explorer.cc), as JSON. The page computes everything that depends on
// the budget from these counts. What does not depend on it (dominance, paired tests, audit) comes from the program.

export interface PageData {
  format: 2;
  certus: string; // version that wrote the page
  title: string;
  command: string; // the command that makes the page again
  confidence: number; // of bands, intervals and paired tests
  logs: LogData[];
  pairs: PairsData;
  warnings: string[]; // why some of the logs should not stand side by side; empty: they may
}

export interface LogData {
  path: string; // as the user gave it
  method: string; // short; the same for logs of one method at several sigmas and seeds
  group: number; // equal for logs of one method and sigma that differ by the seed of training alone
  seed: string; // of training, where the path names it; empty: it does not
  colour: string; // of the method, on white: "#0072b2", the same as in the figures of certus plot
  mark: string; // of the method, as in the figures of certus plot: "circle", "open-square", ...; palette.ts has all
  classNames: string[]; // by label; empty: classes have numbers only
  sigma: number;
  n: number; // votes per image; the most of them where images stopped
  alpha: number;
  sources: { sigma: string; n: string; alpha: string }; // where these come from: "path", "manifest", ...
  images: number;
  abstained: number;
  // From the radii of the log, rounded ones as the least that they stand for. No ACR where images stopped; acrMost: what it
  // can be at most, where radii are rounded.
  logged: { acr: number | null; acrMost?: number; accuracy: LoggedAccuracy[] };
  classes: ClassData[]; // by rising label; together all images
  rounding: { least: string; most: string } | null; // packed votes of all images, as few and as many as rounded radii allow
  stopped?: StoppedData; // only where every image drew until something was decided (certify --at, --width)
  paItself?: StepBand; // the band for p_A itself; not where images stopped, nor on pages of many logs
  notes: string[]; // what was inferred, what stays unknown
  findings: { code: string; message: string }[]; // of the audit
  manifest: Record<string, unknown> | null;
}

export interface LoggedAccuracy {
  radius: number;
  value: number;
}

// A band for a curve that falls with p, given at some p. It holds at all of them at once, and so between them, too, with
// the outer ends of the neighbours (metrics/step_band.ts).
export interface StepBand {
  p: number[]; // rising
  lower: number[];
  upper: number[];
}

// Images that stopped have intervals for p_A that hold however they did so (src/metrics/p_a_distribution.h).
export interface StoppedData {
  meanDraws: number; // per image, including those that chose the class
  steps: number; // ends of intervals are multiples of 1 / steps, rounded outward
  least: string; // lower ends of all images, packed like votes
  most: string; // upper ends
  halfWidth: number; // what the band of the page's confidence adds on either side
}

// Images of one true class. Votes are those for the true class; foreign logs tell them only where it was certified.
export interface ClassData {
  label: number;
  images: number;
  votes: string | { n: number; votes: string }[]; // packed (metrics/packed_votes.ts); for each n where images stopped
  unknownAbstained: number; // images of unknown votes that abstained
  unknownOther: number; // ... that were certified as another class
}

// How the distributions of p_A of two logs stand to each other on [1/2, 1], for every pair of logs with the same sigma
// and not of one group, by rising places (a, b) in `logs`, a before b: one letter for each pair. Where curves cross and
// by how much one leads, the page computes from the votes (metrics/dominance.ts).
export interface PairsData {
  relations: string; // of a to b: "+" better, "-" worse, "=" equal, "x" crosses
  verdicts: string; // of the paired test: "+" a dominates, "-" b dominates, "x" crosses, "?" undecided, " " no test
  crossings: Record<string, [number, number][]>; // by place of the pair: the p between which the test says the lead changes
  leads: Record<string, [number, number, number]>; // [1: a, -1: b; from p; to p]: who is ahead there, says the test
}
