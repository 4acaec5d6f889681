// Elements from values. Text, also text of logs, only ever becomes text nodes and attributes: never markup.

type Attribute = string | number | boolean | null | ((event: Event) => void);
export type Child = Node | string | null;

/** An element with attributes (functions become listeners, false and null leave the attribute out) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Attribute> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null) made.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null) made.append(child);
  return made;
}

/** A part of the page with a heading and, below it, a sentence that says what it shows. */
export function section(id: string, heading: string, lead: string, ...children: Child[]): HTMLElement {
  return element(
    "section",
    { id, class: "card", "aria-labelledby": `${id}-heading` },
    element("h2", { id: `${id}-heading` }, heading),
    lead === "" ? null : element("p", { class: "lead" }, lead),
    ...children,
  );
}

/** A cell that shows `text` and carries the number behind it with all its digits. */
export function numberCell(
  value: number,
  text: string,
  attributes: Record<string, Attribute> = {},
): HTMLTableCellElement {
  return element("td", { class: "number", "data-value": String(value), ...attributes }, text);
}

/** A row of headings; those named in `numbers` stand above numbers. */
export function headingRow(headings: string[], numbers: string[] = []): HTMLTableSectionElement {
  return element(
    "thead",
    {},
    element(
      "tr",
      {},
      ...headings.map((heading) =>
        element("th", { scope: "col", class: numbers.includes(heading) ? "number" : null }, heading),
      ),
    ),
  );
}

/** A button that saves a table, in the place where charts have theirs. */
export function saveTableButton(what: string, save: () => void): HTMLElement {
  return element(
    "div",
    { class: "toolbar", role: "group", "aria-label": `Save ${what}` },
    element(
      "button",
      { type: "button", class: "quiet", "data-export": "csv", "aria-label": `Save ${what} as CSV`, click: save },
      "CSV",
    ),
  );
}

/** A table in a box of its own that scrolls when the page is narrow, reachable with the keyboard. */
export function tableBox(label: string, table: HTMLTableElement): HTMLElement {
  return element("div", { class: "table-box", tabindex: 0, role: "region", "aria-label": label }, table);
}
