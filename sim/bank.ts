import type { BankAccount } from "../src/server/domain/connectors/bank-account.ts";
import type {
  BankTransaction,
  InstitutionLogin,
} from "../src/server/domain/connectors/bank-transaction.ts";
import type { Connector } from "../src/server/domain/connectors/connector.ts";
import type { LoginStep } from "../src/server/domain/connectors/login-step.ts";
import { WRITE_TRIES } from "../src/server/domain/connectors/retry-write.ts";
import { Fault } from "../src/server/domain/fault.ts";
import type { HeldBalance } from "./bank-balances.ts";
import { createLedgers } from "./bank-ledger.ts";
import { type BankKind, institutionOf, ownerOf, toAccount } from "./bank-shapes.ts";
import {
  listInvestments,
  listLiabilities,
  listStatements,
  moveValues,
  type Values,
  valueAccounts,
  writeDocument,
} from "./bank-values.ts";
import type { Activity } from "./scheduler.ts";
import type { World } from "./world.ts";

/** A person's access that a bank has granted to the service. */
type Grant = {
  username: string;
  /** All tokens so far. The last two are valid, or only the last after its first use. */
  tokens: string[];
  isEnded: boolean;
  givenAt: number;
  /** The service's activity that received the access. */
  activity: Activity | undefined;
};

/**
 * A customer of a bank: the accounts, today's booked amounts, and all balances so far, by account
 * key.
 */
export type Customer = {
  username: string;
  accounts: BankAccount[];
  ledger: Map<string, BankTransaction>;
  balances: Map<string, HeldBalance[]>;
  values: Values;
};

export type Bank = ReturnType<typeof createBank>;

/** The user's answer to the bank's challenge. */
export const CODE = "4711";

/**
 * A bank with rotating tokens. Each customer has a ledger. Pending transactions are added, and
 * later posted, corrected or dropped.
 */
