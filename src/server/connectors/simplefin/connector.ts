import { FORM_WORDS } from "../../../i18n/forms.ts";
import { DEFAULT_LANGUAGE, type Environment, type Language } from "../../../protocol/vocabulary.ts";
import { dayAt, toDate } from "../../domain/calendar.ts";
import type {
  BankTransaction,
  InstitutionLogin,
  Period,
} from "../../domain/connectors/bank-transaction.ts";
import type { Connector } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import type { DescribedInstitution } from "../../domain/institutions/institution.ts";
import type { InstitutionHttp } from "../../domain/institutions/institution-http.ts";
import {
  type ReadPriority,
  type RequestCountStore,
  reserveOf,
} from "../../domain/institutions/request-quota.ts";
import { filterInTurns } from "../../domain/jobs/in-turns.ts";
import { atSignIn, type BankClient, openBankClient, SUBSCRIPTION_ENDED } from "../bank-client.ts";
import type { ConnectorLog } from "../data-api/refusals.ts";
import { describedInstitutions } from "../described-institutions.ts";
import { readingPace, toBankAccount, toBankTransactions } from "./account-set.ts";
import { investmentsFrom } from "./investments.ts";
import {
  keepFacts,
  listWindows,
  type Reading,
  readAccounts,
  State,
  UNKNOWN_VERSION,
  withFacts,
} from "./read-accounts.ts";
import { type Access, claimSetupToken } from "./setup-token.ts";

/** The field of the form. */
const SETUP_TOKEN = "setup_token";

/** The requests that the public bridge allows in a day for each access. */
const REQUESTS_PER_DAY = 24;

/**
 * A scraping server may find rows late. Each pull therefore reads as far back as one request
 * allows, in days.
 */
const LATE_DAYS = 80;

/** The time limit for reading the accounts while their user waits. */
const SIGN_IN_LIMIT_MS = 60_000;

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

/** Reads accounts from SimpleFIN servers with the setup token that a user types. */
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
          returned: [UNKNOWN_VERSION],
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
  const withState = async <T>(
    login: InstitutionLogin,
    work: (client: BankClient, state: State) => Promise<T>,
  ): Promise<T> => {
    const { institutionId, connectorState, priority } = login;
    if (connectorState === null) throw new Fault("ITEM_LOGIN_REQUIRED");
    const state = State.parse(JSON.parse(connectorState));
    try {
      return await withClient(institutionId, state, { priority }, (client) => work(client, state));
    } catch (failure) {
      if (failure instanceof Fault && failure.message === SUBSCRIPTION_ENDED)
        await login.replaceState(JSON.stringify({ ...state, isUnpaid: true }));
      throw failure;
    }
  };
  const readPull = (login: InstitutionLogin, period: Period) =>
    withState(login, async (client, state) => {
      const sets: Reading[] = [];
      for (const window of listWindows(period))
        sets.push(await readAccounts(client, withFacts(state, sets), deps, window));
      const today = toDate(dayAt(clock()));
      const byKey = new Map<string, BankTransaction>();
      const pace = readingPace();
      let isPartial = sets.some((set) => set.isPartial);
      for (const { accounts } of sets)
        for (const { account, key } of accounts) {
          const { transactions, isWhole } = await toBankTransactions(account, key, today, pace);
          if (!isWhole) {
            client.unsupported("/accounts", { fields: ["transactions"] });
            isPartial = true;
          }
          for (const transaction of transactions)
            if (
              transaction.date >= period.from &&
              transaction.date <= period.to &&
              byKey.get(transaction.key)?.pending !== false
            )
              byKey.set(transaction.key, transaction);
        }
      // An account that failed in one request lacks transactions, so it counts as unread.
      const failed = new Set(
        sets.flatMap(({ balances }) =>
          balances.flatMap((each) => (each.balances === null ? each.key : [])),
        ),
      );
      await keepFacts(login, state, sets, isPartial);
      const last = sets.at(-1)?.balances ?? [];
      return {
        transactions: await filterInTurns(
          byKey.values(),
          ({ accountKey }) => !failed.has(accountKey),
        ),
        balances: last.map((each) =>
          failed.has(each.key) ? { key: each.key, balances: null } : each,
        ),
      };
    });
  return {
    institutions,
    lateDays: LATE_DAYS,
    start: (institutionId, credentials, { language = DEFAULT_LANGUAGE } = {}) =>
      atSignIn(async () => {
        const token = credentials[SETUP_TOKEN] ?? "";
        const access = await claimSetupToken(token, deps).catch((failure: unknown) => {
          throw inWords(failure, language);
        });
        const state: State = { ...access, accounts: [], waiting: {}, holdings: {} };
        const read = (client: BankClient) => readAccounts(client, state, deps, null);
        const reading = await withClient(
          institutionId,
          access,
          { deadline: clock() + SIGN_IN_LIMIT_MS },
          read,
        );
        const { accounts } = reading;
        const connectorState = JSON.stringify({
          ...withFacts(state, [reading]),
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
    renewalHelp: (connectorState, language) => {
      const { isUnpaid, waiting } = State.parse(JSON.parse(connectorState));
      const { unpaid, waitingAt } = FORM_WORDS[language].ownToken;
      const banks = [...new Set(Object.values(waiting).filter((bank) => bank !== null))];
      if (isUnpaid) return unpaid;
      return Object.keys(waiting).length > 0 ? waitingAt(banks.join(", ")) : null;
    },
    answer: async () => {
      throw new Fault("INVALID_MFA");
    },
    transactions: async (login, period) => (await readPull(login, period)).transactions,
    balances: (login) =>
      withState(login, async (client, state) => {
        const reading = await readAccounts(client, state, deps, null);
        await keepFacts(login, state, [reading]);
        return reading.balances;
      }),
    investments: (login) =>
      withState(login, async (client, state) => {
        const today = toDate(dayAt(clock()));
        const [window = null] = listWindows({ from: today, to: today });
        const reading = await readAccounts(client, state, deps, window);
        await keepFacts(login, state, [reading]);
        return investmentsFrom(withFacts(state, [reading]).holdings);
      }),
    waitingAccounts: (connectorState) =>
      new Map(Object.entries(State.parse(JSON.parse(connectorState)).waiting)),
    pull: readPull,
    // A booked transaction may be missing from an incomplete list: a row was unreadable, or the
    // server lacks data.
    confirmGone: async ({ connectorState }, { gone }) => {
      const { isPartial } = State.parse(JSON.parse(connectorState ?? "{}"));
      const confirmed = gone.filter(({ pending }) => pending || !isPartial);
      return new Set(confirmed.map(({ transactionId }) => transactionId));
    },
    identity: async () => {
      throw new Fault("PRODUCTS_NOT_SUPPORTED");
    },
    matchesDeposits: async () => false,
  };
};

/**
 * A refused setup token gets a sentence of its own, since the general sentence is about a password.
 */
const inWords = (failure: unknown, language: Language): unknown =>
  failure instanceof Fault && failure.code === "INVALID_CREDENTIALS"
    ? new Fault("INVALID_CREDENTIALS", {
        message: failure.message,
        display: FORM_WORDS[language].ownToken.setupRefused,
        cause: failure,
      })
    : failure;
