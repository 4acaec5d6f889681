// Curves over one shared grid of x as a Drawing: the form of all charts but the class view.
import type { Drawing } from "./chart.ts";
import { element } from "./dom.ts";
import type { ChartOption } from "./echarts_parts.ts";
import type { Cell } from "./export.ts";
import { inks, markStyle, type Look, type Theme } from "./palette.ts";

export interface Band {
  lower: ArrayLike<number>; // at each x
  upper: ArrayLike<number>;
}

export interface Curve {
  name: string;
  look: Look;
  y: ArrayLike<number>; // at each x; NaN: none
  band?: Band; // of confidence
  range?: Band; // between the least and the largest of the seeds that y is the mean of
  thin?: boolean; // one of the seeds of an opened group
  remark?(place: number): string; // beside the value in the readout
}

export interface CurveSheet {
  theme: Theme;
  x: ArrayLike<number>;
  curves: Curve[];
  xAxis: Record<string, unknown>;
  yAxis: Record<string, unknown>;
  xName: string; // column of x in the CSV
  places?: ArrayLike<number>; // what x is called in the CSV, where the axis is transformed
  readoutTitle(place: number): string;
  valueText(value: number): string;
  best: "most" | "least";
  marks: { x: number; text: string }[]; // vertical lines
  dots?: { x: number; y: number; text: string; colour: string; filled: boolean }[];
  endLabels?: { width: number; lift: number[] }; // names at the end of curves: their room, how far each is moved down
  description: string;
  note?: string;
  caption: string;
}

// Nobody can tell more curves than this apart, and a slider should move all of them at once.
export const mostCurves = 60;
const mostReadoutRows = 12;
export const margins = { top: 22, bottom: 46 }; // of every chart, pixels

/** The first `mostCurves` of what could be drawn, and a sentence that says so when that is not all. */
export function capped<T>(items: T[]): { drawn: T[]; note: string } {
  if (items.length <= mostCurves) return { drawn: items, note: "" };
  return {
    drawn: items.slice(0, mostCurves),
    note: `The first ${mostCurves} of ${items.length} are drawn: hide some in the list to see others. Tables have all.`,
  };
}

export const joinedNotes = (...notes: string[]): string => notes.filter(Boolean).join(" ");

export function curveDrawing(sheet: CurveSheet): Drawing {
  return {
    option: curveOption(sheet),
    description: sheet.description,
    note: sheet.note ?? "",
    points: sheet.x.length,
    csv: () => curveRows(sheet),
    caption: sheet.caption,
    entries: sheet.curves.map(({ name, look }) => ({ name, look })),
  };
}

/** Text, axes and tooltip as all charts have them. */
export function commonOption(theme: Theme, description: string): ChartOption {
  const ink = inks[theme];
  return {
    animation: false,
    backgroundColor: ink.ground,
    textStyle: { color: ink.text, fontFamily: "system-ui, -apple-system, 'Segoe UI', sans-serif", fontSize: 12 },
    aria: { enabled: true, label: { description } },
    grid: { left: 52, right: 18, ...margins },
  };
}

export function axisOption(theme: Theme, name: string, extra: Record<string, unknown>): Record<string, unknown> {
  const ink = inks[theme];
  const { axisLabel, splitLine, ...rest } = extra;
  return {
    type: "value",
    name,
    nameLocation: "middle",
    nameTextStyle: { color: ink.muted },
    axisLine: { show: true, lineStyle: { color: ink.line } },
    axisTick: { lineStyle: { color: ink.line } },
    splitLine: { lineStyle: { color: ink.grid }, ...(splitLine as object | undefined) },
    axisLabel: { color: ink.muted, hideOverlap: true, ...(axisLabel as object | undefined) },
    ...rest,
  };
}

export function tooltipOption(theme: Theme): Record<string, unknown> {
  const ink = inks[theme];
  return {
    backgroundColor: ink.ground,
    borderColor: ink.line,
    textStyle: { color: ink.text, fontSize: 12 },
    confine: true,
    transitionDuration: 0,
    extraCssText: "box-shadow: 0 4px 18px rgb(0 0 0 / 14%); max-width: min(340px, 90vw);",
  };
}

