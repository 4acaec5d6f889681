// The images of a distribution spread over the nodes of a grid: for every smooth function of the angle the sum over the
// nodes, with these weights, is the sum over the images.
import { interpolationFactors } from "../statistics/chebyshev.ts";
import { kCellNodes, kCellRule, type TailGrid, type Tails } from "../statistics/tail_grid.ts";
import type { VoteShares } from "./p_a_distribution.ts";

const lastOf = new WeakMap<VoteShares, ImageWeights>();

export class ImageWeights {
  private readonly weights: Float64Array;
  private readonly imagesBefore: Float64Array; // of cell i

  static of(distribution: VoteShares, grid: TailGrid): ImageWeights {
    let weights = lastOf.get(distribution);
    if (weights?.grid !== grid) lastOf.set(distribution, (weights = new ImageWeights(distribution, grid)));
    return weights;
  }

  private constructor(
    { groups: { angles, images } }: VoteShares,
    private readonly grid: TailGrid,
  ) {
    this.weights = new Float64Array(grid.cells * kCellNodes);
    this.imagesBefore = new Float64Array(grid.cells + 1);
    const factors = new Float64Array(kCellNodes);
    for (let i = 0; i < angles.length; ++i) {
      const place = angles[i]! / grid.width;
      const cell = Math.floor(place);
      if (cell >= grid.cells) continue; // no count that certifies is within reach
      interpolationFactors(kCellRule, 2 * (place - cell) - 1, factors);
      for (let j = 0; j < kCellNodes; ++j) this.weights[cell * kCellNodes + j]! += images[i]! * factors[j]!;
      this.imagesBefore[cell + 1]! += images[i]!;
    }
    for (let cell = 0; cell < grid.cells; ++cell) this.imagesBefore[cell + 1]! += this.imagesBefore[cell]!;
  }

  sum({ firstCell, values }: Tails): number {
    const first = firstCell * kCellNodes;
    let sum = 0;
    for (let i = 0; i < values.length; ++i) sum += this.weights[first + i]! * values[i]!;
    return this.imagesBefore[firstCell]! + sum;
  }
}
