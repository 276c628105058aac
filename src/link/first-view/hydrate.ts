import { hydrate, render, type VNode } from "preact";
import type { InstitutionRow } from "../../protocol/institution.ts";
import type { TrustFact } from "../../protocol/link/session-start.ts";
import { replay } from "./pending-input.ts";

/** Reads the institutions from the document's elements; null if the document has no list. */
export const readInstitutions = (root: HTMLElement): InstitutionRow[] | null =>
  root.querySelector("form") && [...root.querySelectorAll<HTMLElement>(".row")].map(institutionIn);

/** Reads the trust facts back from the document's elements. */
export const readTrust = (root: HTMLElement): TrustFact[] =>
  [...root.querySelectorAll("dt")].map((term) => ({
    term: term.textContent,
    text: term.nextSibling?.textContent ?? "",
  }));

/** Reads the country of the list back; undefined for several. */
export const readCountry = (root: HTMLElement): string | undefined =>
  root.querySelector("input")?.placeholder.split(" · ")[1];

function institutionIn(row: HTMLElement): InstitutionRow {
  const attribute = (selector: string, name: string) =>
    row.querySelector(selector)?.getAttribute(name);
  const health = attribute("small", "data-health");
  const logo = attribute("img", "src");
  return {
    institution_id: row.dataset.testid?.slice("institution-".length),
    name: row.querySelector(".name")?.firstChild?.nodeValue,
    mark: attribute("use", "href")?.slice("#mark-".length),
    color: attribute("rect", "fill"),
    ...(health && { trouble: health }),
    ...(logo && { logo }),
  } as InstitutionRow;
}

/**
 * Draws the first view. If the server rendered the view (`isServed`), its elements are hydrated and
 * keep focus, scroll position and typed text. The input event is replayed, except if the user
 * clicked a control after typing: the replayed event would narrow the list.
 */
export const hydrateView = (view: VNode, root: HTMLElement, isServed: boolean): void => {
  if (!isServed) {
    root.replaceChildren();
    render(view, root);
    return;
  }
  hydrate(view, root);
  const input = root.querySelector("input");
  queueMicrotask(() => {
    if (input?.value && !(window.pendingInput?.target as Element | undefined)?.closest("button"))
      replay("input", input);
  });
};
