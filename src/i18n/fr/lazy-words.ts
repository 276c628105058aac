import type { LazyWords } from "../catalogue.ts";

const accounts = (count: number) => `${count} compte${count < 2 ? "" : "s"}`;

/** The texts of the lazy views, in French. */
export const lazyWords: LazyWords = {
  back: "Retour",
  offline: "Vous êtes hors ligne. Nous reprendrons à votre retour.",
  closing: "Cette fenêtre est fermée. Revenez à l’application pour continuer.",
  covered:
    "Quelque chose couvre cette fenêtre ou la rend transparente. Nous continuons dès qu’elle est de nouveau visible.",
  found: (count) => (count < 2 ? `${count} établissement` : `${count} établissements`),
  notFound: "Aucun établissement trouvé",
  missingBank: "Je ne trouve pas ma banque",
  notListed: "Absent de la liste\u00a0? Vous pouvez\u00a0:",
  searchFailed: "La recherche n’a pas abouti",

  notFoundHelp: "Vérifiez l’orthographe ou essayez un nom plus court.",
  notServed: (clientName) =>
    `Seuls figurent les établissements qui offrent ce que demande ${clientName}.`,
  slow: "C’est plus long que d’habitude. Vous pouvez laisser cette fenêtre ouverte.",
  stillWaiting:
    "Il n’y a pas encore de réponse. Vous pouvez attendre encore, ou quitter et réessayer plus tard.",
  leave: "Quitter",

  signIn: (institution) => `Connectez\u2011vous à ${institution}`,
  signInHelp: "Utilisez vos identifiants habituels.",
  degraded: (institution) =>
    `${institution} rencontre des difficultés. La connexion peut être longue, ou échouer.`,
  down: (institution) => `${institution} est en panne en ce moment\u00a0; réessayez plus tard.`,
  missing: (label) => `Saisissez votre ${label}`,
  missingChoice: "Faites un choix.",
  missingTick: "Cochez cette case pour continuer.",
  choose: "Choisir…",
  show: (label) => `Afficher\u00a0: ${label}`,
  privacy: (institution, clientName) => `Votre saisie va à ${institution}, jamais à ${clientName}.`,
  continue: "Continuer",
  signingIn: (institution) => `Connexion à ${institution}…`,
  signingInHelp: "Cela peut prendre jusqu’à une minute.",
  steps: (institution) => [`Contact avec ${institution}`, "Connexion", "Lecture des comptes"],
  verifying: "Vérification de votre saisie…",
  finishing: "Encore un instant…",

  selectAccounts: "Choisissez vos comptes",
  selectAccount: "Choisissez un compte",
  sharesTicked: (clientName) => `${clientName} ne voit que ce que vous cochez.`,
  sharesChosen: (clientName) => `${clientName} ne voit que le compte que vous choisissez.`,
  accounts,
  ticked: (count, of) => `${count} sur ${of}`,
  selectAll: "Tout sélectionner",
  selectNone: "Tout désélectionner",
  continueWith: (count) => `Continuer avec ${accounts(count)}`,
  chooseSome: "Choisissez au moins un compte pour continuer.",
  chooseOne: "Choisissez un compte pour continuer.",
  missingProducts: {
    transactions: "Pas d’opérations à partager",
    auth: "Pas de coordonnées pour les virements",
    identity: "Titulaire non indiqué",
    income: "Aucun revenu à partager",
    assets: "Ne peut pas figurer dans un rapport",
    investments: "Aucun placement à partager",
    liabilities: "Aucune dette à partager",
    statements: "Aucun relevé à partager",
  },
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

  newTab: "s’ouvre dans un nouvel onglet",

  failedHelp: "Quelque chose n’a pas fonctionné.",
  advice: {
    again: "Veuillez réessayer dans un instant.",
    site: "Une fois que c’est fait, revenez ici et réessayez.",
    list: "Veuillez choisir un autre établissement.",
    leave: "Veuillez fermer cette fenêtre et recommencer.",
  },
  site: (institution) => `Aller sur le site de ${institution}`,
  retry: "Réessayer",
  errors: {
    LINK_UNREACHABLE: "Le service est injoignable. Vous êtes peut-être hors ligne.",
  },
};
