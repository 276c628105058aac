import { type SandboxInstitution, sepaInstitutions } from "./institution.ts";
import { CUSTOMER_NUMBER_AND_PIN } from "./login-forms.ts";

/** Institutions at home in Austria, most prominent first. */
export const austria: SandboxInstitution[] = sepaInstitutions("AT", [
  {
    id: 948001,
    name: "Murmelbank",
    logoShape: "hill",
    color: "#7a4419",
    bic: "MRMLAT20",
    bank: "98410",
  },
  {
    id: 948002,
    name: "Sparverein Bergdohle",
    logoShape: "crest",
    color: "#8f1d2c",
    fields: CUSTOMER_NUMBER_AND_PIN,
    bic: "SVBDAT20",
    bank: "98420",
  },
  {
    id: 948003,
    name: "Edelgams Bank",
    logoShape: "knot",
    color: "#2f5d50",
    abroad: ["DE"],
    products: ["auth", "balance"],
    bic: "EGMSAT20",
    bank: "98430",
  },
]);
