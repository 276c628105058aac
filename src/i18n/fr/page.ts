import type { PageWords } from "../page-words.ts";

/** The SDK's texts, in French. */
export const page: PageWords = {
  starting: "Un instant…",
  failed: "La connexion est impossible pour l’instant.",
  restart: "Fermez cette fenêtre et recommencez.",
  retry: "Vérifiez votre réseau et réessayez.",
  close: "Fermer",
  again: "Réessayer",
};
