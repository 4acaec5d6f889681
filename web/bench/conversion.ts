// Times of a change of budget on a page of 25 models with 10,000 images each, as the view asks for it: curves of 200
// radii, ACR, and rows of a table with intervals. Times are of the processor, all threads of the engine together, so that
// a busy machine does not count.
import { accuracyIntervals, convertAccuracy, convertAcr, type ConversionMethod } from "../src/metrics/budget_conversion.ts";
import { PaDistribution } from "../src/metrics/p_a_distribution.ts";
import { logOf } from "../tests/support/log_data.ts";

const kModels = 25;
const kImages = 10_000;
const kDistinct = 6000;
const kConfidence = 0.95;
const sigmas = [0.12, 0.25, 0.5, 1];

// Votes of a model: shares u^(1 / a) of n, spread evenly over `kDistinct` images, so that better models have more of them
// close to 1; the other images have all votes.
const models = Array.from({ length: kModels }, (_, model) => {
  const n = 100_000;
  const a = 1 + model / 4;
  const images = Array.from({ length: kImages }, (_, i) => ({
    label: i % 10,
    votes: Math.round(n * Math.min(1, (i + 0.5) / kDistinct) ** (1 / a)),
  }));
  const sigma = sigmas[model % sigmas.length]!;
  return { sigma, distribution: PaDistribution.ofLog(logOf({ n, alpha: 0.001, sigma }, images)) };
});
const distinct = Math.max(...models.map(({ distribution }) => distribution.groups.shares.length));
console.log(`${kModels} models of ${kImages} images, up to ${distinct} distinct votes`);

const radii = Float64Array.from({ length: 200 }, (_, i) => i / 50);

function convertAll(n: number, alpha: number, method: ConversionMethod): number {
  let sum = 0;
  for (const { sigma, distribution } of models) {
    const budget = { n, alpha };
    const accuracy = convertAccuracy(distribution, sigma, budget, radii, method);
    sum += convertAcr(distribution, sigma, budget, method);
    const intervals = accuracyIntervals(accuracy, distribution, sigma, budget, radii, method, kConfidence);
    for (let i = 0; i < intervals.length; i += 25) sum += intervals[i]!.lower;
  }
  return sum;
}

for (const method of ["plug-in", "expected"] as const) {
  for (const n of [1e3, 1e5, 1e7]) {
    // Every budget is a new one, as under a slider's handle.
    const times = Array.from({ length: 9 }, (_, i) => {
      const start = process.cpuUsage();
      convertAll(n + i, 0.001 * (1 + i / 100), method);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    });
    const [first, ...others] = times as [number, ...number[]];
    others.sort((a, b) => a - b);
    const middle = others[others.length >> 1]!;
    console.log(`${method}, n = ${n}: first ${first.toFixed(1)} ms, then ${middle.toFixed(1)} ms (median of ${others.length})`);
  }
}
