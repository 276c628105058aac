import type { FormWords } from "../forms.ts";

/** What the server's own forms say, in English. */
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
    help: (institution, code) =>
      `Open the app of ${institution} and approve there. It shows the code ${code}: with any other, do not approve.`,
    later: "Does the app ask for nothing? Cancel, check your user name, and try again.",
  },
  amounts: { first: "First amount", second: "Second amount" },
};
