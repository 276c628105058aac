/** The way to a bank's file: its location on the site or in the app, and the format to choose. */
export type DownloadPath = {
  /** The bank's name as a user reads it. */
  bank: string;
  /** Names that users type, in lower case without punctuation. */
  names: readonly string[];
  /** The labels on the bank's screens, from the first page to the download. */
  path: string;
  /** The bank's own word. A file called Excel is read if it contains CSV. */
  format: "CSV" | "Excel" | "OFX" | "MT940" | "CAMT.053";
  /** The public page that describes the path, and the day it was read. */
  source: string;
  readOn: string;
};

const NEW_ZEALAND = "https://ledger.hatched.digital/docs/csv-format";
const READ_ON = "2026-11-29";
const READ_LATER = "2026-11-30";

/** The banks whose way to the file is known from a public page. */
export const DOWNLOAD_PATHS: readonly DownloadPath[] = [
  {
    ...{ bank: "ABN AMRO", names: ["abn amro", "abn"], format: "CAMT.053", readOn: READ_ON },
    path: "Internet Bankieren › Tools › Mutaties",
    source:
      "https://www.abnamro.nl/nl/zakelijk/producten/digitaal-bankieren/mkb/internetbankieren/mogelijkheden/bestanden-downloaden.html",
  },
  {
    ...{ bank: "Sparkasse", names: ["sparkasse"], format: "CAMT.053", readOn: READ_ON },
    path: "Umsätze › Umsatzdaten exportieren",
    source:
      "https://www.sk-westerwald-sieg.de/de/home/login-online-banking/uebersicht-glossare.html",
  },
  {
    ...{ bank: "Revolut Business", names: ["revolut business"], format: "CSV" },
    ...{ readOn: READ_LATER, path: "Home › … › Statements › Account statement" },
    source:
      "https://help.revolut.com/nl-NL/business/help/managing-my-business/viewing-my-account-statements/how-to-get-a-monthly-statement/",
  },
  {
    ...{ bank: "Revolut", names: ["revolut"], format: "Excel", readOn: READ_LATER },
    path: "Home › … › Statement",
    source:
      "https://help.revolut.com/nl-NL/help/app-features/vaults/how-can-i-get-a-statement-for-my-vaults/",
  },
  {
    ...{ bank: "Wise", names: ["wise", "transferwise"], format: "CSV", readOn: READ_LATER },
    path: "Your initials › Statements and reports › Statements",
    source: "https://wise.com/fr/help/articles/2736049/comment-telecharger-un-releve",
  },
  {
    ...{ bank: "PayPal", names: ["paypal"], format: "CSV", readOn: READ_LATER },
    path: "Activity › Download › More reports › Activity report",
    source:
      "https://securepayments.paypal.com/ch/cshelp/article/wie-kann-ich-kontoausz%C3%83%C2%BCge-und-berichte-anzeigen-und-herunterladen-help145?locale.x=fr_CH",
  },
  {
    ...{ bank: "Rabobank", names: ["rabobank", "rabo"], format: "CSV", readOn: READ_LATER },
    path: "Betalen en sparen › Downloaden transacties",
    source:
      "https://support.yuki.nl/nl/support/solutions/articles/80000787699-rabobank-exportbestanden",
  },
  {
    ...{ bank: "SNS", names: ["sns", "sns bank"], format: "MT940", readOn: READ_LATER },
    path: "Betalen › Bij- en afschrijvingen › Downloaden",
    source: "https://dezorgaccountants.nl/bankbestanden-sns/",
  },
  {
    ...{ bank: "Lloyds Bank", names: ["lloyds"], format: "CSV", readOn: READ_LATER },
    path: "Account › Export (in a browser, not in the app)",
    source: "https://invoicedataextraction.com/blog/lloyds-bank-statement-to-excel",
  },
  {
    ...{ bank: "Starling Bank", names: ["starling"], format: "CSV", readOn: READ_ON },
    path: "More › Statements › Download CSV",
    source: "https://www.getmoneysorted.co.uk/starling-bank-statement-guide",
  },
  {
    ...{ bank: "ANZ New Zealand", names: ["anz"], format: "CSV", readOn: READ_ON },
    ...{ path: "Accounts › Export", source: NEW_ZEALAND },
  },
  {
    ...{ bank: "ASB", names: ["asb"], format: "CSV", readOn: READ_ON },
    ...{ path: "Accounts › Transaction History › Export", source: NEW_ZEALAND },
  },
  {
    ...{ bank: "BNZ", names: ["bnz", "bank of new zealand"], format: "CSV", readOn: READ_ON },
    ...{ path: "Accounts › Transactions › Export", source: NEW_ZEALAND },
  },
  {
    ...{ bank: "Westpac New Zealand", names: ["westpac"], format: "CSV", readOn: READ_ON },
    ...{ path: "Westpac One › Transaction history › Export", source: NEW_ZEALAND },
  },
  {
    ...{ bank: "Kiwibank", names: ["kiwibank"], format: "CSV", readOn: READ_ON },
    ...{ path: "Accounts › Transactions › Download", source: NEW_ZEALAND },
  },
  {
    ...{ bank: "SBS Bank (Emerge)", names: ["sbs bank", "emerge"], format: "CSV", readOn: READ_ON },
    ...{ path: "Account Activity › Export", source: NEW_ZEALAND },
  },
  {
    ...{
      bank: "Scotiabank Costa Rica",
      names: ["scotiabank costa rica", "scotiabank de costa rica"],
    },
    ...{ format: "CSV", readOn: READ_ON, path: "Accounts › Balances › Download" },
    source: "https://www.scotiabank.com/cr/demo/help/help_balances_howto.html",
  },
  {
    ...{ bank: "Bank Five Nine", names: ["bank five nine"], format: "OFX", readOn: READ_ON },
    path: "Account › Download",
    source:
      "https://www.bankfivenine.com/faq/how-do-i-download-my-transactions-from-online-banking-2/",
  },
  {
    ...{ bank: "Sage Capital Bank", names: ["sage capital"], format: "OFX", readOn: READ_ON },
    path: "Account information › Download",
    source:
      "https://ecom.sagecapitalbank.com/PBI_PBI1151/Help/Content/PROC_Download_Processed_Transactions.htm",
  },
];
