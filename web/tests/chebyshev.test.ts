import assert from "node:assert/strict";
import { test } from "node:test";
import { chebyshevNodes, interpolationFactors, PiecewiseChebyshev } from "../src/statistics/chebyshev.ts";
import { gaussLegendre } from "../src/statistics/gauss_legendre.ts";
import { near } from "./support/near.ts";

test("a function with fine detail in one place is held everywhere", () => {
  const f = (x: number) => Math.atan(1000 * (x - 0.3)) + Math.sin(x);
  const held = new PiecewiseChebyshev(f, 0, 2, 1e-12);
  assert.ok(held.pieces > 5 && held.pieces < 100, `${held.pieces} pieces`);
  for (let i = 0; i <= 1000; ++i) {
    const x = ((i * 617) % 1001) / 500; // back and forth
    near(held.at(x), f(x), 1e-10, `x = ${x}`);
  }
});

test("rounding is not chased", () => {
  const noisy = new PiecewiseChebyshev((x) => Math.exp(x) + 1e-12 * Math.sin(1e9 * x), 0, 1, 1e-13);
  assert.ok(noisy.pieces < 50, `${noisy.pieces} pieces`);
});

test("interpolation factors repeat polynomials", () => {
  const rule = chebyshevNodes(8);
  const factors = new Float64Array(8);
  for (const x of [-1, -0.3, rule.nodes[2]!, 0.99, 1]) {
    interpolationFactors(rule, x, factors);
    const sum = factors.reduce((total, factor, j) => total + factor * rule.nodes[j]! ** 7, 0);
    near(sum, x ** 7, 1e-14, `x = ${x}`);
  }
});

test("Gauss-Legendre rules are exact to degree 2 m - 1", () => {
  for (const m of [1, 2, 8, 12]) {
    const { nodes, weights } = gaussLegendre(m);
    for (let degree = 0; degree < 2 * m; ++degree) {
      const sum = weights.reduce((total, weight, i) => total + weight * nodes[i]! ** degree, 0);
      near(sum, degree % 2 === 0 ? 2 / (degree + 1) : 0, 1e-14, `${m} nodes, degree ${degree}`);
    }
  }
});
