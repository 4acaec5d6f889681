// Models on and off, links, themes, small screens, print, and everything by keyboard.
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { artefact, certus, choose, folder, open, publishedLogs, report, rowsOfCsv, saved, setField, settle, simulatedLog, tableOf } from "./support.mjs";

const logs = publishedLogs();
const address = report(logs);

/** A picture of the whole page; charts draw themselves when they come into view. */
async function picture(page, name) {
  for (const chart of await page.locator("[data-chart]").all()) {
    await chart.scrollIntoViewIfNeeded();
    await settle(page);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: artefact(name), fullPage: true });
}

const stateOf = (page) =>
  page.evaluate(() => ({
    fields: ["budget-n", "budget-alpha", "radius"].map((id) => document.getElementById(id).value),
    checked: [...document.querySelectorAll("input:checked")].map((input) => input.name + input.id + (input.dataset.logs ?? "") + input.value),
    table: [...document.querySelectorAll("#models tbody tr")].map((row) => row.textContent),
    winner: document.getElementById("winner").textContent,
  }));

test("a model that is switched off leaves table, matrix and winners; switched on it comes back", async () => {
  const { page, close } = await open(address, { fragment: "#sigma=1" });
  const before = await stateOf(page);
  const places = Object.keys(await tableOf(page));
  assert.equal(places.length, 7);
  const box = page.locator("#legend input[data-logs]").first();
  const gone = (await box.getAttribute("data-logs")).split(",");
  await box.uncheck({ force: true });
  await settle(page);
  const left = Object.keys(await tableOf(page));
  assert.equal(left.length, 6);
  for (const place of gone) {
    assert.ok(!left.includes(place));
    assert.equal(await page.locator(`[data-pair^="${place},"]`).count(), 0);
    assert.equal(await page.locator(`#winners tr[data-log="${place}"]`).count(), 0);
  }
  await box.check({ force: true });
  await settle(page);
  assert.deepEqual(await stateOf(page), before);
  await close();
});

test("a budget beyond the votes of the logs is said to be a guess", async () => {
  const { page, close } = await open(address, { fragment: "#n=100000" });
  assert.equal(await page.locator("#beyond-votes").count(), 0);
  await setField(page, "#budget-n", 100001);
  assert.match(await page.locator("#beyond-votes").textContent(), /beyond the 10⁵ votes/);
  await close();
});

test("a number half typed is not taken; one out of range becomes the nearest, and the page says so", async () => {
  const { page, close } = await open(address);
  const shownBudget = () => page.locator("#models-caption").innerText();
  const alphas = new Set();
  await page.locator("#budget-alpha").fill("");
  for (const key of "1e-10") {
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    alphas.add((await shownBudget()).match(/α = ([^,]*)/)[1]);
  }
  await page.keyboard.press("Enter");
  await settle(page);
  assert.deepEqual([...alphas], ["0.001"]);
  assert.match(await shownBudget(), /α = 10⁻¹⁰,/);
  const note = page.locator("#budget-n-note");
  assert.equal(await page.locator("#budget-n").getAttribute("aria-describedby"), "budget-n-note");
  for (const [typed, taken] of [["5", "10"], ["1e9", "10000000"], ["99.7", "100"], ["", "100"]]) {
    await page.locator("#budget-n").fill(typed);
    await page.keyboard.press("Tab");
    await settle(page);
    assert.equal(await page.inputValue("#budget-n"), taken);
    assert.match(await note.innerText(), new RegExp(`from 10 to 10⁷: ${taken} is taken`));
  }
  await setField(page, "#budget-n", 1000);
  assert.equal(await note.isVisible(), false);
  assert.match(await shownBudget(), /N = 10³,/);
  await close();
});

test("a page opens at the budget of its logs, however small their alpha", async () => {
  const { page, close } = await open(report([simulatedLog("careful", "--alpha", 1e-11, "--seed", 1), simulatedLog("prudent", "--alpha", 1e-11, "--seed", 2)]));
  assert.equal(await page.inputValue("#budget-alpha"), "1e-11");
  assert.match(await page.locator("#models-caption").innerText(), /N = 10⁵, α = 10⁻¹¹,/);
  await close();
});

test("no model at all is a page, not an error", async () => {
  const { page, close } = await open(address);
  await page.getByRole("button", { name: "Hide all" }).click();
  await settle(page);
  assert.deepEqual(await tableOf(page), {});
  await page.getByRole("button", { name: "Show all" }).click();
  await settle(page);
  assert.equal(Object.keys(await tableOf(page)).length, 7);
  await close();
});

