// A piece of a curve as the charts draw it, for legends.
import type { Look } from "./palette.ts";

export function lineSample({ colour, dash, symbol }: Look): SVGSVGElement {
  const make = <K extends keyof SVGElementTagNameMap>(
    tag: K,
    attributes: Record<string, string>,
  ): SVGElementTagNameMap[K] => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  };
  const sample = make("svg", {
    width: "26",
    height: "10",
    viewBox: "0 0 26 10",
    "aria-hidden": "true",
    class: "line-sample",
  });
  sample.append(
    make("line", {
      x1: "1",
      y1: "5",
      x2: "25",
      y2: "5",
      stroke: colour,
      "stroke-width": "2.4",
      "stroke-dasharray": dash === "solid" ? "none" : dash.map((length) => length * 0.8).join(" "),
    }),
  );
  const shapes: Record<string, string> = {
    circle: "M10 5a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
    triangle: "M13 1l4 7h-8z",
    diamond: "M13 1l4 4-4 4-4-4z",
    rect: "M10 2h6v6h-6z",
    arrow: "M13 1l4 8-4-2-4 2z",
    pin: "M13 9c-6-6-2-8 0-8s6 2 0 8",
  };
  const shape = shapes[symbol];
  if (shape) sample.append(make("path", { d: shape, fill: colour }));
  return sample;
}
