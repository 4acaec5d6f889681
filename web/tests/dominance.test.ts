// Where two distributions differ, against the definition on every point where one of them steps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compareDistributions } from "../src/metrics/dominance.ts";
import { PaDistribution } from "../src/metrics/p_a_distribution.ts";
import { logOf } from "./support/log_data.ts";

const distribution = (votes: number[]): PaDistribution =>
  PaDistribution.ofLog(logOf({ n: 100, alpha: 0.001, sigma: 0.5 }, votes.map((count) => ({ label: 0, votes: count }))));

test("crossings, intervals and largest differences are those of the program's example", () => {
  const found = compareDistributions(distribution([60, 60, 95]), distribution([70, 70, 80]));
  assert.deepEqual(found.behind, [[0.6, 0.7]]);
  assert.deepEqual(found.ahead, [[0.8, 0.95]]);
  assert.deepEqual(found.crossings, [0.8]);
  assert.ok(Math.abs(found.deficit.value - 2 / 3) < 1e-12 && found.deficit.p === 0.7);
  assert.ok(Math.abs(found.lead.value - 1 / 3) < 1e-12);
});

test("nothing below one half counts, and equals do not differ", () => {
  const found = compareDistributions(distribution([10, 50, 80]), distribution([40, 80, 50]));
  assert.deepEqual([found.behind, found.ahead, found.crossings], [[], [], []]);
});

test("leads and deficits are those at every step, for many logs", () => {
  let state = 7;
  const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let repeat = 0; repeat < 200; ++repeat) {
    const votes = (): number[] => Array.from({ length: 1 + Math.floor(9 * random()) }, () => Math.floor(101 * random()));
    const [a, b] = [distribution(votes()), distribution(votes())];
    const found = compareDistributions(a, b);
    const steps = Array.from({ length: 51 }, (_, i) => (50 + i) / 100);
    const differences = steps.map((p) => a.shareAtLeast(p) - b.shareAtLeast(p));
    assert.ok(Math.abs(found.lead.value - Math.max(0, ...differences)) < 1e-12);
    assert.ok(Math.abs(found.deficit.value - Math.max(0, ...differences.map((each) => -each))) < 1e-12);
    assert.equal(found.ahead.length > 0, Math.max(...differences) > 1e-12);
    assert.equal(found.behind.length > 0, Math.min(...differences) < -1e-12);
  }
});
