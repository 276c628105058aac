import type { BankAccount } from "../src/server/domain/connectors/bank-account.ts";
import type {
  BankTransaction,
  InstitutionLogin,
} from "../src/server/domain/connectors/bank-transaction.ts";
import type { Connector } from "../src/server/domain/connectors/connector.ts";
import type { LoginStep } from "../src/server/domain/connectors/login-step.ts";
import { WRITE_TRIES } from "../src/server/domain/connectors/retry-write.ts";
import { Fault } from "../src/server/domain/fault.ts";
import { bankTransaction } from "../src/testing/bank-data.ts";
import { type HeldBalance, settleBalances } from "./bank-balances.ts";
import {
  type BankKind,
  institutionOf,
  ownerOf,
  toAccount,
  toName,
  transactionOf,
} from "./bank-shapes.ts";
import type { Activity } from "./scheduler.ts";
import type { World } from "./world.ts";

const DAY_MS = 86_400_000;

/** A bank holds no amount for longer than this, in ms. */
const MAX_PENDING_MS = 20 * DAY_MS;

/** How often a customer pays for something soon after a read, and how soon at the latest, in ms. */
const SHARE_OF_LATE_PURCHASES = 0.2;
const MAX_LATE_MS = 8 * 60_000;

/** The longest time for which the bank holds the amount of such a purchase, in ms. */
const MAX_HOLD_MS = 12 * 3_600_000;

/** A person's access that a bank has given to the service. */
type Grant = {
  username: string;
  /** All tokens it ever had; the last two are good, and only the last once it was used. */
  tokens: string[];
  isEnded: boolean;
  givenAt: number;
  /** The activity of the service when it was given. */
  activity: Activity | undefined;
};

/** A customer of a bank: the accounts, what is booked on them today, and all balances that each has had, by its key. */
export type Customer = {
  username: string;
  accounts: BankAccount[];
  ledger: Map<string, BankTransaction>;
  balances: Map<string, HeldBalance[]>;
};

export type Bank = ReturnType<typeof createBank>;

/** The user's answer to the bank's challenge. */
export const CODE = "4711";

/**
 * A bank whose tokens rotate with each call. It keeps a ledger for each customer, to which transactions are added
 * while pending, and are posted, corrected or dropped later.
 */
export const createBank = (world: World, institutionId: string, kind: BankKind) => {
  const draw = world.draw(institutionId);
  const institution = institutionOf(institutionId, kind);
  const institutions = [institution];
  const customers = new Map<string, Customer>();
  const grants: Grant[] = [];
  const codes = new Map<string, string>();
  let lastId = 0;
  let isClosed = false;

  const customerOf = (username: string): Customer => {
    const existing = customers.get(username);
    if (existing) return existing;
    const customer: Customer = {
      username,
      accounts: Array.from({ length: draw.between(1, 3) }, (_, at) =>
        toAccount(`${institutionId}-${username}-${at}`, at),
      ),
      ledger: new Map(),
      balances: new Map(),
    };
    customers.set(username, customer);
    for (let days = 40; days > 0; days -= draw.between(1, 4)) book(customer, days, false);
    return customer;
  };

  const settle = (customer: Customer): void => settleBalances(customer, world.now());

  const book = (customer: Customer, daysAgo: number, isPending: boolean): string => {
    const key = `${institutionId}-t${++lastId}`;
    const { key: accountKey } = draw.pick(customer.accounts);
    const date = new Date(world.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
    const amount = draw.between(100, 20_000) / 100;
    customer.ledger.set(key, transactionOf(key, accountKey, { date, amount, isPending }));
    settle(customer);
    if (isPending) world.note(institutionId, "pending", "begins", customer.username, toName(key));
    return key;
  };

  /** The customer pays soon after a read; the amount is held for some hours. */
  const paySoon = (customer: Customer): void => {
    const at = world.now() + draw.between(5000, MAX_LATE_MS);
    world.scheduler.at(at, institutionId, null, () => {
      if (isClosed) return;
      const key = book(customer, 0, true);
      world.scheduler.at(at + draw.between(60_000, MAX_HOLD_MS), institutionId, null, () => {
        const held = customer.ledger.get(key);
        if (held && !isClosed) end(customer, held);
      });
    });
  };

  /** Moves the ledger of a customer on by one event. */
  const happen = (customer: Customer): void => {
    if (isClosed) return;
    const pending = [...customer.ledger.values()].filter((transaction) => transaction.pending);
    const oldest = pending.find(({ date }) => Date.parse(date) < world.now() - MAX_PENDING_MS);
    if (!oldest && (pending.length === 0 || draw.chance(0.5))) book(customer, 0, true);
    else end(customer, oldest ?? draw.pick(pending));
  };

  /** Posts a pending transaction, or drops it. */
  const end = (customer: Customer, pending: BankTransaction): void => {
    customer.ledger.delete(pending.key);
    world.note(institutionId, "pending", "ends", customer.username, toName(pending.key));
    if (!draw.chance(0.8)) {
      settle(customer);
      return;
    }
    const key = `${institutionId}-t${++lastId}`;
    const amount = draw.chance(0.2) ? pending.amount + 1 : pending.amount;
    customer.ledger.set(
      key,
      bankTransaction({
        ...pending,
        ...{ key, amount, pending: false, pendingKey: pending.key, name: toName(key) },
      }),
    );
    settle(customer);
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
    if (faults.happens("bank down", institutionId)) throw new Fault("INSTITUTION_DOWN");
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
      // Another process has renewed it meanwhile, or the service has lost a token.
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
      if (draw.chance(SHARE_OF_LATE_PURCHASES)) paySoon(customer);
      return [...ledger.values()].filter(({ date }) => from <= date && date <= to);
    },
    balances: async (login) =>
      (await access(login)).accounts.map(({ key, balances }) => ({ key, balances })),
    identity: async (login) => {
      const { accounts, username } = await access(login);
      return accounts.map(({ key }) => ({ key, owners: [ownerOf(username)] }));
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
    happen: (username: string) => happen(customerOf(username)),
    /** The user's browser signs in at the bank's site; returns the parameters of the callback. */
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
    /** The accesses that it still gives; without those that a process could not write down, as often as it tried. */
    liveGrants: (minAgeMs = 0) =>
      grants.filter(
        ({ isEnded, givenAt, activity }) =>
          !isEnded && (activity?.failures ?? 0) < WRITE_TRIES && givenAt <= world.now() - minAgeMs,
      ),
    /** Whether it accepts a token. */
    isLive: (token: string | null): boolean => findGrant(token)?.isEnded === false,
    close: () => {
      isClosed = true;
    },
  };
};
