import type { LegalTexts } from "../legal.ts";

/** The terms and the privacy page, in French. */
export const legal: LegalTexts = {
  terms: {
    title: "Conditions de connexion d’un compte",
    parts: [
      [
        "Ce que vous autorisez",
        "Vous autorisez l’application qui vous l’a demandé à lire les types de données qui vous ont été indiqués, sur les comptes que vous avez choisis. La connexion permet seulement de lire\u00a0: elle n’effectue aucun paiement et ne modifie rien dans votre établissement.",
      ],
      [
        "Pour combien de temps",
        "Votre autorisation vaut pour la durée qui vous a été indiquée. Ensuite, l’application doit vous la demander à nouveau.",
      ],
      [
        "Comment y mettre fin",
        "Vous pouvez mettre fin à la connexion à tout moment, dans l’application ou auprès de votre établissement. Dès lors, plus rien n’est lu.",
      ],
      [
        "Qui en répond",
        "L’application qui vous l’a demandé décide de l’usage de vos données, et ses propres conditions s’y appliquent. Cette page ne concerne que la connexion.",
      ],
    ],
  },
  privacy: {
    title: "Confidentialité lors de la connexion d’un compte",
    parts: [
      [
        "Ce qui est lu",
        "Uniquement les types de données qui vous ont été indiqués, et uniquement sur les comptes que vous avez choisis.",
      ],
      [
        "Vos identifiants",
        "Ce que vous saisissez n’est transmis qu’à votre établissement. Vos identifiants sont conservés chiffrés, afin que les données puissent être mises à jour, et ne sont transmis à personne d’autre.",
      ],
      [
        "Qui reçoit les données",
        "L’application qui vous l’a demandé. Aucun service publicitaire, de mesure d’audience ou autre service de tiers ne fait partie de cette fenêtre.",
      ],
      [
        "Ce qui est retenu de votre consentement",
        "Quand vous l’avez donné, pour quel établissement et quels types de données, quel texte vous avez vu, et quand il prend fin.",
      ],
      [
        "Quand les données sont supprimées",
        "Lorsque vous supprimez une connexion, ou que l’application le fait, vos identifiants et vos comptes sont supprimés ici. Ce que l’application a copié jusque-là relève de sa propre politique de confidentialité.",
      ],
    ],
  },
};
