import type { AccountSubtype } from "../../protocol/vocabulary.ts";

/** What the later views say in English; comes with them. */
export const enLater = {
  signIn: (institution: string) => `Sign in to ${institution}`,
  signInHelp: "Use your usual sign-in details.",
  degraded: (institution: string) =>
    `${institution} is having trouble. Connecting may take longer than usual.`,
  missing: (label: string) => `Please fill in: ${label}`,
  show: (label: string) => `Show ${label}`,
  privacy: (clientName: string) => `${clientName} never sees what you type here.`,
  continue: "Continue",

  device: "Where should your code go?",
  code: "Enter your code",
  questions: (count: number): string =>
    count === 1 ? "Answer a question" : "Answer some questions",
  mfaHelp: (institution: string) => `${institution} wants to be sure that it is you.`,
  codeHelp: (institution: string) => `${institution} asks for your one-time code.`,
  sentTo: (mask: string) => `It was sent to ${mask}.`,
  codeLabel: "Code",
  deviceKinds: { phone: "Phone", email: "Email" },
  missingAnswer: "Please answer this question.",
  missingOption: "Please choose an answer.",

  selectAccounts: "Choose your accounts",
  sharesTicked: (clientName: string) => `${clientName} sees only what you tick.`,
  accounts: (count: number) => (count === 1 ? "1 account" : `${count} accounts`),
  selectAll: "Select all",
  selectNone: "Clear all",
  continueWith: (count: number) =>
    count === 1 ? "Continue with 1 account" : `Continue with ${count} accounts`,
  chooseOne: "Choose at least one account to continue.",
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

  connected: (institution: string) => `${institution} is connected`,
  connectedHelp: (clientName: string) => `You can go back to ${clientName}.`,
  shared: "Accounts shared",
  finish: "Finish",

  failed: (institution: string) => `${institution} could not be connected`,
  reference: (code: string) => `Reference: ${code}`,
  retry: "Try again",
  another: "Choose another institution",

  leaveTitle: "Leave before connecting?",
  leaveHelp: (clientName: string) => `Your accounts are not connected to ${clientName} yet.`,
  stay: "Keep going",
  leave: "Leave",
};
