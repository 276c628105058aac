import type { RareWords } from "../../catalogue.ts";

/** The texts of the ways to a bank, and for users whose bank is not in the list, in French. */
export const words: RareWords["ways"] = {
  missingHelp: (clientName) =>
    `${clientName} n’a pas accès à toutes les banques. Vérifiez l’orthographe, ou choisissez une autre voie\u00a0:`,
  missingNoWay: (clientName) =>
    `${clientName} n’a pas accès à toutes les banques. Vérifiez l’orthographe, ou quittez et dites-le à ${clientName}.`,
  chooseWay: (institution) => `Comment voulez-vous connecter ${institution}\u00a0?`,
  chooseWayHelp: (clientName) =>
    `Chaque voie mène aux mêmes comptes. Vous choisissez ensuite ceux que ${clientName} peut voir.`,
  toList: "Retour à la liste",
};
