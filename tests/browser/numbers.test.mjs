// The page's numbers are the program's: certified accuracy and ACR at other budgets, P(p_A >= p), the log's own values.
import assert from "node:assert/strict";
import { test } from "node:test";
import { certus, choose, near, open, publishedLogs, report, rowsOfCsv, saved, setField, settle, tableOf } from "./support.mjs";

const logs = publishedLogs();
const address = report(logs);
const evaluated = JSON.parse(certus("evaluate", ...logs, "--format", "json"));

async function agreesWithConvert(page, { n, alpha, method, places = logs.keys() }) {
  const table = await tableOf(page);
  assert.equal(Object.keys(table).length, logs.length);
  for (const place of places) {
    const { sigma, n: votes, alpha: own } = evaluated[place];
    if (method === "plug-in" && n === votes && alpha === own) continue; // then the page shows what evaluate prints
    const radii = table[place].accuracy.map(({ radius }) => radius).join(",");
    const [converted] = JSON.parse(
      certus("convert", logs[place], "--sigma", sigma, "--n", votes, "--alpha", own, "--to-n", n, "--to-alpha", alpha,
        "--method", method, "--radii", radii, "--format", "json"),
    ).methods;
    const where = `${logs[place]} at n = ${n}, alpha = ${alpha}, ${method}`;
    assert.equal(converted.certified_accuracy.length, table[place].accuracy.length);
    converted.certified_accuracy.forEach(({ radius, value }, i) => near(table[place].accuracy[i].value, value, `${where}, radius ${radius}`));
    if (converted.acr !== null) near(table[place].acr, converted.acr, `${where}, ACR`);
  }
}

test("at the budget of the logs ACR is that of evaluate; at another the page says that it is computed", async () => {
  const { page, close } = await open(address, { fragment: "#sigma=all" });
  const caption = () => page.locator("#models-caption").innerText();
  const table = await tableOf(page);
  for (const [place, log] of evaluated.entries()) assert.equal(table[place].acr, log.acr, log.log);
  for (const [place, { certified_accuracy: accuracy }] of evaluated.entries())
    for (const { radius, value } of accuracy) {
      const cell = table[place].accuracy.find((each) => each.radius === radius);
      assert.equal(cell.value, value, `${logs[place]} at radius ${radius}`);
    }
  assert.match(await caption(), /the numbers are theirs, as certus evaluate prints them/);
  assert.equal(await page.locator("#models th[data-sort^=acr]").count(), 1, "one ACR for each log");
  await setField(page, "#budget-n", 1000);
  assert.match(await caption(), /They are computed from the votes for this budget/);
  await close();
});

test("plug-in numbers at budgets typed in are those of convert", async () => {
  const { page, close } = await open(address, { fragment: "#sigma=all" });
  for (const [n, alpha] of [[100_000, 0.001], [1000, 0.001], [100, 0.01], [37, 0.05], [1_000_000, 0.0001], [20_000, 1e-12]]) {
    await setField(page, "#budget-n", n);
    await setField(page, "#budget-alpha", alpha);
    await agreesWithConvert(page, { n, alpha, method: "plug-in" });
  }
  await close();
});

test("exact expectations at budgets typed in are those of convert", async () => {
  const { page, close } = await open(address, { fragment: "#sigma=all" });
  await choose(page, "method", "expected");
  for (const [n, alpha, places] of [[1000, 0.001, [0, 4, 8, 13, 20]], [137, 0.02, [1, 5, 9, 14, 18]], [100_000, 0.001, [2, 12]]]) {
    await setField(page, "#budget-n", n);
    await setField(page, "#budget-alpha", alpha);
    await agreesWithConvert(page, { n, alpha, method: "expected", places });
  }
  await close();
});

