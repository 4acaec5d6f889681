// Where every number comes from: budgets and their sources, audit, notes, manifests; how to cite, and the command.
import type { LogData, PageData } from "../page_data.ts";
import { element, headingRow, section, tableBox, type Child } from "./dom.ts";
import { count, percent, plural, votesText } from "./format.ts";
import { alphaText } from "./scene.ts";

export function warningsBanner({ warnings }: PageData): HTMLElement | null {
  if (warnings.length === 0) return null;
  return element(
    "aside",
    { class: "warnings", id: "warnings", "aria-label": "Warnings" },
    element("strong", {}, "Before you compare"),
    element("ul", {}, ...warnings.map((warning) => element("li", {}, warning))),
  );
}

const columns = ["Log", "σ", "N", "α", "Images", "Abstained", "Audit", "More"];

export function provenance(data: PageData): HTMLElement {
  return section(
    "provenance",
    "Where the numbers come from",
    "The budget each log was certified with, how certus knows it, and what its audit found.",
    tableBox(
      "Provenance of the logs",
      element(
        "table",
        { id: "logs", role: "table" },
        headingRow(columns, ["Images", "Abstained"]),
        element("tbody", { role: "rowgroup" }, ...data.logs.map(logRow)),
      ),
    ),
  );
}

function logRow(log: LogData, index: number): HTMLElement {
  const sourced = (column: string, value: number, text: string, source: string): HTMLElement =>
    element(
      "td",
      { "data-column": column, "data-value": String(value), "data-label": labels[column]! },
      text,
      element("small", { class: "source" }, source),
    );
  // On phones style.css makes a card of each row. The roles keep it a row for people who use a screen reader.
  const row = element(
    "tr",
    { "data-log": index, role: "row" },
    element(
      "th",
      { scope: "row", class: "path" },
      ...wrappedPath(log.path),
      element("small", { class: "source" }, log.method + (log.seed === "" ? "" : `, seed ${log.seed}`)),
    ),
    sourced("sigma", log.sigma, String(log.sigma), log.sources.sigma),
    sourced("n", log.n, votesText(log), log.sources.n),
    sourced("alpha", log.alpha, alphaText(log.alpha), log.sources.alpha),
    element("td", { class: "number", "data-label": "Images" }, count(log.images)),
    element(
      "td",
      { class: "number", "data-label": "Abstained" },
      `${count(log.abstained)} (${percent(log.abstained / log.images)})`,
    ),
    element("td", { "data-column": "audit", "data-label": "Audit" }, ...audit(log)),
    element("td", { "data-label": "More" }, notes(log), manifest(log)),
  );
  for (const cell of row.cells) cell.setAttribute("role", cell.tagName === "TH" ? "rowheader" : "cell");
  return row;
}

const labels: Record<string, string> = { sigma: "σ", n: "N", alpha: "α" }; // of cells, where the headings are away

/** A path that may break after each slash, so that a narrow page shows all of it. */
const wrappedPath = (path: string): Child[] =>
  path.split("/").flatMap((part, i) => (i === 0 ? [part] : ["/", element("wbr"), part]));

function audit({ findings }: LogData): Child[] {
  if (findings.length === 0) return [element("span", { class: "badge clean" }, "clean")];
  return findings.map(({ code, message }) =>
    element(
      "details",
      { class: "finding", "data-finding": code },
      element("summary", {}, element("span", { class: "badge found" }, code)),
      element("p", {}, message),
    ),
  );
}

function notes({ notes: lines }: LogData): HTMLElement | null {
  if (lines.length === 0) return null;
  return element(
    "details",
    {},
    element("summary", {}, plural(lines.length, "note")),
    element("ul", {}, ...lines.map((line) => element("li", {}, line))),
  );
}

function manifest(log: LogData): HTMLElement | null {
  if (!log.manifest) return null;
  return element(
    "details",
    {},
    element("summary", {}, "manifest"),
    element("pre", {}, JSON.stringify(log.manifest, null, 2)),
  );
}

export function citation(data: PageData): HTMLElement {
  return section(
    "citation",
    "Cite and reproduce",
    "",
    element("p", {}, "This page was made by certus ", element("strong", {}, data.certus), " with the command"),
    element("pre", { id: "command" }, data.command),
    element(
      "p",
      {},
      "Everything here is computed in the page from the votes of the logs, without a network. Please cite",
    ),
    element(
      "ul",
      {},
      element(
        "li",
        {},
        `The certus authors. certus: certified robustness by randomized smoothing, compared honestly. Version ${data.certus}.`,
      ),
      element(
        "li",
        {},
        "Average Certified Radius is a Poor Metric for Randomized Smoothing. " +
          "International Conference on Machine Learning (ICML), 2025: the paper whose proposal it implements.",
      ),
    ),
  );
}
