// node bench/explorer_load.mjs BUILD [LOGS...]: how long the page of `certus report` takes to write, to open and to follow a
// slider, for 25 and 200 (or as many as given) simulated logs of 10,000 images, in headless Chromium.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launchBrowser } from "../tests/browser/launch.mjs";

const build = resolve(process.argv[2] ?? "build");
const sizes = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [25, 200];
const certus = (...words) => execFileSync(join(build, "certus"), words.map(String), { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

const folder = mkdtempSync(join(tmpdir(), "certus-explorer-bench-"));
const browser = await launchBrowser(join(build, "web"));
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const milliseconds = (value) => `${value.toFixed(0)} ms`;

/** Time from an event on the slider until the page has drawn what it means; with exact expectations, until it is not busy. */
const followsSlider = (page, type, places) =>
  page.evaluate(async ([kind, values]) => {
    const slider = document.getElementById("budget-n-slider");
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const times = [];
    for (const value of values) {
      const begin = performance.now();
      slider.value = String(value);
      slider.dispatchEvent(new Event(kind, { bubbles: true }));
      await frame();
      await frame();
      while (kind === "change" && document.body.hasAttribute("data-busy")) await frame();
      times.push(performance.now() - begin);
    }
    return times;
  }, [type, places]);

try {
  const logs = [];
  for (const size of sizes) {
    while (logs.length < size) {
      const i = logs.length;
      mkdirSync(join(folder, `m${i}`));
      logs.push(join(folder, `m${i}`, "noise_0.5.tsv"));
      certus("simulate", "--population", `beta:${2 + (i % 7)}.${i},2`, "--images", 10_000, "--sigma", 0.5, "--seed", i, "-o", logs[i]);
    }
    const path = join(folder, `${size}.html`);
    const begin = performance.now();
    certus("report", ...logs.slice(0, size), "-o", path);
    console.log(`${size} logs: written in ${milliseconds(performance.now() - begin)}, ${(statSync(path).size / 1e6).toFixed(2)} MB`);
    const opened = [];
    for (let repeat = 0; repeat < 5; ++repeat) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(pathToFileURL(path).href, { waitUntil: "commit" });
      await page.waitForSelector("body[data-ready]");
      opened.push(await page.evaluate(() => performance.now()));
      if (repeat < 4) {
        await page.close();
        continue;
      }
      const places = [4.9, 4.5, 4, 3.3, 3, 2.5, 2, 5.2, 5.5, 4.8];
      console.log(`  ready after ${milliseconds(median(opened))} (median of ${opened.length})`);
      console.log(`  slider, plug-in: ${milliseconds(median(await followsSlider(page, "input", places)))} a step (median of ${places.length})`);
      await page.locator('#method input[value="expected"]').check({ force: true });
      await page.waitForFunction(() => !document.body.hasAttribute("data-busy"), undefined, { timeout: 300_000 });
      const exact = await followsSlider(page, "change", [4, 3, 2, 4.5, 5]);
      console.log(`  slider, exact: ${milliseconds(median(exact))} a step (median of ${exact.length}; N = 10,000, 1,000, 100, 31,623 and 100,000)`);
      await page.close();
    }
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
