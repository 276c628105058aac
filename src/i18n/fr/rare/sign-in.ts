import type { RareWords } from "../../catalogue.ts";

/** The texts of signing in at the institution's own site, and of signing in again, in French. */
export const words: RareWords["sign-in"] = {
  oauthHelp: (institution, clientName) =>
    `Vous vous connectez chez ${institution}, dans sa propre fenêtre, et y choisissez ce que ${clientName} peut voir.`,
  addressBar: (host) => `Vous verrez ${host} dans la barre d’adresse.`,
  oauthWaiting: (institution) => `Terminez chez ${institution}`,
  oauthWaitingHelp:
    "Connectez-vous et donnez votre accord dans la fenêtre ouverte, ou dans l’application de votre banque. Nous continuons ensuite ici.",
  isClosed: "La fenêtre est fermée\u00a0? Rouvrez-la.",
  oauthAgain: "Rouvrir la fenêtre",
  cancel: "Annuler",

  signInAgain: (institution) => `Reconnectez\u2011vous à ${institution}`,
  asksAgain: (clientName) =>
    `${clientName} vous le demande pour continuer à lire vos comptes. Rien d’autre ne change.`,
  endedAgain: (clientName) =>
    `D’ici là, ${clientName} ne peut plus lire vos comptes. Rien n’est perdu.`,
  since: "Connecté depuis le",
  lastRead: "Dernière lecture",
  waiting: (count) => (count < 2 ? "Compte en attente" : "Comptes en attente"),
  more: (count) => `et ${count} de plus`,
};
