import { toDate, toDay } from "../../domain/calendar.ts";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import { Fault } from "../../domain/fault.ts";
import { eachInTurns } from "../../domain/jobs/in-turns.ts";
import type { Data } from "./data.ts";
import { fillPath } from "./dialect.ts";
import type { Reads } from "./dialect-reads.ts";
import { BadRequest, InvalidDateRange } from "./refusals.ts";

/** The rows of an account: from a list of its own, or from the one of all accounts, which is read once. */
export async function openRows<Account, Row, Network>(
  { transactions }: Reads<Account, Row, Network>,
  data: Data,
  accounts: number,
  period: Period,
): Promise<(accountId: string) => Promise<Row[]>> {
  const { bulk } = transactions;
  if (!bulk || accounts === 0 || !data.hasBulk("transactions")) {
    await data.expect(accounts);
    return (accountId) => readPeriods(transactions, data, accountId, period);
  }
  await data.expect(1);
  const rows = await readPeriods({ ...transactions, path: bulk.path }, data, "", period);
  const byAccount = new Map<string, Row[]>();
  await eachInTurns(rows, (row) => {
    const accountId = bulk.accountOf(row) ?? "";
    const own = byAccount.get(accountId);
    if (own) own.push(row);
    else byAccount.set(accountId, [row]);
  });
  return async (accountId) => byAccount.get(accountId) ?? [];
}

/** 90 days, both counted: banks show older rows only for some minutes after a sign-in, and refuse them in many ways later. */
const OPEN_DAYS = 89;

/** Whether a shorter period may be answered where this one is refused. */
const mayBeOfPeriod = (failure: unknown): boolean =>
  failure instanceof Fault &&
  (failure.code === "ACCESS_NOT_GRANTED" || failure.cause instanceof BadRequest);

/**
 * The transactions of an account over at least a period, or as much of it as the institution has: a refused
 * period is requested again without the margin, and then from later and later days.
 */
export async function readPeriods<Row>(
  transactions: Omit<Reads<never, Row, never>["transactions"], "toTransactions" | "bulk">,
  data: Data,
  accountId: string,
  { from, to }: Period,
): Promise<Row[]> {
  const path = fillPath(transactions.path, { accountId });
  const { list, schema, marginDays, minPeriodDays, shorterDays } = transactions;
  const { pending: second, parameters, elsewhere } = transactions;
  const last = toDay(to);
  // Banks count both days.
  const earliest = last + 1 - (data.historyDays ?? Number.POSITIVE_INFINITY);
  let refusal: unknown = null;
  for (let first = Math.max(toDay(from), earliest), margin = marginDays; ; ) {
    const begin = Math.max(first - margin, earliest);
    const query = transactions.period(toDate(begin), toDate(last + Math.min(margin, 1)));
    try {
      return (await data.list(path, list, schema, query, { second, parameters, elsewhere })) ?? [];
    } catch (failure) {
      if (refusal === null && last - first > OPEN_DAYS && mayBeOfPeriod(failure)) {
        refusal = failure;
        first = last - OPEN_DAYS;
        margin = 0;
        continue;
      }
      if (!(failure instanceof InvalidDateRange)) throw refusal ?? failure;
      if (margin === 0 && last - first <= minPeriodDays)
        throw new Fault("UNSUPPORTED_RESPONSE", {
          cause: new Error(`${transactions.path}: every period is refused`),
        });
      const shorter = shorterDays?.find((days) => days < last - first);
      if (margin === 0) first = last - (shorter ?? Math.ceil((last - first) / 2));
      margin = 0;
    }
  }
}
