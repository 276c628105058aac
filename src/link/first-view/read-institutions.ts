import type { InstitutionRow } from "../../protocol/institution.ts";

/** The list that came with the document, read back from its elements; null if none did. */
export const readInstitutions = (root: HTMLElement): InstitutionRow[] | null =>
  root.querySelector("form") && [...root.querySelectorAll<HTMLElement>(".row")].map(institutionIn);

function institutionIn(row: HTMLElement): InstitutionRow {
  const attribute = (selector: string, name: string) =>
    row.querySelector(selector)?.getAttribute(name);
  const trouble = attribute("small", "data-trouble");
  return {
    institution_id: row.dataset.testid?.slice("institution-".length),
    name: row.querySelector(".name")?.firstChild?.nodeValue,
    mark: attribute("use", "href")?.slice("#mark-".length),
    color: attribute("rect", "fill"),
    ...(trouble && { trouble }),
  } as InstitutionRow;
}
