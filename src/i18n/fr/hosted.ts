import type { HostedWords } from "../hosted.ts";

/** The texts of hosted Link's page, in French. */
export const hosted: HostedWords = {
  title: (application) => `${application} vous demande de connecter votre banque`,
  text: (application) =>
    `Vous choisissez votre banque, vous vous y identifiez, et vous décidez quels comptes ${application} peut consulter. ${application} ne voit jamais votre mot de passe.`,
  updateTitle: (application) =>
    `${application} vous demande de vous identifier à nouveau auprès de votre banque`,
  updateText: (application) =>
    `${application} ne peut plus consulter les comptes que vous partagez. Identifiez-vous à nouveau pour continuer, ou fermez cette page.`,
  button: "Continuer",
  back: (application) => `Retour à ${application}`,
  until: (time) => `Ce lien est valable jusqu’au ${time}.`,
  renewText: (application) =>
    `Une identification renouvelle l’accès de ${application} à ces comptes. Pour y mettre fin, fermez cette page.`,
  reconfirmTitle: (application) =>
    `${application} peut-il continuer à consulter vos comptes\u00a0?`,
  reconfirmText: (application) =>
    `La loi demande votre accord tous les 90 jours\u00a0; vous n’avez pas à vous identifier auprès de votre banque. Sans lui, ${application} cesse de les consulter. Pour y mettre fin, fermez cette page.`,
  reconfirmButton: "Oui, continuer",
  dates: (since, until) =>
    until === null
      ? `Partagés depuis le ${since}`
      : `Partagés depuis le ${since}, jusqu’au ${until}`,
  renewedTitle: "L’accès est renouvelé",
  renewedText: (application) => `${application} peut continuer à consulter ces comptes.`,
  doneTitle: "Votre banque est connectée",
  doneText: (application) =>
    `${application} peut désormais consulter les comptes que vous avez choisis. Vous pouvez fermer cette page.`,
  overTitle: "Ce lien ne fonctionne plus",
  expiredText: (application, time) =>
    `Il a expiré le ${time}. Demandez-en un autre à ${application}.`,
  overText:
    "Il a expiré, ou son adresse n’est pas complète. Rouvrez-le depuis le message, ou demandez-en un autre à l’application qui l’a envoyé.",
  runBy: (brand) => `Cette page est gérée par ${brand}.`,
  terms: "Conditions",
  privacyPolicy: "Politique de confidentialité",
  reminders: {
    ask: {
      title: "Ne plus recevoir de rappels\u00a0?",
      text: "Plus aucun message ne vous préviendra avant la fin de l’accès à vos comptes.",
      button: "Arrêter les rappels",
    },
    stopped: {
      title: "Vous ne recevrez plus de rappels",
      text: "L’accès à vos comptes reste inchangé.",
      button: "Me prévenir malgré tout",
    },
    again: {
      title: "Les rappels reprennent",
      text: "Vous recevrez un message avant la fin de l’accès à vos comptes.",
      button: null,
    },
  },
  offline: "La connexion est interrompue. Vérifiez votre réseau, puis réessayez.",
  again: "Réessayer",
};
