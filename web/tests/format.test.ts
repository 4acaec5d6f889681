import assert from "node:assert/strict";
import { test } from "node:test";
import { fixed, meanText, percent, radiusText } from "../src/view/format.ts";

test("halves of the decimal number go away from zero", () => {
  for (const [value, digits, text] of [
    [10.25, 1, "10.3"],
    [10.35, 1, "10.4"], // 10.3499999999999996 in binary
    [1.005, 2, "1.01"],
    [-1.005, 2, "-1.01"],
    [0.0005, 3, "0.001"],
    [0.00049, 3, "0.000"],
    [-0.0001, 1, "0.0"],
    [99.95, 1, "100.0"],
    [1e-9, 3, "0.000"],
    [7, 1, "7.0"],
  ] as const)
    assert.equal(fixed(value, digits), text);
});

test("a share is shown as the decimal number of its percent", () => {
  assert.equal(percent(1025 / 10_000), "10.3 %");
  assert.equal(percent(2975 / 10_000), "29.8 %"); // 100 * 0.2975 is 29.749999999999996
  assert.equal(percent(1 / 100_000), "0.001 %");
  assert.equal(radiusText(0.7605), "0.761");
});

test("a mean has its deviation in the same unit", () => {
  assert.equal(meanText(0.61234, 0.0041, percent), "61.2 ± 0.4 %");
  assert.equal(meanText(0.5204, 0.0036, radiusText), "0.520 ± 0.004");
});