test("a link restores everything in a new page", async () => {
  const first = await open(address);
  await setField(first.page, "#budget-n", 4321);
  await setField(first.page, "#budget-alpha", 0.02);
  await choose(first.page, "method", "expected");
  await choose(first.page, "sigma", "all");
  await setField(first.page, "#radius", 0.73);
  await first.page.locator("#legend input[data-logs]").nth(1).uncheck({ force: true });
  await settle(first.page);
  await first.page.waitForFunction(() => location.hash.includes("hide") && location.hash.includes("4321"));
  const fragment = new URL(first.page.url()).hash;
  const second = await open(address, { fragment });
  assert.deepEqual(await stateOf(second.page), await stateOf(first.page));
  await first.close();
  await second.close();
});

test("nonsense in a link changes nothing", async () => {
  const plain = await open(address);
  const defaults = await stateOf(plain.page);
  await plain.close();
  for (const fragment of [
    "#", "#&&&===", "#n=abc&alpha=-1&method=x&sigma=7&hide=a,b&r=-5&bands=2&theme=pink", "#n=1e300&alpha=NaN&r=Infinity",
    "#n=0&alpha=0", "#%E0%A4%A", "#hide=99999999,-1,1.5", "#<img src=x onerror=alert(1)>", "#__proto__=1&constructor=2&sort=toString",
  ]) {
    const { page, close } = await open(address, { fragment });
    assert.deepEqual(await stateOf(page), defaults, fragment);
    await close();
  }
});

const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number).slice(0, 3));
const brightness = async (page) => (await background(page)).reduce((sum, part) => sum + part, 0) / 3;

test("light and dark follow the system, and the switch", async () => {
  const light = await open(address, { colorScheme: "light" });
  assert.ok((await brightness(light.page)) > 200);
  await picture(light.page, "desktop-light.png");
  await light.close();
  const dark = await open(address, { colorScheme: "dark" });
  assert.ok((await brightness(dark.page)) < 60);
  await picture(dark.page, "desktop-dark.png");
  await dark.close();
  const chosen = await open(address, { colorScheme: "light", fragment: "#theme=dark" });
  assert.ok((await brightness(chosen.page)) < 60);
  await chosen.close();
});

test("a phone needs no sideways scrolling", async () => {
  for (const [width, height, name] of [[390, 844, "phone"], [320, 640, "phone-small"], [820, 1180, "tablet"], [1440, 900, "desktop"]]) {
    const { page, close } = await open(address, { viewport: { width, height }, fragment: "#sigma=all" });
    const [content, room] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(content <= room, `${name}: ${content} pixels wide in ${room}`);
    await page.screenshot({ path: artefact(`${name}.png`) }); // what one sees first
    await picture(page, `${name}-whole.png`);
    assert.equal(await page.locator('[data-figure="certified-accuracy"] .chart-key').isVisible(), width < 960, `${name}: a legend where the list of models is far`);
    await close();
  }
});

test("it prints on white paper, dark screens included", async () => {
  const { page, close } = await open(address, { colorScheme: "dark" });
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint"))); // as browsers do
  assert.ok((await brightness(page)) > 200);
  const pdf = await page.pdf({ format: "A4" });
  for (const name of ["acr-over-n", "certified-accuracy", "p-a", "best-over-sigma", "classes"]) {
    const key = page.locator(`[data-figure="${name}"] .chart-key`);
    assert.equal(await key.locator("li svg").count(), 7, `${name}: seven methods in the legend`);
    assert.ok(await key.isVisible(), name);
  }
  assert.match(await page.locator("#budget-on-paper").innerText(), /N = 10⁵, α = 0.001/);
  assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
  assert.ok(pdf.length > 50_000, `${pdf.length} bytes cannot hold the charts`);
  writeFileSync(artefact("print.pdf"), pdf);
  await close();
});