test("sliders moved by keys and by input events set budgets that convert agrees with", async () => {
  const { page, close } = await open(address, { fragment: "#sigma=all" });
  await page.focus("#budget-n-slider");
  for (let i = 0; i < 35; ++i) await page.keyboard.press("ArrowLeft");
  await page.focus("#budget-alpha-slider");
  await page.keyboard.press("PageUp");
  await settle(page);
  const [n, alpha] = await Promise.all(["#budget-n", "#budget-alpha"].map(async (field) => Number(await page.inputValue(field))));
  assert.ok(n < 100_000 && n > 10_000, `35 steps of 0.01 decades below 100,000 are about 45,000, found ${n}`);
  assert.notEqual(alpha, 0.001);
  await agreesWithConvert(page, { n, alpha, method: "plug-in", places: [3, 10, 17] });
  await page.locator("#budget-n-slider").evaluate((slider) => {
    slider.value = "2";
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    slider.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await settle(page);
  assert.equal(await page.inputValue("#budget-n"), "100");
  await agreesWithConvert(page, { n: 100, alpha, method: "plug-in", places: [3, 10, 17] });
  await close();
});

test("where steps are few, lines through the points of certified accuracy are the curve", async () => {
  const { page, close } = await open(address, { fragment: "#sigma=all" });
  for (const [n, alpha] of [[10, 0.5], [100, 0.001]]) {
    await setField(page, "#budget-n", n);
    await setField(page, "#budget-alpha", alpha);
    const [, ...rows] = rowsOfCsv((await saved(page, '[data-figure="certified-accuracy"] [data-export="csv"]')).content);
    const points = rows.map((row) => row.map(Number));
    // Between the two sides of a step there is no radius to ask for.
    const gaps = points.slice(1).map((point, i) => [points[i], point]).filter(([left, right]) => right[0] - left[0] > 1e-6);
    const middles = gaps.map(([left, right]) => (left[0] + right[0]) / 2);
    for (const place of [0, 10, 20]) {
      const { sigma, n: votes, alpha: own } = evaluated[place];
      const [{ certified_accuracy: middle }] = JSON.parse(
        certus("convert", logs[place], "--sigma", sigma, "--n", votes, "--alpha", own, "--to-n", n, "--to-alpha", alpha,
          "--method", "plug-in", "--radii", middles.join(","), "--format", "json"),
      ).methods;
      gaps.forEach(([left, right], i) => {
        const where = `${logs[place]} at n = ${n}, radius ${middles[i]}`;
        near(left[place + 1], middle[i].value, where);
        near(right[place + 1], middle[i].value, where);
      });
    }
  }
  await close();
});

test("bands of certified accuracy are the intervals of convert, which allow for rounded radii", async () => {
  const { page, close } = await open(address, { fragment: "#sigma=all&bands=1" });
  for (const [n, alpha, method] of [[1000, 0.01, "plug-in"], [300_000, 0.001, "plug-in"], [1000, 0.01, "expected"]]) {
    await choose(page, "method", method);
    await setField(page, "#budget-n", n);
    await setField(page, "#budget-alpha", alpha);
    const [header, ...rows] = rowsOfCsv((await saved(page, '[data-figure="certified-accuracy"] [data-export="csv"]')).content);
    assert.equal(header.length, 1 + 3 * logs.length);
    const radii = [0, 0.25, 0.5, 0.75, 1, 1.5, 2];
    for (const place of [0, 6, 13, 20]) {
      const { sigma, n: votes, alpha: own } = evaluated[place];
      const [{ certified_accuracy: converted }] = JSON.parse(
        certus("convert", logs[place], "--sigma", sigma, "--n", votes, "--alpha", own, "--to-n", n, "--to-alpha", alpha,
          "--method", method, "--radii", radii.join(","), "--format", "json"),
      ).methods;
      converted.forEach(({ radius, value, lower, upper }) => {
        const row = rows.find(([each]) => Number(each) === radius);
        [value, lower, upper].forEach((expected, i) =>
          near(Number(row[1 + 3 * place + i]), expected, `${header[1 + 3 * place + i]} at n = ${n}, ${method}, radius ${radius}`));
      });
    }
  }
  await close();
});

test("P(p_A >= p) in the exported curves is that of evaluate", async () => {
  const { page, close } = await open(address, { fragment: "#sigma=all" });
  const { content } = await saved(page, '[data-figure="p-a"] [data-export="csv"]');
  const [header, ...rows] = rowsOfCsv(content);
  assert.equal(header[0], "p");
  assert.equal(header.length, 1 + logs.length);
  const grid = [...new Set(rows.map(([p]) => p))];
  assert.ok(grid.length > 200);
  const expected = JSON.parse(certus("evaluate", ...logs, "--p", grid.join(","), "--format", "json"));
  const shareAt = expected.map((log) => new Map(log.p_a.map(({ p, value }) => [p, value])));
  for (const [p, ...shares] of rows)
    shares.forEach((share, place) => near(Number(share), shareAt[place].get(Number(p)), `${header[place + 1]} at p = ${p}`));
  await close();
});

test("dominance is that of compare", async () => {
  const { page, close } = await open(address, { fragment: "#sigma=all" });
  const compared = JSON.parse(certus("compare", ...logs, "--format", "json")).pairs;
  assert.equal(compared.length, 63);
  const relations = await page.evaluate(() =>
    Object.fromEntries([...document.querySelectorAll("[data-pair]")].map((cell) => [cell.dataset.pair, cell.dataset.relation])));
  const opposite = { better: "worse", worse: "better", equal: "equal", crosses: "crosses" };
  for (const { a, b, relation } of compared) {
    const [row, column] = [logs.indexOf(a), logs.indexOf(b)];
    assert.equal(relations[`${row},${column}`], relation, `${a} against ${b}`);
    assert.equal(relations[`${column},${row}`], opposite[relation], `${b} against ${a}`);
  }
  const [header, ...rows] = rowsOfCsv((await saved(page, '#dominance [data-export="csv"]')).content);
  assert.equal(rows.length, 63);
  const column = (name) => header.indexOf(name);
  const names = evaluated.map(({ sigma }, place) => `${logs[place].split("/").at(-2)} σ=${sigma}`);
  for (const pair of compared) {
    const row = rows.find((each) => each[column("a")] === names[logs.indexOf(pair.a)] && each[column("b")] === names[logs.indexOf(pair.b)]);
    const where = `${pair.a} against ${pair.b}`;
    near(Number(row[column("largest lead")]), pair.largest_lead.value, where);
    near(Number(row[column("largest lead") + 1]), pair.largest_lead.p, where);
    near(Number(row[column("largest deficit")]), pair.largest_deficit.value, where);
    assert.equal(row[column("paired test")], pair.paired_test.verdict, where);
    const listed = row[column("crossings")].split(" and ")[0].split(" ").filter(Boolean).map(Number);
    assert.deepEqual(listed, pair.crossings.slice(0, 4), where);
  }
  await close();
});

test("models are ranked by the ACR shown, and the order changes with the budget", async () => {
  const { page, close } = await open(address, { fragment: "#sigma=1" });
  const order = async () => {
    const rows = Object.entries(await tableOf(page));
    const byAcr = [...rows].sort(([, a], [, b]) => b.acr - a.acr).map(([place]) => place);
    assert.deepEqual([...rows].sort(([, a], [, b]) => a.rank - b.rank).map(([place]) => place), byAcr);
    return byAcr.join();
  };
  const many = await order();
  await setField(page, "#budget-n", 100);
  assert.notEqual(await order(), many);
  await close();
});