export const createBank = (world: World, institutionId: string, kind: BankKind) => {
  const draw = world.draw(institutionId);
  const valueDraw = world.draw(`values of ${institutionId}`);
  const institution = institutionOf(institutionId, kind);
  const institutions = [institution];
  const customers = new Map<string, Customer>();
  const grants: Grant[] = [];
  const codes = new Map<string, string>();
  const ledgers = createLedgers(world, institutionId, draw);
  let lastId = 0;
  /** The time until which the bank is down. */
  let awayUntil = 0;
  let isClosed = false;

  const customerOf = (username: string): Customer => {
    const existing = customers.get(username);
    if (existing) return existing;
    const name = `${institutionId}-${username}`;
    const first = toAccount(`${name}-0`, 0);
    const others = Array.from({ length: draw.between(0, 2) }, (_, at) =>
      toAccount(`${name}-${at + 1}`, at + 1),
    );
    const { accounts, values } = valueAccounts(name, first, valueDraw, world.now());
    const customer: Customer = {
      ...{ username, accounts: [first, ...others, ...accounts], values },
      ...{ ledger: new Map(), balances: new Map() },
    };
    customers.set(username, customer);
    ledgers.fill(customer);
    return customer;
  };

  const issue = (username: string): string => {
    const token = `${institutionId}-${username}-${++lastId}`;
    grants.push({
      username,
      tokens: [token],
      isEnded: false,
      givenAt: world.now(),
      activity: world.scheduler.current(),
    });
    return token;
  };
  const findGrant = (token: string | null): Grant | undefined =>
    grants.find(({ tokens }) => token !== null && tokens.includes(token));

  const answer = async (): Promise<void> => {
    const { faults } = world;
    if (faults.happens("bank slow", institutionId)) await world.sleep(draw.between(500, 30_000));
    else await world.sleep(draw.between(50, 400));
    if (world.now() < awayUntil || faults.happens("bank down", institutionId))
      throw new Fault("INSTITUTION_DOWN");
  };

  /** Renews the token as the data API's connector does, and returns the customer. */
  const access = async (login: InstitutionLogin): Promise<Customer> => {
    await answer();
    const grant = findGrant(login.connectorState);
    const place = grant
      ? grant.tokens.length - 1 - grant.tokens.indexOf(login.connectorState ?? "")
      : 9;
    if (!grant || grant.isEnded) throw new Fault("ITEM_LOGIN_REQUIRED");
    if (place > 1) {
      // Another process has renewed the token, or the service has lost a token.
      const latest = await login.latest();
      if (latest.connectorState === login.connectorState) {
        world.note(institutionId, "token", "reused", grant.username);
        world.violate("an older token of a bank is in the store than the one in use");
      }
      return access(latest);
    }
    if (place === 0) {
      grant.tokens.push(`${institutionId}-${grant.username}-${++lastId}`);
    }
    const next = grant.tokens.at(-1) ?? "";
    const renewal = await login.replaceState(next);
    if (!renewal.isStored) return access(renewal.login);
    if (grant.isEnded) throw new Fault("ITEM_LOGIN_REQUIRED");
    return customerOf(grant.username);
  };

  const accept = (username: string): LoginStep => {
    const { accounts } = customerOf(username);
    const token = issue(username);
    world.note(institutionId, "grant", "given", token);
    return { at: "accounts", accounts, connectorState: token };
  };

  const connector: Connector = {
    institutions: () => institutions,
    start: async (_, credentials, { state = "", redirectUri = "" } = {}) => {
      await answer();
      if (kind === "site") {
        const query = new URLSearchParams({ state, redirect_uri: redirectUri });
        return { at: "redirect", url: `https://bank.example/sign-in?${query}`, progress: state };
      }
      const { username = "", password } = credentials;
      if (password !== "right") throw new Fault("INVALID_CREDENTIALS");
      if (username.endsWith("0"))
        return {
          at: "challenge",
          challenge: { type: "code", sent_to: null },
          progress: username,
        };
      return accept(username);
    },
    answer: async (_, __, progress, [code]) => {
      await answer();
      if (code !== CODE) throw new Fault("INVALID_MFA");
      return accept(progress);
    },
    redirect: {
      host: async () => null,
      finish: async (_, __, ___, { code = "", error }) => {
        await answer();
        if (error !== undefined) throw new Fault("ACCESS_NOT_GRANTED");
        const username = codes.get(code);
        if (username === undefined) throw new Fault("INVALID_CREDENTIALS");
        codes.delete(code);
        return accept(username);
      },
    },
    transactions: async (login, { from, to }) => {
      const customer = await access(login);
      const { ledger } = customer;
      ledgers.read(customer);
      return [...ledger.values()].filter(({ date }) => from <= date && date <= to);
    },
    balances: async (login) =>
      (await access(login)).accounts.map(({ key, balances }) => ({ key, balances })),
    identity: async (login) => {
      const { accounts, username } = await access(login);
      return accounts.map(({ key }) => ({ key, owners: [ownerOf(username)] }));
    },
    investments: async (login) => listInvestments((await access(login)).values),
    liabilities: async (login) => listLiabilities((await access(login)).values),
    statements: {
      list: async (login, period) =>
        (await access(login)).accounts.flatMap(({ key }) =>
          listStatements(key, period, world.now()),
        ),
      document: async (login, { key }) => {
        await access(login);
        return writeDocument(key);
      },
    },
    revoke: async ({ connectorState }) => {
      await answer();
      const grant = findGrant(connectorState);
      if (!grant || grant.isEnded) return;
      grant.isEnded = true;
      world.note(institutionId, "grant", "revoked", connectorState ?? "");
    },
    matchesDeposits: async () => false,
  };

  return {
    institutionId,
    kind,
    connector,
    customerOf,
    happen: (username: string) => {
      const customer = customerOf(username);
      if (ledgers.happen(customer)) moveValues(customer.values, valueDraw, world.now());
    },
    /** Signs in at the bank's site with the user's browser. Returns the callback's parameters. */
    signIn: async (username: string, site: URL): Promise<Record<string, string>> => {
      const state = site.searchParams.get("state") ?? "";
      if (draw.chance(0.1)) return { state, error: "access_denied" };
      const code = `${institutionId}-code-${++lastId}`;
      codes.set(code, username);
      return { state, code };
    },
    /** The customer changes the password: the service's access ends. */
    endAccess: (username: string): void => {
      for (const grant of grants) if (grant.username === username) grant.isEnded = true;
      world.note(institutionId, "grant", "ended", username);
    },
    /**
     * The accesses that the bank still grants. Leaves out an access that no process could store in
     * any attempt.
     */
    liveGrants: (minAgeMs = 0) =>
      grants.filter(
        ({ isEnded, givenAt, activity }) =>
          !isEnded && (activity?.failures ?? 0) < WRITE_TRIES && givenAt <= world.now() - minAgeMs,
      ),
    /** Whether the bank accepts a token. */
    isLive: (token: string | null): boolean => findGrant(token)?.isEnded === false,
    /** Is down until a time. */
    goAway: (until: number): void => {
      if (!isClosed) awayUntil = until;
    },
    /** The remaining time of the bank's outage, in ms. */
    awayMs: (): number => Math.max(0, awayUntil - world.now()),
    close: (): void => {
      isClosed = true;
      awayUntil = 0;
      ledgers.close();
    },
  };
};
