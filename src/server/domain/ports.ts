import type { Account, Balances } from "../../protocol/account.ts";
import type { Challenge, CredentialField } from "../../protocol/bridge.ts";
import type { ErrorCode } from "../../protocol/errors.ts";
import type { InstitutionHealth } from "../../protocol/institution.ts";
import type { AccountNumbers, Numbers } from "../../protocol/numbers.ts";
import type { Owner } from "../../protocol/owner.ts";
import type {
  AccountSelection,
  CountryCode,
  Language,
  LinkProduct,
  LogoShape,
  Product,
} from "../../protocol/vocabulary.ts";
import type { AssetReportStore } from "./asset-reports/asset-report.ts";
import type {
  BankTransactions,
  InstitutionLogin,
  ManualTransaction,
  Period,
} from "./connectors/bank-transaction.ts";
import type { JobStore, NewJob } from "./jobs/job.ts";
import type { AttemptGuard } from "./link/attempt-guard.ts";
import type {
  AccountVerification,
  Consent,
  LinkSession,
  LinkToken,
  SessionMove,
  Submission,
  SubmissionAnswer,
} from "./link/link-session.ts";
import type { RawJson } from "./raw-json.ts";
import type { TransactionFeed, TransactionStore } from "./transactions/transaction-feed.ts";
import type { Verification } from "./verification/verification.ts";
import type { DeliveryStore } from "./webhooks/delivery.ts";
import type { WebhookKeyStore } from "./webhooks/webhook-key.ts";

export type { AccountNumbers } from "../../protocol/numbers.ts";

/** An application that uses this server. Secrets are kept as digests only. Times are ms since 1970. */
export type Client = {
  clientId: string;
  secretDigest: string;
  publicKey: string;
  publicKeyEnabled: boolean;
  /** Whether it is one of the processors that applications hand processor tokens to. */
  partner: boolean;
  defaultVersion: string;
  products: LinkProduct[];
  /** Origins of pages that may show Link, e.g. `https://shop.example`. */
  allowedOrigins: string[];
  /** Whether users pick what they share, where a session does not say. */
  accountSelection: AccountSelection;
  createdAt: number;
};

/** One set of credentials at one institution. */
export type Item = {
  itemId: string;
  clientId: string;
  institutionId: string;
  accessTokenDigest: string;
  /** Counts rotations of the access token; the token is derived from it. */
  accessTokenGeneration: number;
  /** What the Item was linked for, and what was added to it since. */
  products: Product[];
  webhook: string | null;
  /** The credentials, sealed. */
  sealedLogin: string;
  /** What was recorded to be wrong; what time alone brings about is in `itemState`. */
  error: ErrorCode | null;
  consentExpiresAt: number | null;
  createdAt: number;
  /** When the user signed in last. */
  loggedInAt: number;
  /** When the Item was removed; nothing but this record is left of it then. */
  removedAt: number | null;
};

/** An account of an Item with the numbers that reach it; `account_id` is unique per Item. */
export type ItemAccount = ShareableAccount & { itemId: string };

/** Accounts as they are answered, written already. */
export type AccountsJson = RawJson<Account[]>;

/** What Auth answers, written already: the accounts that have numbers, and these by network. */
export type AuthJson = { accounts: AccountsJson; numbers: RawJson<Numbers> };

/** An Item with what is shown of its accounts; that is null where one is to be proven, or was. */
export type OpenedItem = {
  item: Readonly<Item>;
  accounts: AccountsJson | null;
  auth: AuthJson | null;
};

/** How an Item's updates went last, and what was told of it last. */
type ItemStatus = {
  transactionsUpdatedAt: number | null;
  transactionsFailedAt: number | null;
  lastWebhook: { code: string; sentAt: number } | null;
};

/** What lets one processor read one account. */
export type ProcessorToken = {
  digest: string;
  itemId: string;
  accountId: string;
  /** The name of the processor that it was made for. */
  processor: string;
  createdAt: number;
};

/** A day's calls that are billed: one product read of one Item. `day` is `YYYY-MM-DD` in UTC. */
export type Usage = {
  clientId: string;
  product: Product;
  itemId: string;
  day: string;
  count: number;
};

/** A client's calls of one product in some time, and how many Items they were about. */
export type UsageTotal = { clientId: string; product: Product; items: number; calls: number };

export type PublicToken = {
  digest: string;
  itemId: string;
  clientId: string;
  createdAt: number;
  expiresAt: number;
  exchangedAt: number | null;
};

/** An account that the user may choose, under the id it will have in the Item. */
export type ShareableAccount = {
  account: Account;
  numbers: AccountNumbers;
  /** Stable at the institution; empty for an account that was linked before it was kept. */
  key: string;
  /** How far micro-deposits have proven the numbers; null where the institution itself gave them. */
  verification: Verification | null;
};

