import { fillPath, valueAt } from "../../../connectors/data-api/dialect.ts";
import { DAY_MS } from "../../../domain/calendar.ts";
import type { Observations } from "../check.ts";
import type { Token } from "../check-session.ts";
import { readText } from "../reply.ts";
import { CURABLE, tryAlternatives } from "./alternatives.ts";
import { type ConsentSession, exchange, PERSON } from "./exchange.ts";
import type { ConsentObservations, Exchange, RowReplies } from "./observations.ts";
import { SHAPES } from "./shapes.ts";

/** The number of accounts to read individually. */
const MAX_ACCOUNTS = 5;
const MAX_PAGES = 20;

/** The number of days of the first period, so that most accounts have several pages. */
const DAYS = 365;

type Read = (path: string) => Promise<Exchange>;

/**
 * Reads accounts and transactions by the dialect's paths; returns the session with the found
 * deviations.
 */
export const gatherRead = async (
  session: ConsentSession,
  observations: Observations,
  consent: ConsentObservations,
  token: Token | null,
): Promise<ConsentSession> => {
  const { dialect } = session;
  const { consentId } = consent;
  await session.enter("data", observations);
  const { accounts, details, owners } = dialect.withReads((reads) => ({
    accounts: reads.accounts,
    details: reads.details.path,
    owners: reads.owners[0]?.path ?? reads.accounts.path,
  }));
  // Without tokens, the client's certificate gives access to the data.
  if (token !== null)
    observations.withoutToken = await exchange(session, { path: accounts.path, consentId });
  const { session: next, reply } = await tryAlternatives(session, consent, "accounts", (by) =>
    exchange(by, { path: accounts.path, token, consentId }),
  );
  observations.accounts = reply;
  // An institution that refuses or throttles the first call gets no further calls.
  if (reply.status === null || [401, 429, 503].includes(reply.status)) return next;
  const read: Read = (path) => exchange(next, { path, token, consentId });
  await readUnattended(next, consent, { path: accounts.path, token, consentId });
  observations.accountsAgain = await read(accounts.path);
  const { accountId: idField = "id" } = SHAPES[dialect.name] ?? {};
  const list = valueAt(reply.body, accounts.list);
  const ids = (Array.isArray(list) ? list : []).flatMap((row) => readText(row, idField) ?? []);
  const [first] = ids;
  if (first === undefined) return next;
  observations.unknownAccount = await read(fillPath(details, { accountId: UNKNOWN_ACCOUNT }));
  for (const accountId of [...new Set(ids)].slice(0, MAX_ACCOUNTS))
    consent.details.push({
      id: accountId,
      balances: await read(fillPath(details, { accountId })),
      owners: await read(fillPath(owners, { accountId })),
      ...(await readStatements(next, accountId, read)),
    });
  consent.cards = await readCards(next, read);
  await session.enter("transactions", observations);
  return gatherRows(next, consent, token, [...new Set(ids)].slice(0, MAX_ACCOUNTS));
};

/** Reads an account's statements within the consent, and the newest one's file. */
async function readStatements(
  { dialect, deviations: { lacks } }: ConsentSession,
  accountId: string,
  read: Read,
): Promise<Pick<ConsentObservations["details"][number], "statements" | "statementFile">> {
  const paths = dialect.withReads((reads) => reads.statements);
  if (paths === null || lacks.includes("statements"))
    return { statements: null, statementFile: null };
  const statements = await read(fillPath(paths.path, { accountId }));
  const list = valueAt(statements.body, paths.list);
  const statementId = Array.isArray(list) ? readText(list[0], "StatementId") : undefined;
  return {
    statements,
    statementFile:
      statementId === undefined
        ? null
        : await read(fillPath(paths.document, { accountId, statementId })),
  };
}

/** Reads the cards that the connection declares as a separate list. */
async function readCards(
  { dialect, deviations }: ConsentSession,
  read: Read,
): Promise<ConsentObservations["cards"]> {
  const paths = dialect.withCards?.(({ accounts, details }) => ({
    ...{ path: accounts.path, list: accounts.list, balances: details.path },
  }));
  if (!paths || deviations.cardAccounts !== "listed") return null;
  const { accountId: idField = "id" } = SHAPES[dialect.name] ?? {};
  const list = await read(paths.path);
  const cards = valueAt(list.body, paths.list);
  const ids = (Array.isArray(cards) ? cards : []).flatMap((row) => readText(row, idField) ?? []);
  const balances: { id: string; reply: Exchange }[] = [];
  for (const id of [...new Set(ids)].slice(0, MAX_ACCOUNTS))
    balances.push({ id, reply: await read(fillPath(paths.balances, { accountId: id })) });
  return { list, balances };
}

