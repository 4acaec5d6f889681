// A chart in the page: figure, toolbar, picture, and the ways to read it without seeing or pointing.
// It is drawn when it comes into view and redrawn only while it is there, so that a slider moves what is seen first.
import { element, type Child } from "./dom.ts";
import { echarts, type ChartOption } from "./echarts_parts.ts";
import { downloadCsv, downloadPng, downloadSvg, type Cell, type Picture } from "./export.ts";
import { lineSample } from "./line_sample.ts";
import type { Look } from "./palette.ts";

export interface Drawing {
  option: ChartOption;
  description: string; // what a reader who cannot see the chart gets
  note: string; // what the reader should know about it, for example that curves were left out; empty: nothing
  points: number; // places a keyboard user can walk through
  csv(): Cell[][];
  caption: string; // budget and choices
  entries: { name: string; look: Look }[]; // of the legend: the series
  computed?: Promise<void>; // what is still missing is being computed: afterwards a new drawing has it
}

export interface Size {
  width: number; // pixels
  height: number;
}

/** The chart for a place of this size. */
export type Draw = (size: Size) => Drawing;

const paper = { width: 640, height: 320 }; // of printed charts; style.css gives them the same room
const picture = { width: 960, height: 480, top: 62, line: 20 }; // of exports: chart, room for the title, line of the legend

export class Chart {
  readonly figure: HTMLElement;
  readonly #name: string;
  readonly #title: string;
  readonly #canvas: HTMLElement;
  readonly #spoken = element("p", { class: "spoken", role: "status" });
  // On paper and on small screens: elsewhere the list of models and the controls stand beside the chart.
  readonly #key = element("div", { class: "chart-key" });
  readonly #note = element("p", { class: "chart-note", role: "status" });
  #instance: ReturnType<typeof echarts.init> | null = null;
  #draw: Draw | null = null;
  #size: Size | null = null; // remembered: asking for it in the middle of changes costs a layout
  #stale = false;
  #inView = false;
  #place = -1;
  #points = 0;
  #parts = "";