/**
 * Where everything durable lives. Each method is one transaction: all of it happens or nothing. Those
 * that take `jobs` add them in it; one that answers false has added none.
 */
export type Store = {
  clients: {
    add(client: Client): Promise<void>;
    byClientId(clientId: string): Promise<Client | null>;
    byPublicKey(publicKey: string): Promise<Client | null>;
    /** The oldest client; null in an empty store. */
    first(): Promise<Client | null>;
    /** All origins of the clients that have registered this one, itself among them; or none. */
    originsBeside(origin: string): Promise<string[]>;
    /** Adds an origin, unless the client has it; false where it has `most` others already. */
    allowOrigin(clientId: string, origin: string, most: number): Promise<boolean>;
    /** Takes an origin away, if the client has it. */
    disallowOrigin(clientId: string, origin: string): Promise<void>;
    /** Says whether the client is a processor. */
    setPartner(clientId: string, partner: boolean): Promise<void>;
    setAccountSelection(clientId: string, selection: AccountSelection): Promise<void>;
    /** The dated version that requests without a Service-Version are answered in. */
    setDefaultVersion(clientId: string, version: string): Promise<void>;
    /** All of them, the oldest first, each with how many Items it has. */
    all(): Promise<{ client: Client; liveItems: number }[]>;
    /** Puts another secret in the place of the one before, which is dead at once; false for no client. */
    setSecret(clientId: string, secretDigest: string): Promise<boolean>;
    /**
     * Forgets a client and all that is its: Items, Link sessions, tokens, consents, Asset Reports and
     * webhooks. What it used stays, to be billed. With `onlyEmpty` nothing is changed where it has live
     * Items; answers how many those are.
     */
    remove(
      clientId: string,
      options: { onlyEmpty: boolean; jobs?: readonly NewJob[] },
    ): Promise<{ removed: boolean; liveItems: number }>;
  };
  /** The sessions of the Dashboard that have ended before their time. */
  dashboardSessions: {
    /** Kept until the session would have ended by itself. */
    end(sessionId: string, expiresAt: number): Promise<void>;
    hasEnded(sessionId: string): Promise<boolean>;
  };
  linkTokens: {
    create(token: LinkToken): Promise<void>;
    byDigest(digest: string): Promise<LinkToken | null>;
  };
  sessions: {
    /** False, and nothing changed, where its id, its token or its link token has a session already. */
    start(session: LinkSession, jobs?: readonly NewJob[]): Promise<boolean>;
    byTokenDigest(tokenDigest: string): Promise<LinkSession | null>;
    byLinkSessionId(linkSessionId: string): Promise<LinkSession | null>;
    byLinkTokenDigest(linkTokenDigest: string): Promise<LinkSession | null>;
    /**
     * Hands a session to another frame, or puts one that starts anew in its place, from
     * `session.revision` on: its old token is dead, and what was submitted with that one is forgotten.
     * Its guard stays what it is by then; what is still under way counts as a wrong try, since its
     * outcome is not. False, and nothing changed, when another was faster.
     */
    reopen(
      session: LinkSession,
      reopened: LinkSession,
      along?: { issued?: PublicToken; jobs?: readonly NewJob[] },
    ): Promise<boolean>;
    /**
     * Moves on from `session.revision`, with all that goes along with it; false, and nothing changed,
     * when another call was faster, when the submission that it answers is not under way any more,
     * when the Item that it renews is gone, or when it connects and the public token that opened it is
     * used up; connecting uses that up.
     */
    advance(session: LinkSession, move: SessionMove): Promise<boolean>;
    /** The last submission under this session's token; null before the first, or when it is dead. */
    submission(session: LinkSession): Promise<Submission | null>;
    /** Takes the session's one place for a submission under way; false where that is not free. */
    claim(session: LinkSession, name: string, now: number, until: number): Promise<boolean>;
    /**
     * Answers the submission under way without moving on. What was learned of an account is recorded
     * also where the session was handed to another frame meanwhile; false, and nothing changed, where
     * somebody else was faster to learn something of it.
     */
    refuse(
      session: LinkSession,
      answer: SubmissionAnswer,
      along: { guard: AttemptGuard; verified?: AccountVerification | undefined },
    ): Promise<boolean>;
  };
  items: {
    create(created: NewItem, jobs?: readonly NewJob[]): Promise<void>;
    /** What an access token opens. */
    opened(accessTokenDigest: string): Promise<OpenedItem | null>;
    byItemId(itemId: string): Promise<Item | null>;
    /** The Item's accounts, in the order in which they were created. */
    accounts(itemId: string): Promise<ItemAccount[]>;
    /** The same as they are shown; null where one is to be proven, or was. */
    shownAccounts(itemId: string): Promise<AccountsJson | null>;
    /** Notes what the accounts hold, by their ids. */
    setBalances(itemId: string, balances: ReadonlyMap<string, Balances>): Promise<void>;
    /** Who owns the accounts, by their ids, as it was told last; empty where it never was. */
    owners(itemId: string): Promise<ReadonlyMap<string, Owner[]>>;
    setOwners(itemId: string, owners: ReadonlyMap<string, Owner[]>): Promise<void>;
    /** Adds products that the Item does not have yet. */
    addProducts(itemId: string, products: Product[]): Promise<void>;
    /** Records how far an account is proven; false if it is not as `before` says any more. */
    setVerification(
      before: ItemAccount,
      verification: Verification,
      jobs?: readonly NewJob[],
    ): Promise<boolean>;
    /** Replaces where webhooks go; null for nowhere. */
    setWebhook(itemId: string, webhook: string | null, jobs?: readonly NewJob[]): Promise<void>;
    /** Moves on from `item`'s access token; false, and nothing changed, if another call was faster. */
    rotateAccessToken(item: Item, digest: string): Promise<boolean>;
    /** Records what happened to the Item; false, and nothing changed, if it is not as `item` says. */
    record(
      item: Item,
      changes: Pick<Item, "error" | "loggedInAt">,
      jobs?: readonly NewJob[],
    ): Promise<boolean>;
    /** Records how far an account's numbers are proven. */
    verify(verified: AccountVerification, jobs?: readonly NewJob[]): Promise<void>;
    /**
     * Forgets the Item's login, accounts and tokens; true exactly once per Item. False, and nothing
     * changed, if its access token is not `item`'s any more.
     */
    remove(
      item: Pick<Item, "itemId" | "accessTokenGeneration">,
      now: number,
      jobs?: readonly NewJob[],
    ): Promise<boolean>;
  };
  transactions: TransactionStore;
  assetReports: AssetReportStore;
  publicTokens: {
    issue(token: PublicToken): Promise<void>;
    byDigest(digest: string): Promise<PublicToken | null>;
    /** What the token's exchange goes by: whose it is, and the Item that it leads to. */
    forExchange(
      digest: string,
    ): Promise<
      | (Pick<PublicToken, "clientId" | "expiresAt"> &
          Pick<Item, "itemId" | "accessTokenDigest" | "accessTokenGeneration" | "removedAt">)
      | null
    >;
    /** Marks the token exchanged; true exactly once per token, and never from `expiresAt` on. */
    redeem(digest: string, now: number): Promise<boolean>;
  };
  institutions: {
    /** Counts the changes: what was read before is good for as long as it is the same. */
    revision(): Promise<number>;
    /** All of them, in the order in which they were first put in. */
    all(): Promise<CustomInstitution[]>;
    /**
     * Puts institutions in, each in the place of the one that has its id, if any; answers how many are
     * new. `tell` hears how many are written so far.
     */
    put(
      institutions: readonly CustomInstitution[],
      tell?: (written: number) => void,
    ): Promise<{ added: number }>;
    /** Forgets an institution, unless there are Items at it; answers how many those are. */
    remove(institutionId: string): Promise<{ removed: boolean; liveItems: number }>;
  };
  jobs: JobStore;
  deliveries: DeliveryStore;
  webhookKeys: WebhookKeyStore;
  /** Forgets what was over, or was given up, by the times that are named. */
  forget(until: {
    sessionsExpired: number;
    dashboardSessionsExpired: number;
    publicTokensExpired: number;
    /** What was tried since, or begun anew, is kept. */
    deliveriesTried: number;
    jobsGivenUp: number;
  }): Promise<void>;
  processorTokens: {
    issue(token: ProcessorToken): Promise<void>;
    byDigest(digest: string): Promise<ProcessorToken | null>;
  };
  itemStatus: {
    of(itemId: string): Promise<ItemStatus>;
    /** Notes when transactions were last brought up to date, or when that failed. */
    noteTransactions(itemId: string, outcome: "updated" | "failed", at: number): Promise<void>;
    noteWebhook(itemId: string, code: string, sentAt: number): Promise<void>;
  };
  usage: {
    /** Adds to what was counted of each day. */
    add(counted: readonly Usage[]): Promise<void>;
    /** The totals of the days from `since` on and before `until`, by client and product. */
    totals(since: string, until: string): Promise<UsageTotal[]>;
    /** Of the months before this one, counts all days on the first one; a month's totals stay. */
    rollUp(month: string): Promise<void>;
  };
  marks: {
    /** Keeps a value under a name, unless there is one; answers the one that is kept. */
    keep(name: string, value: string): Promise<string>;
  };
  consents: {
    /** Every consent that was given for an Item, the oldest first. */
    ofItem(itemId: string): Promise<Consent[]>;
    /** Whether a consent was given in a session of this id, which may be forgotten by now. */
    hasSession(linkSessionId: string): Promise<boolean>;
  };
  /** Takes what was deleted off the disk as well; false where somebody reads at that moment. */
  eraseDeleted(): Promise<boolean>;
  close(): Promise<void>;
};

