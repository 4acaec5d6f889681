// Logs as the page gets them, made in a test.
import type { ClassData, LogData } from "../../src/page_data.ts";

// The inverse of unpackVotes, from the votes of every image.
export function packVotes(votes: number[]): string {
  const images = new Map<number, number>();
  for (const count of votes) images.set(count, (images.get(count) ?? 0) + 1);
  const bytes: number[] = [];
  const put = (value: bigint) => {
    for (; value >= 128n; value >>= 7n) bytes.push(Number(value & 127n) | 128);
    bytes.push(Number(value));
  };
  let before = 0;
  for (const [count, sharing] of [...images].sort(([a], [b]) => a - b)) {
    put(2n * BigInt(count - before) + (sharing > 1 ? 1n : 0n));
    if (sharing > 1) put(BigInt(sharing));
    before = count;
  }
  return Buffer.from(bytes).toString("base64");
}

export interface Image {
  label: number;
  votes: number | "abstained" | "other"; // for the label, or why they are unknown
}

export function classesOf(images: Image[]): ClassData[] {
  const labels = [...new Set(images.map((image) => image.label))].sort((a, b) => a - b);
  return labels.map((label) => {
    const own = images.filter((image) => image.label === label);
    return {
      label,
      images: own.length,
      votes: packVotes(own.flatMap(({ votes }) => (typeof votes === "number" ? [votes] : []))),
      unknownAbstained: own.filter(({ votes }) => votes === "abstained").length,
      unknownOther: own.filter(({ votes }) => votes === "other").length,
    };
  });
}

export function logOf(budget: { n: number; alpha: number; sigma: number }, images: Image[]): LogData {
  return {
    path: "log.tsv",
    method: "log",
    group: 0,
    seed: "",
    colour: "#0072b2",
    mark: "none",
    classNames: [],
    ...budget,
    sources: { sigma: "manifest", n: "manifest", alpha: "manifest" },
    images: images.length,
    abstained: 0,
    logged: { acr: 0, accuracy: [] },
    classes: classesOf(images),
    rounding: null,
    notes: [],
    findings: [],
    manifest: null,
  };
}
