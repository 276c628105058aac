import { EUROPEAN_BANKS } from "../../../domain/institutions/european-banks.ts";
import { type SandboxInstitution, sepaInstitutions } from "./institution.ts";
import { CUSTOMER_NUMBER_AND_PIN } from "./login-forms.ts";

/** Institutions at home in Germany, most prominent first. */
export const germany: SandboxInstitution[] = sepaInstitutions("DE", [
  {
    id: 941001,
    name: "Dachsbau Bank",
    logoShape: "hill",
    color: "#4a4e57",
    bic: "DCHBDE20",
    bank: "98401010",
  },
  {
    id: 941002,
    name: "Sparverein Zaunkönig",
    logoShape: "crest",
    color: "#9c1f1f",
    abroad: ["AT", "PL"],
    fields: CUSTOMER_NUMBER_AND_PIN,
    bic: "SVZKDE20",
    bank: "98402020",
  },
  {
    id: 941003,
    name: "Eulenspree Bank",
    logoShape: "arch",
    color: "#1f4e79",
    bic: "ELSPDE20XXX",
    bank: "98403030",
  },
  {
    id: 941004,
    name: "Apfelkamm Direktbank",
    logoShape: "leaf",
    color: "#3c6e1f",
    products: ["transactions", "auth", "balance"],
    bic: "APKMDE20",
    bank: "98404040",
  },
  {
    id: 941005,
    name: "Wolkenkuckuck Bank",
    logoShape: "drop",
    color: "#5a3d8a",
    bic: "WKKBDE20",
    bank: "98405050",
  },
  {
    id: EUROPEAN_BANKS.history,
    name: "European Bank, 90 days of history",
    logoShape: "hill",
    color: "#1f4e79",
    bic: "EUHSDE20",
    bank: "98409090",
    rules: { consent_days: 180, history_days: 90 },
  },
]);
