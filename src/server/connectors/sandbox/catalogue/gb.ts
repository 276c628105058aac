import { EUROPEAN_BANKS } from "../../../domain/institutions/european-banks.ts";
import { type Row, type SandboxInstitution, sandboxInstitution } from "./institution.ts";
import { CUSTOMER_NUMBER_AND_PIN, CUSTOMER_NUMBER_PASSWORD_AND_PIN } from "./login-forms.ts";

/** Sort codes begin with 88, a range without banks and modulus checks. */
type BritishRow = Row & { bic: string; sortCodes: readonly [string, ...string[]] };

const ROWS: BritishRow[] = [
  {
    id: 116834,
    name: "Royal Platypus Bank",
    logoShape: "crest",
    color: "#4b2a7b",
    aliases: ["Platypus Royal"],
    bic: "RYPTGB20",
    sortCodes: ["880114", "880127", "880153"],
  },
  {
    id: 117650,
    name: "Platypus Building Society",
    logoShape: "arch",
    color: "#12606b",
    bic: "PYBSGB20",
    sortCodes: ["880206", "880219"],
    products: ["transactions", "auth", "balance"],
  },
  {
    id: 930001,
    name: "Thistlewren Bank",
    logoShape: "bloom",
    color: "#7a2a66",
    bic: "THWRGB20",
    sortCodes: ["881021", "881047"],
    fields: CUSTOMER_NUMBER_AND_PIN,
  },
  {
    id: 930002,
    name: "Foxglove & Fennel",
    logoShape: "leaf",
    color: "#2f6b2f",
    aliases: ["Foxglove and Fennel"],
    bic: "FGFNGB20",
    sortCodes: ["881108"],
  },
  {
    id: 930003,
    name: "Bramblequay Bank",
    logoShape: "tide",
    color: "#1b4b91",
    bic: "BQYBGB20XXX",
    sortCodes: ["881236", "881242"],
    abroad: ["IE"],
  },
  {
    id: 930004,
    name: "Puddlewick Building Society",
    logoShape: "drop",
    color: "#28627d",
    bic: "PDWKGB20",
    sortCodes: ["881303"],
    fields: CUSTOMER_NUMBER_PASSWORD_AND_PIN,
    products: ["auth", "balance"],
  },
  {
    id: 930005,
    name: "Hobnail Bank",
    logoShape: "hill",
    color: "#6a3f1d",
    bic: "HBNLGB20",
    sortCodes: ["881415"],
  },
  {
    id: 930006,
    name: "Marchpane Bank",
    logoShape: "knot",
    color: "#a0264a",
    bic: "MRPNGB20",
    sortCodes: ["881522"],
  },
  {
    id: 930007,
    name: "Gannetstone Bank",
    logoShape: "hill",
    color: "#3d4f5c",
    bic: "GNTSGB20XXX",
    sortCodes: ["881634", "881650"],
    products: ["transactions", "balance"],
  },
  {
    id: 117181,
    name: "Platypus QR Bank",
    logoShape: "tide",
    color: "#22577a",
    bic: "PTQRGB20",
    sortCodes: ["880301"],
    oauth: true,
  },
  {
    id: EUROPEAN_BANKS.yes,
    name: "British Bank, a yes each 90 days",
    logoShape: "tide",
    color: "#7a1f3d",
    bic: "BRYSGB20",
    sortCodes: ["881790"],
    rules: { consent_days: 90, history_days: 90 },
  },
];

/** Institutions at home in the United Kingdom, most prominent first. */
export const unitedKingdom: SandboxInstitution[] = ROWS.map((row) =>
  sandboxInstitution(row, { country: "GB", bic: row.bic, sortCodes: row.sortCodes }),
);
