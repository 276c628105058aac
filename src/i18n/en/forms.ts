import type { FormWords } from "../forms.ts";

/** The texts of the server's own forms, in English. */
export const forms: FormWords = {
  application: "this application",
  manualEntry: {
    name: "Manual entry",
    label: "Enter account numbers by hand",
    kinds: { checking: "Checking", savings: "Savings" },
    routing: "Routing number",
    account: "Account number",
    type: "Account type",
    agree: "I agree to two small deposits that prove this account is mine",
  },
  approval: {
    user: "User name",
    before: (institution) =>
      `You need no password here: ${institution} asks you in its app to approve.`,
    title: (institution) => `Approve in the app of ${institution}`,
    help: "Open the app and compare the code. If it shows another one, do not approve.",
    later: "Does the app ask for nothing? Cancel, check your user name, and try again.",
  },
  another: "Connect another account",
  existing: "You connected this login on {since}. Renewing that connection keeps its history.",
  renew: "Renew that connection",
  deletesRest: "What this service has read of the others is deleted, but for reports made before.",
  otherAccounts: (application) =>
    `${application} asks for a kind of account that this login does not have.`,
  amounts: { first: "First amount", second: "Second amount" },
};
