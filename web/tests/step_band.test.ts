import assert from "node:assert/strict";
import { test } from "node:test";
import { bandAt } from "../src/metrics/step_band.ts";

const band = { p: [0.5, 0.8, 1], lower: [0.6, 0.4, 0.1], upper: [0.9, 0.7, 0.3] };

test("a band has its own ends where it is given, and the outer ones of its neighbours between", () => {
  assert.deepEqual(bandAt(band, 0.5), { lower: 0.6, upper: 0.9 });
  assert.deepEqual(bandAt(band, 0.8), { lower: 0.4, upper: 0.7 });
  assert.deepEqual(bandAt(band, 0.7), { lower: 0.4, upper: 0.9 });
  assert.deepEqual(bandAt(band, 0.81), { lower: 0.1, upper: 0.7 });
  assert.deepEqual(bandAt(band, 1), { lower: 0.1, upper: 0.3 });
});

test("nothing is known outside", () => {
  assert.deepEqual(bandAt(band, 0.4), { lower: 0.6, upper: 1 });
  assert.deepEqual(bandAt({ p: [0.5], lower: [0.2], upper: [0.4] }, 0.6), { lower: 0, upper: 0.4 });
});
