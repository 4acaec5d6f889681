import assert from "node:assert/strict";
import { test } from "node:test";
import { PaDistribution } from "../src/metrics/p_a_distribution.ts";
import type { LogData } from "../src/page_data.ts";
import { logOf, packVotes, type Image } from "./support/log_data.ts";
import { near } from "./support/near.ts";

const budget = { n: 10, alpha: 0.001, sigma: 1 };
const known: Image[] = [6, 8, 8, 10].map((votes, i) => ({ label: i % 2, votes }));
const halfWidth = (images: number) => Math.sqrt(Math.log(2 / (1 - 0.95)) / (2 * images));

test("shares step at votes / n", () => {
  const d = PaDistribution.ofLog(logOf(budget, known));
  assert.deepEqual([0, 0.6, 0.61, 0.8, 0.81, 1].map((p) => d.shareAtLeast(p)), [1, 1, 0.75, 0.75, 0.25, 0.25]);
  assert.equal(d.images, 4);
});

test("a class has its own images only", () => {
  const d = PaDistribution.ofClass(logOf(budget, known), 1);
  assert.equal(d.images, 2);
  assert.deepEqual([...d.groups.shares], [0.8, 1]);
  assert.equal(d.shareAtLeast(0.9), 0.5);
});

test("unknown images widen the band upward where their p_A may be", () => {
  const images: Image[] = [...Array.from({ length: 97 }, () => ({ label: 0, votes: 7 })), { label: 0, votes: "other" }];
  images.push({ label: 0, votes: "abstained" }, { label: 0, votes: "abstained" });
  const d = PaDistribution.ofLog(logOf(budget, images));
  assert.equal(d.shareAtLeast(0.1), 0.97);
  assert.equal(d.unknownAbstained, 2);
  assert.equal(d.unknownOther, 1);
  near(d.band(0.7, 0.95).lower, 0.97 - halfWidth(100), 1e-15, "lower end");
  near(d.band(0.8, 0.95).upper, halfWidth(100), 1e-15, "nobody is above the least known share");
  const wide = Array.from({ length: 1000 }, (): Image => ({ label: 0, votes: "other" }));
  const mixed = PaDistribution.ofLog(logOf(budget, [...wide, ...images]));
  near(mixed.band(0.49, 0.95).upper, 1, 0, "below 1/2 all may be");
  near(mixed.band(0.5, 0.95).upper, (97 + 2) / 1100 + halfWidth(1100), 1e-15, "from 1/2 on not those of other classes");
});

test("rounded votes widen the band both ways", () => {
  const images = Array.from({ length: 400 }, (): Image => ({ label: 0, votes: 8 }));
  const few = [...Array(100).fill(7), ...Array(300).fill(8)] as number[];
  const many = [...Array(350).fill(8), ...Array(50).fill(9)] as number[];
  const log = { ...logOf(budget, images), rounding: { least: packVotes(few), most: packVotes(many) } };
  const d = PaDistribution.ofLog(log);
  near(d.band(0.8, 0.95).lower, 0.75 - halfWidth(400), 1e-15, "lower end");
  near(d.band(0.9, 0.95).upper, 0.125 + halfWidth(400), 1e-15, "upper end");
});

test("what a log leaves open: rounded radii, and images that were not certified right", () => {
  const images: Image[] = [{ label: 0, votes: 997 }, { label: 1, votes: 600 }, { label: 0, votes: "abstained" }];
  images.push({ label: 0, votes: "other" }, { label: 1, votes: "other" });
  const at1000 = { n: 1000, alpha: 0.001, sigma: 1 }; // 550 votes certify
  const counted = PaDistribution.ofLog(logOf(at1000, images.slice(0, 2)));
  assert.equal(counted.fewest, counted);
  assert.equal(counted.most, counted);
  const exact = PaDistribution.ofLog(logOf(at1000, images));
  assert.equal(exact.fewest, exact);
  assert.deepEqual([...exact.most.groups.shares], [0.45, 0.549, 0.6, 0.997]);
  assert.deepEqual([...exact.most.groups.images], [2, 1, 1, 1]);
  assert.equal(exact.most.images, 5);
  const rounding = { least: packVotes([599, 995]), most: packVotes([602, 999]) };
  const rounded = PaDistribution.ofLog({ ...logOf(at1000, images), rounding });
  assert.deepEqual([...rounded.fewest.groups.shares], [0.599, 0.995]);
  assert.deepEqual([...rounded.most.groups.shares], [0.45, 0.549, 0.602, 0.999]);
});

test("images that stopped have shares of their own n, and a band of their intervals", () => {
  const none = { unknownAbstained: 0, unknownOther: 0 };
  const log: LogData = {
    ...logOf(budget, known),
    classes: [
      { ...none, label: 0, images: 3, votes: [{ n: 10, votes: packVotes([5, 9]) }, { n: 40, votes: packVotes([38]) }] },
      { ...none, label: 1, images: 1, votes: [{ n: 40, votes: packVotes([20]) }] },
    ],
    stopped: {
      meanDraws: 35,
      steps: 100,
      least: packVotes([20, 30, 40, 70]),
      most: packVotes([60, 80, 95, 100]),
      halfWidth: 0.1,
    },
  };
  const d = PaDistribution.ofLog(log);
  assert.deepEqual([0.5, 0.51, 0.91, 0.95, 0.96].map((p) => d.shareAtLeast(p)), [1, 0.5, 0.25, 0.25, 0]);
  assert.deepEqual(PaDistribution.ofClass(log, 1).shareAtLeast(0.5), 1);
  near(d.band(0.7, 0.95).lower, 0.25 - 0.1, 1e-15, "lower end");
  near(d.band(0.7, 0.95).upper, 0.75 + 0.1, 1e-15, "upper end");
});

test("no known votes and one image", () => {
  const unknown = PaDistribution.ofLog(logOf(budget, [{ label: 3, votes: "abstained" }]));
  assert.equal(unknown.shareAtLeast(0), 0);
  assert.deepEqual(unknown.band(0.7, 0.95), { lower: 0, upper: 1 });
});
