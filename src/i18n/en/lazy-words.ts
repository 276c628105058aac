import type { ErrorCode } from "../../protocol/errors/errors.ts";
import type { AccountSubtype } from "../../protocol/vocabulary.ts";

const accounts = (count: number) => (count === 1 ? "1 account" : `${count} accounts`);

/** The texts of the lazy views, in English; part of their chunk. */
export const lazyWords = {
  back: "Back",
  offline: "You are offline. We continue once you are back.",
  closing: "This window is closed. Go back to the app.",
  covered: "Something covers this window. Move it away to continue.",
  found: (count: number) => (count === 1 ? "1 institution" : `${count} institutions`),
  notFound: "No institution found",
  notListed: "Not listed? You can:",
  missingBank: "My bank isn’t here",
  searchFailed: "The search did not work",

  notFoundHelp: "Check the spelling or try a shorter name.",
  notServed: (clientName: string) =>
    `Only institutions that offer what ${clientName} asks for are listed.`,
  slow: "This takes longer. Keep this window open.",
  stillWaiting: "No answer yet. Wait, or leave and try again later.",
  leave: "Leave",

  signIn: (institution: string) => `Sign in to ${institution}`,
  signInHelp: "Use your usual details.",
  degraded: (institution: string) =>
    `${institution} is having trouble. Connecting may be slow or fail.`,
  down: (institution: string) => `${institution} is down; try again later.`,
  missing: (label: string) => `Enter your ${label}`,
  missingChoice: "Choose one of these.",
  missingTick: "Check this box to continue.",
  choose: "Choose…",
  show: (label: string) => `Show ${label}`,
  privacy: (institution: string, clientName: string) =>
    `What you type goes to ${institution}, never to ${clientName}.`,
  continue: "Continue",
  signingIn: (institution: string) => `Signing in to ${institution}…`,
  signingInHelp: "This may take a minute.",
  /** The steps of a connection; the current one is marked. */
  steps: (institution: string): string[] => [
    `Reaching ${institution}`,
    "Signing in",
    "Reading accounts",
  ],
  verifying: "Checking…",
  finishing: "Finishing up…",

  selectAccounts: "Choose your accounts",
  selectAccount: "Choose an account",
  sharesTicked: (clientName: string) => `${clientName} sees only what you select.`,
  sharesChosen: (clientName: string) => `${clientName} sees only what you choose.`,
  accounts,
  ticked: (count: number, of: number) => `${count} of ${of} selected`,
  selectAll: "Select all",
  selectNone: "Clear all",
  continueWith: (count: number) => `Continue with ${accounts(count)}`,
  chooseSome: "Choose an account.",
  chooseOne: "Choose an account.",
  missingProducts: {
    transactions: "No transactions to share",
    auth: "No numbers for bank transfers",
    identity: "No name to share",
    income: "No income to share",
    assets: "Cannot be part of a report",
    investments: "No investments to share",
    statements: "No statements to share",
    liabilities: "No debts to share",
  },
  subtypes: {
    checking: "Checking",
    savings: "Savings",
    cd: "Certificate of deposit",
    "money market": "Money market",
    "credit card": "Credit card",
    mortgage: "Mortgage",
    student: "Student loan",
    auto: "Car loan",
    "401k": "401(k)",
    brokerage: "Brokerage",
    ira: "IRA",
    other: "Account",
  } satisfies Record<AccountSubtype, string>,
  endingIn: (mask: string) => `ending in ${mask}`,

  newTab: "opens in a new tab",

  failedHelp: "It did not work.",
  /** The advice for an error: the action of its button. */
  advice: {
    again: "Please try again in a moment.",
    site: "Then come back and try again.",
    list: "Please choose another institution.",
    leave: "Please close this window and start again.",
  },
  site: (institution: string) => `Go to ${institution}`,
  retry: "Try again",
  /** Errors for which the server sends no text. */
  errors: {
    LINK_UNREACHABLE: "We could not reach the service. You may be offline.",
  } as { [C in ErrorCode]?: string },
};
