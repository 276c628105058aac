/** The texts of the end, in English. */
export const words = {
  connected: (institution: string) => `${institution} is connected`,
  connectedAgain: (institution: string) => `${institution} is connected again`,
  connectedHelp: (clientName: string) => `${clientName} can read what you share from now on.`,
  shared: "Accounts shared",
  rest: (count: number) => `${count} more`,
  kinds: "What is read",
  until: "Until",
  untilEnded: "You or your bank ends it",
  manage: "See or stop sharing",
  finish: (clientName: string) => `Back to ${clientName}`,
  numbersSaved: "Your account numbers are saved",
  depositsToCome: (clientName: string) =>
    `Two small deposits will arrive in one or two business days. Come back to ${clientName} then, and enter their amounts.`,
  confirmed: "Your account is confirmed",
  fileAdded: "Your file is in",
  fileAddedHelp: (clientName: string) =>
    `${clientName} can read its transactions. Come back with a newer file when you have one.`,
};
