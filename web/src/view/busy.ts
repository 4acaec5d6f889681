// What the page still has to show, as words in body[data-busy]. When there are none, the page shows what it
// was asked for.
const reasons = new Set<string>();

export function setBusy(reason: string, busy: boolean): void {
  if (busy) reasons.add(reason);
  else reasons.delete(reason);
  if (reasons.size > 0) document.body.dataset["busy"] = [...reasons].join(" ");
  else delete document.body.dataset["busy"];
}
