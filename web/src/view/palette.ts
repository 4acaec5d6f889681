// Colour and mark by method, which the program chooses so that they are those of its figures; dash by sigma. The colours
// are those of Okabe and Ito, which readers with any colour vision can tell apart.
import type { Comparison, Model } from "./comparison.ts";

export type Theme = "light" | "dark";

// The same hues on a dark ground.
const onDark: Record<string, string> = {
  "#0072b2": "#2f9be0",
  "#d55e00": "#ee7733",
  "#009e73": "#1fbf90",
  "#cc79a7": "#e197c1",
  "#e69f00": "#f0b429",
  "#56b4e9": "#8fd0f7",
  "#333333": "#e4e4e2",
  "#a89a00": "#d3c54b",
};
const dashes: (number[] | "solid")[] = ["solid", [7, 4], [2, 3], [10, 3, 2, 3], [14, 4], [2, 6], [5, 2, 2, 2, 2, 2]];
export const noLine = [0, 100]; // a dash for charts of symbols alone
const marks = ["none", "circle", "triangle", "diamond", "rect", "arrow", "pin"];

export interface Look {
  colour: string;
  dash: number[] | "solid";
  symbol: string;
}

/** Names come from the program, but pages can be made by hand: what is no colour becomes grey. */
export function colourOf({ log }: Model, theme: Theme): string {
  const colour = /^#[0-9a-f]{6}$/i.test(log.colour) ? log.colour.toLowerCase() : "#667079";
  return theme === "light" ? colour : (onDark[colour] ?? colour);
}

/** The mark of the method; models that share method and sigma get the next ones. */
export const markOf = ({ log, twin }: Model): string =>
  marks[(Math.max(0, marks.indexOf(log.mark)) + twin) % marks.length]!;

/** How the curve of a model looks. A dash tells sigmas apart; where only one is in view every curve is solid. */
export function lookOf(model: Model, comparison: Comparison, theme: Theme, sigma: number | null): Look {
  const several = sigma === null && comparison.sigmas.length > 1;
  return {
    colour: colourOf(model, theme),
    dash: several ? dashes[model.sigmaSlot % dashes.length]! : "solid",
    symbol: markOf(model),
  };
}

/** Colours of what is not data. style.css has the same ones for the page around the charts. */
export const inks = {
  light: { text: "#1f2328", muted: "#667079", line: "#dfe2e5", grid: "#eceef0", ground: "#ffffff", mark: "#b42318" },
  dark: { text: "#e8eaed", muted: "#98a1ab", line: "#343a42", grid: "#282d34", ground: "#1a1d22", mark: "#ff8f85" },
} as const;
