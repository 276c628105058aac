import { toDate, toDay } from "../../domain/calendar.ts";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import { Fault } from "../../domain/fault.ts";
import { eachInTurns } from "../../domain/jobs/in-turns.ts";
import type { Data } from "./data.ts";
import { fillPath } from "./dialect.ts";
import type { Reads } from "./dialect-reads.ts";
import { mapWithConcurrency } from "./each-account.ts";
import { BadRequest, InvalidDateRange } from "./refusals.ts";

/**
 * Rows, and the first day of completeness; null if unknown. `isShort`: a refusal has cut the
 * period. `isCut`: that refusal named no period.
 */
type Answered<Row> = { rows: Row[]; since: string | null; isShort: boolean; isCut: boolean };

/**
 * The rows of an account: from its own list, or from the list of all accounts, which is read once.
 */
export async function openRows<Account, Row, Network>(
  { transactions }: Reads<Account, Row, Network>,
  data: Data,
  accountIds: readonly string[],
  period: Period,
): Promise<(accountId: string) => Promise<Answered<Row>>> {
  const { bulk } = transactions;
  if (!bulk || accountIds.length === 0 || !data.hasBulk("transactions")) {
    await data.expect(accountIds.length);
    return (accountId) => readPeriods(transactions, data, accountId, period);
  }
  await data.expect(1);
  const lines = { ...transactions, path: bulk.path };
  const { rows, since, ...limits } = await readPeriods(lines, data, "", period);
  const byAccount = new Map<string, Row[]>();
  await eachInTurns(rows, (row) => {
    const accountId = bulk.accountOf(row) ?? "";
    const own = byAccount.get(accountId);
    if (own) own.push(row);
    else byAccount.set(accountId, [row]);
  });
  // A list without a row of these accounts does not show which days are complete for them.
  const isOfThese = rows.length === 0 || accountIds.some((accountId) => byAccount.has(accountId));
  return async (accountId) => ({
    rows: byAccount.get(accountId) ?? [],
    since: isOfThese ? since : null,
    ...limits,
  });
}

/**
 * Reads an account with a cut period again if another account's whole period was listed: the
 * institution supports such a period, and the refusal may have been temporary.
 */
export const withoutPassing = async <List extends Answered<unknown>>(
  lists: readonly List[],
  { from }: Period,
  read: (list: List) => Promise<Pick<List, keyof Answered<unknown>>>,
): Promise<List[]> => {
  const listsAll = lists.some(({ since }) => since === from);
  return mapWithConcurrency(lists, async (list) => {
    if (!list.isCut || !listsAll) return list;
    try {
      return { ...list, ...(await read(list)) };
    } catch (failure) {
      // The shorter list is there.
      if (failure instanceof Fault) return list;
      throw failure;
    }
  });
};

/**
 * 90 days, counting both ends. Banks show older rows only for minutes after a sign-in, and later
 * refuse them in many ways.
 */
const OPEN_DAYS = 89;

/** Whether the refusal may concern the period, so that a shorter one could work. */
const mayBeOfPeriod = (failure: unknown): boolean =>
  failure instanceof Fault &&
  (failure.code === "ACCESS_NOT_GRANTED" || failure.cause instanceof BadRequest);

/**
 * The transactions of an account over a period, or as much as the institution has. A refused period
 * is requested again without the margin, and then from later and later days.
 */
export async function readPeriods<Row>(
  transactions: Omit<Reads<never, Row, never>["transactions"], "toTransactions" | "bulk">,
  data: Data,
  accountId: string,
  { from, to }: Period,
): Promise<Answered<Row>> {
  const path = fillPath(transactions.path, { accountId });
  const { list, schema, marginDays, minPeriodDays, shorterDays } = transactions;
  const { pending: second, parameters, elsewhere, file, thrown } = transactions;
  const options = { second, parameters, elsewhere, file, thrown };
  const last = toDay(to);
  // Banks count both ends.
  const earliest = last + 1 - (data.historyDays ?? Number.POSITIVE_INFINITY);
  const start = Math.max(toDay(from), earliest);
  let refusal: unknown = null;
  for (let first = start, margin = marginDays; ; ) {
    const begin = Math.max(first - margin, earliest);
    const query = transactions.period(toDate(begin), toDate(last + Math.min(margin, 1)));
    try {
      const rows = await data.list(path, list, schema, query, options);
      const limits = { isShort: first > start, isCut: refusal !== null };
      if (rows === null) return { rows: [], since: null, ...limits };
      return { rows, since: toDate(Math.max(begin, toDay(from))), ...limits };
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
