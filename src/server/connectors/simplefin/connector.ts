import { z } from "zod";
import { FORM_WORDS } from "../../../i18n/forms.ts";
import { DEFAULT_LANGUAGE, type Environment, type Language } from "../../../protocol/vocabulary.ts";
import { type Id, type Line, ownId } from "../../domain/bank-values.ts";
import { dateOf, dayAt, dayOf } from "../../domain/calendar.ts";
import type {
  BankTransaction,
  InstitutionLogin,
  Period,
} from "../../domain/connectors/bank-transaction.ts";
import type { AccountBalances, Connector } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import type { DescribedInstitution } from "../../domain/institutions/institution.ts";
import type { InstitutionHttp } from "../../domain/institutions/institution-http.ts";
import {
  type ReadPriority,
  type RequestCountStore,
  reserveOf,
} from "../../domain/institutions/request-quota.ts";
import { atSignIn, type BankClient, openBankClient } from "../bank-client.ts";
import { fieldsOf } from "../data-api/parse-response.ts";
import type { ConnectorLog } from "../data-api/refusals.ts";
import { describedInstitutions } from "../described-institutions.ts";
import {
  AccountSet,
  balancesOf,
  errorsOf,
  SimpleFinAccount,
  toBankAccount,
  toBankTransactions,
} from "./account-set.ts";
import { type Access, claimSetupToken } from "./setup-token.ts";

/** The field of the form. */
const SETUP_TOKEN = "setup_token";

/** The longest period of one request: servers cut or refuse longer ones. */
const MAX_DAYS = 90;

/** How many days before the needed period transactions are asked for: servers filter by the day of posting alone. */
const MARGIN_DAYS = 7;

/** The requests that the public bridge allows in a day for each access. */
const REQUESTS_PER_DAY = 24;

/** How long the accounts may take to be read while their user waits. */
const SIGN_IN_LIMIT_MS = 60_000;

const DAY_SECONDS = 24 * 60 * 60;

/** The connector's state: the claimed access, and the keys of the accounts that it had. */
const State = z.strictObject({
  root: z.string(),
  username: z.string(),
  password: z.string(),
  accounts: z.array(z.string()),
});
type State = z.infer<typeof State>;

/** The dependencies of connectors whose institutions are described by data. */
export type DescribedDeps = {
  described: () => readonly DescribedInstitution[];
  environment: Environment;
  publicUrl(): string;
  http: InstitutionHttp;
  clock: () => number;
  log: ConnectorLog;
  requestCounts: RequestCountStore;
};

/** Reads accounts from SimpleFIN servers, by the setup token that a user types. */
export const createSimpleFinConnector = (deps: DescribedDeps): Connector => {
  const { clock, http, log, requestCounts } = deps;
  const institutions = describedInstitutions(deps, "simplefin");
  const withClient = async <T>(
    institutionId: string,
    access: Access,
    { priority = "user", deadline }: { priority?: ReadPriority | undefined; deadline?: number },
    work: (client: BankClient) => Promise<T>,
  ): Promise<T> => {
    const { origin, hostname } = new URL(access.root);
    const client = http.open({ hosts: [hostname], privateHosts: [] });
    const credentials = Buffer.from(`${access.username}:${access.password}`).toString("base64");
    const key = digest(JSON.stringify([institutionId, access.root, access.username]));
    try {
      return await work(
        openBankClient({
          ...{ institutionId, origin, clock, log, deadline, http: client },
          headers: { authorization: `Basic ${credentials}` },
          refusals: [401, 402, 403],
          take: async () => {
            const reserve = priority === "user" ? 0 : reserveOf(REQUESTS_PER_DAY);
            const waitMs = await requestCounts.take(key, REQUESTS_PER_DAY - reserve, clock());
            if (waitMs > 0) throw new Fault("INSTITUTION_RATE_LIMIT", { retryAfterMs: waitMs });
          },
        }),
      );
    } finally {
      await client.close();
    }
  };
  const withState = <T>(
    { institutionId, connectorState, priority }: InstitutionLogin,
    work: (client: BankClient, state: State) => Promise<T>,
  ): Promise<T> => {
    if (connectorState === null) throw new Fault("ITEM_LOGIN_REQUIRED");
    const state = State.parse(JSON.parse(connectorState));
    return withClient(institutionId, state, { priority }, (client) => work(client, state));
  };
  const readPull = (login: InstitutionLogin, period: Period) =>
    withState(login, async (client, state) => {
      const sets: Reading[] = [];
      for (const window of windowsOf(period))
        sets.push(await readAccounts(client, state, log, window));
      const today = dateOf(dayAt(clock()));
      const byKey = new Map<string, BankTransaction>();
      for (const { accounts } of sets)
        for (const { account, key } of accounts) {
          const transactions = toBankTransactions(account, key, today);
          if (transactions === null)
            throw client.unsupported("/accounts", { fields: ["transactions"] });
          for (const transaction of transactions)
            if (
              transaction.date >= period.from &&
              transaction.date <= period.to &&
              byKey.get(transaction.key)?.pending !== false
            )
              byKey.set(transaction.key, transaction);
        }
      // An account that failed in one request lacks transactions: it counts as unread.
      const failed = new Set(
        sets.flatMap(({ balances }) =>
          balances.flatMap((each) => (each.balances === null ? each.key : [])),
        ),
      );
      const last = sets.at(-1)?.balances ?? [];
      return {
        transactions: [...byKey.values()].filter(({ accountKey }) => !failed.has(accountKey)),
        balances: last.map((each) =>
          failed.has(each.key) ? { key: each.key, balances: null } : each,
        ),
      };
    });
  return {
    institutions,
    start: (institutionId, credentials, { language = DEFAULT_LANGUAGE } = {}) =>
      atSignIn(async () => {
        const token = credentials[SETUP_TOKEN] ?? "";
        const access = await claimSetupToken(token, deps).catch((failure: unknown) => {
          throw inWords(failure, language);
        });
        const state: State = { ...access, accounts: [] };
        const read = (client: BankClient) => readAccounts(client, state, log, null);
        const { accounts } = await withClient(
          institutionId,
          access,
          { deadline: clock() + SIGN_IN_LIMIT_MS },
          read,
        );
        const connectorState = JSON.stringify({
          ...state,
          accounts: accounts.map(({ key }) => key),
        });
        return {
          at: "accounts",
          accounts: accounts.map(({ account, key, institution }) =>
            toBankAccount(account, key, institution),
          ),
          connectorState,
          // The token is used up.
          credentials: {},
        };
      }),
    answer: async () => {
      throw new Fault("INVALID_MFA");
    },
    transactions: async (login, period) => (await readPull(login, period)).transactions,
    balances: (login) =>
      withState(
        login,
        async (client, state) => (await readAccounts(client, state, log, null)).balances,
      ),
    pull: readPull,
    identity: async () => {
      throw new Fault("PRODUCTS_NOT_SUPPORTED");
    },
    matchesDeposits: async () => false,
  };
};

