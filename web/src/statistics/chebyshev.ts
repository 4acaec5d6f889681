// Interpolation at Chebyshev's nodes, where it is as good as a polynomial gets, up to a small factor.

// The zeros of T_count, rising; weights are those of the barycentric formula.
export interface ChebyshevNodes {
  nodes: Float64Array;
  weights: Float64Array;
}

export function chebyshevNodes(count: number): ChebyshevNodes {
  const angle = (j: number) => (Math.PI * (2 * (count - 1 - j) + 1)) / (2 * count);
  return {
    nodes: Float64Array.from({ length: count }, (_, j) => Math.cos(angle(j))),
    weights: Float64Array.from({ length: count }, (_, j) => (j % 2 === 0 ? 1 : -1) * Math.sin(angle(j))),
  };
}

// The factors of the values at the nodes for x in [-1, 1], written to `out`: the values added up with these factors are
// the interpolating polynomial at x.
export function interpolationFactors(rule: ChebyshevNodes, x: number, out: Float64Array): void {
  const { nodes, weights } = rule;
  let sum = 0;
  for (let j = 0; j < nodes.length; ++j) {
    const distance = x - nodes[j]!;
    if (distance === 0) {
      out.fill(0);
      out[j] = 1;
      return;
    }
    sum += out[j] = weights[j]! / distance;
  }
  for (let j = 0; j < nodes.length; ++j) out[j]! /= sum;
}

const kTerms = 18;
const kRule = chebyshevNodes(kTerms);
// Row i makes coefficient i out of the values at the nodes.
const kTransform = Float64Array.from({ length: kTerms * kTerms }, (_, index) => {
  const [i, j] = [Math.floor(index / kTerms), index % kTerms];
  const angle = (Math.PI * (2 * (kTerms - 1 - j) + 1)) / (2 * kTerms);
  return ((i === 0 ? 1 : 2) / kTerms) * Math.cos(i * angle);
});

// A smooth function on [from, to], held as polynomials on pieces that are halved until the last terms of each stay
// below `tolerance` or are rounding errors, which halving does not make smaller. It costs some hundred evaluations once
// and a few dozen multiplications per value from then on.
export class PiecewiseChebyshev {
  private readonly ends: number[] = []; // of the pieces, rising
  private readonly centers: number[] = [];
  private readonly scales: number[] = []; // 2 / width
  private readonly terms: Float64Array;
  private last = 0; // piece of the last value: callers mostly move on in small steps

  constructor(f: (x: number) => number, from: number, to: number, tolerance: number) {
    const pieces: Float64Array[] = [];
    const add = (low: number, high: number, restOfBoth: number) => {
      const center = (low + high) / 2;
      const half = (high - low) / 2;
      const values = kRule.nodes.map((x) => f(center + half * x));
      const terms = new Float64Array(kTerms);
      for (let i = 0; i < kTerms; ++i) {
        for (let j = 0; j < kTerms; ++j) terms[i]! += kTransform[i * kTerms + j]! * values[j]!;
      }
      const rest = Math.abs(terms[kTerms - 1]!) + Math.abs(terms[kTerms - 2]!);
      const isRounding = rest < 1000 * tolerance && rest > restOfBoth / 4;
      if (rest > tolerance && !isRounding) {
        add(low, center, rest);
        add(center, high, rest);
        return;
      }
      this.ends.push(high);
      this.centers.push(center);
      this.scales.push(1 / half);
      pieces.push(terms);
    };
    add(from, to, Infinity);
    this.terms = new Float64Array(pieces.length * kTerms);
    pieces.forEach((terms, i) => this.terms.set(terms, i * kTerms));
  }

  get pieces(): number {
    return this.ends.length;
  }

  // For x in [from, to], by Clenshaw's recurrence.
  at(x: number): number {
    let piece = this.last;
    while (piece > 0 && x <= this.ends[piece - 1]!) --piece;
    while (piece + 1 < this.ends.length && x > this.ends[piece]!) ++piece;
    this.last = piece;
    const y = (x - this.centers[piece]!) * this.scales[piece]!;
    const first = piece * kTerms;
    const twice = 2 * y;
    let a = 0;
    let b = 0;
    for (let i = first + kTerms - 1; i > first; --i) {
      const next = twice * a - b + this.terms[i]!;
      b = a;
      a = next;
    }
    return y * a - b + this.terms[first]!;
  }
}
