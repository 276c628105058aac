import type { DownloadsWords } from "../downloads.ts";

export const downloads: DownloadsWords = {
  help: "Ce qui est conservé ici sur vos connexions, dans un fichier pour d’autres programmes\u00a0: tout, ou vos opérations.",
  format: "Fichier",
  everything: "Tout (JSON)",
  transactions: "Opérations",
  download: "Télécharger",
};
