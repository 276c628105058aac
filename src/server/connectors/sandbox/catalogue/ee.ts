import { type SandboxInstitution, sepaInstitutions } from "./institution.ts";

/** Institutions at home in Estonia, most prominent first. */
export const estonia: SandboxInstitution[] = sepaInstitutions("EE", [
  {
    id: 952001,
    name: "Rukkilille Pank",
    logoShape: "bloom",
    color: "#2f4fa0",
    bic: "RKLLEE20",
    bank: "97",
  },
]);
