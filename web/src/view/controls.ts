// Budget and view: the inputs that move everything else.
import type { Comparison } from "./comparison.ts";
import { element } from "./dom.ts";
import type { Scene } from "./scene.ts";
import { limits, type State } from "./state.ts";

/** A slider and a field for one number: the slider for looking around, the field for saying exactly. */
export class NumberControl {
  readonly root: HTMLElement;
  readonly #slider: HTMLInputElement;
  readonly #field: HTMLInputElement;
  readonly #place: (value: number) => number;
  readonly #value: (place: number) => number;

  constructor(settings: {
    id: string;
    label: string;
    slider: { min: number; max: number; step: number };
    place(value: number): number; // of the slider
    value(place: number): number;
    accepted(value: number): boolean;
    field: { min: number; max: number; step: string };
    set(value: number, dragging: boolean): void;
  }) {
    this.#place = settings.place;
    this.#value = settings.value;
    const moved = (dragging: boolean) => (): void => settings.set(settings.value(Number(this.#slider.value)), dragging);
    this.#slider = element("input", {
      type: "range",
      id: `${settings.id}-slider`,
      ...settings.slider,
      "aria-label": `${settings.label}, slider`,
      input: moved(true),
      change: moved(false),
    });
    this.#field = element("input", {
      type: "number",
      id: settings.id,
      ...settings.field,
      required: true,
      inputmode: "decimal",
      input: () => {
        const value = Number(this.#field.value);
        const good = this.#field.value.trim() !== "" && settings.accepted(value);
        this.#field.setAttribute("aria-invalid", String(!good));
        if (good) settings.set(value, false);
      },
    });
    this.root = element(
      "div",
      { class: "number-control" },
      element("label", { for: settings.id }, settings.label),
      this.#field,
      this.#slider,
    );
  }

  show(value: number): void {
    // While somebody types, the field is theirs.
    if (document.activeElement !== this.#field) {
      this.#field.value = String(value);
      this.#field.removeAttribute("aria-invalid");
    }
    // Several places stand for one rounded value; a slider in somebody's hand stays where it is.
    if (this.#value(Number(this.#slider.value)) !== value) this.#slider.value = String(this.#place(value));
    this.#slider.setAttribute("aria-valuetext", String(value));
  }

  setSliderEnd(max: number): void {
    this.#slider.max = String(max);
  }
}

export class Controls {
  readonly budget: HTMLElement;
  readonly view: HTMLElement;
  readonly #n: NumberControl;
  readonly #alpha: NumberControl;
  readonly #methods: HTMLElement;
  readonly #sigmas: HTMLElement;
  readonly #bands: HTMLInputElement;

  constructor(comparison: Comparison, change: (part: Partial<State>, dragging?: boolean) => void) {
    this.#n = new NumberControl({
      id: "budget-n",
      label: "N, votes an image",
      slider: { min: 1, max: 7, step: 0.01 },
      place: Math.log10,
      value: (place) => Number((10 ** place).toPrecision(2)),
      accepted: (value) => Number.isInteger(value) && value >= limits.n[0] && value <= limits.n[1],
      field: { min: limits.n[0], max: limits.n[1], step: "any" },
      set: (n, dragging) => change({ n }, dragging),
    });
    this.#alpha = new NumberControl({
      id: "budget-alpha",
      label: "α, chance of a false certificate",
      slider: { min: -9, max: -0.3, step: 0.01 },
      place: Math.log10,
      value: (place) => Number((10 ** place).toPrecision(1)),
      accepted: (value) => value >= limits.alpha[0] && value <= limits.alpha[1],
      field: { min: limits.alpha[0], max: limits.alpha[1], step: "any" },
      set: (alpha, dragging) => change({ alpha }, dragging),
    });
    this.#methods = segments(
      "method",
      "How votes are carried to the budget",
      [
        ["plug-in", "Plug-in", "Share of images whose share of votes suffices: instant"],
        ["expected", "Exact expectation", "Mean chance over fresh votes; plug-in is shown while you drag"],
      ],
      (value) => change({ method: value as State["method"] }),
    );
    this.#sigmas = segments(
      "sigma",
      "Noise level σ",
      [
        ...comparison.sigmas.map((sigma): [string, string, string] => [
          String(sigma),
          String(sigma),
          `Only logs at σ = ${sigma}`,
        ]),
        ["all", "All", "Logs at every σ"],
      ],
      (value) => change({ sigma: value === "all" ? null : Number(value) }),
    );
    this.#bands = element("input", {
      type: "checkbox",
      id: "bands",
      role: "switch",
      change: () => change({ bands: this.#bands.checked }),
    });
    const confidence = `${Number((100 * comparison.data.confidence).toFixed(4))} %`;
    this.budget = element("div", { class: "control-group" }, this.#n.root, this.#alpha.root, this.#methods);
    this.view = element(
      "div",
      { class: "control-group" },
      comparison.sigmas.length > 1
        ? element(
            "div",
            { class: "labelled" },
            element("span", { "aria-hidden": "true" }, "Noise level σ"),
            this.#sigmas,
          )
        : null,
      element("label", { class: "switch" }, this.#bands, element("span", {}, `Confidence bands (${confidence})`)),
    );
  }

  update({ state }: Scene): void {
    this.#n.show(state.n);
    this.#alpha.show(state.alpha);
    this.#bands.checked = state.bands;
    check(this.#methods, state.method);
    check(this.#sigmas, state.sigma === null ? "all" : String(state.sigma));
  }
}

/** Radio buttons that look like one. */
export function segments(
  name: string,
  label: string,
  choices: [value: string, text: string, title: string][],
  choose: (value: string) => void,
): HTMLElement {
  return element(
    "div",
    { class: "segments", role: "radiogroup", id: name, "aria-label": label },
    ...choices.map(([value, text, title]) =>
      element(
        "label",
        { title },
        element("input", { type: "radio", name, value, change: () => choose(value) }),
        element("span", {}, text),
      ),
    ),
  );
}

export function check(group: HTMLElement, value: string): void {
  for (const input of group.querySelectorAll("input")) input.checked = input.value === value;
}