export type NewItem = {
  item: Item;
  /** What is to be done about it later. */
  jobs?: readonly NewJob[];
  accounts: ItemAccount[];
  publicToken: PublicToken;
  /** How many live Items there may be with this one; ADDITION_LIMIT, and nothing made, beyond it. */
  mostLive?: number;
  /** Where its transactions start from, if it was linked for them. */
  feed?: TransactionFeed;
};

/** An institution as its connector describes it. */
export type CatalogueInstitution = {
  institutionId: string;
  name: string;
  /** How it is offered, where its name is none that people look for. */
  label?: string;
  /** Other names people search for. */
  aliases: string[];
  products: Product[];
  countryCodes: CountryCode[];
  routingNumbers: string[];
  oauth: boolean;
  /** Its own site; null where that is not known. */
  url: string | null;
  mark: LogoShape;
  /** `#rrggbb`; a mark upon it may need a darker shade. */
  color: string;
  health: InstitutionHealth;
  /** Since when, in ms since 1970. */
  healthSince: number;
  /** False for one that can be found, but not connected any more. */
  supported: boolean;
  /** False for one that can be found, but not reached in this environment. */
  enabled: boolean;
  /** What its form is for: to sign in, or to enter account numbers where nobody can. */
  purpose: "login" | "numbers";
  fields: CredentialField[];
  /** Its name and form in other languages, where it has others there. */
  translations?: {
    [L in Language]?: { name?: string; label?: string; fields: CredentialField[] };
  };
};

