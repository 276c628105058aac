import type { MailWords } from "../mails.ts";

/** The texts of mails, in French. */
export const mails: MailWords = {
  signIn: {
    subject: (brand) => `Ouvrez vos connexions chez ${brand}`,
    text: "Vous avez demandé à voir qui consulte vos comptes. Ouvrez vos connexions ici\u00a0:",
    button: "Ouvrir mes connexions",
    until: "Le lien est valable 15 minutes, une seule fois.",
    notYou:
      "Si vous n’avez rien demandé, vous n’avez rien à faire\u00a0: sans ce message, personne n’entre.",
  },
  code: {
    subject: (brand) => `Votre code pour ${brand}`,
    text: "Saisissez ce code sur la page où vous avez donné votre adresse e-mail\u00a0:",
    until: "Il est valable 10 minutes.",
    notYou:
      "Si vous n’avez rien demandé, quelqu’un s’est trompé d’adresse. Vous n’avez rien à faire\u00a0; ne donnez ce code à personne.",
  },
  hosted: {
    subject: (brand) => `${brand}\u00a0: une demande de connexion à votre banque`,
    text: (application) =>
      `${application} vous demande de connecter votre banque. Vous choisissez les comptes à partager, et ${application} ne voit jamais votre mot de passe.`,
    button: "Connecter ma banque",
    until: (time) => `Le lien est valable jusqu’au ${time}, et ne sert qu’une fois.`,
    notYou:
      "Si vous n’attendiez pas ce message, vous n’avez rien à faire\u00a0: rien n’est partagé.",
  },
  recovery: {
    subject: (brand, institution) => `${brand}\u00a0: ${institution} répond de nouveau`,
    text: (institution, application) =>
      `${application} peut de nouveau connecter vos comptes chez ${institution}\u00a0: la banque n’avait pas répondu lors de votre essai.`,
    until: (application) =>
      `Pour continuer, ouvrez ${application} et choisissez votre banque comme avant.`,
    notYou:
      "Si vous ne voulez plus les connecter, vous n’avez rien à faire. Ce message ne vous sera envoyé qu’une fois.",
  },
  reminder: {
    subject: {
      ends: (brand) => `${brand}\u00a0: l’accès à vos comptes prend bientôt fin`,
      reconfirm: (brand) => `${brand}\u00a0: confirmez l’accès à vos comptes`,
      broken: (brand) => `${brand}\u00a0: l’accès à vos comptes est interrompu`,
    },
    ends: (institution, application, date) =>
      `${application} peut consulter vos comptes chez ${institution} jusqu’au ${date}. Pour continuer, identifiez-vous à nouveau auprès de votre banque.`,
    reconfirm: (institution, application, date) =>
      `${application} peut consulter vos comptes chez ${institution} jusqu’au ${date}. Pour continuer, votre accord suffit, sans vous identifier auprès de votre banque.`,
    broken: (institution, application, date) =>
      `${application} ne peut plus consulter vos comptes chez ${institution} depuis le ${date}. Pour continuer, identifiez-vous à nouveau auprès de votre banque.`,
    button: "Voir et renouveler",
    until: "Le bouton fonctionne pendant 14 jours, ou jusqu’au renouvellement de l’accès.",
    notYou: (application) =>
      `Si ${application} ne doit plus les consulter, vous n’avez rien à faire.`,
    optOut: "Ne plus recevoir de rappels",
  },
  address: "Ou copiez cette adresse dans votre navigateur\u00a0:",
  sentBy: (brand, application) =>
    `${brand} connecte des comptes bancaires pour ${application}, et envoie ce message en son nom.`,
};
