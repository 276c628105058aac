import { z } from "zod";
import { CalendarDate } from "../../../protocol/transaction.ts";
import { currencyFrom, dayIn, isLine, lineFrom } from "../../domain/bank-values.ts";
import { dayAt, toDate } from "../../domain/calendar.ts";
import type { ManualTransaction } from "../../domain/connectors/bank-transaction.ts";
import { Fault } from "../../domain/fault.ts";
import type { ItemAccount } from "../../domain/items/item.ts";
import { refreshTransactions } from "../../domain/transactions/ensure-fresh-feed.ts";
import { chargeProduct } from "../charge-product.ts";
import { endpoint } from "../endpoint.ts";
import { Token } from "../fields.ts";
import { loadAccounts } from "../item-accounts.ts";
import { loadItem } from "../item-of.ts";
import { addManualTransactions, manualAccount } from "./add-manual-transactions.ts";

/** The maximum age of a manual transaction's date, in days. */
const MAX_DAYS_BACK = 14;
const MAX_AMOUNT = 1_000_000_000;

const NewTransaction = z
  .strictObject({
    date_transacted: CalendarDate.meta({ description: "Today, or up to 14 days ago." }),
    date_posted: CalendarDate.meta({ description: "Not before date_transacted, nor after today." }),
    amount: z
      .number()
      .min(-MAX_AMOUNT)
      .max(MAX_AMOUNT)
      .refine((amount) => Math.round(amount * 100) / 100 === amount, "must be in whole cents")
      .meta({ description: "Positive when money leaves the account.", examples: [12.5] }),
    description: z
      .string()
      .min(1)
      .max(200)
      .refine(isLine, "must be on one line, without characters that reorder others")
      .meta({ examples: ["Moonbean Coffee"] }),
    iso_currency_code: z.string().optional().meta({
      description: "The account's; if it is given, it has to match.",
    }),
  })
  .meta({ id: "NewSandboxTransaction" });

/** Adds manual transactions to an Item. Pulls return them like the institution's own. */
export const createSandboxTransactions = endpoint({
  path: "/sandbox/transactions/create",
  effect: "write",
  products: [],
  summary: "Write transactions into a sandbox Item.",
  description:
    "On the Item's first current account, or else its first one. They are pulled at once, as by " +
    "/transactions/refresh, and change the account's balances.",
  sandboxOnly: true,
  refusals: [
    "PRODUCTS_NOT_SUPPORTED",
    "ADDITIONAL_CONSENT_REQUIRED",
    "ITEM_LOGIN_REQUIRED",
    "NO_ACCOUNTS",
  ],
  request: z.strictObject({
    access_token: Token,
    transactions: z.array(NewTransaction).min(1).max(10),
  }),
  response: z.strictObject({}),
  async handle({ access_token, transactions }, context) {
    const itemBefore = await loadItem(access_token, context, "institution");
    const accounts = await loadAccounts(itemBefore, undefined, context);
    const target = manualAccount(accounts);
    const manual = transactions.map((transaction, at) =>
      manualTransaction(target, transaction, at, context.clock()),
    );
    const item = await chargeProduct(itemBefore, "transactions", context);
    await addManualTransactions(item, target, manual, context);
    await refreshTransactions(context, item);
    return {};
  },
});

function manualTransaction(
  { account }: ItemAccount,
  transaction: z.output<typeof NewTransaction>,
  at: number,
  now: number,
): ManualTransaction {
  const invalid = (field: string, what: string) =>
    new Fault("INVALID_FIELD", { message: `transactions[${at}].${field} must ${what}` });
  const { iso_currency_code: iso, unofficial_currency_code: unofficial } = account.balances;
  const currency = currencyFrom(iso ?? unofficial ?? "USD");
  const [today, earliest] = [toDate(dayAt(now)), toDate(dayAt(now) - MAX_DAYS_BACK)];
  const { amount, iso_currency_code } = transaction;
  const dateTransacted = dayIn(transaction.date_transacted);
  const datePosted = dayIn(transaction.date_posted);
  const description = lineFrom(transaction.description);
  if (dateTransacted === null || dateTransacted < earliest || dateTransacted > today)
    throw invalid("date_transacted", `be from ${earliest} to ${today}`);
  if (datePosted === null || datePosted < dateTransacted || datePosted > today)
    throw invalid("date_posted", `be from date_transacted to ${today}`);
  if (description === null) throw invalid("description", "have a character other than a space");
  if (currency === null || (iso_currency_code !== undefined && iso_currency_code !== currency))
    throw invalid("iso_currency_code", `be ${currency ?? "a currency"}, the account's own`);
  return { dateTransacted, datePosted, amount, description, currency };
}
