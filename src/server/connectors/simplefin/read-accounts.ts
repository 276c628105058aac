import { z } from "zod";
import { type Id, type Line, ownId } from "../../domain/bank-values.ts";
import { DAY_MS, toDay } from "../../domain/calendar.ts";
import type { InstitutionLogin, Period } from "../../domain/connectors/bank-transaction.ts";
import type { AccountBalances } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import type { BankClient } from "../bank-client.ts";
import { listFields } from "../data-api/parse-response.ts";
import type { ConnectorLog } from "../data-api/refusals.ts";
import { Identifier } from "../data-api/values.ts";
import { fetchErrors } from "./account-errors.ts";
import { AccountSet, readingPace, SimpleFinAccount, toBalances } from "./account-set.ts";

/** The maximum period of a request. Servers cut or refuse longer periods. */
const MAX_DAYS = 90;

/**
 * The number of days by which requests begin earlier than needed, since servers filter by the day
 * of posting only.
 */
const MARGIN_DAYS = 7;

const DAY_SECONDS = 24 * 60 * 60;

/**
 * The connector's state: the claimed access, the accounts' keys, the banks that wait for a sign-in
 * at the server, and the positions.
 */
export const State = z.strictObject({
  root: z.string(),
  username: z.string(),
  password: z.string(),
  accounts: z.array(z.string()),
  waiting: z.record(z.string(), z.string().nullable()).default({}),
  holdings: z.record(z.string(), z.array(z.unknown())).default({}),
  /**
   * The last time at which the server refused version 2, in ms since 1970. For a day after that,
   * version 1 is used.
   */
  secondRefusedAt: z.number().optional(),
  /** Whether the lists of the last pull lack transactions. */
  isPartial: z.literal(true).optional(),
  /** Whether the server has reported the end of the user's subscription. */
  isUnpaid: z.literal(true).optional(),
});
export type State = z.infer<typeof State>;

type Window = { start: number; end: number };

/**
 * The requests for a period, oldest first. An empty period needs a request without transactions.
 */
export function listWindows({ from, to }: Period): (Window | null)[] {
  if (from > to) return [null];
  const windows: Window[] = [];
  const end = toDay(to) + 2;
  for (let first = toDay(from) - MARGIN_DAYS; first < end; first += MAX_DAYS)
    windows.push({
      start: first * DAY_SECONDS,
      end: Math.min(first + MAX_DAYS, end) * DAY_SECONDS,
    });
  return windows;
}

export type Reading = {
  accounts: { account: SimpleFinAccount; key: Id; institution: Line | null }[];
  balances: AccountBalances[];
  /** The banks of accounts whose user must sign in at the server, by account key. */
  waiting: State["waiting"];
  /**
   * The last time at which the server refused version 2; undefined after a response in version 2.
   */
  secondRefusedAt: number | undefined;
  /** Whether the response lacks accounts, or transactions of an account. */
  isPartial: boolean;
};

/**
 * Returns the state with the facts of a pull. An account without listed positions keeps its earlier
 * positions.
 */
export const withFacts = (
  { secondRefusedAt, ...state }: State,
  readings: readonly Reading[],
): State => ({
  ...state,
  ...withRefusal(readings.length > 0 ? readings.at(-1)?.secondRefusedAt : secondRefusedAt),
  waiting: Object.assign({}, ...readings.map(({ waiting }) => waiting)),
  holdings: Object.fromEntries([
    ...Object.entries(state.holdings),
    ...readings.flatMap(({ accounts }) =>
      accounts.flatMap(({ account, key }) => (account.holdings ? [[key, account.holdings]] : [])),
    ),
  ]),
});

const withRefusal = (secondRefusedAt: number | undefined): Pick<State, "secondRefusedAt"> =>
  secondRefusedAt === undefined ? {} : { secondRefusedAt };

/** Stores changed facts of a pull. If another process has stored facts first, those facts stay. */
export async function keepFacts(
  login: InstitutionLogin,
  state: State,
  readings: readonly Reading[],
  isPartial?: boolean,
): Promise<void> {
  const { isPartial: wasPartial, ...facts } = withFacts(state, readings);
  const next = JSON.stringify({ ...facts, ...((isPartial ?? wasPartial) && { isPartial: true }) });
  if (next !== JSON.stringify(state)) await login.replaceState(next);
}

/**
 * Reads the accounts with the transactions of a window. An account with a failed connection counts
 * as unread. A missing account counts as unread if there are errors, or in version 1, which may
 * omit the accounts of a server that is down. Throws ITEM_LOGIN_REQUIRED if all accounts are unread
 * because of a sign-in.
 */
