// Files that the user can save, made in the page: CSV, SVG, PNG.
import { echarts, type ChartOption } from "./echarts_parts.ts";

export type Cell = string | number;

/**
 * CSV with all digits of numbers. Text is quoted where it has to be, and text that a spreadsheet would take for a
 * formula gets an apostrophe in front, because names come from files of other people.
 */
export function csv(rows: Cell[][]): string {
  return rows.map((row) => row.map(csvField).join(",") + "\r\n").join("");
}

function csvField(cell: Cell): string {
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export const downloadCsv = (name: string, rows: Cell[][]): void =>
  // With the byte order mark, spreadsheets read the file as UTF-8.
  download(`${name}.csv`, new Blob(["\ufeff", csv(rows)], { type: "text/csv;charset=utf-8" }));

export interface Picture {
  option: ChartOption;
  width: number;
  height: number;
}

export function downloadSvg(name: string, { option, width, height }: Picture): void {
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width, height });
  chart.setOption(option);
  download(`${name}.svg`, new Blob([chart.renderToSVGString()], { type: "image/svg+xml" }));
  chart.dispose();
}

export function downloadPng(name: string, { option, width, height }: Picture): void {
  const chart = echarts.init(document.createElement("div"), null, {
    renderer: "canvas",
    width,
    height,
    devicePixelRatio: 2,
  });
  chart.setOption(option);
  chart.getZr().flush();
  const bytes = atob(chart.getDataURL({ type: "png", pixelRatio: 2 }).split(",")[1]!);
  chart.dispose();
  download(`${name}.png`, new Blob([Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))], { type: "image/png" }));
}
