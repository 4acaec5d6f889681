// The page's numbers are the program's, to 1e-9.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { accuracyIntervals, convertAccuracy, convertAcr, type ConversionMethod } from "../src/metrics/budget_conversion.ts";
import { PaDistribution } from "../src/metrics/p_a_distribution.ts";
import type { LogData, PageData } from "../src/page_data.ts";
import type { Budget } from "../src/statistics/budget.ts";
import { near } from "./support/near.ts";
import { certus, convert, evaluate, logOfRecord, type Evaluated } from "./support/program.ts";

const kTolerance = 1e-9;
const kConfidence = 0.95;
const kRadii = "0:0.05:4";
const kAllVotes = [10, 37, 100, 1000, 12345, 1e5, 1e6, 1e7];
const kAllAlphas = [0.5, 0.05, 0.001, 1e-6, 1e-12];
const kAllBudgets = kAllVotes.flatMap((n) => kAllAlphas.map((alpha) => ({ n, alpha })));
const kFewBudgets = kAllVotes.map((n, i) => ({ n, alpha: kAllAlphas[i % kAllAlphas.length]! }));

const folder = mkdtempSync(join(tmpdir(), "certus-agreement-"));
after(() => rmSync(folder, { recursive: true, force: true }));

// A log as certus report writes it into a page.
async function logOfPage(path: string, ...options: string[]): Promise<LogData> {
  const page = join(folder, `page-${++pages}.html`);
  await certus("report", path, "-o", page, ...options);
  const json = readFileSync(page, "utf8").split('id="certus-data">')[1]!.split("</script>")[0]!;
  return (JSON.parse(json) as PageData).logs[0]!;
}
let pages = 0;

function compareDistribution(log: LogData, program: Evaluated): void {
  const whole = PaDistribution.ofLog(log);
  for (const { p, value, lower, upper } of program.p_a) {
    near(whole.shareAtLeast(p), value, kTolerance, `P(p_A >= ${p})`);
    near(whole.band(p, kConfidence).lower, lower, kTolerance, `lower end of the band at ${p}`);
    near(whole.band(p, kConfidence).upper, upper, kTolerance, `upper end of the band at ${p}`);
  }
  assert.equal(program.per_class.length, log.classes.length);
  for (const entry of program.per_class) {
    const own = PaDistribution.ofClass(log, entry.class);
    for (const { p, value, lower, upper } of entry.p_a) {
      near(own.shareAtLeast(p), value, kTolerance, `P(p_A >= ${p}) of class ${entry.class}`);
      // The page does not have the votes that rounded radii, or intervals, of a class allow.
      if (log.rounding !== null || log.stopped) continue;
      near(own.band(p, kConfidence).lower, lower, kTolerance, `lower end of class ${entry.class}'s band at ${p}`);
      near(own.band(p, kConfidence).upper, upper, kTolerance, `upper end of class ${entry.class}'s band at ${p}`);
    }
  }
}

async function compareConversion(path: string, log: LogData, budgets: Budget[], ...options: string[]): Promise<void> {
  const distribution = PaDistribution.ofLog(log);
  const compare = async (budget: Budget, method: ConversionMethod) => {
    const program = await convert(path, budget, method, kRadii, ...options);
    const radii = program.certified_accuracy.map(({ radius }) => radius);
    const accuracy = convertAccuracy(distribution, log.sigma, budget, radii, method);
    const intervals = accuracyIntervals(accuracy, distribution, log.sigma, budget, radii, method, kConfidence);
    const where = `${method} at n = ${budget.n}, alpha = ${budget.alpha}`;
    program.certified_accuracy.forEach(({ radius, value, lower, upper }, i) => {
      near(accuracy[i]!, value, kTolerance, `accuracy at ${radius}, ${where}`);
      near(intervals[i]!.lower, lower, kTolerance, `lower end at ${radius}, ${where}`);
      near(intervals[i]!.upper, upper, kTolerance, `upper end at ${radius}, ${where}`);
    });
    const acr = convertAcr(distribution, log.sigma, budget, method);
    if (program.acr !== null) near(acr, program.acr, kTolerance, `ACR, ${where}`);
    else assert.ok(method === "expected" && budget.n > 200_000, `${where}: the program should have an ACR`);
  };
  for (const budget of budgets) await Promise.all([compare(budget, "plug-in"), compare(budget, "expected")]);
}

