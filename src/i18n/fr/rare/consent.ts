import type { RareWords } from "../../catalogue.ts";

/** The text of the consent, in French. */
export const words: RareWords["consent"] = {
  version: "2026-12",
  another: "Choisir un autre établissement",
  title: (clientName) => `Partager vos données avec ${clientName}\u00a0?`,
  help: (clientName, institution, days) =>
    `Pendant ${days} jours, ${clientName} demande à lire ceci chez ${institution}, et rien d’autre\u00a0:`,
  scope: {
    accounts: {
      name: "Comptes et soldes",
      means: "Leurs noms, types et soldes.",
    },
    transactions: {
      name: "Opérations",
      means: "Ce que vous avez payé et reçu sur 24 mois.",
    },
    auth: {
      name: "Coordonnées bancaires",
      means: "Leurs numéros, pour les virements et prélèvements.",
    },
    identity: {
      name: "Vos coordonnées",
      means: "Votre nom, vos adresses, e-mails et téléphones.",
    },
    income: {
      name: "Revenus",
      means: "Ce que vous gagnez, et de qui, d’après vos comptes.",
    },
    assets: {
      name: "Rapport sur vos avoirs",
      means:
        "Ce que vos comptes contiennent et ont contenu, à qui ils appartiennent, les entrées et les sorties.",
    },
    investments: {
      name: "Placements",
      means: "Vos placements et ce qu’ils valent, ce que vous avez acheté et vendu.",
    },
    liabilities: {
      name: "Cartes et prêts",
      means: "Ce que vous devez, à quel taux, ce que vous payez et quand.",
    },
    statements: {
      name: "Relevés",
      means: "Les relevés mensuels de vos comptes, tels que votre banque les imprime.",
    },
  },
  termTitle: "Pour combien de temps",
  term: (until) => `Jusqu’au ${until}. Ensuite, nous vous le redemanderons.`,
  endTitle: "Comment y mettre fin",
  end: (clientName, institution) =>
    `Vous pouvez retirer votre consentement à tout moment\u00a0: par «\u00a0Voir ou arrêter le partage\u00a0» à la fin, ou auprès de ${clientName} ou de ${institution}. Dès lors, plus rien n’est lu.`,
  runBy: (operator) => `Cette fenêtre est gérée par ${operator}.`,
  terms: "Conditions",
  privacyPolicy: "Politique de confidentialité",
  agree: "Accepter et continuer",
  refuse: "Ne pas accepter",
  outdated: "Cette page n’est plus à jour. Fermez cette fenêtre et recommencez.",
};
