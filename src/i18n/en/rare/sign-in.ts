/** The texts of signing in at the institution's own site, and of signing in again, in English. */
export const words = {
  oauthHelp: (institution: string, clientName: string) =>
    `You sign in at ${institution} itself, in a window of its own, and choose there what ${clientName} may see.`,
  addressBar: (host: string) => `You will see ${host} in the address bar.`,
  oauthWaiting: (institution: string) => `Finish at ${institution}`,
  oauthWaitingHelp:
    "Sign in and approve in the window that opened, or in your bank’s app. This window then continues by itself.",
  isClosed: "Is the window closed? Open it again.",
  oauthAgain: "Open the window again",
  cancel: "Cancel",

  signInAgain: (institution: string) => `Sign in to ${institution} again`,
  asksAgain: (clientName: string) =>
    `${clientName} asks you to, so that it can go on reading your accounts. Nothing else changes.`,
  endedAgain: (clientName: string) =>
    `${clientName} can no longer read your accounts until you do. Nothing is lost.`,
  since: "Connected since",
  lastRead: "Last read",
  waiting: (count: number): string => (count === 1 ? "Account waiting" : "Accounts waiting"),
  more: (count: number) => `and ${count} more`,
};
