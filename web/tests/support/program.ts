// The certus program, whose numbers the page must repeat, and logs in the form the page gets them.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { ConversionMethod } from "../../src/metrics/budget_conversion.ts";
import type { LogData } from "../../src/page_data.ts";
import type { Budget } from "../../src/statistics/budget.ts";
import { logOf, type Image } from "./log_data.ts";

const run = promisify(execFile);

export async function certus(...words: (string | number)[]): Promise<string> {
  const program = process.env["CERTUS_PROGRAM"];
  if (!program) throw new Error("CERTUS_PROGRAM is not set: expected the path of the certus program to agree with");
  return (await run(program, words.map(String), { encoding: "utf8", maxBuffer: 2 ** 28 })).stdout;
}

export interface ProgramEstimate {
  value: number;
  lower: number;
  upper: number;
}

export interface Evaluated {
  sigma: number;
  n: number;
  alpha: number;
  acr: number;
  p_a: (ProgramEstimate & { p: number })[];
  p_a_itself?: (ProgramEstimate & { p: number })[]; // of one log with one n
  per_class: { class: number; p_a: (ProgramEstimate & { p: number })[] }[];
}

export interface Converted {
  acr: number | null;
  certified_accuracy: (ProgramEstimate & { radius: number })[];
}

export async function evaluate(path: string, ...options: string[]): Promise<Evaluated> {
  const text = await certus("evaluate", path, "--per-class", "--format", "json", ...options);
  return (JSON.parse(text) as Evaluated[])[0]!;
}

export async function convert(
  path: string,
  budget: Budget,
  method: ConversionMethod,
  radii: string,
  ...options: string[]
): Promise<Converted> {
  const target = ["--to-n", budget.n, "--to-alpha", budget.alpha, "--method", method, "--radii", radii];
  const text = await certus("convert", path, ...options, ...target, "--format", "json");
  return (JSON.parse(text) as { methods: Converted[] }).methods[0]!;
}

function rowsOf(path: string): Record<string, string>[] {
  const [header, ...lines] = readFileSync(path, "utf8").trim().split("\n").map((line) => line.split("\t"));
  return lines.map((cells) => Object.fromEntries(header!.map((name, i) => [name, cells[i]!])));
}

// A record of certus tells the votes of every class.
export function logOfRecord(path: string, budget: { n: number; alpha: number; sigma: number }): LogData {
  const images = rowsOf(path).map((row): Image => {
    const counts = new Map(row["counts"]!.split(";").map((pair) => pair.split(":") as [string, string]));
    return { label: Number(row["label"]), votes: Number(counts.get(row["label"]!) ?? 0) };
  });
  return logOf(budget, images);
}
