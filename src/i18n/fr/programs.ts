import type { ProgramWords } from "../programs.ts";

/** The texts of the choice of a program, in French. */
export const programs: ProgramWords = {
  program: "Application",
  choose: "Choisir…",
  other: "Une autre application",
  noProgram: "Choisissez l’application.",
  fileHelp:
    "Elle lit des fichiers : celui-ci contient les opérations de tous vos comptes. Téléchargez-le de nouveau pour avoir les plus récentes.",
  download: "Télécharger le fichier",
  paste: {
    actual:
      "Dans Actual Budget, choisissez « Add account », puis « Set up SimpleFIN for bank sync », et collez le jeton.",
    budget_board: "Dans Budget Board, collez le jeton là où un jeton SimpleFIN est demandé.",
    firefly:
      "Dans le Data Importer de Firefly III, choisissez SimpleFIN, et collez le jeton là où il est demandé.",
    gnucash:
      "Dans GnuCash, ouvrez la configuration de la banque en ligne dans le menu « Outils », ajoutez un utilisateur OFX DirectConnect, et collez ceci. Choisissez la version 1 d’OFX.",
    home_assistant:
      "Dans Home Assistant, ouvrez « Appareils et services » dans les paramètres, ajoutez l’intégration SimpleFIN, et collez le jeton.",
    quicken:
      "Dans Quicken, choisissez « File », « File Import », « QIF File », puis le fichier que vous avez téléchargé.",
    sure: "Dans Sure, collez le jeton là où un jeton SimpleFIN est demandé.",
  },
};