  constructor(name: string, title: string, lead: string, heading: "h2" | "h3" = "h3", ...extras: Child[]) {
    this.#name = name;
    this.#title = title;
    this.#canvas = element("div", {
      class: "chart",
      "data-chart": name,
      tabindex: 0,
      role: "img",
      "aria-label": title,
    });
    this.figure = element(
      "figure",
      { class: "chart-figure", "data-figure": name },
      element(
        "div",
        { class: "chart-head" },
        element("figcaption", {}, element(heading, {}, title), element("p", { class: "lead" }, lead)),
        this.#toolbar(),
      ),
      ...extras,
      this.#canvas,
      this.#key,
      this.#note,
      this.#spoken,
    );
    new IntersectionObserver((entries) => {
      this.#inView = entries.at(-1)!.isIntersecting;
      if (this.#inView) this.#refresh();
    }).observe(this.#canvas);
    new ResizeObserver(([entry]) => this.#resize(entry!.contentRect)).observe(this.#canvas);
    this.#canvas.addEventListener("keydown", (event) => this.#walk(event));
    this.#canvas.addEventListener("blur", () => this.#instance?.dispatchAction({ type: "hideTip" }));
  }

  /** Says how to draw the chart from now on. */
  update(draw: Draw): void {
    this.#draw = draw;
    this.#stale = true;
    if (this.#inView) this.#refresh();
  }

  /** Takes the size of paper and draws even out of view; afterwards goes back to its place on the screen. */
  print(printing: boolean): void {
    this.#size = printing ? paper : { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight };
    this.#stale = true;
    if (printing || this.#inView) this.#refresh();
    this.#instance?.resize(this.#size);
    this.#instance?.getZr().flush(); // paper does not wait for the next frame
  }

  #resize({ width, height }: Size): void {
    if (width === this.#size?.width && height === this.#size.height) return;
    this.#size = { width, height };
    this.#instance?.resize(this.#size);
    this.#stale = true; // labels depend on the size
    if (this.#inView) this.#refresh();
  }

  #refresh(): void {
    if (!this.#stale || !this.#draw) return;
    this.#stale = false;
    this.#size ??= { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight };
    const drawing = this.#draw(this.#size);
    this.#instance ??= echarts.init(this.#canvas, null, { renderer: "canvas" });
    // As long as the same curves are shown only their data change; then ECharts need not take the chart apart.
    const parts = JSON.stringify(drawing.entries.map(({ name }) => name));
    this.#instance.setOption(drawing.option, { notMerge: parts !== this.#parts });
    this.#parts = parts;
    this.#points = drawing.points;
    this.#canvas.setAttribute("aria-label", drawing.description);
    this.#key.replaceChildren(
      element(
        "ul",
        {},
        ...drawing.entries.map(({ name, look }) => element("li", {}, lineSample(look), element("span", {}, name))),
      ),
      element("p", {}, drawing.caption),
    );
    this.#note.textContent = drawing.note;
    this.#note.hidden = drawing.note === "";
  }

  #walk(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (event.key === "Escape") this.#instance?.dispatchAction({ type: "hideTip" });
    if (step === undefined || this.#points === 0) return;
    event.preventDefault();
    this.#place = Math.min(this.#points - 1, Math.max(0, this.#place + step));
    this.#instance?.dispatchAction({ type: "showTip", seriesIndex: 0, dataIndex: this.#place });
    this.#spoken.textContent = this.#canvas.querySelector<HTMLElement>(".readout")?.innerText ?? "";
  }

  #toolbar(): HTMLElement {
    const button = (kind: string, run: (drawing: Drawing) => void): HTMLElement =>
      element(
        "button",
        {
          type: "button",
          class: "quiet",
          "data-export": kind,
          "aria-label": `Save “${this.#title}” as ${kind.toUpperCase()}`,
          click: (event) => void this.#save(event.currentTarget as HTMLButtonElement, run),
        },
        kind.toUpperCase(),
      );
    return element(
      "div",
      { class: "toolbar", role: "group", "aria-label": `Save “${this.#title}”` },
      button("svg", (drawing) => downloadSvg(this.#fileName(), this.#picture(drawing))),
      button("png", (drawing) => downloadPng(this.#fileName(), this.#picture(drawing))),
      button("csv", (drawing) => downloadCsv(this.#fileName(), drawing.csv())),
    );
  }

  /** What is saved is whole: it waits for what is still being computed. */
  async #save(button: HTMLButtonElement, run: (drawing: Drawing) => void): Promise<void> {
    if (!this.#draw || button.ariaBusy === "true") return;
    let drawing = this.#draw(picture);
    button.ariaBusy = "true";
    while (drawing.computed) {
      await drawing.computed;
      drawing = this.#draw(picture);
    }
    button.ariaBusy = null;
    run(drawing);
  }

  #fileName(): string {
    return `certus-${this.#name}`;
  }

  /** The chart with title, choices and legend, which in the page stand around it. */
  #picture({ option, caption, entries }: Drawing): Picture {
    const names = entries.map(({ name }) => name);
    const legend = picture.line * legendLines(names, picture.width - 40);
    const grid = option["grid"] as { top: number; bottom: number };
    const style = option["textStyle"] as { color: string };
    return {
      width: picture.width,
      height: picture.height + picture.top + legend,
      option: {
        ...option,
        title: {
          text: this.#title,
          subtext: caption,
          left: 16,
          top: 12,
          textStyle: { ...style, fontSize: 16 },
          subtextStyle: style,
        },
        legend: {
          data: entries.map(({ name, look }) => ({ name, icon: look.mark?.symbol ?? "roundRect" })),
          bottom: 8,
          left: 20,
          right: 20,
          // The mark of each, or a plain piece of colour where they have none.
          ...(entries.some(({ look }) => look.mark) ? { itemHeight: 10, itemWidth: 10 } : { itemHeight: 4, itemWidth: 18 }),
          itemGap: 14,
          textStyle: style,
        },
        grid: { ...grid, top: grid.top + picture.top, bottom: grid.bottom + legend },
      },
    };
  }
}

/** Lines that a legend of these names takes at this width, in the font ECharts uses. */
function legendLines(names: string[], width: number): number {
  let lines = 1;
  let used = 0;
  for (const name of names) {
    const need = 18 + 6 + 14 + 7 * name.length;
    if (used > 0 && used + need > width) {
      lines += 1;
      used = 0;
    }
    used += need;
  }
  return names.length === 0 ? 0 : lines;
}
