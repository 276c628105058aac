import { type SandboxInstitution, sepaInstitutions } from "./institution.ts";

/** Institutions at home in Belgium, most prominent first. */
export const belgium: SandboxInstitution[] = sepaInstitutions("BE", [
  {
    id: 946001,
    name: "Meesbank",
    logoShape: "crest",
    color: "#2b5d8c",
    bic: "MSBKBE20",
    bank: "991",
  },
  {
    id: 946002,
    name: "Crédit Coccinelle",
    logoShape: "bloom",
    color: "#b01e2e",
    abroad: ["FR"],
    bic: "CRCNBE20",
    bank: "992",
  },
  {
    id: 946003,
    name: "Spaarkas Klaproos",
    logoShape: "leaf",
    color: "#a33a12",
    products: ["transactions", "balance"],
    bic: "SKKPBE20",
    bank: "993",
  },
]);
