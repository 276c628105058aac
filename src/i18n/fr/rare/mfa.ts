import type { RareWords } from "../../catalogue.ts";

/** The texts of the views of a second factor, in French. */
export const words: RareWords["mfa"] = {
  device: "Où envoyer votre code\u00a0?",
  code: "Saisissez votre code",
  questions: (count) => (count < 2 ? "Répondez à une question" : "Répondez à quelques questions"),
  mfaHelp: (institution) => `${institution} veut s’assurer que c’est bien vous.`,
  codeHelp: (institution) => `${institution} demande votre code à usage unique.`,
  sentTo: (mask) => `Il a été envoyé à ${mask}.`,
  codeLabel: "Code",
  codeLength: (length) => `Le code comporte ${length} caractères.`,
  resend: "Envoyer un autre code",
  resendIn: (seconds) => `Vous pourrez demander un autre code dans ${seconds}\u00a0s.`,
  newCode: (mask) => `Un nouveau code est en route${mask ? ` vers ${mask}` : ""}.`,
  codeEarly: "Il est trop tôt pour un autre code. Le dernier peut encore arriver.",
  codesOver:
    "Aucun autre code ne peut être envoyé. Saisissez le dernier, ou revenez en arrière et recommencez.",
  byEmail: "Recevoir le code par e-mail",
  otherWays: "Recevoir le code autrement",
  deviceKinds: { phone: "Téléphone", email: "E-mail" },
  missingAnswer: "Veuillez répondre à cette question.",
  missingOption: "Veuillez choisir une réponse.",
};