/** Reads the accounts without a waiting person; if refused, retries with an address. */
async function readUnattended(
  session: ConsentSession,
  consent: ConsentObservations,
  request: Pick<Parameters<typeof exchange>[1], "path" | "token" | "consentId">,
): Promise<void> {
  const reply = await exchange(session, { ...request, isUnattended: true });
  consent.unattended = reply;
  if (!CURABLE.includes(reply.status ?? 0)) return;
  const deviations = { ...session.deviations, unattendedAddress: PERSON.ipAddress };
  const named = await exchange({ ...session, deviations }, { ...request, isUnattended: true });
  if (named.status === 200)
    consent.proposals.push({
      ...{ at: "unattended", refusal: reply },
      deviation: "unattended-address=<the address of this server>",
    });
}

const UNKNOWN_ACCOUNT = "there-is-no-such-account";

/** Reads the transactions of the account with the most on its first page. */
async function gatherRows(
  session: ConsentSession,
  consent: ConsentObservations,
  token: Token | null,
  accountIds: readonly string[],
): Promise<ConsentSession> {
  const { consentId } = consent;
  const now = session.clock();
  const to = toDay(now);
  const fromOf = ({ deviations: { historyDays } }: ConsentSession): string =>
    toDay(now - Math.min(DAYS, (historyDays ?? DAYS) - 1) * DAY_MS);
  let next = session;
  const firsts: { accountId: string; url: string; reply: Exchange; weight: number }[] = [];
  for (const accountId of accountIds) {
    const tried = await tryAlternatives(next, consent, "transactions", (by) =>
      exchange(by, { path: rowsUrl(by, accountId, { from: fromOf(by), to }), token, consentId }),
    );
    next = tried.session;
    const { reply } = tried;
    firsts.push({ accountId, url: reply.url, reply, weight: weightOf(next, reply) });
  }
  const [most] = firsts.toSorted((a, b) => b.weight - a.weight);
  if (!most) return next;
  const read: Read = (path) => exchange(next, { path, token, consentId });
  const { pages, end } = await readPages(next, most, read);
  const period = { from: toDay(now - 40 * DAY_MS), to: toDay(now - 30 * DAY_MS) };
  consent.rows = {
    ...{ accountId: most.accountId, from: fromOf(next), to, pages, end },
    again: await read(most.url),
    period:
      next.deviations.period === "none"
        ? null
        : { ...period, reply: await read(rowsUrl(next, most.accountId, period)) },
  };
  return next;
}

/** The address of the transactions of a period. */
const rowsUrl = (
  { dialect, deviations, dataUrl }: ConsentSession,
  accountId: string,
  { from, to }: { from: string; to: string },
): string =>
  dialect.withReads(({ transactions }) => {
    const url = new URL(`${dataUrl}${fillPath(transactions.path, { accountId })}`);
    const period = deviations.period === "none" ? {} : transactions.period(from, to);
    for (const [name, value] of Object.entries({
      ...transactions.parameters?.(deviations),
      ...period,
    }))
      url.searchParams.set(name, value);
    return url.href;
  });

/** The weight of a first page: higher if another page follows. */
const weightOf = ({ dialect }: ConsentSession, { body }: Exchange): number =>
  dialect.withReads(({ transactions }) => {
    const rows = valueAt(body, transactions.list);
    return (Array.isArray(rows) ? rows.length : 0) + (linkIn(dialect, body) === null ? 0 : 1e6);
  });

/** Follows the pages of a list to its end. */
async function readPages(
  session: ConsentSession,
  { url, reply }: { url: string; reply: Exchange },
  read: Read,
): Promise<Pick<RowReplies, "pages" | "end">> {
  const pages = [reply];
  const seen = new Set([url]);
  for (let last = reply; ; ) {
    const link = linkIn(session.dialect, last.body);
    if (link === null) return { pages, end: "last page" };
    const next = pageUrl(session, link, last.url);
    if (next === null) return { pages, end: "leads elsewhere" };
    if (next === last.url) return { pages, end: "same page" };
    if (seen.has(next)) return { pages, end: "repeats" };
    if (pages.length >= MAX_PAGES) return { pages, end: "limit" };
    seen.add(next);
    last = await read(next);
    pages.push(last);
    if (last.failure !== null) return { pages, end: "last page" };
  }
}

/** The link to the next page, at the dialect's first path with one. */
const linkIn = (
  { nextPage }: Pick<ConsentSession["dialect"], "nextPage">,
  body: unknown,
): string | null => {
  for (const { at } of nextPage) {
    const value = valueAt(body, at);
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
};

/** The address of a page; null for another list, or outside of the data, where no token is sent. */
function pageUrl(
  { dataUrl, dialect: { basePath } }: ConsentSession,
  link: string,
  url: string,
): string | null {
  const isShort = link.startsWith(`${basePath}/`) && dataUrl.endsWith(basePath);
  const address = isShort ? `${dataUrl.slice(0, -basePath.length)}${link}` : link;
  const next = URL.parse(address, url);
  const isSameList = readLastName(next?.pathname ?? "") === readLastName(new URL(url).pathname);
  return isSameList && next?.href.startsWith(`${dataUrl}/`) ? next.href : null;
}

/** The last name in a path. */
const readLastName = (path: string): string | undefined =>
  path.split("/").findLast((name) => name !== "");

const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
