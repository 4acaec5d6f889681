// Files saved from the page: each is what it claims to be and says what the page shows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, publishedLogs, report, rowsOfCsv, saved, setField, tableOf } from "./support.mjs";

const logs = publishedLogs();
const address = report(logs, "--title", "Saved figures");
const figures = ["acr-over-n", "certified-accuracy", "p-a", "best-over-sigma"];

test("every chart is saved as SVG, PNG and CSV", async () => {
  const { page, close } = await open(address);
  await page.getByText("Beyond N =").waitFor({ timeout: 120_000 }); // the order over N is computed in idle time
  const names = await page.evaluate(() => [...document.querySelectorAll("[data-chart]")].map((chart) => chart.dataset.chart));
  assert.ok(names.length >= figures.length, names.join());
  for (const name of names) {
    const button = (kind) => `[data-figure="${name}"] [data-export="${kind}"]`;
    const svg = await saved(page, button("svg"));
    assert.equal(svg.name, `certus-${name}.svg`);
    const text = svg.content.toString("utf8");
    const drawing = await page.evaluate((source) => {
      const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
      return {
        root: parsed.documentElement.localName,
        paths: parsed.querySelectorAll("path").length,
        active: parsed.querySelectorAll("script, foreignObject, image, a").length,
        text: parsed.documentElement.textContent,
      };
    }, text);
    assert.equal(drawing.root, "svg", name);
    assert.ok(drawing.paths > 7, `${name}: ${drawing.paths} paths`);
    assert.equal(drawing.active, 0, name);
    const png = await saved(page, button("png"));
    assert.equal(png.name, `certus-${name}.png`);
    assert.equal(png.content.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
    assert.ok(png.content.readUInt32BE(16) >= 1600 && png.content.readUInt32BE(20) >= 800, `${name}: too small for print`);
    assert.ok(png.content.length > 20_000, `${name}: ${png.content.length} bytes are an empty picture`);
    const csv = await saved(page, button("csv"));
    assert.equal(csv.name, `certus-${name}.csv`);
    const rows = rowsOfCsv(csv.content);
    assert.ok(rows.length > 2, name);
    for (const row of rows) assert.equal(row.length, rows[0].length, `${name}: rows of one length`);
  }
  await close();
});

test("what is saved before the order over N is computed waits for it", async () => {
  const { page, close } = await open(address, { fragment: "#sigma=all" });
  // No idle time from now on, and an alpha of which nothing is computed yet.
  await page.evaluate(async () => {
    window.held = [];
    window.later = window.requestIdleCallback;
    window.requestIdleCallback = (run) => window.held.push(run);
    const alpha = document.getElementById("budget-alpha");
    alpha.value = "0.0123";
    alpha.dispatchEvent(new Event("change"));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
  let early = true;
  const download = page.waitForEvent("download", { timeout: 60_000 }).then((file) => ({ file, early }));
  const button = page.locator('[data-figure="acr-over-n"] [data-export="csv"]');
  await button.click();
  await page.waitForTimeout(500);
  assert.equal(await button.getAttribute("aria-busy"), "true");
  early = false;
  await page.evaluate(() => {
    window.requestIdleCallback = window.later;
    for (const run of window.held) window.requestIdleCallback(run);
  });
  const { file, early: wasEarly } = await download;
  assert.equal(wasEarly, false, "saved before it was computed");
  const chunks = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  const [, ...rows] = rowsOfCsv(Buffer.concat(chunks));
  assert.equal(rows.length, 49);
  assert.ok(rows.at(-1).length === 1 + logs.length && rows.at(-1).every((cell) => cell !== ""), rows.at(-1).join());
  assert.equal(await button.getAttribute("aria-busy"), null);
  await close();
});

test("lines of several methods have the marks of certus plot, those of one method alone have none", async () => {
  const colours = { gaussian: "#0072b2", smoothadv: "#009e73", catrs: "#333333" };
  const marksIn = async (page, name) => {
    const { content } = await saved(page, `[data-figure="${name}"] [data-export="svg"]`);
    return page.evaluate(
      ([source, wanted]) => {
        const shapes = [...new DOMParser().parseFromString(source, "image/svg+xml").querySelectorAll("path")];
        const is = (shape, attribute, colour) => shape.getAttribute(attribute)?.toLowerCase() === colour;
        return Object.fromEntries(
          Object.entries(wanted).map(([method, colour]) => [
            method,
            {
              filled: shapes.filter((shape) => is(shape, "fill", colour)).length,
              hollow: shapes.filter((shape) => is(shape, "fill", "#ffffff") && is(shape, "stroke", colour)).length,
            },
          ]),
        );
      },
      [content.toString("utf8"), colours],
    );
  };
  const some = logs.filter((path) => /\/(gaussian|smoothadv|catrs)\//.test(path));
  const several = await open(report(some), { fragment: "#order=acr" });
  for (const name of figures) {
    const marks = await marksIn(several.page, name);
    // One stands in the legend, and two or more on the line.
    assert.ok(marks.gaussian.filled >= 3 && marks.smoothadv.filled >= 3, `${name}: ${JSON.stringify(marks)}`);
    assert.ok(marks.catrs.hollow >= 3, `${name}: ${JSON.stringify(marks)}`);
  }
  const samples = await several.page.evaluate(() =>
    [...document.querySelectorAll("#legend > li")].map((row) => row.querySelector(".line-sample .mark")?.getAttribute("class")));
  assert.deepEqual(samples, ["mark hollow", "mark", "mark"]); // catrs, gaussian, smoothadv
  await several.close();
  const alone = await open(report(logs.filter((path) => path.includes("/gaussian/"))));
  for (const name of ["certified-accuracy", "p-a"]) {
    const { gaussian } = await marksIn(alone.page, name);
    assert.equal(gaussian.filled, 3, name); // the legend, with three sigmas
  }
  assert.equal(await alone.page.locator(".line-sample .mark").count(), 0);
  await alone.close();
});

test("figures name all seven methods", async () => {
  const { page, close } = await open(address);
  const { content } = await saved(page, '[data-chart="p-a"] >> xpath=ancestor::figure >> [data-export="svg"]');
  for (const method of ["gaussian", "macer", "smoothadv", "consistency", "smoothmix", "catrs", "ours"])
    assert.ok(content.includes(method), method);
  await close();
});

test("the table is saved with all digits, at the budget shown", async () => {
  const { page, close } = await open(address, { fragment: "#sigma=all" });
  await setField(page, "#budget-n", 1234);
  const table = await tableOf(page);
  const [header, ...rows] = rowsOfCsv((await saved(page, '#table [data-export="csv"]')).content);
  assert.equal(rows.length, logs.length);
  const headings = await page.evaluate(() =>
    Object.fromEntries([...document.querySelectorAll("#models th[data-sort]")].map((cell) => [cell.dataset.sort, cell.textContent])));
  const column = (name) => header.indexOf(headings[name] ?? name);
  for (const row of rows) {
    const place = logs.indexOf(row[column("log")]);
    assert.ok(place >= 0, row[column("log")]);
    assert.equal(row[column("n")], "1234");
    assert.equal(Number(row[column("acr")]), table[place].acr);
    for (const { radius, value } of table[place].accuracy) assert.equal(Number(row[column(`accuracy-${radius}`)]), value);
  }
  await close();
});

test("the dominance matrix is saved", async () => {
  const { page, close } = await open(address, { fragment: "#sigma=all" });
  const [, ...rows] = rowsOfCsv((await saved(page, '#dominance [data-export="csv"]')).content);
  assert.equal(rows.length, 63);
  await close();
});
