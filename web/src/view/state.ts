// What the user chose: everything that the controls set and that a link restores.
import type { ConversionMethod } from "../metrics/budget_conversion.ts";
import { logsOf, type Comparison, type Model } from "./comparison.ts";

export interface State {
  n: number;
  alpha: number;
  method: ConversionMethod;
  sigma: number | null; // null: all
  hidden: ReadonlySet<number>; // logs, by their place
  opened: ReadonlySet<number>; // groups whose seeds are shown one by one, by `index`
  radius: number;
  bands: boolean;
  order: "rank" | "acr"; // what the chart over N shows
  sort: string; // column of the table of models
  theme: "auto" | "light" | "dark";
}

export const limits = { n: [10, 1e7], alpha: [1e-12, 0.5], radius: [0, 1000] } as const;

/** The budget most logs were certified with, the middle sigma, and sigma as the radius. */
export function defaultState(comparison: Comparison): State {
  const budgets = comparison.logs.map(({ log }) => `${log.n} ${log.alpha}`);
  const commonest =
    [...new Set(budgets)].sort(
      (a, b) => budgets.filter((text) => text === b).length - budgets.filter((text) => text === a).length,
    )[0] ?? "100000 0.001";
  const [n, alpha] = commonest.split(" ").map(Number) as [number, number];
  const sigma = middleSigma(comparison);
  return {
    n: nearest(Math.round(n), limits.n),
    alpha: nearest(alpha, limits.alpha),
    method: "plug-in",
    sigma,
    hidden: new Set(),
    opened: new Set(),
    radius: sigma ?? 0.5,
    bands: false,
    order: "rank",
    sort: "acr",
    theme: "auto",
  };
}

/** Of the sigmas with most logs the middle one: there most models can be compared. */
function middleSigma({ sigmas, models }: Comparison): number | null {
  const logs = (sigma: number): number => models.filter((model) => model.log.sigma === sigma).length;
  const most = Math.max(0, ...sigmas.map(logs));
  const candidates = sigmas.filter((sigma) => logs(sigma) === most);
  if (most < 2) return null; // nothing to compare at one sigma: show all
  return candidates[Math.floor((candidates.length - 1) / 2)] ?? null;
}

/** Whether a model is switched on: a group unless all its seeds are off. */
export const isShown = (state: State, model: Model): boolean =>
  logsOf(model).some((log) => !state.hidden.has(log.index));

export const isVisible = (state: State, model: Model): boolean =>
  isShown(state, model) && (state.sigma === null || model.log.sigma === state.sigma);

/** The sigmas in view. */
export const sigmasOf = (state: State, comparison: Comparison): number[] =>
  state.sigma === null ? comparison.sigmas : [state.sigma];

/** What differs from the defaults, as a URL fragment without '#'. */
export function toFragment(state: State, defaults: State): string {
  const fields = new URLSearchParams();
  for (const [name, field] of Object.entries(fieldsOfFragment)) {
    const text = field.write(state);
    if (text !== field.write(defaults)) fields.set(name, text);
  }
  return fields.toString();
}

/** The state a fragment describes. What it does not say, or says wrongly, is as in `defaults`. */
export function fromFragment(fragment: string, defaults: State, comparison: Comparison): State {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  let state = defaults;
  for (const [name, field] of Object.entries(fieldsOfFragment)) {
    const text = fields.get(name);
    if (text !== null) state = { ...state, ...field.read(text, comparison) };
  }
  return state;
}

interface Field {
  write(state: State): string;
  read(text: string, comparison: Comparison): Partial<State>; // {} where the text makes no sense
}

const fieldsOfFragment: Record<string, Field> = {
  n: numberField("n", (value) => within(Math.round(value), limits.n)),
  alpha: numberField("alpha", (value) => within(value, limits.alpha)),
  method: choiceField("method", ["plug-in", "expected"]),
  sigma: {
    write: (state) => (state.sigma === null ? "all" : String(state.sigma)),
    read: (text, { sigmas }) =>
      text === "all" ? { sigma: null } : text !== "" && sigmas.includes(Number(text)) ? { sigma: Number(text) } : {},
  },
  hide: setField("hidden", (index, { logs }) => index < logs.length),
  open: setField("opened", (index, { logs, models }) => index >= logs.length && models.some((model) => model.index === index)),
  r: numberField("radius", (value) => within(value, limits.radius)),
  bands: {
    write: (state) => (state.bands ? "1" : "0"),
    read: (text) => (text === "1" || text === "0" ? { bands: text === "1" } : {}),
  },
  order: choiceField("order", ["rank", "acr"]),
  sort: { write: (state) => state.sort, read: (text) => ({ sort: text }) },
  theme: choiceField("theme", ["auto", "light", "dark"]),
};

function numberField(key: "n" | "alpha" | "radius", accepted: (value: number) => number | null): Field {
  return {
    write: (state) => String(state[key]),
    read: (text) => {
      const value = text.trim() === "" ? null : accepted(Number(text));
      return value === null ? {} : { [key]: value };
    },
  };
}

function setField(key: "hidden" | "opened", accepted: (index: number, comparison: Comparison) => boolean): Field {
  return {
    write: (state) => [...state[key]].sort((a, b) => a - b).join(","),
    read: (text, comparison) => ({
      [key]: new Set(
        text
          .split(",")
          .filter((part) => /^\d+$/.test(part))
          .map(Number)
          .filter((index) => accepted(index, comparison)),
      ),
    }),
  };
}

function choiceField<K extends "method" | "order" | "theme">(key: K, choices: readonly State[K][]): Field {
  return {
    write: (state) => state[key],
    read: (text) => {
      const choice = choices.find((candidate) => candidate === text);
      return choice === undefined ? {} : { [key]: choice };
    },
  };
}

export const nearest = (value: number, [least, most]: readonly [number, number]): number =>
  Math.min(most, Math.max(least, value));

function within(value: number, [least, most]: readonly [number, number]): number | null {
  return value >= least && value <= most ? value : null;
}
