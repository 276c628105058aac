import { bookOf, currentBalance } from "../../../../demo/bank/people/balances.mjs";
import { customerByLogin } from "../../../../demo/bank/people/customers.mjs";
import type { testApp } from "../../../testing/test-app/test-app.ts";

type App = Awaited<ReturnType<typeof testApp>>;

const HISTORY_MS = 600 * 86_400_000;

/** Ada's accounts in the API and in the bank's books, in cents, and the number of rows. */
export const compareBooks = async (app: App, access_token: string) => {
  for (let round = 0; round < 3; round++) await app.runJobs();
  const now = app.services.clock();
  const [from, to] = [toDay(now - HISTORY_MS), toDay(now)];
  const { accounts } = (await app.call("/accounts/balance/get", { access_token })) as {
    accounts: { account_id: string; mask: string; balances: { current: number } }[];
  };
  const rows: { account_id: string; date: string; amount: number; pending: boolean }[] = [];
  for (let total = 1; rows.length < total; ) {
    const page = (await app.call("/transactions/get", {
      access_token,
      start_date: from,
      end_date: to,
      options: { count: 500, offset: rows.length },
    })) as { transactions: typeof rows; total_transactions: number };
    total = page.total_transactions;
    rows.push(...page.transactions);
  }
  const stored = accounts.map(({ account_id, mask, balances }) => ({
    mask,
    balance: toCents(balances.current),
    rows: rows
      .filter((row) => row.account_id === account_id)
      .map(({ date, amount, pending }) => `${date} ${toCents(amount)} ${pending}`)
      .toSorted(),
  }));
  return { stored, booked: booksOf(now, from), rows: rows.length };
};

/** Ada's books in cents: each account's balance, and its rows of a period with the API's signs. */
const booksOf = (now: number, from: string) => {
  const ada = customerByLogin("ada");
  return (ada?.accounts ?? []).map((account) => ({
    mask: account.number.slice(-4),
    balance: ada ? currentBalance(ada, account, now) : 0,
    rows: (ada ? bookOf(ada, account, now) : [])
      .map(({ at, postedAt, cents, direction }) => ({
        day: toDay(postedAt <= now ? postedAt : at),
        cents: direction === "DEBIT" ? cents : -cents,
        pending: postedAt > now,
      }))
      .filter(({ day }) => day >= from)
      .map(({ day, ...row }) => `${day} ${row.cents} ${row.pending}`)
      .toSorted(),
  }));
};

const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

const toCents = (amount: unknown) => Math.round(Number(amount) * 100);
