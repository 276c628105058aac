import type { RareWords } from "../../catalogue.ts";

/** The texts for users whose bank is not in the list, in French. */
export const words: RareWords["missing"] = {
  missingHelp: (clientName) =>
    `${clientName} n’a pas accès à toutes les banques. Vérifiez l’orthographe, ou choisissez une autre voie\u00a0:`,
  missingNoWay: (clientName) =>
    `${clientName} n’a pas accès à toutes les banques. Vérifiez l’orthographe, ou quittez et dites-le à ${clientName}.`,
  toList: "Retour à la liste",
};
