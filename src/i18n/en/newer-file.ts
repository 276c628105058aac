import type { NewerFileWords } from "../newer-file.ts";

/** The texts of the account site's upload of a newer file, in English. */
export const newerFile: NewerFileWords = {
  title: "Add a newer file",
  help: "Drop a file from your bank here: OFX, QIF, CSV, MT940 or camt. Transactions that are here already are not added again.",
  choose: "Choose a file",
  sending: (percent) => `Sending your file · ${percent}\u00a0%`,
  reading: (percent) => `Reading your file${percent === null ? "" : ` · ${percent}\u00a0%`}`,
  added: (count) =>
    count === 1 ? "One transaction was added." : `${count} transactions were added.`,
  noneAdded: "Your file has nothing new.",
  tooLarge: "This file is too large. Please download a shorter period.",
  failed: "Your file was not added. Please try again later.",
  noAnswer: "Your file did not reach us. Please check your connection and try again.",
  whichAccount: "Which account is this file of?",
  order: "How does this file write the 2nd of January?",
  dayFirst: "02/01, the day first",
  monthFirst: "01/02, the month first",
  repeats:
    "Some transactions look like ones of earlier files, under other words. Are they the same?",
  same: "The same",
  other: "Others",
  elsewhere: "Please add this file in the app: there we ask you what it leaves open.",
  cancel: "Cancel",
};
