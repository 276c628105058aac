import type { RareWords } from "../../catalogue.ts";

/** The texts of the view of a one-time code, in French. */
export const words: RareWords["code"] = {
  code: "Saisissez votre code",
  codeHelp: (institution) => `${institution} demande votre code à usage unique.`,
  sentTo: (mask) => `Il a été envoyé à ${mask}.`,
  picture: "L’image de votre établissement que lit votre appareil",
  codeLabel: "Code",
  lastSubmits: "Le dernier caractère l’envoie.",
  codeLength: (length) => `Le code comporte ${length} caractères.`,
  resend: "Envoyer un autre code",
  resendIn: (seconds) => `Vous pourrez demander un autre code dans ${seconds}\u00a0s.`,
  newCode: (mask) => `Un nouveau code est en route${mask ? ` vers ${mask}` : ""}.`,
  codeEarly: "Il est trop tôt pour un autre code. Le dernier peut encore arriver.",
  codesOver:
    "Aucun autre code ne peut être envoyé. Saisissez le dernier, ou revenez en arrière et recommencez.",
  byEmail: "Recevoir le code par e-mail",
  otherWays: "Recevoir le code autrement",
};
