// Numbers as people read them. What a table shows is rounded here; what it exports is not.
import type { LogData } from "../page_data.ts";

const grouped = new Intl.NumberFormat("en-US");

export const count = (value: number): string => grouped.format(value);

/** A share as percent with one decimal; shares that would look like 0 or 100 without being so get more. */
export function percent(share: number): string {
  const value = 100 * share;
  const text = value.toFixed(1);
  if ((text === "0.0" && value > 0) || (text === "100.0" && value < 100)) return `${value.toFixed(3)} %`;
  return `${text} %`;
}

export const points = (share: number): string => `${(100 * share).toFixed(1)} points`;

/** NaN: no place. */
export const placeText = (place: number): string => (Number.isNaN(place) ? "–" : `${place}.`);

export const radiusText = (radius: number): string => (Number.isNaN(radius) ? "–" : radius.toFixed(3));

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
