// The mark of a model that says nearly the same class for everything, or is right no more often than by chance: the
// audit finds it, and the page says so wherever it compares the model, because its certificates are not a merit.
import { logsOf, type Model } from "./comparison.ts";
import { element } from "./dom.ts";

const code = "near-constant"; // of the audit's finding

const messagesOf = (model: Model): string[] =>
  logsOf(model).flatMap(({ log }) => log.findings.filter((one) => one.code === code).map((one) => one.message));

/** A badge behind the name; null for all others. */
export function nearConstantMark(model: Model): HTMLElement | null {
  const [message] = messagesOf(model);
  return message === undefined
    ? null
    : element("span", { class: "badge found near-constant", title: message }, "near-constant classifier");
}

/** What was found of the marked models, above all numbers. */
export function nearConstantNote(models: Model[]): HTMLElement[] {
  const messages = models.flatMap(messagesOf);
  if (messages.length === 0) return [];
  return [
    element(
      "div",
      { id: "near-constant", class: "warnings" },
      element("strong", {}, messages.length === 1 ? "A near-constant classifier" : "Near-constant classifiers"),
      element("ul", {}, ...messages.map((message) => element("li", {}, message))),
    ),
  ];
}
