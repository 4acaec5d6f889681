// The page's numbers are the program's, to 1e-9.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { accuracyInterval, convertAccuracy, convertAcr, type ConversionMethod } from "../src/metrics/budget_conversion.ts";
import { PaDistribution } from "../src/metrics/p_a_distribution.ts";
import type { LogData, PageData } from "../src/page_data.ts";
import type { Budget } from "../src/statistics/budget.ts";
import { RadiusTable } from "../src/statistics/radius_table.ts";
import { near } from "./support/near.ts";
import { certus, convert, evaluate, logOfField, logOfRecord, type Evaluated } from "./support/program.ts";

const kTolerance = 1e-9;
const kConfidence = 0.95;
const kRadii = "0:0.05:4";
const kAllVotes = [10, 37, 100, 1000, 12345, 1e5, 1e6, 1e7];
const kAllAlphas = [0.5, 0.05, 0.001, 1e-6, 1e-12];
const kAllBudgets = kAllVotes.flatMap((n) => kAllAlphas.map((alpha) => ({ n, alpha })));
const kFewBudgets = kAllVotes.map((n, i) => ({ n, alpha: kAllAlphas[i % kAllAlphas.length]! }));

const folder = mkdtempSync(join(tmpdir(), "certus-agreement-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function pageDataOf(page: string): PageData {
  return JSON.parse(readFileSync(page, "utf8").split('id="certus-data">')[1]!.split("</script>")[0]!) as PageData;
}

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

async function compareConversion(path: string, log: LogData, budgets: Budget[]): Promise<void> {
  const distribution = PaDistribution.ofLog(log);
  const compare = async (budget: Budget, method: ConversionMethod) => {
    const program = await convert(path, budget, method, kRadii);
    const radii = program.certified_accuracy.map(({ radius }) => radius);
    const accuracy = convertAccuracy(distribution, log.sigma, budget, radii, method);
    const where = `${method} at n = ${budget.n}, alpha = ${budget.alpha}`;
    program.certified_accuracy.forEach(({ radius, value, lower, upper }, i) => {
      near(accuracy[i]!, value, kTolerance, `accuracy at ${radius}, ${where}`);
      if (RadiusTable.of(budget).leastCount(radius / log.sigma) === null) return;
      if (log.rounding !== null) return; // the page's interval is that of the middle votes (docs/explorer.md)
      const interval = accuracyInterval(accuracy[i]!, log.images, kConfidence);
      near(interval.lower, lower, kTolerance, `lower end at ${radius}, ${where}`);
      near(interval.upper, upper, kTolerance, `upper end at ${radius}, ${where}`);
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

test("a log of the field with rounded radii and unknown votes", async () => {
  const path = join(folder, "noise_0.5.tsv");
  const budget = { n: 1000, alpha: 0.001, sigma: 0.5 };
  const options = ["--population", "beta:2,1", "--images", 500, "--n", budget.n, "--sigma", budget.sigma];
  await certus("simulate", ...options, "--style", "field", "-o", path);
  const log = logOfField(path, budget);
  const known = ["--n", String(budget.n), "--alpha", String(budget.alpha)];
  compareDistribution(log, await evaluate(path, ...known));
});

test("the band for p_A itself", async () => {
  const [path, page] = ["itself.tsv", "itself.html"].map((name) => join(folder, name));
  await certus("simulate", "--population", "beta:3,1", "--images", 300, "--n", 200, "--sigma", 0.5, "-o", path!);
  await certus("report", path!, "-o", page!);
  const band = pageDataOf(page!).logs[0]!.paItself!;
  assert.equal(band.p.length, 60);
  const program = await evaluate(path!, "--p", band.p.join(","));
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
  const [model, path, page] = ["m.safetensors", "stopped.tsv", "page.html"].map((name) => join(folder, name));
  await certus("model", "new", "lenet", "--seed", 4, "-o", model!);
  const data = ["--data", "mnist", "--data-dir", folder, "--no-verify", "--engine", "onednn"];
  await certus("certify", model!, ...data, "--sigma", 0.5, "--n", 300, "--seed", 1, "--at", "0.1,0.25", "-o", path!);
  await certus("report", path!, "-o", page!);
  const log = pageDataOf(page!).logs[0]!;
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
      const program = await evaluate(path);
      const log = logOfField(path, program);
      compareDistribution(log, program);
      await compareConversion(path, log, kFewBudgets.filter((_, i) => i % 2 === 0));
    }
  }
});
