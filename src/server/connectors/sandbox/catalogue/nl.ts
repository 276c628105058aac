import { type SandboxInstitution, sepaInstitutions } from "./institution.ts";

/** Institutions at home in the Netherlands, most prominent first. */
export const netherlands: SandboxInstitution[] = sepaInstitutions("NL", [
  {
    id: 944001,
    name: "Kievitbank",
    logoShape: "tide",
    color: "#0f5f4b",
    bic: "KVTBNL20",
    bank: "KVTB",
  },
  {
    id: 944002,
    name: "Egelbank",
    logoShape: "hill",
    color: "#6b3e1a",
    abroad: ["BE"],
    bic: "EGLBNL20",
    bank: "EGLB",
  },
  {
    id: 944003,
    name: "Spaarbank Zilverreiger",
    logoShape: "crest",
    color: "#3f5165",
    products: ["auth", "balance"],
    bic: "SZRGNL20",
    bank: "SZRG",
  },
  {
    id: 944004,
    name: "Stroopwaag Bank",
    logoShape: "knot",
    color: "#9a4a00",
    bic: "STWGNL20",
    bank: "STWG",
  },
]);
