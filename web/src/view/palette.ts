// Colour by method, dash by sigma, symbol once colours repeat or logs share method and sigma. The colours are those of
// Okabe and Ito, which readers with any colour vision can tell apart, adapted to the ground they stand on.
import type { Comparison, Model } from "./comparison.ts";

export type Theme = "light" | "dark";

const okabeIto = {
  light: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#333333", "#a89a00"],
  dark: ["#2f9be0", "#ee7733", "#1fbf90", "#e197c1", "#f0b429", "#8fd0f7", "#e4e4e2", "#f0e442"],
} as const;
const dashes: (number[] | "solid")[] = ["solid", [7, 4], [2, 3], [10, 3, 2, 3], [14, 4], [2, 6], [5, 2, 2, 2, 2, 2]];
export const noLine = [0, 100]; // a dash for charts of symbols alone
const symbols = ["none", "circle", "triangle", "diamond", "rect", "arrow", "pin"] as const;

export interface Look {
  colour: string;
  dash: number[] | "solid";
  symbol: string;
}

export const methodColour = (slot: number, theme: Theme): string => okabeIto[theme][slot % okabeIto[theme].length]!;
export const methodSymbol = (slot: number, twin = 0): string =>
  symbols[(Math.floor(slot / okabeIto.light.length) + twin) % symbols.length]!;

/** How the curve of a model looks. A dash tells sigmas apart; where only one is in view every curve is solid. */
export function lookOf(model: Model, comparison: Comparison, theme: Theme, sigma: number | null): Look {
  const several = sigma === null && comparison.sigmas.length > 1;
  return {
    colour: methodColour(model.methodSlot, theme),
    dash: several ? dashes[model.sigmaSlot % dashes.length]! : "solid",
    symbol: methodSymbol(model.methodSlot, model.twin),
  };
}

/** Colours of what is not data. style.css has the same ones for the page around the charts. */
export const inks = {
  light: { text: "#1f2328", muted: "#667079", line: "#dfe2e5", grid: "#eceef0", ground: "#ffffff", mark: "#b42318" },
  dark: { text: "#e8eaed", muted: "#98a1ab", line: "#343a42", grid: "#282d34", ground: "#1a1d22", mark: "#ff8f85" },
} as const;
