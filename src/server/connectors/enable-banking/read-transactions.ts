import type { Day } from "../../domain/bank-values.ts";
import { dayAt, toDate, toDay } from "../../domain/calendar.ts";
import type { BankTransaction, Period } from "../../domain/connectors/bank-transaction.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import { listFields } from "../data-api/parse-response.ts";
import type { ApiClient, Refusal } from "./client.ts";
import { isPeriodRefusal, isRateLimit } from "./refusals.ts";
import type { KnownAccount } from "./session-state.ts";
import { dayOfRow, isPending, toBankTransactions } from "./transactions.ts";
import { NoRow, Row, RowPage } from "./values.ts";

/** The maximum number of pages of a list. A longer list is an error of the bank. */
const MAX_PAGES = 500;

/** The maximum number of transactions of an account, above any real number. */
const MAX_LISTED = 100_000;

/** The number of rows to parse before others get their turn. */
const AT_ONCE = 200;

/** The lengths in days, including today, to try at a bank that refuses a longer period. */
const STEPS = [90, 60, 30];

/** Some banks fail for more than two years, instead of refusing. */
const TWO_YEARS = 729;

/** A longer period may be the reason why a bank fails. */
const LONG_DAYS = 90;

/** How the bank answers for an account. */
export type Asking = {
  /** The headers about the waiting person; empty without one. */
  headers: Readonly<Record<string, string>>;
  clock: () => number;
  /** Counts a request without a waiting person before it is sent. */
  take: () => Promise<void>;
  /** Whether a previously empty pending list may be requested again. */
  mayTryPending: boolean;
};

/** The transactions of an account, and the days for which the list is complete. */
export type ReadRows = {
  refusal: null;
  transactions: BankTransaction[];
  /** The first day, and the last day. */
  since: string;
  until: string;
  /** Whether the list lacks days of the period. */
  isCut: boolean;
  /** The rate limit's refusal, or null. */
  limit: Refusal | null;
  learned: Pick<KnownAccount, "days" | "pending" | "undated">;
};

/** Reads an account's transactions in the longest period that its bank allows. */
export const readRows = async (
  api: ApiClient,
  account: KnownAccount,
  period: Period,
  asking: Asking,
): Promise<ReadRows | { refusal: Refusal }> => {
  const today = dayAt(asking.clock());
  const learned = { days: account.days, pending: account.pending, undated: account.undated };
  let from = period.from;
  if (learned.days !== null && toDay(from) < today - learned.days + 1)
    from = toDate(today - learned.days + 1);
  await asking.take();
  for (;;) {
    if (from > period.to) return { ...EMPTY, since: from, until: period.to, learned };
    const list = await readPages(api, account, { ...period, from }, asking);
    if (list.refusal !== null) {
      const next = nextStart(list.refusal, from, today);
      if (next === null) return list;
      learned.days = today - toDay(next) + 1;
      from = next;
      continue;
    }
    const pending = await readPending(api, account, { ...period, from }, asking, list.rows);
    if (pending.refusal !== null) return pending;
    const since = list.since > from ? list.since : from;
    const until = list.until < period.to ? list.until : period.to;
    const { transactions: all, undated } = await toBankTransactions(
      [...list.rows, ...pending.rows],
      account,
      toDate(today),
    );
    const transactions = all.filter(({ date }) => date >= since && date <= until);
    return {
      ...{ refusal: null, transactions, since, until, isCut: list.isCut },
      limit: [list.cause, pending.limit].find((cause) => cause && isRateLimit(cause)) ?? null,
      learned: { ...learned, pending: pending.has, undated },
    };
  }
};

const EMPTY = { refusal: null, transactions: [], isCut: false, limit: null };

/**
 * The next first day to request, later than the refused one; null if the refusal concerns something
 * else.
 */
function nextStart(refusal: Refusal, from: string, today: number): Day | null {
  const days = today - toDay(from) + 1;
  const isLong = days > LONG_DAYS && refusal.status === 400 && refusal.error === "ASPSP_ERROR";
  if (!isPeriodRefusal(refusal) && !isLong) return null;
  const { earliest } = refusal;
  if (earliest !== null && earliest > from && toDay(earliest) <= today)
    return toDate(toDay(earliest));
  const steps = isLong ? [TWO_YEARS, ...STEPS] : STEPS;
  const step = steps.find((length) => length < days);
  return step === undefined ? null : toDate(today - step + 1);
}

/** The rows of a list, and the days for which the list is complete. */
type Rows = {
  refusal: null;
  rows: Row[];
  since: string;
  until: string;
  isCut: boolean;
  /** The refusal of a later page that cut the list; null for none. */
  cause: Refusal | null;
};

/**
 * Reads all pages of a list with the same parameters. A repeated key ends the list. If a later page
 * is refused, or has no list, the days completely covered by earlier rows still count.
 */
