import type { RareWords } from "../../catalogue.ts";

/** The texts of account numbers and amounts that are entered by hand, in French. */
export const words: RareWords["by-hand"] = {
  numbers: "Vos numéros de compte",
  numbersHelp: (clientName) =>
    `Pour montrer à ${clientName} que ce compte est le vôtre, nous y envoyons deux petits virements. Vous confirmerez leurs montants une fois reçus.`,
  cheque:
    "Au bas d’un chèque américain\u00a0: d’abord le numéro d’acheminement, puis celui du compte.",
  unknownBank: "Banque inconnue de nous. Vous pouvez continuer.",
  wrongRouting: "Numéro non valide. Vérifiez ses neuf chiffres.",
  amounts: "Quels montants avez-vous reçus\u00a0?",
  amountsHelp:
    "Vous trouverez les deux petits virements sur le relevé de votre compte. Saisissez-les dans l’ordre de votre choix.",
  amountExample: "0,00",
  missingAmount: "Saisissez un montant, par exemple 0,05",
  sharesNumbers: (clientName) => `${clientName} reçoit ces numéros une fois vérifiés.`,
};
