import { EUROPEAN_BANKS } from "../../../domain/institutions/european-banks.ts";
import { type SandboxInstitution, sepaInstitutions } from "./institution.ts";

/** Institutions at home in Spain, most prominent first. */
export const spain: SandboxInstitution[] = sepaInstitutions("ES", [
  {
    id: 942001,
    name: "Banco Luciérnaga",
    logoShape: "bloom",
    color: "#8a5a00",
    bic: "BLCGES20",
    bank: "9841",
  },
  {
    id: 942002,
    name: "Caja Albaricoque",
    logoShape: "drop",
    color: "#b0460f",
    products: ["transactions", "balance"],
    bic: "CJABES20",
    bank: "9842",
  },
  {
    id: 942003,
    name: "Banco Abejaruco",
    logoShape: "leaf",
    color: "#126a5a",
    abroad: ["PT"],
    bic: "BABJES20XXX",
    bank: "9843",
  },
  {
    id: 942004,
    name: "Ahorros Erizo Azul",
    logoShape: "tide",
    color: "#1f4fa3",
    bic: "AHEZES20",
    bank: "9844",
  },
  {
    id: EUROPEAN_BANKS.ids,
    name: "European Bank, ids that move",
    logoShape: "drop",
    color: "#5a3d8a",
    bic: "EUIDES20",
    bank: "9849",
    rules: { consent_days: 180, history_days: 90, moving_ids: true },
  },
]);