function curveOption(sheet: CurveSheet): ChartOption {
  const ink = inks[sheet.theme];
  const { x, curves } = sheet;
  const lines = curves.map((curve, position) => ({
    type: "line",
    id: `curve ${position}`,
    name: curve.name,
    data: Array.from(x, (value, i) => [value, curve.y[i]]),
    color: curve.look.colour,
    lineStyle: {
      color: curve.look.colour,
      width: curve.thin ? 0.9 : curves.length > 12 ? 1.6 : 2.2,
      type: curve.look.dash,
      opacity: curve.thin ? 0.75 : 1,
    },
    itemStyle: markStyle(curve.look, ink.ground),
    // Marks tell methods apart without colours: a few along the curve, not in step with its neighbours'.
    symbol:
      curve.thin || !curve.look.mark
        ? "none"
        : (_: unknown, { dataIndex }: { dataIndex: number }) =>
            (dataIndex + 5 * position) % 24 === 12 ? curve.look.mark!.symbol : "none",
    showAllSymbol: true,
    symbolSize: 7,
    emphasis: { disabled: true }, // the readout names all curves, so none needs to be highlighted
    ...(sheet.endLabels && {
      endLabel: {
        show: true,
        formatter: () => shortened(curve.name, sheet.endLabels!.width),
        color: curve.look.colour,
        fontWeight: 600,
        distance: 8,
        width: sheet.endLabels.width,
        offset: [0, sheet.endLabels.lift[position]],
        overflow: "truncate",
      },
    }),
    ...(position === 0 && sheet.marks.length > 0 && { markLine: markLines(sheet) }),
    z: 3,
  }));
  const bands = curves.flatMap(({ band, range, look }, position) => [
    ...(band ? [bandSeries(sheet, band, look, 0.13, `band ${position}`)] : []),
    ...(range ? [bandSeries(sheet, range, look, 0.28, `range ${position}`)] : []),
  ]);
  return {
    ...commonOption(sheet.theme, sheet.description),
    grid: { left: 52, right: sheet.endLabels ? sheet.endLabels.width + 14 : 18, ...margins },
    tooltip: {
      ...tooltipOption(sheet.theme),
      trigger: "axis",
      position: besidePointer,
      axisPointer: {
        type: "line",
        snap: true,
        lineStyle: { color: ink.muted, type: "solid", width: 1 },
        label: { show: false },
      },
      formatter: (items: { dataIndex: number; seriesType: string }[]) => {
        const place = items.find((item) => item.seriesType === "line")?.dataIndex;
        return place === undefined ? "" : readout(sheet, place);
      },
    },
    xAxis: axisOption(sheet.theme, "", { nameGap: 28, min: x[0], max: x[x.length - 1], ...sheet.xAxis }),
    yAxis: axisOption(sheet.theme, "", { nameGap: 40, ...sheet.yAxis }),
    series: [...lines, ...bands, ...(sheet.dots ? [dotSeries(sheet)] : [])],
  };
}

/** A name in this many pixels of the bold font of labels: cut in the middle, as names often differ only at one end. */
function shortened(name: string, width: number): string {
  const room = Math.floor(width / 7.2);
  if (name.length <= room) return name;
  const start = Math.ceil((room - 1) / 2);
  return `${name.slice(0, start)}…${name.slice(name.length - (room - 1 - start))}`;
}

function markLines({ marks, theme, x, yAxis }: CurveSheet): Record<string, unknown> {
  const ink = inks[theme];
  // A label in the middle of its line would leave the chart where the line is near an end.
  const alignment = (at: number): string => {
    const share = (at - x[0]!) / (x[x.length - 1]! - x[0]!);
    return share < 0.25 ? "left" : share > 0.75 ? "right" : "center";
  };
  const top = yAxis["inverse"] === true ? "start" : "end";
  return {
    silent: true,
    symbol: "none",
    animation: false,
    label: { show: true, position: top, distance: 4, color: ink.mark, fontSize: 11 },
    lineStyle: { color: ink.mark, type: "solid", width: 1.4 },
    data: marks.map((mark) => ({ xAxis: mark.x, label: { formatter: () => mark.text, align: alignment(mark.x) } })),
  };
}

