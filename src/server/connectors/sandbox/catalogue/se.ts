import { type SandboxInstitution, sepaInstitutions } from "./institution.ts";

/** Institutions at home in Sweden, most prominent first. */
export const sweden: SandboxInstitution[] = sepaInstitutions("SE", [
  {
    id: 949001,
    name: "Blåbärsbanken",
    logoShape: "drop",
    color: "#33418f",
    abroad: ["DK", "FI"],
    bic: "BLBBSE20",
    bank: "741",
  },
  {
    id: 949002,
    name: "Igelkottbanken",
    logoShape: "hill",
    color: "#6b4a2b",
    bic: "IGKTSE20",
    bank: "742",
  },
  {
    id: 949003,
    name: "Lövsångarbanken",
    logoShape: "leaf",
    color: "#3b6b1f",
    products: ["transactions", "auth", "balance"],
    bic: "LVSGSE20XXX",
    bank: "743",
  },
]);
