import type { SharingWords } from "../sharing.ts";

/** The texts of the account site's card of grants, in French. */
export const sharing: SharingWords = {
  title: "Partager avec une application",
  help: "Votre logiciel de budget ou de comptabilité peut lire vos comptes. Il ne change rien, et vous pouvez y mettre fin ici à tout moment.",
  open: "Partager des comptes…",
  name: "Nom de l’application",
  accounts: "Comptes qu’elle lit",
  from: "Opérations depuis le",
  until: "Jusqu’au",
  optional: "facultatif",
  create: "Créer un jeton",
  tokenTitle: (application) => `Donnez ce jeton à ${application}`,
  tokenHelp:
    "Il n’est affiché qu’une fois, et ne sert qu’une fois, dans les 24 heures. Quiconque l’a peut lire ces comptes.",
  token: "Jeton",
  copy: "Copier",
  copied: "Copié",
  close: "Terminé",
  end: "Mettre fin",
  endLabel: (application) => `Mettre fin à l’accès de ${application}`,
  unused: "N’a encore rien lu",
  used: (day, network) => `Dernière lecture le ${day}, depuis ${network}`,
  noName: "Saisissez le nom de l’application.",
  noAccount: "Choisissez au moins un compte.",
  wrongDates: "Le premier jour ne peut pas être après aujourd’hui, ni le dernier avant.",
};
