import type { Owner } from "../../../protocol/account.ts";
import type { ConsentEnd } from "../../../protocol/errors/consent-ends.ts";
import { type Line, type Lines, lineFrom, ownId } from "../../domain/bank-values.ts";
import { DAY_MS, dayAt } from "../../domain/calendar.ts";
import type {
  BankTransaction,
  InstitutionLogin,
  Period,
} from "../../domain/connectors/bank-transaction.ts";
import type { AccountBalances, Pull } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import type { RequestCountStore } from "../../domain/institutions/request-quota.ts";
import { toBalances } from "./accounts.ts";
import type { ApiClient, Refusal } from "./client.ts";
import { readRows } from "./read-transactions.ts";
import { asksForSession, isRateLimit, toFault } from "./refusals.ts";
import { changeState, type KnownAccount, parseState, type State } from "./session-state.ts";
import { AccountResource, type Balance, BalanceList, SessionInfo } from "./values.ts";

/** The daily reads of an account without a waiting person: balances need one of them. */
export const READS_A_DAY = { transactions: 3, balances: 1 } as const;

/** The daily reads that applications' requests leave to the scheduled pulls. */
const RESERVE = { transactions: 1, balances: 0 } as const;

/** The interval in days between requests of an empty pending list without a waiting person. */
const PENDING_TRY_DAYS = 7;

/** A login, and the options of its read. */
export type Reader = {
  api: ApiClient;
  login: InstitutionLogin;
  /** The headers about the waiting person; empty without one. */
  headers: Readonly<Record<string, string>>;
  clock: () => number;
  requestCounts: RequestCountStore;
};

const isAttended = ({ headers }: Pick<Reader, "headers">): boolean =>
  Object.keys(headers).length > 0;

/** An account of a session's list, which may have only its uid; null for other entries. */
export const readResource = async (
  api: ApiClient,
  entry: unknown,
  headers: Reader["headers"],
): Promise<AccountResource | null> => {
  if (typeof entry !== "string" || entry === "")
    return AccountResource.safeParse(entry).data ?? null;
  const { body } = await api.call({
    ...{ path: `/accounts/${encodeURIComponent(entry)}/details`, headers },
    endpoint: "/accounts/:uid/details",
  });
  const resource = AccountResource.safeParse(body).data;
  return resource ? { ...resource, uid: lineFrom(entry) } : null;
};

/** The balances of an account while its user waits; null if unreadable. */
export const readBalances = async (
  api: ApiClient,
  account: KnownAccount,
  headers: Reader["headers"],
): Promise<Balance[] | null> => {
  if (account.uid === null) return null;
  const answer = await fetchBalances(api, account.uid, headers).catch((failure: unknown) => {
    if (failure instanceof Fault) return null;
    throw failure;
  });
  return answer !== null && Array.isArray(answer) ? answer : null;
};

/** The balances of an account, or the refusal. */
async function fetchBalances(
  api: ApiClient,
  uid: string,
  headers: Reader["headers"],
): Promise<Balance[] | Refusal> {
  const endpoint = "/accounts/:uid/balances";
  const path = `/accounts/${encodeURIComponent(uid)}/balances`;
  const { body, refusal } = await api.call({ path, headers, endpoint });
  if (refusal !== null) return refusal;
  const result = BalanceList.safeParse(body);
  if (!result.success) throw api.unsupported(endpoint, { fields: ["balances"] });
  return result.data.balances ?? [];
}

/**
 * Counts a read without a waiting person; INSTITUTION_RATE_LIMIT if the bank allows no further read
 * of its kind today.
 */
const takeRead = async (
  reader: Reader,
  account: KnownAccount,
  kind: keyof typeof READS_A_DAY,
): Promise<void> => {
  if (isAttended(reader)) return;
  const { login, requestCounts, clock } = reader;
  const key = digest(
    JSON.stringify([login.institutionId, parseState(login).sessionId, account.key, kind]),
  );
  const limit = READS_A_DAY[kind] - (login.priority === "user" ? RESERVE[kind] : 0);
  const waitMs = await requestCounts.take(key, limit, clock());
  if (waitMs > 0)
    throw new Fault("INSTITUTION_RATE_LIMIT", { retryAfterMs: Math.min(waitMs, DAY_MS) });
};