/** An institution that whoever runs the server has put in. */
export type CustomInstitution = Pick<
  CatalogueInstitution,
  | "institutionId"
  | "name"
  | "aliases"
  | "products"
  | "countryCodes"
  | "routingNumbers"
  | "oauth"
  | "url"
  | "supported"
> & {
  /** Null where its looks come from its id. */
  mark: LogoShape | null;
  color: string | null;
  /** When it was put in first, in ms since 1970. */
  addedAt: number;
};

/** An account as the institution tells it, before it gets ids of ours. */
export type BankAccount = Omit<Account, "account_id"> & {
  /** Stable at the institution: the same account has the same key in every Item. */
  key: string;
  numbers: AccountNumbers;
  /** Whose deposits have to prove the numbers, where the institution does not vouch for them. */
  microDeposits?: "automatic" | "manual";
};

/** Where a login stands: done, or at a challenge. `progress` is the connector's own, to be handed back. */
export type LoginStep =
  | { at: "accounts"; accounts: BankAccount[] }
  | { at: "challenge"; challenge: Challenge; progress: string };

/** A way of reaching institutions. Refusals are thrown as a `Fault` with an Item or institution code. */
export type Connector = {
  /** The institutions reached this way, most prominent first; the same objects until one changes. */
  institutions(): readonly CatalogueInstitution[];
  /** Logs in; answers the accounts behind the login, or a challenge that comes first. */
  start(
    institutionId: string,
    credentials: Record<string, string>,
    user?: {
      /** Whether they have just solved a captcha; RECAPTCHA_REQUIRED asks for one. */
      solved?: boolean;
      /** What they read; English, if not said. */
      language?: Language;
    },
  ): Promise<LoginStep>;
  /** Answers a challenge; throws INVALID_MFA, after which the same challenge may be answered again. */
  answer(
    institutionId: string,
    credentials: Record<string, string>,
    progress: string,
    answers: readonly string[],
    language?: Language,
  ): Promise<LoginStep>;
  /** The transactions in a period of all the accounts behind a login. */
  transactions(login: InstitutionLogin, period: Period): Promise<BankTransactions>;
  /** What the accounts hold at this moment. */
  balances(login: InstitutionLogin): Promise<{ key: string; balances: Balances }[]>;
  /** Who owns the accounts. */
  identity(login: InstitutionLogin): Promise<{ key: string; owners: Owner[] }[]>;
  /**
   * The memory with transactions written into it that the next pull brings, on the account of that
   * key; only where what the institution tells is made up.
   */
  write?(memory: string | null, key: string, transactions: readonly ManualTransaction[]): string;
  /** Whether these amounts, in cents and in any order, are what was deposited to an account. */
  matchesDeposits(accountKey: string, cents: readonly number[]): Promise<boolean>;
};
