import assert from "node:assert/strict";
import { test } from "node:test";
import { accuracyInterval, convertAccuracy, convertAcr } from "../src/metrics/budget_conversion.ts";
import { PaDistribution } from "../src/metrics/p_a_distribution.ts";
import { RadiusTable } from "../src/statistics/radius_table.ts";
import { logOf, type Image } from "./support/log_data.ts";
import { near } from "./support/near.ts";

const kMethods = ["plug-in", "expected"] as const;

function distributionOf(n: number, votes: Image["votes"][]): PaDistribution {
  return PaDistribution.ofLog(logOf({ n, alpha: 0.001, sigma: 1 }, votes.map((count) => ({ label: 0, votes: count }))));
}

test("images with all votes are certified up to the largest radius, by both methods", () => {
  const d = distributionOf(1000, [1000, 1000]);
  for (const n of [10, 1000, 1e7]) {
    const budget = { n, alpha: 0.01 };
    const { largest } = RadiusTable.of(budget);
    for (const method of kMethods) {
      const radii = [0, 0.1, 0.5 * largest, 0.5 * (largest + 1e-6)];
      const accuracy = convertAccuracy(d, 0.5, budget, radii, method);
      [1, 1, 1, 0].forEach((value, i) => near(accuracy[i]!, value, 1e-11, `radius ${radii[i]}, n = ${n}, ${method}`));
      near(convertAcr(d, 0.5, budget, method), 0.5 * largest, 1e-10, `ACR, n = ${n}, ${method}`);
    }
  }
});

test("where all votes are needed the expected accuracy is p^n", () => {
  for (const n of [10, 100, 1000, 1e5, 1e7]) {
    for (const failures of [0, 1, 7, 100]) {
      const source = 1e6;
      const budget = { n, alpha: 0.001 };
      const { largest } = RadiusTable.of(budget);
      if (largest === 0) continue;
      const d = distributionOf(source, [source - failures]);
      const [accuracy] = convertAccuracy(d, 1, budget, [largest], "expected");
      near(accuracy!, Math.exp(n * Math.log1p(-failures / source)), 1e-11, `n = ${n}, ${failures} failures`);
    }
  }
});

// P[Bin(n, p) = k] for k = first, first + 1, ..., by the recurrence from the mode as far as it counts, scaled to a sum
// of 1.
function masses(n: number, p: number): { first: number; values: number[] } {
  const mode = Math.min(n, Math.floor((n + 1) * p));
  const above = [1];
  for (let k = mode; k < n && above.at(-1)! > 1e-25; ++k) above.push((above.at(-1)! * (n - k) * p) / ((k + 1) * (1 - p)));
  const below = [1];
  for (let k = mode; k > 0 && below.at(-1)! > 1e-25; --k) below.push((below.at(-1)! * k * (1 - p)) / ((n - k + 1) * p));
  const values = [...below.slice(1).reverse(), ...above];
  const total = values.reduce((sum, mass) => sum + mass, 0);
  return { first: mode - below.length + 1, values: values.map((mass) => mass / total) };
}

test("expected accuracy and ACR are sums over the binomial distribution", () => {
  const source = 1000;
  for (const budget of [
    { n: 10, alpha: 0.5 },
    { n: 37, alpha: 0.5 },
    { n: 100, alpha: 1e-6 },
    { n: 1000, alpha: 0.001 },
    { n: 50_000, alpha: 0.05 },
    { n: 1_000_000, alpha: 0.001 },
    { n: 10_000_000, alpha: 1e-12 },
  ]) {
    const table = RadiusTable.of(budget);
    for (const votes of [1, 400, 499, 500, 501, 503, 520, 600, 900, 990, 999]) {
      const where = `n = ${budget.n}, alpha = ${budget.alpha}, ${votes} of ${source} votes`;
      const d = distributionOf(source, [votes]);
      const { first, values } = masses(budget.n, votes / source);
      const acr = values.reduce((sum, mass, i) => sum + mass * table.z(first + i), 0);
      near(convertAcr(d, 2, budget, "expected"), 2 * acr, 1e-10, `ACR, ${where}`);
      for (const z of [0, 0.01, table.largest / 2, table.largest]) {
        const least = table.leastCount(z)!;
        const tail = values.reduceRight((sum, mass, i) => (first + i >= least ? sum + mass : sum), 0);
        near(convertAccuracy(d, 2, budget, [2 * z], "expected")[0]!, tail, 1e-10, `radius ${2 * z}, ${where}`);
      }
    }
  }
});

test("unknown votes count as not certified", () => {
  const d = distributionOf(100, [100, "abstained", "other", "other"]);
  const budget = { n: 100, alpha: 0.001 };
  for (const method of kMethods) {
    near(convertAccuracy(d, 1, budget, [0.5], method)[0]!, 0.25, 1e-12, method);
    near(convertAcr(d, 1, budget, method), RadiusTable.of(budget).largest / 4, 1e-11, method);
  }
});

test("nothing is certified without known votes, or where every count abstains", () => {
  for (const method of kMethods) {
    const unknown = distributionOf(100, ["other"]);
    assert.deepEqual([...convertAccuracy(unknown, 1, { n: 100, alpha: 0.001 }, [0, 1], method)], [0, 0]);
    assert.equal(convertAcr(unknown, 1, { n: 100, alpha: 0.001 }, method), 0);
    const sure = distributionOf(100, [100]);
    assert.deepEqual([...convertAccuracy(sure, 1, { n: 10, alpha: 1e-12 }, [0], method)], [0]);
    assert.equal(convertAcr(sure, 1, { n: 10, alpha: 1e-12 }, method), 0);
  }
});

test("intervals of few images have closed forms", () => {
  const one = accuracyInterval(1, 1, 1, 0.95);
  near(one.lower, 0.025, 1e-14, "one image, certified");
  assert.equal(one.upper, 1);
  const none = accuracyInterval(0, 0, 1, 0.95);
  assert.equal(none.lower, 0);
  near(none.upper, 0.975, 1e-14, "one image, not certified");
  near(accuracyInterval(0, 0, 500, 0.9).upper, 1 - 0.05 ** (1 / 500), 1e-14, "none of 500");
  // A mean between two counts takes the wider end of each.
  const between = accuracyInterval(0.5 / 500, 0.5 / 500, 500, 0.9);
  assert.equal(between.lower, 0);
  assert.equal(between.upper, accuracyInterval(1 / 500, 1 / 500, 500, 0.9).upper);
});
