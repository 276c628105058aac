import type { TrustWords } from "../trust.ts";

/** Facts for the user before they choose an institution, in French. */
export const trust: TrustWords = {
  reads: {
    term: "Ce qui est lu",
    text: (kinds) => `Uniquement\u00a0: ${kinds}.`,
    accounts: ["comptes", "soldes"],
  },
  duration: {
    term: "Combien de temps",
    text: () => "Jusqu’à ce que vous, ou votre banque, y mettiez fin.",
  },
  password: {
    term: "Mot de passe",
    text: (clientName) => `Il va à votre banque, jamais à ${clientName}.`,
  },
  end: {
    term: "Comment arrêter",
    text: (clientName) =>
      `Par « Voir ou arrêter le partage » à la fin, ou auprès de ${clientName}.`,
  },
  runBy: "Géré par",
};
