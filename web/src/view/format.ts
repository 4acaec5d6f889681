// Numbers as people read them. What a table shows is rounded here; what it exports is not.
import type { LogData } from "../page_data.ts";

const grouped = new Intl.NumberFormat("en-US");

export const count = (value: number): string => grouped.format(value);

/**
 * A number with this many decimals, halves rounded away from zero. The decimal number that the value stands for is
 * rounded (10.25 becomes 10.3, 1.005 becomes 1.01), not its binary neighbour. The program's tables round the same way.
 */
export function fixed(value: number, digits: number): string {
  const decimal = Number(Math.abs(value).toPrecision(12));
  if (!(decimal < 1e9)) return value.toFixed(digits);
  const shifted = (text: string | number, by: number): number => {
    const [factor, exponent] = String(text).split("e");
    return Number(`${factor}e${Number(exponent ?? 0) + by}`);
  };
  const rounded = shifted(Math.round(shifted(decimal, digits)), -digits);
  return (value < 0 && rounded > 0 ? "-" : "") + rounded.toFixed(digits);
}

/** A share as percent with one decimal; shares that would look like 0 or 100 without being so get more. */
export function percent(share: number): string {
  const value = 100 * share;
  const text = fixed(value, 1);
  if ((text === "0.0" && value > 0) || (text === "100.0" && value < 100)) return `${fixed(value, 3)} %`;
  return `${text} %`;
}

export const points = (share: number): string => `${fixed(100 * share, 1)} points`;

/** NaN: no place. */
export const placeText = (place: number): string => (Number.isNaN(place) ? "–" : `${place}.`);

export const radiusText = (radius: number): string => (Number.isNaN(radius) ? "–" : fixed(radius, 3));

/** Mean and deviation of values that `text` would show one by one: "61.2 ± 0.4 %". */
export function meanText(mean: number, deviation: number, text: (value: number) => string): string {
  const [value, unit] = text(mean).split(" ");
  return [`${value} ± ${text(deviation).split(" ")[0]}`, unit].filter(Boolean).join(" ");
}

/** Shares of votes: as many digits as tell them from 1. */
export function shareOfVotes(p: number): string {
  if (p >= 1) return "1";
  const digits = Math.min(8, Math.max(3, Math.ceil(-Math.log10(1 - p)) + 2));
  return p.toFixed(digits).replace(/0+$/, "");
}

/** 100,000 as 10⁵ where that is all of it, else with separators. */
export function budgetText(n: number): string {
  const exponent = Math.round(Math.log10(n));
  return n >= 1000 && 10 ** exponent === n ? `10${superscript(exponent)}` : count(n);
}

/** How many votes the images of a log have. */
export const votesText = ({ n, stopped }: Pick<LogData, "n" | "stopped">): string =>
  stopped
    ? `${count(Math.round(stopped.meanDraws))} draws until decided, mean (at most ${budgetText(n)})`
    : budgetText(n);

export function superscript(value: number): string {
  return [...String(value)].map((digit) => (digit === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)])).join("");
}

/** "a", "a and b", "a, b and c". */
export function listing(items: string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

export const plural = (value: number, word: string): string => `${count(value)} ${word}${value === 1 ? "" : "s"}`;
