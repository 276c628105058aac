import type { RareWords } from "../../catalogue.ts";

/** The texts of the views of errors, of leaving and of the captcha, in French. */
export const words: RareWords["errors"] = {
  captcha: "Vérifions que vous êtes humain",
  captchaHelp: (institution) =>
    `Cela empêche des programmes de deviner des ${institution ? `mots de passe chez ${institution}` : "montants"}. Votre navigateur s’en charge en quelques secondes\u00a0: pas d’énigme, et aucune donnée sur vous n’est transmise.`,
  captchaStart: "Lancer la vérification",
  captchaAgain: "Relancer la vérification",
  captchaSolving: "Vérification… encore quelques secondes.",
  another: "Choisir un autre établissement",
  failed: (institution) => `La connexion à ${institution} a échoué`,
  failedNumbers: "Votre compte n’a pas pu être connecté",
  reference: "Pour l’assistance\u00a0:",
  copy: "Copier pour l’assistance",
  copied: "Copié",
  leaveTitle: "Quitter avant la connexion\u00a0?",
  leaveHelp: (clientName) => `Vos comptes ne sont pas encore connectés à ${clientName}.`,
  leaveUpdateTitle: "Quitter avant la fin\u00a0?",
  leaveUpdateHelp: (clientName) => `D’ici là, ${clientName} ne peut pas lire vos comptes.`,
  kept: (institution, until) =>
    `Votre place chez ${institution} est gardée jusqu’à\u00a0${until}. Les mots de passe ne le sont pas.`,
  stay: "Continuer",
};