/**
 * Reads a login's accounts: balances, and transactions if a period is given. The accounts' calls
 * are independent, so a fault affects one account. After a rate limit nothing more is requested,
 * unless a person waits. Throws if nothing could be read.
 */
export const readPull = async (reader: Reader, period: Period | null): Promise<Pull> => {
  const { login, clock } = reader;
  const state = parseState(login);
  requireOpen(reader, state);
  const failures: Fault[] = [];
  const transactions: BankTransaction[] = [];
  const since = new Map<string, string>();
  const until = new Map<string, string>();
  const balances: AccountBalances[] = [];
  const learned = new Map<string, Partial<KnownAccount>>();
  let pauseMs: number | null = null;
  let firstDay: string | null = null;
  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (pauseMs !== null) return null;
    try {
      return await work();
    } catch (failure) {
      if (!(failure instanceof Fault) || failure.code === "ITEM_LOGIN_REQUIRED") throw failure;
      failures.push(failure);
      return null;
    }
  };
  const refuse = async (refusal: Refusal): Promise<never> => {
    const fault = await fetchFault(reader, state, refusal);
    if (isRateLimit(refusal)) pauseMs = fault.retryAfterMs;
    throw fault;
  };
  let reads = 0;
  // Accounts that the last read did not reach come first, since the limit may not allow all.
  const ofLastRead = (account: KnownAccount): number => (account.owed === null ? 1 : 0);
  for (const account of state.accounts.toSorted((a, b) => ofLastRead(a) - ofLastRead(b))) {
    const { key, uid } = account;
    if (uid === null) {
      balances.push({ key, balances: null });
      continue;
    }
    if (period !== null) {
      const from = earlier(account.owed, period.from);
      const rows = await attempt(async () => {
        const answer = await readRows(
          reader.api,
          account,
          { ...period, from },
          {
            ...{ headers: reader.headers, clock },
            take: () => takeRead(reader, account, "transactions"),
            mayTryPending: isAttended(reader) || dayAt(clock()) % PENDING_TRY_DAYS === 0,
          },
        );
        return answer.refusal === null ? answer : refuse(answer.refusal);
      });
      if (rows === null) learned.set(key, { owed: from });
      else {
        reads++;
        transactions.push(...rows.transactions);
        since.set(key, rows.since);
        until.set(key, rows.until);
        learned.set(key, { ...rows.learned, owed: rows.isCut ? from : null });
        if (rows.limit) pauseMs = toFault(rows.limit, clock()).retryAfterMs;
        firstDay = earlier(firstDay, from);
      }
    }
    const list = await attempt(async () => {
      await takeRead(reader, account, "balances");
      const answer = await fetchBalances(reader.api, uid, reader.headers);
      return Array.isArray(answer) ? answer : refuse(answer);
    });
    if (list !== null && period === null) reads++;
    balances.push({ key, balances: list === null ? null : toBalances(account, list) });
  }
  const isRead = reads > 0 || failures.length === 0;
  await keepLearned(
    login,
    // A read that brings nothing is made again as a whole.
    isRead ? learned : new Map(),
    pauseMs === null ? null : clock() + pauseMs,
  );
  if (!isRead) throw worstOf(failures);
  return period === null || firstDay === null
    ? { transactions, balances, since, until }
    : { transactions, balances, since, until, from: firstDay };
};

const earlier = (a: string | null, b: string): string => (a !== null && a < b ? a : b);

/** Throws if the consent has ended, or if the bank is pausing requests and no person waits. */
function requireOpen(reader: Reader, { validUntil, pausedUntil }: State): void {
  const now = reader.clock();
  if (validUntil !== null && now >= validUntil) throw ended("EXPIRED");
  if (pausedUntil !== null && now < pausedUntil && !isAttended(reader))
    throw new Fault("INSTITUTION_RATE_LIMIT", { retryAfterMs: pausedUntil - now });
}

