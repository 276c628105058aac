import type { ProgramWords } from "../programs.ts";

/** The texts of the choice of a program, in English. */
export const programs: ProgramWords = {
  program: "Application",
  choose: "Choose…",
  other: "Another application",
  noProgram: "Choose the application.",
  fileHelp:
    "It reads files: this one has the transactions of all your accounts. Download it whenever you want the newest.",
  download: "Download the file",
  paste: {
    actual:
      "In Actual Budget, choose “Add account”, then “Set up SimpleFIN for bank sync”, and paste the token.",
    budget_board: "In Budget Board, paste the token where it asks for one of SimpleFIN.",
    firefly:
      "In the Data Importer of Firefly III, choose SimpleFIN, and paste the token where it asks for one.",
    gnucash:
      "In GnuCash, open “Online Banking Setup” in the menu “Tools”, add a user of OFX DirectConnect, and paste these. Choose version 1 of OFX.",
    home_assistant:
      "In Home Assistant, open “Devices & services” in the settings, add the integration SimpleFIN, and paste the token.",
    quicken:
      "In Quicken, choose “File”, “File Import”, “QIF File”, and choose the file that you downloaded.",
    sure: "In Sure, paste the token where it asks for one of SimpleFIN.",
  },
};