test("all of it can be reached and used with the keyboard alone", async () => {
  const { page, close } = await open(address);
  const focused = () =>
    page.evaluate(() => {
      const { id, dataset, name, parentElement } = document.activeElement;
      return id || (dataset.chart && `chart ${dataset.chart}`) || (dataset.logs && "model") || (dataset.export && `save ${dataset.export}`) ||
        (name && `choice ${name}`) || (parentElement.dataset.pair && "pair") || (parentElement.dataset.sort && `sort ${parentElement.dataset.sort}`) || "";
    });
  const reached = new Set();
  const press = {
    "budget-n-slider": "ArrowLeft", "choice method": "ArrowRight", "sort accuracy-0.5": "Enter", model: "Space", pair: "Enter", "chart p-a": "ArrowRight",
  };
  const used = new Set();
  for (let tabs = 0; tabs < 400; ++tabs) {
    await page.keyboard.press("Tab");
    const name = await focused();
    if (await page.evaluate(() => document.activeElement === document.body)) break;
    reached.add(name);
    if (!(name in press) || used.has(name)) continue;
    used.add(name);
    await page.keyboard.press(press[name]);
    await settle(page);
    const ring = await page.evaluate(() => {
      const seen = (element) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
      };
      const element = document.activeElement;
      return seen(element) || [...(element.parentElement?.children ?? [])].some(seen) || seen(element.parentElement);
    });
    assert.ok(ring, `${name}: focus cannot be seen`);
  }
  for (const name of ["budget-n", "budget-n-slider", "budget-alpha", "budget-alpha-slider", "choice method", "choice sigma", "model",
    "radius", "radius-slider", "chart p-a", "save svg", "save png", "save csv", "sort name", "sort acr", "pair", "copy-link", "reset"])
    assert.ok(reached.has(name), `${name} is out of reach; reached ${[...reached].join(", ")}`);
  assert.deepEqual([...used].sort(), Object.keys(press).sort());
  assert.notEqual(await page.inputValue("#budget-n"), "100000");
  assert.equal(await page.locator('#method input[value="expected"]').isChecked(), true);
  assert.equal(await page.locator('th[data-sort="accuracy-0.5"]').getAttribute("aria-sort"), "descending");
  assert.equal(Object.keys(await tableOf(page)).length, 6);
  assert.ok((await page.locator("#pair-detail").innerText()).includes("against"));
  await close();
});

test("equals share a place, and nobody is first with nothing", async () => {
  const twins = ["twin-a", "twin-b"].map((name) => simulatedLog(name, "--seed", 3, "--population", "beta:6,2"));
  const { page, close } = await open(report([...twins, simulatedLog("weaker", "--seed", 3, "--population", "beta:2,2")]));
  const ranks = async () => Object.values(await tableOf(page)).map(({ rank }) => rank).sort();
  assert.deepEqual(await ranks(), [1, 1, 3]);
  assert.match(await page.locator("#answer-acr").innerText(), /twin-a and twin-b have the largest ACR in these images at N = 10⁵/);
  assert.equal(await page.locator("#orders .moved").count(), 0);
  await setField(page, "#budget-n", 10);
  await setField(page, "#budget-alpha", 1e-6);
  assert.deepEqual(await ranks(), [NaN, NaN, NaN]);
  assert.match(await page.locator("#answer-acr").innerText(), /certifies nothing/);
  assert.equal(await page.locator("#orders .moved").count(), 0);
  await close();
});

test("one log alone, and logs of different budgets, are pages, too", async () => {
  const alone = await open(report(logs.slice(0, 1)));
  assert.equal(Object.keys(await tableOf(alone.page)).length, 1);
  assert.equal(await alone.page.locator('[data-figure="acr-over-n"]').isVisible(), false, "one model has no order");
  assert.match(await alone.page.locator("#answer").innerText(), /nothing to compare/);
  await alone.close();
  const mixed = await open(report([simulatedLog("many"), simulatedLog("few", "--n", 1000)]));
  assert.equal(Object.keys(await tableOf(mixed.page)).length, 2);
  assert.ok((await mixed.page.locator("#content").innerText()).includes("was certified with n = 1000"));
  await mixed.close();
});

/** Two images, as `certify --width` writes them: one stopped after 10 draws, the other after 11. */
function stoppedLog() {
  const path = join(folder, "stopped_noise_0.5.tsv");
  const manifest = {
    ...{ format: "certus-record", version: 1, procedure: "certify-width", sigma: 0.5, n0: 100, n: 100000, alpha: 0.001 },
    ...{ seed: 1, model: "", data: "", preprocessing: "", engine: "", precision: "", certus: "", width: 1, growth: 1.1, top_up: "" },
  };
  const columns = "idx label predict radius correct time n0 n counts class looks lower upper";
  const rows = ["0 3 -1 0.0 0 0:00:00 100 10 3:10 3 1 0.42130815326157256 1", "1 3 -1 0.0 0 0:00:00 100 11 4:11 3 2 0.0 0.5"];
  writeFileSync(path, [columns, ...rows, ""].join("\n").replaceAll(" ", "\t"));
  writeFileSync(path.replace(".tsv", ".json"), JSON.stringify(manifest));
  return path;
}

