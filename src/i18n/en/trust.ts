/** Facts for the user before they choose an institution, in English. */
export const trust = {
  reads: {
    term: "What is read",
    text: (kinds: string) => `Only ${kinds}.`,
    accounts: ["accounts", "balances"],
  },
  duration: { term: "For how long", text: () => "Until you or your bank ends it." },
  password: {
    term: "Your password",
    text: (clientName: string) => `It goes to your bank, not to ${clientName}.`,
  },
  end: {
    term: "How to end it",
    /** Names the link of the last view. */
    text: (clientName: string) => `By “See or stop sharing” at the end, or with ${clientName}.`,
  },
  /** The term of the operator's name. */
  runBy: "Run by",
};
