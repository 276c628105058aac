import { type SandboxInstitution, sepaInstitutions } from "./institution.ts";

/** Institutions at home in Lithuania, most prominent first. */
export const lithuania: SandboxInstitution[] = sepaInstitutions("LT", [
  {
    id: 953001,
    name: "Gandro Bankas",
    logoShape: "leaf",
    color: "#2d6a3a",
    bic: "GNDRLT20",
    bank: "98401",
  },
]);