test("images that stopped have their mean draws for N and no paired test", async () => {
  const { page, close } = await open(report([stoppedLog(), simulatedLog("fixed")]));
  const draws = "111 draws until decided, mean (at most 10⁵)"; // 100 to choose the class, and 10 or 11
  assert.ok((await page.locator('#models tr[data-log="0"]').innerText()).includes(draws));
  assert.ok((await page.locator('#logs tr[data-log="0"]').innerText()).includes(draws));
  assert.ok((await page.locator("#beyond-votes").innerText()).includes("beyond the 111 votes per image"));
  await page.locator('[data-pair="0,1"] button').click();
  assert.ok((await page.locator("#pair-detail").innerText()).includes("No paired test: images stopped"));
  assert.match(await page.locator("#answer").innerText(), /is undecided \(stopped and fixed\)/);
  await close();
});

test("the page opens with what is confirmed, and names what is not only after it", async () => {
  // Many images with votes that share their noise decide; a few do not.
  const good = simulatedLog("good", "--seed", 1, "--images", 2000, "--population", "beta:8,1");
  const poor = simulatedLog("poor", "--seed", 2, "--images", 2000, "--population", "beta:2,2");
  const near = simulatedLog("near", "--seed", 3, "--images", 2000, "--population", "beta:2.02,2");
  const { page, close } = await open(report([poor, near, good]));
  const text = await page.locator("#answer").innerText();
  assert.match(text, /^At σ = 0.5 the paired test confirms, with confidence 95 % for each pair:\s+good is better than all 2 others\./);
  assert.match(text, /1 of 3 pairs is undecided \(poor and near\): 2,000 images with 100,000 votes each do not tell/);
  assert.ok(text.indexOf("undecided") > text.indexOf("good is better"));
  assert.doesNotMatch(text, /ACR/);
  const [answer, order] = await page.evaluate(() => ["answer", "answer-acr"].map((id) => document.getElementById(id).getBoundingClientRect().top));
  assert.ok(answer < order, "the order by ACR comes below, with its caveat");
  assert.match(await page.locator(".acr-order").innerText(), /does not say how surely/);
  const sentence = async (pair) => {
    await page.locator(`[data-pair="${pair}"] button`).click();
    return page.locator("#pair-detail").innerText();
  };
  const { lead } = JSON.parse(certus("compare", poor, good, "--format", "json")).pairs[0].paired_test;
  assert.equal(lead.ahead, "b");
  const range = /for p in \[0\.5, ([0-9.]+)\]/;
  const behind = await sentence("0,2");
  assert.match(behind, /Paired test: behind with confidence 95 % for p in/);
  assert.ok(Math.abs(Number(range.exec(behind)[1]) - lead.to) < 1e-3, behind);
  assert.match(await sentence("2,0"), /Paired test: ahead with confidence 95 % for p in/);
  assert.match(await sentence("0,1"), /these images do not decide it/);
  await close();
});

test("a hundred images with a thousand votes say nothing about other N", async () => {
  const small = ["a", "b"].map((name, i) => simulatedLog(`small-${name}`, "--seed", i, "--images", 100, "--n", 1000, "--population", `beta:${3 + i / 5},2`));
  const { page, close } = await open(report(small));
  await page.getByText("Beyond N =").waitFor(); // the order over N is computed in idle time
  const answer = await page.locator("section.answer").innerText();
  assert.doesNotMatch(answer, /every other N|at any N|every N\b/);
  assert.match(answer, /This pair is undecided .*: 100 images with 1,000 votes each do not tell/);
  assert.match(answer, /Beyond N = 10³, the votes per image that were made, the order is a guess/);
  await close();
});

test("every term is explained in a sentence", async () => {
  const { page, close } = await open(address);
  const text = await page.locator("#explorer").innerText();
  for (const sentence of [/ACR, the average certified radius, is the mean/, /p_A of an image is the probability/, /Plug-in: every image keeps/, /may be false with a probability of at most α/])
    assert.match(text, sentence);
  await close();
});