async function readPages(
  api: ApiClient,
  account: KnownAccount,
  { from, to }: Period,
  { headers, clock }: Pick<Asking, "headers" | "clock">,
  status?: string,
): Promise<Rows | { refusal: Refusal }> {
  const endpoint = "/accounts/:uid/transactions";
  const rows: Row[] = [];
  const keys = new Set<string>();
  let hasLists = true;
  // Without a last day the bank assumes today, so a past one must be sent.
  const isPast = to < toDate(dayAt(clock()));
  for (let key: string | undefined; ; ) {
    const answer = await api.call({
      path: `/accounts/${encodeURIComponent(account.uid ?? "")}/transactions`,
      query: {
        date_from: from,
        date_to: isPast ? to : undefined,
        transaction_status: status,
        continuation_key: key,
      },
      headers,
      endpoint,
    });
    if (answer.refusal !== null) {
      const days = wholeDays(rows, { from, to });
      if (days === null && (status === undefined || rows.length === 0)) return answer;
      return {
        refusal: null,
        rows,
        ...(days ?? { since: from, until: to }),
        isCut: true,
        cause: answer.refusal,
      };
    }
    const page = RowPage.safeParse(answer.body);
    if (!page.success) throw api.unsupported(endpoint, { fields: listFields(page.error) });
    if (!page.data.transactions) hasLists = false;
    for (const [at, entry] of (page.data.transactions ?? []).entries()) {
      if (at % AT_ONCE === AT_ONCE - 1) await yieldToEventLoop();
      if (NoRow.safeParse(entry).success) continue;
      const row = Row.safeParse(entry);
      if (!row.success)
        throw api.unsupported(endpoint, { fields: listFields(row.error, `transactions.${at}.`) });
      rows.push(row.data);
    }
    key = page.data.continuation_key ?? undefined;
    if (key === undefined || key === "" || keys.has(key))
      return {
        refusal: null,
        rows,
        ...toDays(rows, { from, to }, hasLists),
        isCut: !hasLists,
        cause: null,
      };
    keys.add(key);
    if (keys.size > MAX_PAGES || rows.length > MAX_LISTED)
      throw api.unsupported(endpoint, { fields: ["transactions: never ends"] });
  }
}

type Days = Pick<Rows, "since" | "until">;

/** The days of a list to its end; none if a response had no list and the rows are unordered. */
const toDays = (rows: readonly Row[], { from, to }: Period, hasLists: boolean): Days =>
  hasLists
    ? { since: from, until: to }
    : (wholeDays(rows, { from, to }) ?? { since: toDate(toDay(to) + 1), until: to });

/**
 * The days that a list without its last pages covers completely: after the oldest row if it goes
 * back in time, before the newest if it goes forward; null if unordered.
 */
function wholeDays(rows: readonly Row[], { from, to }: Period): Days | null {
  const days = rows.flatMap((row) => (isPending(row) ? [] : (dayOfRow(row) ?? [])));
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const isSorted = (isAfter: (day: Day, before: Day) => boolean): boolean =>
    days.every((day, at) => !isAfter(day, days[at - 1] ?? day));
  if (isSorted((day, before) => day > before)) return { since: toDate(toDay(last) + 1), until: to };
  return isSorted((day, before) => day < before)
    ? { since: from, until: toDate(toDay(last) - 1) }
    : null;
}

type PendingRows = {
  refusal: null;
  rows: Row[];
  has: KnownAccount["pending"];
  /** A refusal that leaves the rest of the account unchanged; null for none. */
  limit: Refusal | null;
};

/**
 * Reads the pending transactions of a bank with a separate list. If the bank is known to have some
 * and the list is unreadable, the whole account stays unchanged.
 */
async function readPending(
  api: ApiClient,
  account: KnownAccount,
  period: Period,
  asking: Asking,
  listed: readonly Row[],
): Promise<PendingRows | { refusal: Refusal }> {
  const { pending } = account;
  const none: PendingRows = { refusal: null, rows: [], has: pending, limit: null };
  const isKnown = pending === "apart";
  const mayTry = pending === "unknown" || asking.mayTryPending;
  if (pending === "none" || (!isKnown && (listed.some(isPending) || !mayTry))) return none;
  if (!(await mayAsk(asking, isKnown))) return none;
  const list = await readPages(api, account, period, asking, "PDNG");
  if (list.refusal !== null) {
    if (isRateLimit(list.refusal)) return isKnown ? list : { ...none, limit: list.refusal };
    // A bank that had such a list before may offer it again.
    if ([400, 422].includes(list.refusal.status))
      return { ...none, has: isKnown ? "empty" : "none" };
    return isKnown ? list : none;
  }
  // The filter may be ignored.
  const rows = list.rows.filter(isPending);
  return {
    ...{ refusal: null, rows, limit: list.cause },
    has: rows.length > 0 || isKnown ? "apart" : "empty",
  };
}

/** Whether the limit allows an optional request. */
async function mayAsk({ take }: Asking, isNeeded: boolean): Promise<boolean> {
  if (isNeeded) {
    await take();
    return true;
  }
  return take().then(
    () => true,
    () => false,
  );
}
