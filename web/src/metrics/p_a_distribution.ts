// The empirical distribution of p_A over the images of a log or of one of its classes (src/metrics/p_a_distribution.h).
// Images of unknown votes are counted among all images and never among those with p_A >= p.
import type { ClassData, LogData } from "../page_data.ts";
import { angleOf } from "../statistics/angle.ts";
import type { Interval } from "../statistics/proportion_interval.ts";
import { RadiusTable } from "../statistics/radius_table.ts";
import { mergeVotes, unpackVotes, type VoteGroups } from "./packed_votes.ts";

// Images by share of votes, and how many images have at least that share.
class ShareTable {
  readonly shares: Float64Array; // rising
  readonly images: Float64Array; // with such a share
  readonly imagesFrom: Float64Array; // images in groups i, i + 1, ...
  private readonly others: Float64Array; // share of all other votes
  private cachedAngles: Float64Array | null = null;

  // Of images with n votes each, for every n.
  constructor(readonly groupsOfN: ReadonlyMap<number, VoteGroups>) {
    const size = [...groupsOfN.values()].reduce((sum, { votes }) => sum + votes.length, 0);
    this.shares = new Float64Array(size);
    this.images = new Float64Array(size);
    this.others = new Float64Array(size);
    let place = 0;
    for (const [n, { votes, images }] of groupsOfN) {
      for (let i = 0; i < votes.length; ++i, ++place) {
        this.shares[place] = votes[i]! / n;
        this.others[place] = (n - votes[i]!) / n;
        this.images[place] = images[i]!;
      }
    }
    if (groupsOfN.size > 1) this.sort();
    this.imagesFrom = new Float64Array(size + 1);
    for (let i = size; i-- > 0; ) this.imagesFrom[i] = this.imagesFrom[i + 1]! + this.images[i]!;
  }

  private sort(): void {
    const order = Array.from(this.shares.keys()).sort((a, b) => this.shares[a]! - this.shares[b]!);
    for (const column of [this.shares, this.others, this.images]) {
      const before = column.slice();
      order.forEach((from, to) => (column[to] = before[from]!));
    }
  }

  // Of the shares (angle.ts); falling.
  get angles(): Float64Array {
    return (this.cachedAngles ??= this.shares.map((share, i) => angleOf(share, this.others[i]!)));
  }

  // The first group with a share of at least p.
  firstAtLeast(p: number): number {
    let low = 0;
    let high = this.shares.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.shares[middle]! < p) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  imagesAtLeast(p: number): number {
    return this.imagesFrom[this.firstAtLeast(p)]!;
  }
}

// What the votes leave open: as few and as many as rounded radii, or intervals, allow; and what the band adds.
interface Open {
  least: ShareTable;
  most: ShareTable;
  halfWidth: number | null; // null: that of the images alone
}

// Images by their shares of votes; those that are in no group have no share.
export class VoteShares {
  constructor(
    readonly groups: ShareTable,
    readonly images: number,
  ) {}

  // P(p_A >= p), with p_A = votes / n compared as doubles.
  shareAtLeast(p: number): number {
    return this.groups.imagesAtLeast(p) / this.images;
  }
}

export class PaDistribution extends VoteShares {
  readonly unknownAbstained: number;
  readonly unknownOther: number;
  private cachedFewest: VoteShares | null = null;
  private cachedMost: VoteShares | null = null;

  static ofLog(log: LogData): PaDistribution {
    return new PaDistribution(log, log.classes, openOf(log));
  }

  // The page has no bounds of votes class by class: the band of a class is that of the votes as they are.
  static ofClass(log: LogData, label: number): PaDistribution {
    return new PaDistribution(
      log,
      log.classes.filter((one) => one.label === label),
      null,
    );
  }

  private constructor(
    private readonly log: LogData,
    classes: ClassData[],
    private readonly open: Open | null, // null where votes were counted
  ) {
    const total = (of: (one: ClassData) => number) => classes.reduce((sum, one) => sum + of(one), 0);
    super(new ShareTable(votesByN(log.n, classes)), total((one) => one.images));
    this.unknownAbstained = total((one) => one.unknownAbstained);
    this.unknownOther = total((one) => one.unknownOther);
  }

  // With as few votes as rounded radii allow. Where images stopped, and where votes were counted, as they are.
  get fewest(): VoteShares {
    if (this.open === null || this.log.stopped) return this;
    return (this.cachedFewest ??= new VoteShares(this.open.least, this.images));
  }

  // With as many votes as the log leaves open. Images of unknown votes then have one less than certifies where they
  // abstained, else as many as a certified class leaves. Where images stopped, as they are.
  get most(): VoteShares {
    const unknown = this.unknownAbstained + this.unknownOther;
    if (this.log.stopped || (this.open === null && unknown === 0)) return this;
    return (this.cachedMost ??= new VoteShares(this.mostShares(), this.images));
  }

  private mostShares(): ShareTable {
    const { n } = this.log;
    const known = this.open?.most ?? this.groups;
    const certified = RadiusTable.of(this.log).leastCertifying ?? n;
    const unknown = [
      { votes: certified - 1, images: this.unknownAbstained },
      { votes: n - certified, images: this.unknownOther },
    ];
    const groups = unknown
      .filter(({ images }) => images > 0)
      .map(({ votes, images }) => ({ votes: Float64Array.of(votes), images: Float64Array.of(images) }));
    return new ShareTable(new Map([[n, mergeVotes([...known.groupsOfN.values(), ...groups])]]));
  }

  // With the given confidence (the page's, where images stopped) the distribution over all such images lies in the band
  // at every p at once (Dvoretzky, Kiefer and Wolfowitz), whatever counts rounded radii stand for, whatever the unknown
  // images have and however images stopped.
  band(p: number, confidence: number): Interval {
    const halfWidth =
      this.open?.halfWidth ?? Math.min(1, Math.sqrt(Math.log(2 / (1 - confidence)) / (2 * this.images)));
    const images = this.groups.imagesAtLeast(p);
    const least = this.open?.least.imagesAtLeast(p) ?? images;
    const most = (this.open?.most.imagesAtLeast(p) ?? images) + this.unknownAtLeast(p);
    return {
      lower: Math.max(0, Math.min(images, least) / this.images - halfWidth),
      upper: Math.min(1, Math.max(images, most) / this.images + halfWidth),
    };
  }

  // Images of unknown votes whose p_A may be at least p: those that abstained for p up to the least known share, those
  // certified as another class for p below 1/2, where their label may be.
  private unknownAtLeast(p: number): number {
    if (p < 0.5) return this.unknownAbstained + this.unknownOther;
    return p < (this.groups.shares[0] ?? 1) ? this.unknownAbstained : 0;
  }
}

function openOf({ n, rounding, stopped }: LogData): Open | null {
  const table = (text: string, of: number) => new ShareTable(new Map([[of, unpackVotes(text)]]));
  if (stopped) {
    const { least, most, steps, halfWidth } = stopped;
    return { least: table(least, steps), most: table(most, steps), halfWidth };
  }
  return rounding && { least: table(rounding.least, n), most: table(rounding.most, n), halfWidth: null };
}

function votesByN(n: number, classes: ClassData[]): Map<number, VoteGroups> {
  const parts = new Map<number, VoteGroups[]>();
  for (const { votes } of classes)
    for (const part of typeof votes === "string" ? [{ n, votes }] : votes)
      parts.set(part.n, [...(parts.get(part.n) ?? []), unpackVotes(part.votes)]);
  return new Map([...parts].map(([of, groups]) => [of, mergeVotes(groups)]));
}
