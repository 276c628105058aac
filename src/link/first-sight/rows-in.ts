import type { InstitutionRow } from "../../protocol/institution.ts";

/** The list that came with the document, read back from what is seen of it; null if none did. */
export const rowsIn = (root: HTMLElement): InstitutionRow[] | null =>
  root.querySelector("form") && [...root.querySelectorAll<HTMLElement>(".row")].map(rowIn);

function rowIn(row: HTMLElement): InstitutionRow {
  const said = (selector: string, name: string) => row.querySelector(selector)?.getAttribute(name);
  const trouble = said("small", "data-trouble");
  return {
    institution_id: row.dataset.testid?.slice("institution-".length),
    name: row.querySelector(".name")?.firstChild?.nodeValue,
    mark: said("use", "href")?.slice("#mark-".length),
    color: said("rect", "fill"),
    ...(trouble && { trouble }),
  } as InstitutionRow;
}
