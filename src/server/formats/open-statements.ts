import type { Account } from "../../protocol/account.ts";
import type { Transaction } from "../../protocol/transaction.ts";
import { type Day, dayIn } from "../domain/bank-values.ts";
import { lookup } from "../domain/lookup.ts";
import { type PeriodBalances, periodBalances } from "../domain/transactions/period-balances.ts";
import type { TransactionStore } from "../domain/transactions/transaction-feed.ts";
import { amountFrom } from "./decimal.ts";
import type { Portfolio } from "./investments.ts";
import type {
  StatementAccountType,
  StatementBalance,
  StatementStream,
  WritableTransaction,
} from "./statement.ts";

/** The period of statements, and today, of which the available balance is. */
type StatementPeriod = { from: string; to: string; today: string };

/** An account, its Item with the last change of its feed, and its investments. */
type ItemAccount = {
  itemId: string;
  lastChange?: number | undefined;
  account: Account;
  /** The id in the file; default: the id that applications see. */
  fileId?: string | undefined;
  portfolio?: Portfolio | undefined;
};

/**
 * Returns the statements of accounts. Transactions are read while they are written. Amounts change
 * their sign: in a file, outflows are negative.
 */
export function openStatements(
  store: Pick<TransactionStore, "pages">,
  accounts: readonly ItemAccount[],
  period: StatementPeriod,
): Promise<StatementStream[]> {
  const { from, to, today } = period;
  const names = accounts.map(({ account: { name, mask } }) =>
    mask === null ? name : `${name} ${mask}`,
  );
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Promise.all(
    accounts.map(async ({ itemId, lastChange, account, fileId, portfolio }, at) => {
      const order = {
        accountId: account.account_id,
        ...(lastChange !== undefined && { lastChange }),
      };
      const read = (last: string) => each(store.pages(itemId, { from, to: last }, order));
      const name = names[at] ?? account.name;
      const isShared = (counts.get(name) ?? 0) > 1;
      return {
        account: {
          id: fileId ?? account.persistent_account_id ?? account.account_id,
          iban: null,
          bankId: null,
          // Journals distinguish accounts by nothing but the name.
          name: isShared ? `${name} ${at + 1}` : name,
          type: toType(account),
          currency: toCurrency(account.balances),
        },
        from: requireDay(from),
        to: requireDay(to),
        balances: listBalances(account, await periodBalances(account, read(today), { to }), period),
        transactions: rowsOf(account, read(to)),
        ...(portfolio && { portfolio }),
      };
    }),
  );
}

const SUBTYPES = lookup<StatementAccountType>({
  savings: "savings",
  "money market": "money market",
  "line of credit": "line of credit",
});

function toType({ type, subtype }: Account): StatementAccountType | null {
  if (type === "credit") return "credit card";
  if (type === "depository" || type === "loan") return SUBTYPES[subtype ?? ""] ?? DEFAULTS[type];
  return null;
}

const DEFAULTS = { depository: "checking", loan: "line of credit" } as const;

function listBalances(
  { type, balances: { available } }: Account,
  balances: PeriodBalances | null,
  { from, to, today }: StatementPeriod,
): StatementBalance[] {
  // The API gives a debt as a positive balance, a file as a negative balance.
  const isOwed = type === "credit" || type === "loan";
  const signed = (balance: number) => amountFrom(isOwed ? -balance : balance);
  const last = to < today ? to : today;
  return [
    ...(balances === null
      ? []
      : [
          { kind: "opening" as const, amount: signed(balances.opening), date: requireDay(from) },
          { kind: "closing" as const, amount: signed(balances.closing), date: requireDay(last) },
        ]),
    ...(available === null || to < today
      ? []
      : [{ kind: "available" as const, amount: amountFrom(available), date: requireDay(today) }]),
  ];
}

async function* rowsOf(
  { balances }: Account,
  transactions: AsyncIterable<Transaction>,
): AsyncGenerator<WritableTransaction> {
  const own = toCurrency(balances);
  for await (const transaction of transactions) {
    const { merchant_name, name, original_description, payment_meta, category } = transaction;
    const currency = toCurrency(transaction);
    yield {
      date: requireDay(transaction.date),
      valueDate: null,
      madeDate:
        transaction.authorized_date === null ? null : requireDay(transaction.authorized_date),
      amount: amountFrom(-transaction.amount),
      currency: currency === own ? null : currency,
      pending: transaction.pending,
      id: transaction.transaction_id,
      reference: payment_meta.reference_number,
      checkNumber: null,
      code: null,
      description: name === merchant_name ? null : name,
      payee: merchant_name,
      memo: original_description && original_description !== name ? original_description : null,
      counterpartyAccount: null,
      category: category?.join(":") ?? null,
    };
  }
}

async function* each(
  pages: AsyncIterable<readonly { transaction: Transaction }[]>,
): AsyncGenerator<Transaction> {
  for await (const page of pages) for (const { transaction } of page) yield transaction;
}

const toCurrency = (of: {
  iso_currency_code: string | null;
  unofficial_currency_code: string | null;
}): string | null => of.iso_currency_code ?? of.unofficial_currency_code;

/** Parses a day that the caller has checked. */
function requireDay(text: string): Day {
  const day = dayIn(text);
  if (day === null) throw new Error("a day is none");
  return day;
}
