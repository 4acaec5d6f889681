// node scripts/regenerate_explorer.mjs BUILD: docs/explorer, an example page with its screenshots. The logs are simulated: a
// method that is fair to all images, with three seeds, one that is worse everywhere, and one that gives up hard images for
// easy ones.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launchBrowser } from "../tests/browser/launch.mjs";

const build = resolve(process.argv[2] ?? "build");
const target = join(dirname(fileURLToPath(import.meta.url)), "..", "docs", "explorer");
const logs = mkdtempSync(join(tmpdir(), "certus-explorer-"));
const certus = (...words) => execFileSync(join(build, "certus"), words.map(String), { cwd: logs, stdio: ["ignore", "ignore", "inherit"] });

const methods = {
  "fair/seed-1": "beta:14,0.9",
  "fair/seed-2": "beta:13,0.9",
  "fair/seed-3": "beta:15,0.95",
  weak: "beta:6,1.3",
  "easy-first": "beta:0.6,0.15",
};
const paths = [];
for (const [method, population] of Object.entries(methods))
  for (const sigma of [0.25, 0.5, 1]) {
    mkdirSync(join(logs, method), { recursive: true });
    paths.push(`${method}/noise_${sigma}.tsv`);
    certus("simulate", "--population", population, "--images", 2000, "--sigma", sigma, "--seed", paths.length, "-o", paths.at(-1));
  }
certus("report", ...paths, "--title", "Three simulated methods", "-o", "example.html");
execFileSync("cp", [join(logs, "example.html"), join(target, "example.html")]);

const address = pathToFileURL(join(logs, "example.html")).href;
const browser = await launchBrowser(join(build, "web"));
const desktop = { width: 1280, height: 860 };
const shots = {
  "desktop.png": { viewport: desktop, colorScheme: "light" },
  "dark.png": { viewport: desktop, colorScheme: "dark", fragment: "#n=300&sigma=0.5&order=acr" },
  "curves.png": { viewport: desktop, colorScheme: "light", fragment: "#n=1000&bands=1", part: '[data-figure="certified-accuracy"]' },
  "seeds.png": { viewport: desktop, colorScheme: "light", fragment: "#open=16", part: "#table" },
  "phone.png": { viewport: { width: 390, height: 844 }, colorScheme: "light" },
};
for (const [name, { fragment = "", part, ...options }] of Object.entries(shots)) {
  const page = await browser.newPage(options);
  await page.goto(address + fragment);
  await page.waitForSelector("body[data-ready]");
  await page.waitForFunction(() => !document.body.innerText.includes("Computing ACR over N"), undefined, { timeout: 120_000 });
  if (part) await page.locator(part).scrollIntoViewIfNeeded();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(target, name) });
  await page.close();
}
await browser.close();
rmSync(logs, { recursive: true });
