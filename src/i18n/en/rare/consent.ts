import type { LinkProduct } from "../../../protocol/vocabulary.ts";

/**
 * The text of the consent, in English. A change of its meaning needs a new `version`, in every
 * language and in the server's offer.
 */
export const words = {
  version: "2026-12",
  another: "Choose another institution",
  title: (clientName: string) => `Share your data with ${clientName}?`,
  help: (clientName: string, institution: string, days: number) =>
    `For ${days} days, ${clientName} asks to read this from ${institution}, and nothing else:`,
  scope: {
    /** Always read, in addition to the products. */
    accounts: { name: "Accounts and balances", means: "Their names, kinds and what they hold." },
    transactions: {
      name: "Transactions",
      means: "What you paid and received in the last 24 months.",
    },
    auth: {
      name: "Account numbers",
      means: "Their numbers, for payments from and to them.",
    },
    identity: {
      name: "Your details",
      means: "Your name, addresses, email and phone numbers, as your institution knows them.",
    },
    income: { name: "Income", means: "What you earn, and from whom, as your accounts show it." },
    assets: {
      name: "Asset report",
      means: "What your accounts hold and held, who owns them, and what went in and out.",
    },
    investments: {
      name: "Investments",
      means: "Your investments and what they are worth, and what you bought and sold.",
    },
    liabilities: {
      name: "Cards and loans",
      means: "What you owe, the interest on it, and what you pay and when.",
    },
    statements: {
      name: "Statements",
      means: "The monthly statements of your accounts, as your bank prints them.",
    },
  } satisfies Record<LinkProduct | "accounts", { name: string; means: string }>,
  termTitle: "For how long",
  term: (until: string) => `Until ${until}. After that day you are asked again.`,
  endTitle: "How to stop it",
  end: (clientName: string, institution: string) =>
    `You can withdraw your consent at any time: by “See or stop sharing” at the end, or tell ${clientName} or ${institution}. Then nothing more is read.`,
  runBy: (operator: string) => `This window is run by ${operator}.`,
  terms: "Terms",
  privacyPolicy: "Privacy policy",
  agree: "Agree and continue",
  refuse: "Do not agree",
  outdated: "This page is out of date. Please close this window and start again.",
};
