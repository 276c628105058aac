import type { PageWords } from "../page-words.ts";

/** The SDK's texts, in French. */
export const page: PageWords = {
  starting: "Un instant…",
  failed: "Connexion impossible pour l’instant.",
  restart: "Veuillez recommencer.",
  retry: "Vérifiez votre réseau et réessayez.",
  close: "Fermer",
  again: "Réessayer",
};
