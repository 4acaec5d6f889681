// Colour and mark by method, which the program chooses so that they are the same as in its figures; dash by sigma. The
// colours are those of Okabe and Ito, which readers with any colour vision can tell apart.
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

export interface Mark {
  symbol: string; // as ECharts calls it, or a path
  hollow: boolean; // an outline
  sample: string; // the path of the same shape around (13, 5), for legends
}

const shapes = {
  circle: { symbol: "circle", sample: "M9.8 5a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0z" },
  square: { symbol: "rect", sample: "M10.2 2.2h5.6v5.6h-5.6z" },
  triangle: { symbol: "triangle", sample: "M13 1.4l3.8 6.6h-7.6z" },
  diamond: { symbol: "diamond", sample: "M13 1l3.6 4-3.6 4-3.6-4z" },
  "triangle-down": { symbol: "path://M0 0H10L5 10Z", sample: "M13 8.6l3.8-6.6h-7.6z" },
};
// In the order of src/report/method_colours.h.
const marks: Record<string, Mark> = {
  circle: { ...shapes.circle, hollow: false },
  square: { ...shapes.square, hollow: false },
  triangle: { ...shapes.triangle, hollow: false },
  diamond: { ...shapes.diamond, hollow: false },
  "triangle-down": { ...shapes["triangle-down"], hollow: false },
  "open-circle": { ...shapes.circle, hollow: true },
  "open-square": { ...shapes.square, hollow: true },
  "open-triangle": { ...shapes.triangle, hollow: true },
};
const markNames = Object.keys(marks);

export interface Look {
  colour: string;
  dash: number[] | "solid";
  mark: Mark | null; // null: the line alone
}

/** Names come from the program, but pages can be made by hand: what is not a colour becomes grey. */
export function colourOf({ log }: Model, theme: Theme): string {
  const colour = /^#[0-9a-f]{6}$/i.test(log.colour) ? log.colour.toLowerCase() : "#667079";
  return theme === "light" ? colour : (onDark[colour] ?? colour);
}

/** The mark of the method; models that share method and sigma get the next ones. */
export const markOf = ({ log, twin }: Model): Mark =>
  marks[markNames[(Math.max(0, markNames.indexOf(log.mark)) + twin) % markNames.length]!]!;

/** The mark of a sigma, where points of all sigmas stand side by side. */
export const markOfSigma = ({ sigmaSlot }: Model): Mark => marks[markNames[sigmaSlot % markNames.length]!]!;

/** The mark of the model's lines: none on a page of one model at each sigma, where there is nothing to tell apart. */
export const lineMarkOf = (model: Model, { models }: Comparison): Mark | null =>
  models.some(({ log, twin }) => log.method !== models[0]!.log.method || twin > 0) ? markOf(model) : null;

/** Fill and outline of a mark, on this ground. */
export const markStyle = ({ colour, mark }: Look, ground: string): Record<string, unknown> =>
  mark?.hollow ? { color: ground, borderColor: colour, borderWidth: 1.6 } : { color: colour };

/** How the curve of a model looks. A dash tells sigmas apart; where only one is in view every curve is solid. */
export function lookOf(model: Model, comparison: Comparison, theme: Theme, sigma: number | null): Look {
  const several = sigma === null && comparison.sigmas.length > 1;
  return {
    colour: colourOf(model, theme),
    dash: several ? dashes[model.sigmaSlot % dashes.length]! : "solid",
    mark: lineMarkOf(model, comparison),
  };
}

/** Colours of what is not data. style.css has the same ones for the page around the charts. */
export const inks = {
  light: { text: "#1f2328", muted: "#667079", line: "#dfe2e5", grid: "#eceef0", ground: "#ffffff", mark: "#b42318" },
  dark: { text: "#e8eaed", muted: "#98a1ab", line: "#343a42", grid: "#282d34", ground: "#1a1d22", mark: "#ff8f85" },
} as const;
