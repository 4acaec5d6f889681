// The empirical distribution of p_A over the images of a log or of one of its classes (src/metrics/p_a_distribution.h).
// Images of unknown votes are counted among all images and never among those with p_A >= p.
import type { ClassData, LogData } from "../page_data.ts";
import { angleOf } from "../statistics/angle.ts";
import type { Interval } from "../statistics/proportion_interval.ts";
import { mergeVotes, unpackVotes, type VoteGroups } from "./packed_votes.ts";

// Images by votes, and how many have at least so many.
class VoteTable {
  private readonly imagesFrom: Float64Array; // images in groups i, i + 1, ...

  constructor(readonly groups: VoteGroups) {
    this.imagesFrom = new Float64Array(groups.votes.length + 1);
    for (let i = groups.votes.length; i-- > 0; ) this.imagesFrom[i] = this.imagesFrom[i + 1]! + groups.images[i]!;
  }

  imagesAtLeast(p: number, n: number): number {
    let low = 0;
    let high = this.groups.votes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.groups.votes[middle]! / n < p) low = middle + 1;
      else high = middle;
    }
    return this.imagesFrom[low]!;
  }
}

export class PaDistribution {
  readonly images: number;
  readonly unknownAbstained: number;
  readonly unknownOther: number;
  private readonly table: VoteTable;
  private readonly least: VoteTable | null; // as few votes as rounded radii allow; null where votes were counted
  private readonly most: VoteTable | null;
  private cachedAngles: Float64Array | null = null;

  static ofLog(log: LogData): PaDistribution {
    return new PaDistribution(log.n, log.classes, log.rounding);
  }

  // The page has no bounds of rounded votes class by class: the band of a class is that of the votes as they are.
  static ofClass(log: LogData, label: number): PaDistribution {
    return new PaDistribution(
      log.n,
      log.classes.filter((one) => one.label === label),
      null,
    );
  }

  private constructor(
    readonly n: number, // votes an image
    classes: ClassData[],
    rounding: LogData["rounding"],
  ) {
    const total = (of: (one: ClassData) => number) => classes.reduce((sum, one) => sum + of(one), 0);
    this.images = total((one) => one.images);
    this.unknownAbstained = total((one) => one.unknownAbstained);
    this.unknownOther = total((one) => one.unknownOther);
    this.table = new VoteTable(mergeVotes(classes.map((one) => unpackVotes(one.votes))));
    this.least = rounding && new VoteTable(unpackVotes(rounding.least));
    this.most = rounding && new VoteTable(unpackVotes(rounding.most));
  }

  // Of known votes only.
  get groups(): VoteGroups {
    return this.table.groups;
  }

  // Of votes / n, group by group (angle.ts); falling.
  get angles(): Float64Array {
    return (this.cachedAngles ??= this.groups.votes.map((votes) => angleOf(votes, this.n - votes)));
  }

  // P(p_A >= p), with p_A = votes / n compared as doubles.
  shareAtLeast(p: number): number {
    return this.table.imagesAtLeast(p, this.n) / this.images;
  }

  // With the given confidence the distribution over all such images lies in the band at every p at once (Dvoretzky,
  // Kiefer and Wolfowitz), whatever counts rounded radii stand for and whatever the unknown images have.
  band(p: number, confidence: number): Interval {
    const halfWidth = Math.min(1, Math.sqrt(Math.log(2 / (1 - confidence)) / (2 * this.images)));
    const images = this.table.imagesAtLeast(p, this.n);
    const least = this.least?.imagesAtLeast(p, this.n) ?? images;
    const most = (this.most?.imagesAtLeast(p, this.n) ?? images) + this.unknownAtLeast(p);
    return {
      lower: Math.max(0, Math.min(images, least) / this.images - halfWidth),
      upper: Math.min(1, Math.max(images, most) / this.images + halfWidth),
    };
  }

  // Images of unknown votes whose p_A may be at least p: those that abstained for p up to the least known share, those
  // certified as another class for p below 1/2, where their label may be.
  private unknownAtLeast(p: number): number {
    if (p < 0.5) return this.unknownAbstained + this.unknownOther;
    const leastKnown = this.groups.votes.length === 0 ? 1 : this.groups.votes[0]! / this.n;
    return p < leastKnown ? this.unknownAbstained : 0;
  }
}
