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

/** Institutions at home in Latvia, most prominent first. */
export const latvia: SandboxInstitution[] = sepaInstitutions("LV", [
  {
    id: 954001,
    name: "Cielavas Banka",
    logoShape: "tide",
    color: "#8a2d4f",
    bic: "CLVSLV20",
    bank: "CLVS",
  },
]);
