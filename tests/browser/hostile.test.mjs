// Names and texts of logs are text, whatever they look like: nothing runs, and what is written is what is shown.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { open, report, rowsOfCsv, saved, settle, simulatedLog } from "./support.mjs";

const attack = "window.attacked=1";
const names = [
  `<img src=x onerror=${attack}>`,
  `</script><script>${attack}</script>`,
  `"'onmouseover=${attack} x="`,
  `=HYPERLINK("file:x")`,
  `line\u2028and\u2029paragraph`,
  "{{data}} ${1+1} {a|rich}",
  `<svg onload=${attack}>`,
];
const logs = names.map((name, i) => simulatedLog(name, "--seed", i, "--population", `beta:${4 + i},2`));
for (const log of logs.slice(0, 2)) {
  // Anybody can have written a manifest, without a seal or with one that fits.
  const path = log.replace(/\.tsv$/, ".json");
  const { rows_sha256, fields_sha256, ...manifest } = JSON.parse(readFileSync(path, "utf8"));
  Object.assign(manifest, { model: `<b>model</b><script>${attack}</script>`, data: `<img src=x onerror=${attack}>` });
  writeFileSync(path, JSON.stringify(manifest));
}
const title = `</title><script>${attack}</script><h1>`;
const address = report(logs, "--title", title);

test("nothing runs and everything is shown as text", async () => {
  const { page, close } = await open(address);
  await page.evaluate(() => document.querySelectorAll("details").forEach((part) => (part.open = true)));
  assert.equal(await page.title(), title);
  assert.equal(await page.locator("h1").innerText(), title);
  const shown = await page.evaluate(() => document.body.textContent);
  for (const text of [...names.slice(0, 3), ...names.slice(4), "<b>model</b>"]) assert.ok(shown.includes(text), text);
  // Readouts of charts are written by their library.
  for (const chart of await page.locator("[data-chart]").all()) {
    await chart.scrollIntoViewIfNeeded();
    await chart.focus();
    for (let i = 0; i < 3; ++i) await page.keyboard.press("ArrowRight");
    const box = await chart.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await settle(page);
  }
  for (const cell of await page.locator("[data-pair] button").all()) await cell.click();
  await page.mouse.move(5, 5);
  await settle(page);
  assert.equal(await page.evaluate(() => window.attacked), undefined);
  const counts = await page.evaluate(() => ["script", "img", "b", "svg[onload]", "[onerror]", "[onmouseover]"].map((tag) => document.querySelectorAll(tag).length));
  assert.deepEqual(counts, [2, 0, 0, 0, 0, 0], "the page has its two scripts and nothing that names brought along");
  await close();
});

test("a name of 200 letters does not widen a phone", async () => {
  const long = ["w", "v"].map((letter, i) => simulatedLog(letter.repeat(200), "--seed", i));
  const { page, close } = await open(report(long), { viewport: { width: 320, height: 640 } });
  for (const chart of await page.locator("[data-chart]").all()) {
    await chart.scrollIntoViewIfNeeded();
    await settle(page);
  }
  await page.locator("[data-pair] button").first().click();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  await close();
});

test("saved files carry names as text and never as formulas", async () => {
  const { page, close } = await open(address);
  const rows = rowsOfCsv((await saved(page, '#table [data-export="csv"]')).content);
  const methods = rows.map((row) => row[rows[0].indexOf("method")]);
  assert.ok(methods.includes(`'=HYPERLINK("file:x")`), methods.join("\n"));
  for (const row of rows) for (const field of row) assert.ok(!/^[=+@\t]/.test(field), field);
  const svg = (await saved(page, '[data-figure="p-a"] [data-export="svg"]')).content.toString("utf8");
  const parsed = await page.evaluate((source) => {
    const drawing = new DOMParser().parseFromString(source, "image/svg+xml");
    return {
      broken: drawing.querySelectorAll("parsererror").length,
      active: drawing.querySelectorAll("script, image, foreignObject").length,
      text: drawing.documentElement.textContent,
    };
  }, svg);
  assert.deepEqual([parsed.broken, parsed.active], [0, 0]);
  assert.ok(parsed.text.includes("<img src=x"), "names are in the legend");
  await close();
});
