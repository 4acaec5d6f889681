// Budget and view: the inputs that move everything else.
import { setBusy } from "./busy.ts";
import type { Comparison } from "./comparison.ts";
import { element } from "./dom.ts";
import type { Scene } from "./scene.ts";
import { limits, nearest, type State } from "./state.ts";

const pauseMilliseconds = 500; // after the last key: a number that is only half typed is another number

/**
 * A slider and a field for one number: the slider for looking around, the field for an exact value. What is typed is
 * taken on Enter, on leaving the field or after a pause, if it is in the range. On leaving, everything else becomes a
 * number that is in the range, and a note says so.
 */
export class NumberControl {
  readonly root: HTMLElement;
  readonly #settings: NumberSettings;
  readonly #slider: HTMLInputElement;
  readonly #field: HTMLInputElement;
  readonly #note: HTMLElement;
  #shown = Number.NaN;
  #pause = 0; // timer; 0: nothing is being typed

  constructor(settings: NumberSettings) {
    this.#settings = settings;
    const { id, label } = settings;
    const moved = (dragging: boolean) => (): void => settings.set(settings.value(Number(this.#slider.value)), dragging);
    this.#slider = element("input", {
      type: "range",
      id: `${id}-slider`,
      ...settings.slider,
      "aria-label": `${label}, slider`,
      input: moved(true),
      change: moved(false),
    });
    this.#field = element("input", {
      type: "number",
      id,
      min: settings.range[0],
      max: settings.range[1],
      step: "any",
      required: true,
      inputmode: "decimal",
      "aria-describedby": `${id}-note`,
      input: () => this.#typed(),
      change: () => this.#finish(),
      blur: () => this.#finish(),
    });
    this.#note = element("p", { id: `${id}-note`, class: "field-note", role: "status", hidden: true });
    this.root = element(
      "div",
      { class: "number-control" },
      element("label", { for: id }, label),
      this.#field,
      this.#note,
      this.#slider,
      settings.explained === undefined ? null : element("p", { class: "field-hint" }, settings.explained),
    );
  }

  show(value: number): void {
    const isNew = value !== this.#shown;
    this.#shown = value;
    // The field is not changed while somebody types in it.
    if (document.activeElement !== this.#field) this.#field.value = String(value);
    if (this.#pause === 0) {
      setBusy(this.#field.id, false);
      if (isNew) this.#say("");
    }
    // Several places stand for one rounded value; a slider that somebody is moving stays where it is.
    const { place, value: valueAt } = this.#settings;
    if (valueAt(Number(this.#slider.value)) !== value) this.#slider.value = String(place(value));
    this.#slider.setAttribute("aria-valuetext", String(value));
  }

  setSliderEnd(max: number): void {
    this.#slider.max = String(max);
  }

  #typed(): void {
    this.#say("");
    clearTimeout(this.#pause);
    setBusy(this.#field.id, true);
    this.#pause = window.setTimeout(() => {
      this.#pause = 0;
      if (this.#accepted() === this.#number()) this.#take(this.#number());
      else {
        setBusy(this.#field.id, false);
        this.#say(this.#settings.rangeText);
        this.#field.setAttribute("aria-invalid", "true");
      }
    }, pauseMilliseconds);
  }

  /** Nothing more will be typed: the field gets a number in the range. */
  #finish(): void {
    clearTimeout(this.#pause);
    this.#pause = 0;
    const [typed, accepted] = [this.#number(), this.#accepted()];
    this.#field.value = String(accepted);
    this.#take(accepted);
    if (typed !== accepted) this.#say(`${this.#settings.rangeText}: ${accepted} is taken.`);
  }

  /** Busy until the page shows it. */
  #take(value: number): void {
    if (value === this.#shown) return setBusy(this.#field.id, false);
    this.#shown = value;
    this.#settings.set(value, false);
  }

  /** NaN where the text is not a number. */
  #number(): number {
    return this.#field.value.trim() === "" ? Number.NaN : Number(this.#field.value);
  }

  /** The number in the range that is nearest to what is typed; for nonsense the one before. */
  #accepted(): number {
    const { range, whole } = this.#settings;
    const typed = this.#number();
    if (Number.isNaN(typed)) return this.#shown;
    return nearest(whole ? Math.round(typed) : typed, range);
  }

  #say(text: string): void {
    this.#note.textContent = text;
    this.#note.hidden = text === "";
    this.#field.removeAttribute("aria-invalid");
  }
}

export interface NumberSettings {
  id: string;
  label: string;
  explained?: string; // in one sentence
  slider: { min: number; max: number; step: number };
  place(value: number): number; // of the slider
  value(place: number): number;
  range: readonly [number, number];
  rangeText: string;
  whole: boolean;
  set(value: number, dragging: boolean): void;
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
      label: "N, votes per image",
      slider: { min: 1, max: 7, step: 0.01 },
      place: Math.log10,
      value: (place) => Number((10 ** place).toPrecision(2)),
      range: limits.n,
      rangeText: "Whole numbers from 10 to 10⁷",
      whole: true,
      set: (n, dragging) => change({ n }, dragging),
    });
    this.#alpha = new NumberControl({
      id: "budget-alpha",
      label: "α, chance of a false certificate",
      explained: "A certificate of an image may be false with a probability of at most α.",
      slider: { min: -12, max: -0.3, step: 0.01 },
      place: Math.log10,
      value: (place) => Number((10 ** place).toPrecision(1)),
      range: limits.alpha,
      rangeText: "From 10⁻¹² to 0.5",
      whole: false,
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
    const conversion = element(
      "div",
      { class: "labelled" },
      this.#methods,
      element(
        "p",
        { class: "field-hint" },
        "Plug-in: every image keeps its share of votes, and so large a share of N votes decides what is certified. " +
          "Exact expectation: the mean over all outcomes of N fresh votes.",
      ),
    );
    this.budget = element("div", { class: "control-group" }, this.#n.root, this.#alpha.root, conversion);
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
