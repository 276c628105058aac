import { type SandboxInstitution, sepaInstitutions } from "./institution.ts";

/** Institutions at home in Portugal, most prominent first. */
export const portugal: SandboxInstitution[] = sepaInstitutions("PT", [
  {
    id: 947001,
    name: "Banco Andorinhão",
    logoShape: "tide",
    color: "#1a5a8a",
    bic: "BANDPT20",
    bank: "9841",
  },
  {
    id: 947002,
    name: "Caixa Alfazema",
    logoShape: "bloom",
    color: "#6a3d9a",
    products: ["transactions", "auth", "balance"],
    bic: "CXAZPT20",
    bank: "9842",
  },
  {
    id: 947003,
    name: "Banco Pirilampo",
    logoShape: "drop",
    color: "#2f6b1f",
    bic: "BPLPPT20XXX",
    bank: "9843",
  },
]);
