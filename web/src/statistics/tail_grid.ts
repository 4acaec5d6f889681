// P[Bin(n, cos^2 v) >= k], for one n and many k, at the nodes of a grid over the angle v (angle.ts).
//
// Every such tail falls from 1 to 0 within some deviations 1 / (2 sqrt n) of the angle of k / n, and is so smooth that its
// values at 16 Chebyshev nodes in each cell of two deviations tell it everywhere, to 1e-11. The mean of a tail over any
// number of images is thus a sum over the few nodes around that angle, once the images are spread over the nodes
// (image_weights.ts), whatever n is.
import { angleDeviation, angleOf, logGrowth } from "./angle.ts";
import { chebyshevNodes, interpolationFactors } from "./chebyshev.ts";
import { gaussLegendre } from "./gauss_legendre.ts";
import { Recent } from "./recent.ts";

export const kCellNodes = 16;
export const kCellRule = chebyshevNodes(kCellNodes);
const kReach = 12.5; // deviations; less than exp(-12.5^2 / 4) = 1e-17 lies beyond

// Row j: the weights of the values at a cell's nodes in the integral from node j to the cell's end, for a cell of
// length 2; the last row is that of the whole cell.
const kIntegration = (() => {
  const matrix = new Float64Array((kCellNodes + 1) * kCellNodes);
  const rule = gaussLegendre(kCellNodes / 2);
  const factors = new Float64Array(kCellNodes);
  for (let row = 0; row <= kCellNodes; ++row) {
    const from = row < kCellNodes ? kCellRule.nodes[row]! : -1;
    const half = (1 - from) / 2;
    rule.nodes.forEach((x, i) => {
      interpolationFactors(kCellRule, from + half * (1 + x), factors);
      for (let j = 0; j < kCellNodes; ++j) matrix[row * kCellNodes + j]! += half * rule.weights[i]! * factors[j]!;
    });
  }
  return matrix;
})();

// Tails at the nodes of the cells from `firstCell` on; 1 in the cells before, 0 in those after them.
export interface Tails {
  firstCell: number;
  values: Float64Array;
}

const recent = new Recent<TailGrid>(4);

export class TailGrid {
  readonly cells: number;
  readonly width: number; // of a cell; the first begins at angle 0
  // ln sin and ln cos grow by these from the centre of the cell before to that of the cell, and from there to its nodes.
  private readonly sineSteps: Float64Array;
  private readonly cosineSteps: Float64Array;
  private readonly sineAtNodes: Float64Array;
  private readonly cosineAtNodes: Float64Array;
  private readonly density: Float64Array;
  private readonly known = new Map<number, Tails>();

  static of(n: number): TailGrid {
    return recent.get(`${n}`, () => new TailGrid(n));
  }

  private constructor(readonly n: number) {
    const deviation = angleDeviation(n);
    // All counts that certify are more than n / 2.
    const end = Math.min(Math.PI / 2, Math.PI / 4 + (kReach + 2) * deviation);
    this.cells = Math.ceil(end / (2 * deviation));
    this.width = end / this.cells;
    this.sineSteps = new Float64Array(this.cells);
    this.cosineSteps = new Float64Array(this.cells);
    this.sineAtNodes = new Float64Array(this.cells * kCellNodes);
    this.cosineAtNodes = new Float64Array(this.cells * kCellNodes);
    this.density = new Float64Array(this.cells * kCellNodes);
    for (let cell = 0; cell < this.cells; ++cell) {
      const center = (cell + 0.5) * this.width;
      const tangent = Math.tan(center);
      if (cell > 0) {
        this.sineSteps[cell] = -logGrowth(1 / tangent, -this.width);
        this.cosineSteps[cell] = -logGrowth(-tangent, -this.width);
      }
      for (let j = 0; j < kCellNodes; ++j) {
        const by = (this.width / 2) * kCellRule.nodes[j]!;
        this.sineAtNodes[cell * kCellNodes + j] = logGrowth(1 / tangent, by);
        this.cosineAtNodes[cell * kCellNodes + j] = logGrowth(-tangent, by);
      }
    }
  }

  // For whole k in (n / 2, n].
  tails(k: number): Tails {
    let tails = this.known.get(k);
    if (tails === undefined) {
      if (this.known.size >= 4096) this.known.clear();
      this.known.set(k, (tails = this.integrate(k)));
    }
    return tails;
  }

  // Integrates the density of clopper_pearson.ts, up to a factor, which follows because the whole integral is 1.
  private integrate(k: number): Tails {
    const ofSine = 2 * (this.n - k) + 1;
    const ofCosine = 2 * k - 1;
    const middle = angleOf(ofCosine, ofSine);
    const reach = kReach * angleDeviation(this.n);
    const firstCell = Math.max(0, Math.floor((middle - reach) / this.width));
    const endCell = Math.min(this.cells, Math.ceil((middle + reach) / this.width));
    const count = (endCell - firstCell) * kCellNodes;
    const { density } = this;
    let largest = -Infinity;
    let center = 0;
    for (let cell = firstCell, place = 0; cell < endCell; ++cell) {
      if (cell > firstCell) center += ofSine * this.sineSteps[cell]! + ofCosine * this.cosineSteps[cell]!;
      for (let i = cell * kCellNodes; i < (cell + 1) * kCellNodes; ++i) {
        const value = center + ofSine * this.sineAtNodes[i]! + ofCosine * this.cosineAtNodes[i]!;
        density[place++] = value;
        if (value > largest) largest = value;
      }
    }
    for (let i = 0; i < count; ++i) density[i] = Math.exp(density[i]! - largest);

    const values = new Float64Array(count);
    let behind = 0;
    for (let first = count - kCellNodes; first >= 0; first -= kCellNodes) {
      for (let row = 0; row < kCellNodes; ++row) values[first + row] = behind + integral(density, first, row);
      behind += integral(density, first, kCellNodes);
    }
    for (let i = 0; i < count; ++i) values[i]! /= behind;
    return { firstCell, values };
  }
}

function integral(density: Float64Array, first: number, row: number): number {
  let sum = 0;
  for (let j = 0; j < kCellNodes; ++j) sum += kIntegration[row * kCellNodes + j]! * density[first + j]!;
  return sum;
}
