import type { ErrorCode } from "../../../protocol/errors/errors.ts";
import type { InstitutionLogin, Period } from "../../domain/connectors/bank-transaction.ts";
import type { AccountBalances, Connector } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import {
  credentialNames,
  shownCredentials,
  type TokenBank,
} from "../../domain/institutions/bank-description.ts";
import {
  type QuotaPeriod,
  type ReadPriority,
  reserveOf,
} from "../../domain/institutions/request-quota.ts";
import { EXCHANGED } from "../../domain/institutions/token-exchange.ts";
import { atSignIn, type BankClient, openBankClient } from "../bank-client.ts";
import { describedInstitutions } from "../described-institutions.ts";
import type { DescribedDeps } from "../simplefin/connector.ts";
import { openExchange } from "./exchange-token.ts";
import { fillTemplate } from "./operators.ts";
import { NO_PROGRESS, openProgress, type PullProgress } from "./pull-progress.ts";
import { type BankReader, readAccounts, readHoldings, readPull } from "./read-bank.ts";

/** The time limit for reading the accounts while their user waits. */
const SIGN_IN_LIMIT_MS = 60_000;

type Reader = { priority?: ReadPriority | undefined; deadline?: number };

/** Reads the banks that data describes, with the token that a customer types. */
export const createTokenBankConnector = (deps: DescribedDeps): Connector => {
  const { clock, described, http, log, requestCounts } = deps;
  const requireBank = (institutionId: string): TokenBank => {
    const institution = described().find((each) => each.institutionId === institutionId);
    if (institution?.description.protocol !== "token") throw new Fault("INVALID_INSTITUTION");
    if (!institution.supported) throw new Fault("INSTITUTION_NO_LONGER_SUPPORTED");
    return institution.description;
  };
  const withClient = async <T>(
    bank: TokenBank,
    credentials: Record<string, string>,
    { priority = "user", deadline }: Reader,
    work: (client: BankClient) => Promise<T>,
  ): Promise<T> => {
    const { institution_id: institutionId, limits = {} } = bank;
    const { origin, hostname } = new URL(bank.base);
    const client = http.open({ hosts: [hostname], privateHosts: [] });
    const count = async (parts: readonly string[], limit: number, period: QuotaPeriod) => {
      const key = digest(JSON.stringify([institutionId, credentials, ...parts]));
      const waitMs = await requestCounts.take(key, limit, clock(), period);
      if (waitMs > 0) throw new Fault("INSTITUTION_RATE_LIMIT", { retryAfterMs: waitMs });
    };
    const perDay = limits.requests_per_day;
    const perMinute = limits.requests_per_minute;
    try {
      return await work(
        openClient(bank, credentials, {
          ...{ institutionId, origin, clock, log, deadline, http: client },
          refusals: [401, 403],
          take: async (endpoint) => {
            const ofPath = toRequests(bank).find(({ path }) => path === endpoint);
            const perPath = ofPath?.requests_per_minute;
            if (perPath !== undefined) await count(["minute", endpoint], perPath, "minute");
            if (perMinute !== undefined) await count(["minute"], perMinute, "minute");
            if (perDay !== undefined)
              await count([], priority === "user" ? perDay : perDay - reserveOf(perDay), "day");
          },
        }),
      );
    } finally {
      await client.close();
    }
  };
  const read = <T>(
    { institutionId, credentials, priority }: InstitutionLogin,
    work: (reader: Pick<BankReader, "bank" | "client" | "own">) => Promise<T>,
  ): Promise<T> => {
    const bank = requireBank(institutionId);
    const own = shownCredentials(bank, credentials);
    return withClient(bank, credentials, { priority }, (client) => work({ bank, client, own }));
  };
  const progressOf = (
    { institutionId, credentials }: Pick<InstitutionLogin, "institutionId" | "credentials">,
    connectorState: string | null,
  ) =>
    openProgress(connectorState, {
      login: digest(JSON.stringify([institutionId, credentials])),
      now: clock(),
    });
  const pull = async (login: InstitutionLogin, period: Period) => {
    const progress = progressOf(login, login.connectorState);
    const { accounts, transactions } = await read(login, (reader) =>
      readPull({ ...reader, pages: progress }, period),
    ).catch((failure: unknown) => keepProgress(login, progress, failure));
    if ((login.connectorState ?? NO_PROGRESS) !== NO_PROGRESS)
      await login.replaceState(NO_PROGRESS);
    return { transactions, balances: accounts.map(toBalances) };
  };
  return {
    institutions: describedInstitutions(deps, "token"),
    start: async (institutionId, typed) => {
      const bank = requireBank(institutionId);
      const credentials = Object.fromEntries(
        credentialNames(bank).map((name) => [name, (typed[name] ?? "").trim()]),
      );
      // Any other text is not a valid header, so it cannot be a bank's token.
      if (Object.values(credentials).some((value) => !/^[\x20-\x7e]+$/.test(value)))
        throw new Fault("INVALID_CREDENTIALS");
      const deadline = clock() + SIGN_IN_LIMIT_MS;
      const pages = progressOf({ institutionId, credentials }, null);
      const accounts = await atSignIn(() =>
        withClient(bank, credentials, { deadline }, (client) =>
          readAccounts(
            { bank, client, pages, own: shownCredentials(bank, credentials) },
            { mayLack: true },
          ),
        ),
      );
      // The first pull does not repeat requests to a bank with a limited pace.
      const connectorState = isPaced(bank) ? pages.state() : null;
      return {
        ...{ at: "accounts", accounts, credentials },
        connectorState: connectorState ?? NO_PROGRESS,
      };
    },
    answer: async () => {
      throw new Fault("INVALID_MFA");
    },
    transactions: async (login, period) => (await pull(login, period)).transactions,
    balances: (login) =>
      read(login, async (reader) =>
        (await readAccounts({ ...reader, pages: new Map() })).map(toBalances),
      ),
    pull,
    investments: (login) => read(login, readHoldings),
    identity: async () => {
      throw new Fault("PRODUCTS_NOT_SUPPORTED");
    },
    matchesDeposits: async () => false,
  };
};

