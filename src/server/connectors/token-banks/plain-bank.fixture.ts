import type { TokenBank } from "../../domain/institutions/bank-description.ts";

/** A bank with the simplest description. */
export const plainBank = (base: string): TokenBank => ({
  institution_id: "ins_700001",
  name: "Lantern Bank",
  country_codes: ["US"],
  protocol: "token",
  base,
  authentication: { scheme: "bearer", token: "{token}" },
  accounts: {
    path: "/accounts",
    fields: {
      id: "id",
      name: "name",
      kind: { text: "depository/checking" },
      currency: { text: "USD" },
      current: "balance",
    },
  },
  transactions: {
    path: "/accounts/{account}/rows",
    query: { from: "{from}", to: "{to}" },
    list: "rows",
    fields: { id: "id", amount: "amount", date: "date", description: "text", replaces: "was" },
    money_out: "negative",
    pending: { of: "state", is: ["pending"] },
  },
});
