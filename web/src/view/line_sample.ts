// A piece of a curve as the charts draw it, for legends.
import type { Look } from "./palette.ts";

export function lineSample({ colour, dash, mark }: Look): SVGSVGElement {
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
  if (mark) {
    sample.append(
      make("path", {
        d: mark.sample,
        class: mark.hollow ? "mark hollow" : "mark",
        stroke: colour,
        "stroke-width": mark.hollow ? "1.6" : "0",
        ...(!mark.hollow && { fill: colour }),
      }),
    );
  }
  return sample;
}
