import assert from "node:assert/strict";
import { test } from "node:test";
import { lowerBoundAngle } from "../src/statistics/clopper_pearson.ts";
import { normalUpperQuantile, normalUpperTail } from "../src/statistics/normal.ts";
import { RadiusTable } from "../src/statistics/radius_table.ts";
import { near } from "./support/near.ts";

const kVotes = [10, 37, 100, 1000, 12345, 1e5, 1e6, 1e7];
const kAlphas = [0.5, 0.05, 0.001, 1e-6, 1e-12];

test("normal quantiles invert tails", () => {
  for (const x of [0, 1e-6, 0.5, 1, 3, 5, 7]) near(normalUpperQuantile(normalUpperTail(x)), x, 2e-14, `x = ${x}`);
});

test("all votes certify alpha^(1 / n)", () => {
  for (const n of kVotes) {
    for (const alpha of kAlphas) {
      const z = normalUpperQuantile(-Math.expm1(Math.log(alpha) / n));
      near(RadiusTable.of({ n, alpha }).largest, Math.max(0, z), 1e-12, `n = ${n}, alpha = ${alpha}`);
    }
  }
});

test("all votes but one certify the root of p^n + n p^(n-1) q = alpha", () => {
  for (const n of kVotes) {
    for (const alpha of kAlphas) {
      const q = Math.sin(lowerBoundAngle(n - 1, 1, alpha)) ** 2;
      const tail = Math.exp((n - 1) * Math.log1p(-q)) * (1 - q + n * q);
      near(tail / alpha, 1, 1e-9, `n = ${n}, alpha = ${alpha}`);
    }
  }
});

test("one success has the bound 1 - (1 - alpha)^(1 / n)", () => {
  for (const n of [1, 2, 10, 1000, 1e5]) {
    const p = Math.cos(lowerBoundAngle(1, n - 1, 0.025)) ** 2;
    near(p, -Math.expm1(Math.log1p(-0.025) / n), 1e-14, `n = ${n}`);
  }
});

test("interpolated radii are those of the counts solved one by one", () => {
  for (const n of [1000, 12345, 1e5, 1e6, 1e7]) {
    for (const alpha of kAlphas) {
      const table = RadiusTable.of({ n, alpha });
      for (let i = 0; i <= 60; ++i) {
        const k = Math.round(n - (n / 2 - 1) ** (i / 60));
        const solved = normalUpperQuantile(Math.sin(lowerBoundAngle(k, n - k, alpha)) ** 2);
        near(table.z(k), Math.max(0, solved), 2e-12, `k = ${k}, n = ${n}, alpha = ${alpha}`);
      }
    }
  }
});

test("the least count of a count's own radius is that count", () => {
  for (const n of kVotes) {
    for (const alpha of kAlphas) {
      const table = RadiusTable.of({ n, alpha });
      const first = table.leastCertifying;
      if (first === null) continue;
      const counts = [first, first + 1, first + 2, Math.round((first + n) / 2), n - 64, n - 63, n - 1, n];
      for (const k of counts.filter((count) => count >= first && count <= n)) {
        assert.equal(table.leastCount(table.z(k)), k, `n = ${n}, alpha = ${alpha}`);
        if (k < n) assert.equal(table.leastCount(table.z(k) + 1e-10), k + 1, `n = ${n}, alpha = ${alpha}`);
      }
      assert.equal(table.leastCount(0), first);
      assert.equal(table.z(first - 1), 0);
      assert.equal(table.leastCount(table.largest + 1e-9), null);
    }
  }
});

test("a bound of exactly 1/2 abstains", () => {
  // At alpha = 1/2 and odd n the tail of (n + 1) / 2 votes is 1/2 for p = 1/2.
  for (const n of [11, 37, 1001, 100_001, 9_999_999]) {
    assert.equal(RadiusTable.of({ n, alpha: 0.5 }).leastCertifying, (n + 3) / 2);
  }
  assert.equal(RadiusTable.of({ n: 10, alpha: 2 ** -10 }).leastCertifying, null);
});

test("a budget at which even all votes abstain", () => {
  const table = RadiusTable.of({ n: 10, alpha: 1e-12 });
  assert.equal(table.largest, 0);
  assert.equal(table.leastCertifying, null);
  assert.equal(table.leastCount(0), null);
  assert.equal(table.z(10), 0);
});