/** The refusal of a setup token with a sentence for its user, since the general one is about a password. */
const inWords = (failure: unknown, language: Language): unknown =>
  failure instanceof Fault && failure.code === "INVALID_CREDENTIALS"
    ? new Fault("INVALID_CREDENTIALS", {
        message: failure.message,
        display: FORM_WORDS[language].ownToken.setupRefused,
        cause: failure,
      })
    : failure;

type Window = { start: number; end: number };

/** The requests that cover a period, oldest first; one without transactions if the period is empty. */
function windowsOf({ from, to }: Period): (Window | null)[] {
  if (from > to) return [null];
  const windows: Window[] = [];
  const end = dayOf(to) + 2;
  for (let first = dayOf(from) - MARGIN_DAYS; first < end; first += MAX_DAYS)
    windows.push({
      start: first * DAY_SECONDS,
      end: Math.min(first + MAX_DAYS, end) * DAY_SECONDS,
    });
  return windows;
}

type Reading = {
  accounts: { account: SimpleFinAccount; key: Id; institution: Line | null }[];
  balances: AccountBalances[];
};

/**
 * Reads the accounts, with the transactions of a window. An account whose connection has an error is unread, as is one
 * that is missing while there are errors; ITEM_LOGIN_REQUIRED if that is so for all of them.
 */
async function readAccounts(
  client: BankClient,
  state: State,
  log: ConnectorLog,
  window: Window | null,
): Promise<Reading> {
  const url = new URL(`${state.root}/accounts`);
  url.searchParams.set("version", "2");
  if (window === null) url.searchParams.set("balances-only", "1");
  else {
    url.searchParams.set("start-date", String(window.start));
    url.searchParams.set("end-date", String(window.end));
    url.searchParams.set("pending", "1");
  }
  const { body } = await client.get(url, "/accounts");
  const result = AccountSet.safeParse(body);
  if (!result.success) throw client.unsupported("/accounts", { fields: fieldsOf(result.error) });
  const set = result.data;
  const accounts = set.accounts.map((entry) => {
    const account = SimpleFinAccount.safeParse(entry);
    if (account.success) return account.data;
    throw client.unsupported("/accounts", { fields: fieldsOf(account.error, "accounts.") });
  });
  const { failed, codes, count, isLogin } = errorsOf(set, accounts);
  if (count > 0)
    log.warn(
      { host: new URL(state.root).host, codes, count, accounts: failed.size },
      "a SimpleFIN server reports errors",
    );
  if (isLogin)
    throw new Fault("ITEM_LOGIN_REQUIRED", {
      cause: new Error("each connection of the SimpleFIN server needs attention"),
    });
  const listed = accounts.map((account) => ({
    account,
    key: keyOf(state, account, accounts),
    institution: connectionName(set, account),
  }));
  const keys = new Set<string>(listed.map(({ key }) => key));
  const missing = count > 0 ? state.accounts.filter((key) => !keys.has(key)) : [];
  return {
    accounts: listed,
    balances: [
      ...listed.map(({ account, key }) => ({
        key,
        balances: failed.has(account) ? null : balancesOf(account),
      })),
      ...missing.map((key) => ({ key, balances: null })),
    ],
  };
}

/** The same account has the same key in every Item of its server. Two connections may use the same id. */
function keyOf(
  { root }: Access,
  { id, conn_id, org }: SimpleFinAccount,
  accounts: readonly SimpleFinAccount[],
): Id {
  const isShared = accounts.filter((account) => account.id === id).length > 1;
  const connection = isShared ? `/${conn_id ?? org?.domain ?? org?.name ?? ""}` : "";
  return ownId(`${new URL(root).host}${connection}/${id}`);
}

const connectionName = (
  { connections }: AccountSet,
  { conn_id, org }: SimpleFinAccount,
): Line | null => {
  const connection = connections?.find((each) => each.conn_id === conn_id && conn_id !== null);
  return connection?.org_name ?? connection?.name ?? org?.name ?? org?.domain ?? null;
};
