import { type Row, type SandboxInstitution, sandboxInstitution } from "./institution.ts";
import { CARD_NUMBER_AND_PASSWORD } from "./login-forms.ts";

/** `institution` is EFT's three digits. Ours begin with 9, which no member uses. */
type CanadianRow = Row & { institution: string };

const ROWS: CanadianRow[] = [
  {
    id: 43,
    name: "Tamarack & Twill Bank",
    logoShape: "leaf",
    color: "#8c1c2b",
    aliases: ["Tamarack and Twill"],
    institution: "943",
  },
  { id: 920001, name: "Loonfeather Bank", logoShape: "tide", color: "#155e75", institution: "951" },
  {
    id: 920002,
    name: "Banque Bleuet-Boréal",
    logoShape: "bloom",
    color: "#3b3f9e",
    aliases: ["Bleuet"],
    institution: "952",
  },
  { id: 920003, name: "Maplewicket Bank", logoShape: "arch", color: "#a12b12", institution: "953" },
  {
    id: 920004,
    name: "Caisse Harfang",
    logoShape: "crest",
    color: "#355070",
    institution: "954",
    fields: CARD_NUMBER_AND_PASSWORD,
  },
  {
    id: 920005,
    name: "Moosewillow Savings",
    logoShape: "hill",
    color: "#5a4b1f",
    institution: "955",
    products: ["transactions", "auth", "identity", "balance"],
  },
  {
    id: 920006,
    name: "Saltspruce Credit Union",
    logoShape: "drop",
    color: "#1d6b52",
    institution: "956",
    products: ["auth", "balance"],
  },
  {
    id: 920007,
    name: "Pinemarten Card",
    logoShape: "knot",
    color: "#6a2e4f",
    institution: "957",
    products: ["transactions"],
  },
];

/** Institutions at home in Canada, most prominent first. */
export const canada: SandboxInstitution[] = ROWS.map((row) =>
  sandboxInstitution(row, { country: "CA", institution: row.institution }),
);