test("logs that differ by their seed are one method, which opens into them", async () => {
  const seeds = [1, 2, 3].map((seed) => simulatedLog(`ours/seed-${seed}`, "--seed", seed, "--population", `beta:${6 + seed / 10},2`));
  const { page, close } = await open(report([...seeds, simulatedLog("other", "--seed", 9, "--population", "beta:3,2")]));
  const row = page.locator("#models tr[data-group]");
  assert.equal(await row.count(), 1);
  assert.equal(await page.locator("#models tr[data-log]").count(), 1);
  const values = seeds.map((path) => JSON.parse(certus("evaluate", path, "--format", "json"))[0].acr);
  const mean = values.reduce((sum, value) => sum + value) / 3;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 2);
  const cell = row.locator('[data-column="acr"]');
  assert.equal(await cell.innerText(), `${mean.toFixed(3)} ± ${deviation.toFixed(3)}`);
  assert.ok(Math.abs(Number(await cell.getAttribute("data-value")) - mean) < 1e-12);
  assert.equal(await page.locator("#legend input[data-logs]").first().getAttribute("data-logs"), "0,1,2");
  assert.equal(await page.locator("[data-pair]").count(), 2, "one method against the other, both ways");
  // While the first figures are drawn, the table may be drawn again under the mouse, and the click is lost.
  const members = page.locator("#models tr.member[data-log]");
  for (let tries = 0; tries < 5 && (await members.count()) === 0; ++tries) {
    await row.locator("[data-open]").click();
    await settle(page);
  }
  assert.equal(await members.count(), 3);
  assert.equal(await page.locator('#models tr.member [data-column="rank"]').count(), 0, "seeds have no places");
  assert.match(await page.locator("#models tr.member").first().innerText(), /seed 1/);
  assert.match(await page.locator("#answer-acr").innerText(), /ours has the largest ACR/);
  await page.waitForFunction(() => location.hash.includes("open="));
  const [header, , ...rows] = rowsOfCsv((await saved(page, '[data-figure="certified-accuracy"] [data-export="csv"]')).content);
  assert.deepEqual(header, ["radius", "ours", "ours least seed", "ours largest seed", "ours (seed 1)", "ours (seed 2)", "ours (seed 3)", "other"]);
  for (const [, middle, least, largest, ...each] of rows.map((fields) => fields.map(Number))) {
    const own = each.slice(0, 3);
    assert.equal(least, Math.min(...own));
    assert.equal(largest, Math.max(...own));
    assert.ok(Math.abs(middle - own.reduce((sum, value) => sum + value) / 3) < 1e-12);
  }
  await close();
});

test("names of classes are words, and labels name the methods", async () => {
  const { page, close } = await open(report(logs, "--label", "ours=Our method"));
  assert.match(await page.locator("#worst-classes").innerText(), /\bcat\b/);
  assert.doesNotMatch(await page.locator("#classes").innerText(), /class \d/);
  assert.match(await page.locator("#legend").innerText(), /Our method/);
  await close();
});

test("a near-constant classifier is marked wherever it stands", async () => {
  const path = simulatedLog("constant", "--seed", 5);
  const page0 = new URL(report([path, simulatedLog("usual", "--seed", 6)]));
  // The finding is the audit's; here it stands in the page as the program would write it.
  const message = "constant/noise_0.5.tsv: one class for 400 of 400 images";
  const html = readFileSync(page0, "utf8").replace('"findings":[]', `"findings":[{"code":"near-constant","message":"${message}"}]`);
  writeFileSync(page0, html);
  const { page, close } = await open(page0.href);
  assert.match(await page.locator("#near-constant").innerText(), /one class for 400 of 400 images/);
  for (const place of ['#models tr[data-log="0"]', "#legend li:first-child", "#orders", '#winners tr[data-log="0"]'])
    assert.match(await page.locator(place).first().innerText(), /near-constant classifier/, place);
  assert.doesNotMatch(await page.locator('#models tr[data-log="1"]').innerText(), /near-constant/);
  await close();
});

test("on a phone every path can be read to its end", async () => {
  const { page, close } = await open(address, { viewport: { width: 390, height: 844 } });
  const cut = await page.locator("#logs th.path").evaluateAll((all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.getBoundingClientRect().right > 390).length);
  assert.equal(cut, 0);
  const shown = await page.locator("#logs th.path").first().innerText();
  assert.ok(shown.includes("noise_0.25.tsv"), shown);
  await close();
});

test("the matrix of many models shows the first of them and says so", async () => {
  const one = simulatedLog("many-0", "--images", 20);
  const many = Array.from({ length: 42 }, (_, i) => one.replace("many-0", `many-${i}`));
  for (const path of many.slice(1)) cpSync(dirname(one), dirname(path), { recursive: true });
  const { page, close } = await open(report(many));
  assert.equal(await page.locator(".matrix tbody tr").count(), 40);
  assert.match(await page.locator("#dominance-tables").innerText(), /The first 40 of 42 models/);
  const rows = rowsOfCsv((await saved(page, '#dominance [data-export="csv"]')).content);
  assert.equal(rows.length, 1 + (42 * 41) / 2);
  await close();
});