export async function readAccounts(
  client: BankClient,
  state: State,
  { log, clock }: { log: ConnectorLog; clock: () => number },
  window: Window | null,
): Promise<Reading> {
  const url = new URL(`${state.root}/accounts`);
  if (window === null) url.searchParams.set("balances-only", "1");
  else {
    url.searchParams.set("start-date", String(window.start));
    url.searchParams.set("end-date", String(window.end));
    url.searchParams.set("pending", "1");
  }
  const { body, secondRefusedAt } = await readVersion(client, state, url, clock());
  const result = AccountSet.safeParse(body);
  if (!result.success) throw client.unsupported("/accounts", { fields: listFields(result.error) });
  const set = result.data;
  const accounts: SimpleFinAccount[] = [];
  const pace = readingPace();
  let refusal: Fault | null = null;
  for (const entry of set.accounts) {
    const { success, data, error } = SimpleFinAccount.safeParse(entry);
    if (!success)
      refusal ??= client.unsupported("/accounts", { fields: listFields(error, "accounts.") });
    else accounts.push(data);
    await pace(1 + (data?.holdings?.length ?? 0));
  }
  if (refusal && accounts.length === 0) throw refusal;
  const errors = await fetchErrors(set, accounts);
  const { failed, waiting, partial, withoutBalance, codes, count, asksLogin, isLogin } = errors;
  if (count > 0)
    log.warn(
      { host: new URL(state.root).host, codes, count, accounts: failed.size },
      "a SimpleFIN server reports errors",
    );
  if (isLogin)
    throw new Fault("ITEM_LOGIN_REQUIRED", {
      cause: new Error("each connection of the SimpleFIN server needs attention"),
    });
  const toKey = keysIn(state, set);
  const listed = accounts.map((account) => ({
    account,
    key: toKey(account),
    institution: connectionName(set, account),
  }));
  const keys = new Set<string>(listed.map(({ key }) => key));
  const mayLack = count > 0 || secondRefusedAt !== undefined || refusal !== null;
  const missing = mayLack ? state.accounts.filter((key) => !keys.has(key)) : [];
  return {
    accounts: listed,
    secondRefusedAt,
    isPartial: refusal !== null || partial.size > 0,
    waiting: Object.fromEntries([
      ...listed.flatMap(({ account, key, institution }) =>
        waiting.has(account) ? [[key, institution]] : [],
      ),
      ...(asksLogin ? missing.map((key) => [key, null]) : []),
    ]),
    balances: [
      ...listed.map(({ account, key }) => ({
        key,
        balances: failed.has(account)
          ? null
          : {
              ...toBalances(account),
              ...(withoutBalance.has(account) && { current: null, available: null }),
            },
      })),
      ...missing.map((key) => ({ key, balances: null })),
    ],
  };
}

/** The HTTP status for an unsupported version of the protocol. */
export const UNKNOWN_VERSION = 400;

/**
 * Reads the accounts in version 2, or in version 1 if the server refuses version 2. The refusal may
 * be temporary, so version 2 is tried each day.
 */
async function readVersion(
  client: BankClient,
  { secondRefusedAt }: State,
  url: URL,
  now: number,
): Promise<{ body: unknown; secondRefusedAt: number | undefined }> {
  const second = new URL(url);
  second.searchParams.set("version", "2");
  const isRefused = secondRefusedAt !== undefined && now - secondRefusedAt < DAY_MS;
  if (!isRefused) {
    const { status, body } = await client.get(second, "/accounts");
    if (status !== UNKNOWN_VERSION) return { body, secondRefusedAt: undefined };
  }
  const { status, body } = await client.get(url, "/accounts");
  if (status === UNKNOWN_VERSION) throw client.unsupported("/accounts", { status });
  return { body, secondRefusedAt: isRefused ? secondRefusedAt : now };
}

const WithId = z.object({ id: Identifier });

/**
 * The keys of the accounts in a response. An account has the same key in every Item of its server.
 * Two connections may use the same id. An account with a key by its connection keeps that key while
 * the other account is missing.
 */
function keysIn({ root, accounts }: State, set: AccountSet): (account: SimpleFinAccount) => Id {
  const { host } = new URL(root);
  const known = new Set(accounts);
  const counts = new Map<string, number>();
  // An unreadable account has an id as well.
  for (const entry of set.accounts) {
    const id = WithId.safeParse(entry).data?.id;
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return ({ id, conn_id, org }) => {
    const names = [conn_id, org?.domain, org?.name].flatMap((name) => name ?? []);
    const keys = [...names, ""].map((name) => ownId(`${host}/${name}/${id}`));
    const [own = ownId(`${host}/${id}`)] = keys;
    const stored = keys.find((key) => known.has(key));
    return stored ?? ((counts.get(id) ?? 0) > 1 ? own : ownId(`${host}/${id}`));
  };
}

const connectionName = (
  { connections }: AccountSet,
  { conn_id, org }: SimpleFinAccount,
): Line | null => {
  const connection = connections?.find((each) => each.conn_id === conn_id && conn_id !== null);
  return connection?.org_name ?? connection?.name ?? org?.name ?? org?.domain ?? null;
};
