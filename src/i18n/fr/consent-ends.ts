import type { ConsentEndWords } from "../consent-ends.ts";

export const consentEnds: ConsentEndWords = {
  EXPIRED:
    "La durée que votre banque avait fixée à cet accès est écoulée. Identifiez-vous à nouveau pour continuer.",
  REVOKED:
    "Vous, ou votre banque, avez mis fin à cet accès auprès d’elle. Identifiez-vous à nouveau pour continuer.",
  CLOSED:
    "Cet accès a été fermé auprès du service qui joint votre banque. Identifiez-vous à nouveau pour continuer.",
  CANCELLED: "Cet accès a été annulé avant de commencer. Identifiez-vous à nouveau pour continuer.",
  SUPERSEDED:
    "Une autre identification auprès de votre banque a mis fin à cet accès. Identifiez-vous à nouveau pour continuer.",
  NOT_RECONFIRMED:
    "Vous n’avez pas confirmé cet accès depuis 90 jours\u00a0: plus rien de nouveau n’est consulté.",
  ask: "La loi demande votre accord tous les 90 jours. Vous n’avez pas à vous identifier auprès de votre banque.",
  yes: "Oui, continuer",
};
