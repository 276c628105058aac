import type { SharingWords } from "../sharing.ts";

/** The texts of the account site's card of grants, in English. */
export const sharing: SharingWords = {
  title: "Share with an application",
  help: "A budget or a ledger of your own can read your accounts. It changes nothing, and you can end it here at any time.",
  open: "Share accounts…",
  name: "Name of the application",
  accounts: "Accounts that it reads",
  from: "Transactions from",
  until: "Until",
  optional: "optional",
  create: "Make a token",
  tokenTitle: (application) => `Give this token to ${application}`,
  tokenHelp:
    "It is shown this once, and works once, within 24 hours. Whoever has it can read these accounts.",
  token: "Token",
  copy: "Copy",
  copied: "Copied",
  close: "Done",
  end: "End",
  endLabel: (application) => `End the access of ${application}`,
  unused: "Has not read yet",
  used: (day, network) => `Last read ${day}, from ${network}`,
  noName: "Type the name of the application.",
  noAccount: "Choose at least one account.",
  wrongDates: "The first day must not be after today, nor the last one before.",
};
