import { EUROPEAN_BANKS } from "../../../domain/institutions/european-banks.ts";
import { type SandboxInstitution, sepaInstitutions } from "./institution.ts";

/** Institutions at home in France, most prominent first. */
export const france: SandboxInstitution[] = sepaInstitutions("FR", [
  {
    id: 940001,
    name: "Banque Lavandière",
    logoShape: "leaf",
    color: "#5b3a8c",
    bic: "LVDRFR20",
    bank: "98401",
  },
  {
    id: 940002,
    name: "Crédit Coquelicot",
    logoShape: "bloom",
    color: "#b3261e",
    bic: "CQLTFR20XXX",
    bank: "98402",
  },
  {
    id: 940003,
    name: "Caisse Hérisson",
    logoShape: "hill",
    color: "#6b4423",
    products: ["auth", "balance"],
    bic: "CHRSFR20",
    bank: "98403",
  },
  {
    id: 940004,
    name: "Banque du Martinet Bleu",
    logoShape: "tide",
    color: "#1b5e9c",
    abroad: ["BE"],
    bic: "BMTBFR20",
    bank: "98404",
  },
  {
    id: EUROPEAN_BANKS.reads,
    name: "European Bank, 4 reads a day",
    logoShape: "arch",
    color: "#3c6e1f",
    bic: "EURDFR20",
    bank: "98409",
    rules: { consent_days: 180, history_days: 90, reads_per_day: 4 },
  },
]);
