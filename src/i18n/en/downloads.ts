import type { DownloadsWords } from "../downloads.ts";

export const downloads: DownloadsWords = {
  help: "What is kept here about your connections, as a file for other programs: everything, or your transactions.",
  format: "File",
  everything: "Everything (JSON)",
  transactions: "Transactions",
  download: "Download",
};
