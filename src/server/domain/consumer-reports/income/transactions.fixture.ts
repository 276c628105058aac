import type { Transaction } from "../../../../protocol/transaction.ts";
import { dateOf } from "../../calendar.ts";
import type { LinkedAccount } from "../linked-item.ts";

const UNKNOWN_META: Transaction["payment_meta"] = {
  reference_number: null,
  ppd_id: null,
  payee: null,
  by_order_of: null,
  payer: null,
  payment_method: null,
  payment_processor: null,
  reason: null,
};

const UNKNOWN_PLACE: Transaction["location"] = {
  address: null,
  city: null,
  region: null,
  postal_code: null,
  country: null,
  lat: null,
  lon: null,
  store_number: null,
};

let count = 0;

/** A booked transaction that says nothing but its name. */
export const transaction = (
  name: string,
  amount: number,
  day: number,
  more: Partial<Transaction> = {},
): Transaction => ({
  transaction_id: `t${String(++count).padStart(7, "0")}`,
  account_id: "checking",
  account_owner: null,
  amount,
  iso_currency_code: "USD",
  unofficial_currency_code: null,
  category: null,
  category_id: null,
  transaction_type: "special",
  date: dateOf(day),
  authorized_date: null,
  datetime: null,
  authorized_datetime: null,
  name,
  merchant_name: null,
  original_description: name,
  location: UNKNOWN_PLACE,
  payment_meta: UNKNOWN_META,
  payment_channel: "other",
  pending: false,
  pending_transaction_id: null,
  transaction_code: null,
  ...more,
});

/** A current account with transactions, whose owners have the names. */
export const accountOf = (
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
  transactions: transactions.map((one) => ({ ...one, account_id: id })),
});
