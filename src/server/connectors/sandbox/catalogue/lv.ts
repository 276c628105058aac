import { type SandboxInstitution, sepaInstitutions } from "./institution.ts";

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
