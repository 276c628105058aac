import { type SandboxInstitution, sepaInstitutions } from "./institution.ts";

/** Institutions at home in Norway, most prominent first. */
export const norway: SandboxInstitution[] = sepaInstitutions("NO", [
  {
    id: 951001,
    name: "Blåmeisbanken",
    logoShape: "drop",
    color: "#27548a",
    bic: "BLMSNO20",
    bank: "9901",
  },
  {
    id: 951002,
    name: "Fjellrevbanken",
    logoShape: "hill",
    color: "#5a4636",
    bic: "FJRVNO20",
    bank: "9902",
  },
]);
