/** The formats of transactions as a file, with their names. */
export const EXPORT_FORMATS = {
  ofx: "OFX",
  qif: "QIF",
  csv: "CSV",
  camt: "camt.053",
  mt940: "MT940",
  ledger: "ledger",
  hledger: "hledger",
  beancount: "beancount",
} as const;
export type ExportFormat = keyof typeof EXPORT_FORMATS;