describe("a record with counts", () => {
  const cases = [
    { population: "beta:8,2", n: 1000, sigma: 0.5, images: 700, budgets: kAllBudgets },
    { population: "beta:4,1", n: 100_000, sigma: 1, images: 1500, budgets: kFewBudgets },
    { population: "beta:1.5,0.02", n: 100_000, sigma: 0.25, images: 400, budgets: kFewBudgets },
    { population: "constant:0.5", n: 1000, sigma: 0.12, images: 100, budgets: kFewBudgets },
  ];
  for (const { population, n, sigma, images, budgets } of cases) {
    test(`${population}, n = ${n}`, async () => {
      const path = join(folder, `${population.replace(/[:,]/g, "_")}_${n}.tsv`);
      const budget = { n, alpha: 0.001, sigma };
      const options = ["--population", population, "--images", images, "--n", n, "--sigma", sigma];
      await certus("simulate", ...options, "-o", path);
      const log = logOfRecord(path, budget);
      compareDistribution(log, await evaluate(path, "--p", "0.02:0.02:1"));
      await compareConversion(path, log, budgets);
    });
  }
});

describe("a log of the field with rounded radii and unknown votes", () => {
  // With 1000 votes three digits tell the count; with 20,000 they leave it open.
  for (const n of [1000, 20_000]) {
    test(`n = ${n}`, async () => {
      const path = join(folder, `field_${n}`, "noise_0.5.tsv");
      mkdirSync(join(folder, `field_${n}`));
      const options = ["--population", "beta:2,1", "--images", 500, "--n", n, "--sigma", 0.5];
      await certus("simulate", ...options, "--style", "field", "-o", path);
      const known = ["--n", String(n), "--alpha", "0.001"];
      const log = await logOfPage(path, ...known);
      assert.equal(log.rounding !== null, n === 20_000);
      compareDistribution(log, await evaluate(path, ...known));
      await compareConversion(path, log, kFewBudgets, ...known);
    });
  }
});

test("the band for p_A itself", async () => {
  const path = join(folder, "itself.tsv");
  await certus("simulate", "--population", "beta:3,1", "--images", 300, "--n", 200, "--sigma", 0.5, "-o", path);
  const band = (await logOfPage(path)).paItself!;
  assert.equal(band.p.length, 60);
  const program = await evaluate(path, "--p", band.p.join(","));
  program.p_a_itself!.forEach(({ p, lower, upper }, i) => {
    assert.equal(band.p[i], p);
    assert.ok(band.lower[i]! <= lower + 1e-12 && band.upper[i]! >= upper - 1e-12, `rounded outward at ${p}`);
    near(band.lower[i]!, lower, 1.1e-6, `lower end at ${p}`);
    near(band.upper[i]!, upper, 1.1e-6, `upper end at ${p}`);
  });
});

test("a record whose images stopped", async () => {
  // Plain grey images in MNIST's layout, certified by a fresh network.
  const images = 40;
  const bigEndian = (...values: number[]) => values.flatMap((value) => [0, 0, value >> 8, value & 255]);
  mkdirSync(join(folder, "mnist"));
  writeFileSync(
    join(folder, "mnist", "t10k-images-idx3-ubyte"),
    Buffer.concat([
      Buffer.from(bigEndian(2051, images, 28, 28)),
      ...Array.from({ length: images }, (_, i) => Buffer.alloc(784, 6 * i)),
    ]),
  );
  writeFileSync(
    join(folder, "mnist", "t10k-labels-idx1-ubyte"),
    Buffer.from([...bigEndian(2049, images), ...Array.from({ length: images }, (_, i) => i % 10)]),
  );
  const [model, path] = ["m.safetensors", "stopped.tsv"].map((name) => join(folder, name));
  await certus("model", "new", "lenet", "--seed", 4, "-o", model!);
  const data = ["--data", "mnist", "--data-dir", folder, "--no-verify", "--engine", "onednn"];
  await certus("certify", model!, ...data, "--sigma", 0.5, "--n", 300, "--seed", 1, "--at", "0.1,0.25", "-o", path!);
  const log = await logOfPage(path!);
  const parts = log.classes.flatMap(({ votes }) => (typeof votes === "string" ? [] : votes));
  assert.ok(new Set(parts.map(({ n }) => n)).size > 1, "images stopped at several n");
  compareDistribution(log, await evaluate(path!));
  await compareConversion(path!, log, kFewBudgets);
});

test("published logs", async (t) => {
  const shared = process.env["CERTUS_SHARED"];
  const logs = `${shared}/logs/cifar10`;
  if (!shared || !existsSync(logs)) {
    console.error("SKIPPED: published logs, because CERTUS_SHARED does not name the folder with logs/cifar10");
    t.skip("CERTUS_SHARED does not name the folder with logs/cifar10");
    return;
  }
  for (const method of ["gaussian", "ours"]) {
    for (const sigma of ["0.25", "1.0"]) {
      const path = `${logs}/${method}/noise_${sigma}.tsv`;
      const log = await logOfPage(path);
      compareDistribution(log, await evaluate(path));
      await compareConversion(path, log, kFewBudgets.filter((_, i) => i % 2 === 0));
    }
  }
});