/** The reasons of a consent's end, by its session's status. */
const REASONS: Readonly<Record<string, ConsentEnd>> = {
  EXPIRED: "EXPIRED",
  REVOKED: "REVOKED",
  CLOSED: "CLOSED",
  CANCELLED: "CANCELLED",
  INVALID: "SUPERSEDED",
};

const ended = (status: string): Fault =>
  new Fault("ITEM_LOGIN_REQUIRED", { consentEnd: REASONS[status] ?? null });

/**
 * Converts a refusal to our error. Only the session's status tells whether the consent has ended.
 */
async function fetchFault(reader: Reader, state: State, refusal: Refusal): Promise<Fault> {
  const now = reader.clock();
  if (isRateLimit(refusal) || !asksForSession(refusal)) return toFault(refusal, now);
  const { body, refusal: second } = await reader.api.call({
    path: `/sessions/${encodeURIComponent(state.sessionId)}`,
    endpoint: "/sessions/:id",
  });
  if (second !== null) {
    if (second.error === "SESSION_DOES_NOT_EXIST" || second.status === 404) return ended("CLOSED");
    const byError = /^(EXPIRED|REVOKED|CLOSED)_SESSION$/.exec(second.error)?.[1];
    return byError === undefined ? toFault(second, now) : ended(byError);
  }
  const info = SessionInfo.safeParse(body);
  const status = (info.success ? info.data.status : null)?.toUpperCase() ?? "";
  if (status in REASONS) return ended(status);
  // The session is still valid, so the refusal concerns this account only.
  return new Fault("INSTITUTION_NOT_AVAILABLE", {
    cause: new Error(`${refusal.status} ${refusal.error} for one account of a good session`),
  });
}

/** The most informative failure: a pause, which has an end, precedes any other. */
const worstOf = (failures: readonly Fault[]): Fault =>
  failures.find(({ code }) => code === "INSTITUTION_RATE_LIMIT") ??
  failures[0] ??
  new Fault("INSTITUTION_DOWN");

async function keepLearned(
  login: InstitutionLogin,
  learned: ReadonlyMap<string, Partial<KnownAccount>>,
  pausedUntil: number | null,
): Promise<void> {
  await changeState(login, (state) => ({
    ...state,
    pausedUntil: pausedUntil ?? state.pausedUntil,
    accounts: state.accounts.map((account) => ({ ...account, ...learned.get(account.key) })),
  }));
}

/** The account holders' names, the only data on holders that the aggregator has. */
export const readOwners = async (
  reader: Reader,
): Promise<{ key: string; owners: Lines<Owner>[] }[]> => {
  const state = parseState(reader.login);
  requireOpen(reader, state);
  const owners: { key: string; owners: Lines<Owner>[] }[] = [];
  const failures: Fault[] = [];
  for (const { key, uid } of state.accounts) {
    if (uid === null) continue;
    const path = `/accounts/${encodeURIComponent(uid)}/details`;
    const { body, refusal } = await reader.api.call({
      ...{ path, headers: reader.headers },
      endpoint: "/accounts/:uid/details",
    });
    if (refusal !== null) {
      const fault = await fetchFault(reader, state, refusal);
      if (fault.code === "ITEM_LOGIN_REQUIRED") throw fault;
      failures.push(fault);
      continue;
    }
    const account = AccountResource.safeParse(body);
    const name = account.success ? account.data.name : null;
    owners.push({ key: ownId(key), owners: name === null ? [] : [toOwner(name)] });
  }
  if (owners.length === 0 && failures.length > 0) throw worstOf(failures);
  return owners;
};

const toOwner = (name: Line): Lines<Owner> => ({
  names: [name],
  phone_numbers: [],
  emails: [],
  addresses: [],
});