function dotSeries(sheet: CurveSheet): Record<string, unknown> {
  return {
    type: "scatter",
    id: "dots",
    z: 5,
    silent: true,
    tooltip: { show: false },
    data: sheet.dots!.map((dot) => ({
      value: [dot.x, dot.y],
      name: dot.text,
      symbol: dot.filled ? "circle" : "diamond",
      symbolSize: dot.filled ? 9 : 10,
      itemStyle: {
        color: dot.filled ? dot.colour : inks[sheet.theme].ground,
        borderColor: dot.filled ? inks[sheet.theme].ground : dot.colour,
        borderWidth: 1.6,
      },
    })),
  };
}

/** The region between the bounds, as one polygon. */
function bandSeries(
  { x }: CurveSheet,
  band: Band,
  look: Look,
  opacity: number,
  id: string,
): Record<string, unknown> {
  return {
    type: "custom",
    id,
    silent: true,
    tooltip: { show: false },
    z: 1,
    clip: true,
    data: [[x[0], 0]],
    renderItem: (_: unknown, api: { coord(point: number[]): number[] }) => {
      const upper = Array.from(x, (value, i) => api.coord([value, band.upper[i]!]));
      const lower = Array.from(x, (value, i) => api.coord([value, band.lower[i]!]));
      return {
        type: "polygon",
        shape: { points: [...upper, ...lower.reverse()] },
        style: { fill: look.colour, opacity },
      };
    },
  };
}

/** Right of the pointer at the top, where falling curves leave room; left of it where the chart ends. */
function besidePointer(
  point: [number, number],
  _items: unknown,
  _box: unknown,
  _rect: unknown,
  { contentSize, viewSize }: { contentSize: [number, number]; viewSize: [number, number] },
): [number, number] {
  const right = point[0] + 18;
  return [right + contentSize[0] <= viewSize[0] ? right : Math.max(0, point[0] - 18 - contentSize[0]), margins.top];
}

/** Values of all curves at one x, best first. */
function readout(sheet: CurveSheet, place: number): HTMLElement {
  const sign = sheet.best === "most" ? -1 : 1;
  const present = sheet.curves
    .filter((curve) => !Number.isNaN(curve.y[place]!))
    .sort((a, b) => sign * (a.y[place]! - b.y[place]!));
  const rows = present
    .slice(0, mostReadoutRows)
    .map((curve) =>
      element(
        "tr",
        {},
        element("td", {}, swatch(curve.look.colour), curve.name),
        element("td", { class: "number" }, sheet.valueText(curve.y[place]!)),
        curve.remark ? element("td", { class: "muted" }, curve.remark(place)) : null,
      ),
    );
  const more = present.length - rows.length;
  return element(
    "div",
    { class: "readout" },
    element("strong", {}, sheet.readoutTitle(place)),
    element("table", {}, element("tbody", {}, ...rows)),
    more > 0 ? element("p", { class: "muted" }, `and ${more} more`) : null,
  );
}

export function swatch(colour: string): HTMLElement {
  const made = element("span", { class: "swatch", "aria-hidden": "true" });
  made.style.background = colour;
  return made;
}

function curveRows({ x, places, curves, xName }: CurveSheet): Cell[][] {
  const columns = curves.flatMap(({ name, y, band, range }) => [
    { name, y },
    ...(range
      ? [
          { name: `${name} least seed`, y: range.lower },
          { name: `${name} largest seed`, y: range.upper },
        ]
      : []),
    ...(band
      ? [
          { name: `${name} lower`, y: band.lower },
          { name: `${name} upper`, y: band.upper },
        ]
      : []),
  ]);
  return [
    [xName, ...columns.map((column) => column.name)],
    ...Array.from(places ?? x, (value, i) => [value, ...columns.map((column) => column.y[i]!)]),
  ];
}
