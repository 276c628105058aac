import type { Language } from "../../../protocol/vocabulary.ts";

/** A page of plain text: its title, and its parts with a heading each. No character means markup. */
export type LegalText = { title: string; parts: [heading: string, text: string][] };

/**
 * What a person who consents agrees to, and what becomes of their data. Only what is true of every
 * server that runs this: whoever adds something of their own puts up pages of their own.
 */
export const LEGAL_TEXTS: { [P in "terms" | "privacy"]: { [L in Language]: LegalText } } = {
  terms: {
    en: {
      title: "Terms of connecting an account",
      parts: [
        [
          "What you allow",
          "You allow the application that asked you to read the kinds of data that were named to you, from the accounts that you chose. The connection can only read: it makes no payment and changes nothing at your institution.",
        ],
        [
          "For how long",
          "Your permission holds for the time that was named to you. After that the application has to ask you again.",
        ],
        [
          "How to end it",
          "You can end the connection at any time, in the application or at your institution. From then on nothing more is read.",
        ],
        [
          "Who answers for it",
          "The application that asked you decides what your data is used for, and its own terms hold for that. This page is about the connection alone.",
        ],
      ],
    },
    fr: {
      title: "Conditions de connexion d’un compte",
      parts: [
        [
          "Ce que vous autorisez",
          "Vous autorisez l’application qui vous l’a demandé à lire les types de données qui vous ont été indiqués, sur les comptes que vous avez choisis. La connexion permet seulement de lire : elle n’effectue aucun paiement et ne modifie rien dans votre établissement.",
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
  },
  privacy: {
    en: {
      title: "Privacy when connecting an account",
      parts: [
        [
          "What is read",
          "Only the kinds of data that were named to you, and only from the accounts that you chose.",
        ],
        [
          "Your sign-in details",
          "What you type goes to your institution alone. It is kept encrypted, so that the data can be brought up to date, and is handed to nobody else.",
        ],
        [
          "Who gets the data",
          "The application that asked you. No advertising, measuring or other service of third parties is part of this window.",
        ],
        [
          "What is remembered of your consent",
          "When you gave it, for which institution and kinds of data, which text you were shown, and when it ends.",
        ],
        [
          "When data is deleted",
          "When the connection is ended, your sign-in details and your accounts are deleted here. What the application has copied until then is subject to its own privacy policy.",
        ],
      ],
    },
    fr: {
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
          "Lorsque la connexion prend fin, vos identifiants et vos comptes sont supprimés ici. Ce que l’application a copié jusque-là relève de sa propre politique de confidentialité.",
        ],
      ],
    },
  },
};
