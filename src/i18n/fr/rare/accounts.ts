import type { RareWords } from "../../catalogue.ts";

/** The texts of a login with many accounts, in French. */
export const words: RareWords["accounts"] = {
  filter: "Filtrer par nom ou numéro",
  clearFilter: "Effacer le filtre",
  shown: (count) =>
    count === 0 ? "Aucun compte ne correspond." : count === 1 ? "1 compte" : `${count} comptes`,
  groups: {
    checking: "Comptes courants",
    savings: "Épargne",
    credit: "Cartes de crédit",
    loan: "Prêts",
    investment: "Placements",
    other: "Autres comptes",
    off: "Non partageables",
  },
};
