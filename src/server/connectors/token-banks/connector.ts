import type { InstitutionLogin, Period } from "../../domain/connectors/bank-transaction.ts";
import type { AccountBalances, Connector } from "../../domain/connectors/connector.ts";
import { Fault } from "../../domain/fault.ts";
import { digest } from "../../domain/identifiers.ts";
import { credentialNames, type TokenBank } from "../../domain/institutions/bank-description.ts";
import { type ReadPriority, reserveOf } from "../../domain/institutions/request-quota.ts";
import { atSignIn, type BankClient, openBankClient } from "../bank-client.ts";
import { describedInstitutions } from "../described-institutions.ts";
import type { DescribedDeps } from "../simplefin/connector.ts";
import { fillTemplate } from "./operators.ts";
import { readAccounts, readPull } from "./read-bank.ts";

/** How long the accounts may take to be read while their user waits. */
const SIGN_IN_LIMIT_MS = 60_000;

type Reader = { priority?: ReadPriority | undefined; deadline?: number };

/** Reads banks that are described by data, with the token that a customer types. */
export const createTokenBankConnector = (deps: DescribedDeps): Connector => {
  const { clock, described, http, log, requestCounts } = deps;
  const bankOf = (institutionId: string): TokenBank => {
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
    const { institution_id: institutionId } = bank;
    const { origin, hostname } = new URL(bank.base);
    const perDay = bank.limits?.requests_per_day;
    const key = digest(JSON.stringify([institutionId, credentials]));
    const client = http.open({ hosts: [hostname], privateHosts: [] });
    try {
      return await work(
        openBankClient({
          ...{ institutionId, origin, clock, log, deadline, http: client },
          headers: { ...bank.headers, ...authorization(bank, credentials) },
          refusals: [401, 403],
          ...(perDay !== undefined && {
            take: async () => {
              const limit = priority === "user" ? perDay : perDay - reserveOf(perDay);
              const waitMs = await requestCounts.take(key, limit, clock());
              if (waitMs > 0) throw new Fault("INSTITUTION_RATE_LIMIT", { retryAfterMs: waitMs });
            },
          }),
        }),
      );
    } finally {
      await client.close();
    }
  };
  const read = <T>(
    { institutionId, credentials, priority }: InstitutionLogin,
    work: (client: BankClient, bank: TokenBank) => Promise<T>,
  ): Promise<T> => {
    const bank = bankOf(institutionId);
    return withClient(bank, credentials, { priority }, (client) => work(client, bank));
  };
  const pull = (login: InstitutionLogin, period: Period) =>
    read(login, async (client, bank) => {
      const { accounts, transactions } = await readPull(bank, client, period);
      return { transactions, balances: accounts.map(balancesOf) };
    });
  return {
    institutions: describedInstitutions(deps, "token"),
    start: async (institutionId, typed) => {
      const bank = bankOf(institutionId);
      const credentials = Object.fromEntries(
        credentialNames(bank).map((name) => [name, (typed[name] ?? "").trim()]),
      );
      // Anything else is no header, and no bank's token.
      if (Object.values(credentials).some((value) => !/^[\x20-\x7e]+$/.test(value)))
        throw new Fault("INVALID_CREDENTIALS");
      const deadline = clock() + SIGN_IN_LIMIT_MS;
      const accounts = await atSignIn(() =>
        withClient(bank, credentials, { deadline }, (client) => readAccounts(bank, client)),
      );
      return { at: "accounts", accounts, credentials };
    },
    answer: async () => {
      throw new Fault("INVALID_MFA");
    },
    transactions: async (login, period) => (await pull(login, period)).transactions,
    balances: (login) =>
      read(login, async (client, bank) => (await readAccounts(bank, client)).map(balancesOf)),
    pull,
    identity: async () => {
      throw new Fault("PRODUCTS_NOT_SUPPORTED");
    },
    matchesDeposits: async () => false,
  };
};

const balancesOf = ({ key, balances }: { key: string } & Pick<AccountBalances, "balances">) => ({
  key,
  balances,
});

/** The header that authenticates a customer. */
function authorization(
  { authentication }: TokenBank,
  credentials: Record<string, string>,
): Record<string, string> {
  const fill = (template: string) => fillTemplate(template, (name) => credentials[name]);
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
