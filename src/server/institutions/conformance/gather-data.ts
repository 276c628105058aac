import { DAY_MS } from "../../domain/calendar.ts";
import type { Observations, TransactionObservations } from "./check.ts";
import { readData, type Session, type Token } from "./check-session.ts";
import { type Reply, readFields, readRows, readText } from "./reply.ts";

/** The number of accounts to read individually. */
const MAX_ACCOUNTS = 5;
const MAX_PAGES = 40;
/** The page size, small enough for several pages in most accounts. */
const PAGE_LIMIT = 20;
const DAYS = 90;

/** Reads each endpoint of the data API with a token. */
export const gatherData = async (
  session: Session,
  observations: Observations,
  token: Token,
): Promise<void> => {
  const read = (path: string, accept?: string) => readData(session, path, token, { accept });
  await session.enter("data", observations);
  observations.withoutToken = await session.call(`${session.dataUrl}/accounts`);
  observations.accounts = await read("/accounts");
  // An institution that refuses or throttles the first call gets no further calls.
  if (
    observations.accounts.status === null ||
    [401, 429, 503].includes(observations.accounts.status)
  )
    return;
  observations.customer = await read("/customers/current");
  observations.accountsAgain = await read("/accounts");
  observations.unknownAccount = await read("/accounts/there-is-no-such-account");
  const rows = readRows(observations.accounts.body, "accounts") ?? [];
  const ids = rows.flatMap((row) => readText(row, "accountId") ?? []).slice(0, MAX_ACCOUNTS);
  for (const id of ids) {
    const path = `/accounts/${encodeURIComponent(id)}`;
    const [single, statements] = [await read(path), await read(`${path}/statements`)];
    const statementId = readText(readRows(statements.body, "statements")?.[0], "statementId");
    const isInvested = readFields(single.body).accountCategory === "INVESTMENT_ACCOUNT";
    observations.accountDetails.push({
      id,
      single,
      contact: await read(`${path}/contact`),
      paymentNetworks: await read(`${path}/payment-networks`),
      statements,
      document:
        statementId === undefined
          ? null
          : await read(`${path}/statements/${encodeURIComponent(statementId)}`, "application/pdf"),
      trades: isInvested ? await read(`${path}/transactions`) : null,
    });
  }
  await session.enter("transactions", observations);
  observations.transactions = await gatherTransactions(read, ids, session.clock());
};

async function gatherTransactions(
  read: (path: string) => Promise<Reply>,
  accountIds: readonly string[],
  now: number,
): Promise<TransactionObservations | null> {
  const query = `startTime=${toDay(now - DAYS * DAY_MS)}&endTime=${toDay(now)}&limit=${PAGE_LIMIT}`;
  const firsts: { accountId: string; path: string; reply: Reply; count: number }[] = [];
  for (const accountId of accountIds) {
    const path = `/accounts/${encodeURIComponent(accountId)}/transactions`;
    const reply = await read(`${path}?${query}`);
    const count = readRows(reply.body, "transactions")?.length ?? 0;
    firsts.push({ accountId, path, reply, count: hasNext(reply) ? Number.MAX_VALUE : count });
  }
  const [max] = firsts.toSorted((a, b) => b.count - a.count);
  if (!max) return null;
  const { accountId, path, reply } = max;
  const pages = [reply];
  let last = reply;
  while (hasNext(last) && pages.length < MAX_PAGES) {
    const key = encodeURIComponent(readNextKey(last) ?? "");
    last = await read(`${path}?${query}&pageKey=${key}`);
    pages.push(last);
  }
  const again = await read(`${path}?${query}`);
  const period = toPeriod(now);
  const within = `startTime=${period.start}&endTime=${period.end}&limit=${PAGE_LIMIT}`;
  return {
    accountId,
    limit: PAGE_LIMIT,
    pages,
    hasMore: hasNext(last),
    again,
    period: { ...period, reply: await read(`${path}?${within}`) },
  };
}

/** Returns the key of the next page; null on the last one. */
export const readNextKey = ({ body }: Reply): string | null =>
  readText(readFields(body).page, "nextPageKey") ?? null;

const hasNext = (reply: Reply): boolean => readNextKey(reply) !== null;

/** Returns ten days that end a month ago. */
const toPeriod = (now: number) => ({
  start: toDay(now - 40 * DAY_MS),
  end: toDay(now - 30 * DAY_MS),
});

const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
