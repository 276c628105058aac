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
  amounts: { first: "First amount", second: "Second amount" },
};
