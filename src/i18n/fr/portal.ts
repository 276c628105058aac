import type { PortalWords } from "../portal.ts";

/** The texts of the account site, in French. */
export const portal: PortalWords = {
  title: "Vos connexions",
  lead: (brand) =>
    `Vous voyez ici qui consulte vos comptes via ${brand}, et pouvez y mettre fin à tout moment.`,
  loading: "Vos connexions sont en cours d’ouverture",
  offline: "Vous êtes hors ligne. Les changements seront possibles une fois la connexion rétablie.",
  unreachable: {
    title: "Cette page est inaccessible",
    help: "Vérifiez votre connexion, puis réessayez.",
    again: "Réessayer",
  },
  noAnswer: "Pas de réponse. Vérifiez votre connexion, puis réessayez.",
  failure: "Cela n’a pas fonctionné. Veuillez réessayer.",
  tooMany: "Trop de tentatives. Veuillez patienter une minute.",
  sessionEnd: "Pour protéger vos données, cette page s’est fermée. Rouvrez-la pour continuer.",
  signedOut: "Vous êtes déconnecté.",
  signIn: {
    title: "Voyez qui consulte vos comptes",
    help: "Saisissez l’adresse e-mail que vous avez confirmée ici. Nous vous envoyons un lien qui ouvre vos connexions une seule fois.",
    noMail:
      "Identifiez-vous de nouveau auprès de votre banque dans l’application concernée, puis choisissez «\u00a0Voir ou arrêter le partage\u00a0».",
    email: "Adresse e-mail",
    invalid: "Saisissez une adresse e-mail, par exemple anne@mail.example.",
    send: "M’envoyer le lien",
    sending: "Envoi…",
    sentTitle: "Consultez votre messagerie",
    sent: (email) =>
      `Si ${email} est liée à des connexions ici, un message est en route. Son lien est valable 15 minutes, une seule fois.`,
    again: "Renvoyer le lien",
    other: "Utiliser une autre adresse",
  },
  mailed: {
    title: "Ouvrir vos connexions\u00a0?",
    help: "Le message que vous avez reçu ouvre vos connexions dans ce navigateur, une seule fois.",
    open: "Ouvrir mes connexions",
    opening: "Ouverture…",
  },
  expired: {
    title: "Ce lien n’est plus valable",
    help: "Il ouvre vos connexions une seule fois, et pour peu de temps. Rien n’a été modifié.",
  },
  erased: {
    title: "Vos données sont supprimées",
    help: "Plus rien n’est connecté, et ce qui a été lu de vos comptes est effacé ici. Les applications en ont été informées. Ce qu’elles ont copié relève de leur propre politique de confidentialité.",
  },
  signOut: "Quitter",
  none: {
    title: "Rien n’est connecté",
    help: "Aucune application ne consulte vos comptes ici.",
  },
  application: "Une application",
  readsFrom: (institution, hasEnded) =>
    `${hasEnded ? "ne consulte plus" : "consulte"} ${institution}`,
  status: { connected: "Connectée", paused: "En pause", ended: "Terminée" },
  pausedHelp:
    "Votre établissement vous demande de vous identifier à nouveau. D’ici là, rien de nouveau n’est lu.",
  endedHelp:
    "Plus rien ne peut être lu. Ce qui a été lu auparavant est conservé ici tant que vous ne le supprimez pas.",
  what: "Ce qu’elle peut lire",
  balances: "Vos comptes et leurs soldes",
  products: {
    auth: "Numéros de compte",
    transactions: "Ce que vous avez payé et reçu",
    identity: "Votre nom et vos coordonnées",
    income: "Ce que vous gagnez, et auprès de qui",
    assets: "Des rapports sur ce que vous possédez",
    investments: "Vos placements et leur valeur",
    liabilities: "Ce que vous devez, et à quelles conditions",
    statements: "Les relevés de votre banque, en documents",
    balance: "Soldes du moment",
  },
  since: "Depuis le",
  until: "Fin de l’accès",
  untilEnded: "Quand vous ou votre banque y mettez fin",
  accounts: "Comptes",
  ends: "«\u00a0Déconnecter\u00a0» garde ce qui a été lu, «\u00a0Déconnecter et supprimer\u00a0» l’efface.",
  stop: "Ne plus partager",
  stopLabel: (name) => `Ne plus partager ${name}`,
  disconnect: "Déconnecter",
  erase: "Déconnecter et supprimer",
  eraseRest: "Supprimer ce qui a été lu",
  working: "Un instant…",
  cancel: "Ne rien changer",
  stopQuestion: {
    title: (name) => `Ne plus partager ${name}\u00a0?`,
    text: (name, application) =>
      `${application} ne pourra plus consulter ${name}. Ce qui en a été lu est supprimé ici, sauf les rapports déjà établis.`,
  },
  disconnectQuestion: {
    title: (application) => `Déconnecter ${application}\u00a0?`,
    text: (application, institution) =>
      `${application} ne pourra plus rien lire auprès de ${institution}. Ce qui a été lu auparavant est conservé ici tant que vous ne le supprimez pas. Pour reconnecter, vous devrez vous identifier à nouveau.`,
  },
  eraseQuestion: {
    title: (application) => `Déconnecter ${application} et supprimer\u00a0?`,
    text: (application, institution) =>
      `Ce que ${application} lit auprès de ${institution}, vos identifiants et les rapports qui en ont été tirés sont effacés ici. C’est irréversible.`,
  },
  eraseRestQuestion: {
    title: (application) => `Supprimer ce que ${application} a lu\u00a0?`,
    text: (application, institution) =>
      `Ce que ${application} a lu auprès de ${institution}, vos identifiants et les rapports qui en ont été tirés sont effacés ici. C’est irréversible.`,
  },
  eraseAllQuestion: {
    title: () => "Tout supprimer\u00a0?",
    text: () =>
      "Toutes les connexions de cette page prennent fin, et ce qui a été lu est effacé ici, avec votre adresse e-mail. C’est irréversible.",
    yes: "Tout supprimer",
  },
  stopped: (name, application) => `${application} ne consulte plus ${name}.`,
  disconnected: (application) => `${application} est déconnectée.`,
  erasedOne: (application) => `${application} est déconnectée, et ce qui a été lu est supprimé.`,
  erasedRest: (application) => `Ce que ${application} a lu est supprimé.`,
  comeBack: {
    title: "Revenez à tout moment",
    help: "Avec une adresse e-mail confirmée, vous pourrez rouvrir cette page plus tard.",
    send: "M’envoyer un code",
    sent: (email) =>
      `Nous avons envoyé un code de 8 chiffres à ${email}. Il est valable 10 minutes.`,
    code: "Code reçu par e-mail",
    confirm: "Confirmer",
    wrong: "Ce n’est pas le bon code, ou il a expiré.",
    saved: "Votre adresse e-mail est confirmée.",
    signedIn: (email) => `Vous pouvez revenir ici avec ${email}.`,
  },
  data: {
    title: "Vos données",
    eraseAll: "Tout supprimer…",
    kept: "Après la suppression, il reste ce que la loi ou la facturation demande\u00a0: quelles connexions ont existé, vos consentements, avec les dates, et un journal de ce qui a été fait ici. Vos comptes n’y figurent pas.",
  },
};
