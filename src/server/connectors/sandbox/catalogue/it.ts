import { type SandboxInstitution, sepaInstitutions } from "./institution.ts";

/** Institutions at home in Italy, most prominent first. */
export const italy: SandboxInstitution[] = sepaInstitutions("IT", [
  {
    id: 943001,
    name: "Banca Pettirosso",
    logoShape: "leaf",
    color: "#a32020",
    bic: "BPTRIT20",
    bank: "98401",
  },
  {
    id: 943002,
    name: "Cassa Lucciola",
    logoShape: "bloom",
    color: "#7a5c00",
    products: ["transactions", "auth", "balance"],
    bic: "CSLCIT20",
    bank: "98402",
  },
  {
    id: 943003,
    name: "Banca Riccio & Melograno",
    logoShape: "knot",
    color: "#8c1c4b",
    aliases: ["Riccio e Melograno"],
    bic: "BRMGIT20XXX",
    bank: "98403",
  },
  {
    id: 943004,
    name: "Banca Ghiandaia",
    logoShape: "hill",
    color: "#225c8a",
    bic: "BGHDIT20",
    bank: "98404",
  },
]);
