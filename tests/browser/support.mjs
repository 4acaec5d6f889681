// What the browser tests share: the program, logs, a browser, and pages that tell what they did behind our back.
// CERTUS_PROGRAM names the program, CERTUS_NODE_MODULES the packages, CERTUS_ARTEFACTS where screenshots go,
// CERTUS_SHARED the folder with the published logs. Tests are skipped (exit code 77) where browser or logs are absent.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import { chromiumPath, launchBrowser } from "./launch.mjs";

const environment = (name) => process.env[name] ?? skip(`${name} is not set`);

export function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

export const folder = mkdtempSync(join(tmpdir(), "certus-browser-tests-"));
export const artefact = (name) => {
  mkdirSync(environment("CERTUS_ARTEFACTS"), { recursive: true });
  return join(environment("CERTUS_ARTEFACTS"), name);
};

export function certus(...words) {
  return execFileSync(environment("CERTUS_PROGRAM"), words.map(String), { encoding: "utf8", maxBuffer: 2 ** 28 });
}

/** The published logs: seven methods at three sigmas. */
export function publishedLogs() {
  const logs = join(environment("CERTUS_SHARED"), "logs", "cifar10");
  if (!existsSync(logs)) skip(`${logs} is absent: set CERTUS_SHARED to the folder with the published logs`);
  return readdirSync(logs).sort().flatMap((method) =>
    readdirSync(join(logs, method)).filter((name) => name.endsWith(".tsv")).sort().map((name) => join(logs, method, name)),
  );
}

/** A log that `certus simulate` makes, in a folder of its own. */
export function simulatedLog(name, ...options) {
  const path = join(folder, name, "noise_0.5.tsv");
  mkdirSync(join(folder, name), { recursive: true });
  const images = options.includes("--images") ? [] : ["--images", 400];
  certus("simulate", "--sigma", 0.5, ...images, ...options, "-o", path);
  return path;
}

let made = 0;
/** Writes a page of these logs and gives its address. */
export function report(logs, ...options) {
  const path = join(folder, `page-${made++}.html`);
  certus("report", ...logs, "-o", path, ...options);
  return pathToFileURL(path).href;
}

if (!chromiumPath()) skip("no chromium in PATH");
export const browser = await launchBrowser(environment("CERTUS_NODE_MODULES"));
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A page at this address, ready. It fails the test at `close` when it complained or asked for anything but itself. */
export async function open(address, { fragment = "", ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const complaints = [];
  const requests = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("request", (request) => requests.push(request.url()));
  await page.goto(address + fragment);
  await page.waitForSelector("body[data-ready]");
  await settle(page);
  const close = async () => {
    assert.deepEqual(complaints, []);
    const own = (url) => url.split("#")[0] === address || /^(data|blob):/.test(url);
    assert.deepEqual(requests.filter((url) => !own(url)), [], "the page may not ask for anything");
    await context.close();
  };
  return { page, close };
}

/** Waits until the page shows what was asked of it. */
export async function settle(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForFunction(() => !document.body.hasAttribute("data-busy"), undefined, { timeout: 120_000 });
}

/** Types a value into a field, as a user would. */
export async function setField(page, selector, value) {
  await page.fill(selector, String(value));
  await settle(page);
}

export async function choose(page, name, value) {
  await page.locator(`#${name} input[value="${value}"]`).check({ force: true });
  await settle(page);
}

/** The numbers of the table of models: by place of the log, its columns with all digits. */
export function tableOf(page) {
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll("#models tr[data-log]")].map((row) => [
        row.dataset.log,
        {
          rank: Number(row.querySelector('[data-column="rank"]').dataset.value),
          acr: Number(row.querySelector('[data-column="acr"]').dataset.value),
          accuracy: [...row.querySelectorAll('[data-column="accuracy"]')].map((cell) => ({
            radius: Number(cell.dataset.radius),
            value: Number(cell.dataset.value),
          })),
        },
      ]),
    ),
  );
}

/** Clicks what saves a file and gives its name and content. */
export async function saved(page, selector) {
  // Headless Chromium drops a download that follows another closely, once in a hundred or so: then click again.
  const attempt = async (left) => {
    const [download] = await Promise.all([
      page.waitForEvent("download", { timeout: 10_000 }).catch(() => null),
      page.locator(selector).click(),
    ]);
    return download ?? (left > 0 ? attempt(left - 1) : assert.fail(`${selector} saved nothing`));
  };
  const download = await attempt(2);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return { name: download.suggestedFilename(), content: Buffer.concat(chunks) };
}

/** The rows of a CSV file: fields as text. */
export function rowsOfCsv(content) {
  const text = content.toString("utf8");
  assert.ok(text.startsWith("\ufeff"), "spreadsheets need the mark");
  return text.slice(1).trimEnd().split("\r\n").map((line) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].slice(0, -1).map(([, field]) =>
      field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field,
    ),
  );
}

export function near(found, expected, what) {
  assert.ok(Math.abs(found - expected) <= 1e-9, `${what}: found ${found}, expected ${expected}`);
}