const toRequests = (bank: TokenBank) => {
  const { groups, accounts, balances, holdings, transactions, pending_transactions } = bank;
  return [groups, accounts, balances, holdings, transactions, pending_transactions].filter(
    (request) => request !== undefined,
  );
};

/** Whether a bank limits the requests of a minute. */
const isPaced = (bank: TokenBank): boolean =>
  bank.limits?.requests_per_minute !== undefined ||
  toRequests(bank).some((request) => request.requests_per_minute !== undefined);

/**
 * Stores the pages of a pull that the bank has postponed, so that the next pull continues. Throws
 * the failure.
 */
async function keepProgress(
  login: InstitutionLogin,
  progress: PullProgress,
  failure: unknown,
): Promise<never> {
  if (!(failure instanceof Fault && POSTPONED.includes(failure.code))) throw failure;
  const state = progress.hasGrown() ? progress.state() : null;
  if (state === null || !(await login.replaceState(state)).isStored) throw failure;
  if (failure.retryAfterMs === null) throw failure;
  const { code, retryAfterMs, cause } = failure;
  throw new Fault(code, { retryAfterMs, cause, hasProgress: true });
}

/** The errors after which the same pages can be requested later. */
const POSTPONED: readonly ErrorCode[] = [
  "INSTITUTION_RATE_LIMIT",
  "INSTITUTION_DOWN",
  "INSTITUTION_NOT_RESPONDING",
];

const toBalances = ({ key, balances }: { key: string } & Pick<AccountBalances, "balances">) => ({
  key,
  balances,
});

/** Opens a client of a bank with a customer's credentials, or with a token exchanged for them. */
const openClient = (
  bank: TokenBank,
  credentials: Record<string, string>,
  options: Omit<Parameters<typeof openBankClient>[0], "headers">,
): BankClient => {
  const { token_exchange: exchange, base } = bank;
  if (!exchange) return openBankClient({ ...options, headers: toHeaders(bank, credentials) });
  const { clock } = options;
  const tokenOf = openExchange(exchange, credentials, {
    ...{ base, clock },
    client: openBankClient({ ...options, headers: {} }),
  });
  return openBankClient({
    ...options,
    headers: async () => toHeaders(bank, { ...credentials, [EXCHANGED]: await tokenOf() }),
  });
};

type Fill = (template: string) => string;

/** The headers of each request, including a customer's credentials. */
const toHeaders = (
  { headers = {}, authentication }: TokenBank,
  credentials: Record<string, string>,
): Record<string, string> => {
  const fill: Fill = (template) => fillTemplate(template, (name) => credentials[name]);
  const own = Object.entries(headers).map(([name, value]) => [name, fill(value)]);
  return { ...Object.fromEntries(own), ...authorization(authentication, fill) };
};

/** The header that authenticates a customer. */
function authorization(
  authentication: TokenBank["authentication"],
  fill: Fill,
): Record<string, string> {
  switch (authentication.scheme) {
    case "bearer":
      return { authorization: `Bearer ${fill(authentication.token)}` };
    case "basic": {
      const pair = `${fill(authentication.username)}:${fill(authentication.password)}`;
      return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
    }
    case "header":
      return { [authentication.name.toLowerCase()]: fill(authentication.value) };
  }
}
