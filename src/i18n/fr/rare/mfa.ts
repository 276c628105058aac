import type { RareWords } from "../../catalogue.ts";

/** The texts of the views of a second factor, in French. */
export const words: RareWords["mfa"] = {
  device: "Où envoyer votre code\u00a0?",
  questions: (count) => (count < 2 ? "Répondez à une question" : "Répondez à quelques questions"),
  step: (at, of) => `Question ${at} sur ${of}`,
  mfaHelp: (institution) => `${institution} veut s’assurer que c’est bien vous.`,
  deviceKinds: { phone: "Téléphone", email: "E-mail" },
  missingAnswer: "Veuillez répondre à cette question.",
  missingOption: "Veuillez choisir une réponse.",
};
