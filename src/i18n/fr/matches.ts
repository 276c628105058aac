import type { MatchesWords } from "../matches.ts";

/** The texts of the account site's question about transactions that may be the same, in French. */
export const matches: MatchesWords = {
  waiting:
    "Ces comptes ne reçoivent plus rien tant que vous ne vous reconnectez pas au service qui relie votre banque, par exemple votre serveur SimpleFIN :",
  title: "Est-ce la même opération ?",
  help: (account) => `Votre banque l’affiche maintenant sous un autre numéro, sur ${account}.`,
  before: "Avant",
  now: "Maintenant",
  pending: "en attente",
  why: "Pourquoi cette question :",
  same: "La même opération",
  different: "Deux opérations",
  more: (count) =>
    count === 1 ? "Encore une question ensuite." : `Encore ${count} questions ensuite.`,
  decided: "Merci. Nous ne le redemanderons pas.",
  stale: "C’était déjà décidé, ou votre banque l’a modifié.",
};
