import type { Transaction } from "../../../../protocol/transaction.ts";
import { sampleTransaction } from "../../../../testing/store-contract/samples.ts";
import { toDate } from "../../calendar.ts";
import type { LinkedAccount } from "../linked-item.ts";

let count = 0;

/** A booked transaction whose only evidence is its name. */
export const transaction = (
  name: string,
  amount: number,
  day: number,
  more: Partial<Transaction> = {},
): Transaction =>
  sampleTransaction(name, {
    transaction_id: `t${String(++count).padStart(7, "0")}`,
    account_id: "checking",
    amount,
    transaction_type: "special",
    date: toDate(day),
    name,
    original_description: name,
    ...more,
  });

/** A current account with transactions and named owners. */
export const toAccount = (
  transactions: readonly Transaction[],
  { id = "checking", names = ["Ann Example"] }: { id?: string; names?: string[] } = {},
): LinkedAccount => ({
  account: {
    account_id: id,
    balances: {
      available: 100,
      current: 100,
      limit: null,
      iso_currency_code: "USD",
      unofficial_currency_code: null,
    },
    mask: "1234",
    name: id,
    official_name: null,
    type: "depository",
    subtype: "checking",
  },
  owners: names.map((name) => ({ names: [name], phone_numbers: [], emails: [], addresses: [] })),
  transactions: transactions.map((transaction) => ({ ...transaction, account_id: id })),
});
