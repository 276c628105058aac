import type { Catalogue } from "./en.ts";

/** French. */
export const fr: Catalogue = {
  language: "fr",
  window: "Connecter un compte",
  back: "Retour",
  close: "Fermer",

  selectInstitution: "Choisissez votre établissement",
  sharing: (clientName) => `${clientName} ne voit que les comptes que vous choisissez.`,
  search: "Rechercher par nom",
  clearSearch: "Effacer la recherche",
  popular: "Les plus demandés",
  searching: "Recherche en cours…",
  found: (count) => (count < 2 ? `${count} établissement` : `${count} établissements`),
  notFound: "Aucun établissement trouvé",
  notFoundHelp: "Vérifiez l’orthographe ou essayez un nom plus court.",

  opening: (institution) => `Ouverture de ${institution}…`,
  signingIn: (institution) => `Connexion à ${institution}…`,
  signingInHelp: "Cela peut prendre jusqu’à une minute.",
  finishing: "Encore un instant…",

  signIn: (institution) => `Connectez-vous à ${institution}`,
  signInHelp: "Utilisez vos identifiants habituels.",
  degraded: (institution) =>
    `${institution} rencontre des difficultés. La connexion peut être plus longue que d’habitude.`,
  missing: (label) => `À remplir : ${label}`,
  show: (label) => `Afficher : ${label}`,
  privacy: (clientName) => `${clientName} ne voit jamais ce que vous saisissez ici.`,
  continue: "Continuer",

  device: "Où envoyer votre code ?",
  code: "Saisissez votre code",
  questions: (count) => (count < 2 ? "Répondez à une question" : "Répondez à quelques questions"),
  mfaHelp: (institution) => `${institution} veut s’assurer que c’est bien vous.`,
  codeHelp: (institution) => `${institution} demande votre code à usage unique.`,
  sentTo: (mask) => `Il a été envoyé à ${mask}.`,
  codeLabel: "Code",
  deviceKinds: { phone: "Téléphone", email: "E-mail" },
  missingAnswer: "Veuillez répondre à cette question.",
  missingOption: "Veuillez choisir une réponse.",

  selectAccounts: "Choisissez vos comptes",
  sharesTicked: (clientName) => `${clientName} ne voit que ce que vous cochez.`,
  accounts: (count) => (count < 2 ? `${count} compte` : `${count} comptes`),
  selectAll: "Tout sélectionner",
  selectNone: "Tout désélectionner",
  continueWith: (count) =>
    count < 2 ? `Continuer avec ${count} compte` : `Continuer avec ${count} comptes`,
  chooseOne: "Choisissez au moins un compte pour continuer.",
  subtypes: {
    checking: "Compte courant",
    savings: "Compte d’épargne",
    cd: "Dépôt à terme",
    "money market": "Compte du marché monétaire",
    "credit card": "Carte de crédit",
    mortgage: "Prêt immobilier",
    student: "Prêt étudiant",
    auto: "Prêt auto",
    "401k": "401(k)",
    brokerage: "Compte-titres",
    ira: "IRA",
    other: "Compte",
  },
  endingIn: (mask) => `se terminant par ${mask}`,

  connected: (institution) => `${institution} : connexion réussie`,
  connectedHelp: (clientName) => `Vous pouvez revenir à ${clientName}.`,
  shared: "Comptes partagés",
  finish: "Terminer",

  failed: (institution) => `La connexion à ${institution} a échoué`,
  failedHelp:
    "Quelque chose n’a pas fonctionné. Choisissez un autre établissement ou revenez plus tard.",
  reference: (code) => `Référence : ${code}`,
  retry: "Réessayer",
  another: "Choisir un autre établissement",
  errors: {
    INTERNAL_SERVER_ERROR: "Une erreur est survenue de notre côté. Veuillez réessayer.",
    LINK_UNREACHABLE:
      "Le service est injoignable. Vérifiez votre connexion internet, puis réessayez.",
    INSTITUTION_DOWN: "Cet établissement n’est pas disponible pour le moment. Réessayez plus tard.",
    INSTITUTION_NOT_RESPONDING:
      "Cet établissement ne répond pas pour le moment. Réessayez plus tard.",
    INSTITUTION_NO_LONGER_SUPPORTED:
      "Cet établissement n’est plus pris en charge. Choisissez-en un autre.",
    INVALID_LINK_SESSION: "Cette session est terminée. Fermez cette fenêtre et recommencez.",
    INVALID_CREDENTIALS:
      "Ces identifiants ne correspondent pas. Vérifiez-les, puis essayez de nouveau.",
    INVALID_MFA: "Cette réponse ne correspond pas. Veuillez réessayer.",
    ITEM_LOCKED:
      "Votre compte est bloqué. Débloquez-le auprès de votre établissement, puis revenez.",
    ITEM_NOT_SUPPORTED:
      "Ce type de compte ne peut pas être connecté. Choisissez un autre établissement.",
    MFA_NOT_SUPPORTED:
      "Ce compte demande une vérification que nous ne prenons pas en charge. Choisissez un autre établissement.",
    NO_ACCOUNTS: "Nous n’avons trouvé aucun compte à connecter. Essayez un autre établissement.",
    USER_INPUT_TIMEOUT: "Le délai est dépassé. Veuillez vous connecter de nouveau.",
    USER_SETUP_REQUIRED:
      "Connectez-vous une fois sur le site de votre établissement, puis revenez.",
  },

  leaveTitle: "Quitter avant la connexion ?",
  leaveHelp: (clientName) => `Vos comptes ne sont pas encore connectés à ${clientName}.`,
  stay: "Continuer",
  leave: "Quitter",
};
