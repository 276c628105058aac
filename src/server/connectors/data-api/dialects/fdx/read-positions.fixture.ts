import type { Data } from "../../data.ts";
import { readInvestments } from "../../investments.ts";
import { fdx } from "./dialect.ts";

const ACCOUNT = {
  accountCategory: "INVESTMENT_ACCOUNT",
  accountId: "a-1",
  accountType: "401K",
  currency: { currencyCode: "USD" },
};
const PERIOD = { from: "2026-01-01", to: "2026-12-31" };

/**
 * The investments that the connector reads for an account with these positions and transactions.
 */
export const readPositions = (details: object, transactions: object[] = []) => {
  const data: Data = {
    get: async (_, schema) => schema.parse({ ...ACCOUNT, ...details }),
    list: async (path, _, schema) =>
      (path === "/accounts" ? [ACCOUNT] : transactions).map((entry) => schema.parse(entry)),
    historyDays: null,
    hasBulk: () => false,
    file: async () => null,
    expect: async () => {},
  };
  return fdx.withReads((reads) => readInvestments(reads, data, PERIOD));
};
