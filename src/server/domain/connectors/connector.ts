import type { Owner } from "../../../protocol/account.ts";
import type { CredentialField } from "../../../protocol/link/login-form.ts";
import type { Language, Product } from "../../../protocol/vocabulary.ts";
import type { Lines } from "../bank-values.ts";
import type { Aggregator } from "../institutions/aggregator.ts";
import type { CatalogueInstitution, CustomInstitution } from "../institutions/institution.ts";
import type { InstitutionRegistration } from "../institutions/institution-registration.ts";
import type { BankBalances } from "./bank-account.ts";
import type { BankInvestments } from "./bank-investments.ts";
import type { BankLiability } from "./bank-liability.ts";
import type { BankStatement } from "./bank-statement.ts";
import type {
  BankTransaction,
  InstitutionLogin,
  ManualTransaction,
  Period,
} from "./bank-transaction.ts";
import type { Files } from "./files.ts";
import type { InstitutionSite } from "./institution-site.ts";
import type {
  ApprovalStep,
  FirstStep,
  LoginStep,
  OpenMatch,
  PendingApproval,
} from "./login-step.ts";

/**
 * A user by the identifiers that the institution and its partner have agreed on, as /item/import takes them.
 */
export type ImportedUser = { userId: string; authToken: string };

/** The login of an imported Item: the credentials to store of it, and the accounts behind them. */
type ImportedLogin = Omit<Extract<LoginStep, { at: "accounts" }>, "at" | "credentials"> & {
  credentials: Record<string, string>;
};

/** The transactions and the balances of a login. */
export type Pull = {
  transactions: BankTransaction[];
  balances: AccountBalances[];
  /**
   * The first day from which the list of an account has all its transactions, by the account's key; an account without
   * one was not read. Left out if the accounts with balances have all of the period.
   */
  since?: ReadonlyMap<string, string>;
  /** The last of these days, by the account's key; left out if the lists continue to the end of the period. */
  until?: ReadonlyMap<string, string>;
  /** Whether the institution refused the whole period of an account and listed a shorter one: it may list it later. */
  isCut?: true;
  /** The first day of which any account was read, if that is before the period: an earlier read had failed for it. */
  from?: string;
};

/** A stored transaction that a list lacks, although it covers its day. */
export type GoneTransaction = { transactionId: string; pending: boolean };

/** The stored transactions of the days that a list covers: those that it lacks, and the ids of the others. */
export type ListedRows = { gone: readonly GoneTransaction[]; listed: ReadonlySet<string> };

/** The balances of an account; null if the institution lists it but cannot read it at the moment. */
export type AccountBalances = { key: string; balances: BankBalances | null };

/** The sign-in at an institution's own site. */
type Redirect = {
  /** The host name of that site; null if it is not known at once, or this server is the site. */
  host(institutionId: string): Promise<string | null>;
  /**
   * Continues a login whose user is back from the institution, with the callback's parameters except the
   * state, which was verified.
   */
  finish(
    institutionId: string,
    credentials: Record<string, string>,
    progress: string,
    parameters: Readonly<Record<string, string>>,
    /** The path of the callback. */
    returnPath: string,
    /** The state and the address of another redirect, for a user who has to visit a further site. */
    next?: { state: string; redirectUri: string },
  ): Promise<FirstStep>;
  /**
   * Ends an authorization whose callback came from another browser than the one that was sent there; returns
   * whether there was anything to end. Optional: only connectors implement it at whose institutions an
   * authorization opens the accounts without a code in the callback.
   */
  abandon?(institutionId: string, progress: string): Promise<boolean>;
};

/** The approval of a login in an institution's app. */
type Approval = {
  /** Polls whether the user has approved, and continues the login. */
  poll(
    institutionId: string,
    credentials: Record<string, string>,
    progress: string,
  ): Promise<LoginStep | PendingApproval>;
};

/** The import of Items by an institution's partner. */
type Import = {
  /** Logs in as a user whom the partner names, without a form and a challenge. */
  login(institutionId: string, user: ImportedUser): Promise<ImportedLogin>;
};

/** The institutions of the sandbox, which this server plays. */
type Sandbox = {
  /** The site of an institution; null if it has none. */
  site(institutionId: string): InstitutionSite | null;
  /** The fields that sign in at an institution without its site. */
  credentialFields(institutionId: string): readonly CredentialField[];
  /**
   * Adds manual transactions to an account and returns the new connector state; the next pull reports
   * them.
   */
  write(
    connectorState: string | null,
    key: string,
    transactions: readonly ManualTransaction[],
  ): string;
  /**
   * Opens an account, unless one is already open that is not among `ownKeys`. Returns its key, and the new
   * connector state if that changes; null if no more may be opened.
   */
  openAccount(
    login: InstitutionLogin,
    ownKeys: readonly string[],
  ): { key: string; connectorState: string | null } | null;
  /** Closes an account; returns the new connector state, or null if it was closed before. */
  closeAccount(connectorState: string | null, key: string): string | null;
};

/** An aggregator and its institutions, as they were read and are to be stored. */
export type AggregatorReading = {
  /** How many banks its list has. */
  banks: number;
  institutions: readonly CustomInstitution[];
  aggregator: Aggregator;
};

/** The banks of aggregators, which the operator has a key for. */
type Aggregators = {
  /** Reads the banks of an aggregator; throws a Fault that says what the operator has to mend. */
  read(aggregator: Aggregator): Promise<AggregatorReading>;
};

/** The statements of accounts, which institutions print. */
type Statements = {
  /** Returns all statements in a period of the accounts behind a login. */
  list(login: InstitutionLogin, period: Period): Promise<BankStatement[]>;
  /**
   * Returns the document of a statement, a PDF; null if the institution has none of it, or no longer. Throws
   * PRODUCT_NOT_READY while the institution prepares it.
   */
  document(
    login: InstitutionLogin,
    statement: { accountKey: string; key: string },
  ): Promise<Uint8Array | null>;
};

/** A way of reaching institutions. Refusals are thrown as a `Fault` with an Item or institution code. */
export type Connector = {
  pullsPerDay?: number; // without the person, spread over the day; one by default
  /** The institutions of this connector, most prominent first; returns the same objects until one of them changes. */
  institutions(): readonly CatalogueInstitution[];
  /** Logs in; returns the accounts behind the login, or a challenge that comes first. */
  start(
    institutionId: string,
    credentials: Record<string, string>,
    user?: {
      /** Whether they have just solved a captcha; RECAPTCHA_REQUIRED asks for one. */
      solved?: boolean;
      /** Their language; English by default. */
      language?: Language;
      /** Unguessable, for this login alone: a redirect carries it, and the user comes back with it. */
      state?: string;
      /**
       * The address to which the institution sends the user back, with the state; `redirect.finish` needs it
       * in `progress`.
       */
      redirectUri?: string;
      /** The products that they are asked to share; by default all that the institution has. */
      products?: readonly Product[];
      /** The connector's state of the Item that is updated; null for none. */
      connectorState?: string | null;
      /** The open matches of that Item; left out for none. */
      openMatches?: readonly OpenMatch[];
      /** Names the person whose file is read: one of theirs is read at a time. */
      person?: string;
      /** Called with the share of a file that is read, from 0 to 1. */
      onRead?: (share: number) => void;
      /** Forces a fresh sign-in: the institution's session in this browser was another person's. */
      reauthenticate?: boolean;
    },
  ): Promise<FirstStep>;
  /**
   * Answers a challenge, after which the user may have to approve in an app; throws INVALID_MFA, after which the same
   * challenge may be answered again.
   */
  answer(
    institutionId: string,
    credentials: Record<string, string>,
    progress: string,
    answers: readonly string[],
    language?: Language,
  ): Promise<LoginStep | ApprovalStep>;
  /**
   * Sends the code of a challenge again, and returns the new progress. A Fault with `retryAfterMs` means that
   * it is too early. Optional: only challenges with `resend_after` of connectors that implement it offer this
   * to the user.
   */
  resendCode?(
    institutionId: string,
    credentials: Record<string, string>,
    progress: string,
    language?: Language,
  ): Promise<string>;
  /** For connectors that redirect users to their institution. */
  redirect?: Redirect;
  /** For connectors of institutions in whose app users approve. */
  approval?: Approval;
  /** For connectors whose Items are imported. */
  import?: Import;
  /** Reads uploaded files; only the connector of files implements it. */
  files?: Files;
  /** For aggregators. */
  aggregators?: Aggregators;
  /** For the sandbox. */
  sandbox?: Sandbox;
  /**
   * Returns whether two connector states may belong to the same customer. Optional: only connectors of
   * institutions that identify their customers implement it.
   */
  isSameCustomer?(connectorState: string, other: string): boolean;
  /** Returns all transactions in a period of the accounts behind a login; a missing one was removed. */
  transactions(login: InstitutionLogin, period: Period): Promise<BankTransaction[]>;
  /**
   * Returns the accounts, by their keys, whose user has to sign in at another server than the institution's form, with
   * the name of the bank if it is known. Optional: only connectors whose logins stand for several banks implement it.
   */
  waitingAccounts?(connectorState: string): ReadonlyMap<string, string | null>;
  /**
   * Returns the sentence above the form for a user who signs in again, which says what is wrong; null for the
   * default sentence. Optional.
   */
  renewalHelp?(connectorState: string, language: Language): string | null;
  /** Returns all accounts of the login with their current balances; a missing one is no longer shared. */
  balances(login: InstitutionLogin): Promise<AccountBalances[]>;
  /**
   * Returns transactions and balances with fewer calls than one after the other, which spares institutions
   * that count calls. Transactions of investment accounts are left out without `withCash` if `investments` has them.
   * Optional.
   */
  pull?(login: InstitutionLogin, period: Period, options?: { withCash?: boolean }): Promise<Pull>;
  /**
   * Returns the ids of those missing transactions that were removed permanently; the others stay until a
   * later pull. Optional: only connectors of institutions whose lists may omit a transaction for a while
   * implement it. It is called after each list, since a complete list counts, too.
   */
  confirmGone?(login: InstitutionLogin, rows: ListedRows): Promise<ReadonlySet<string>>;
  /**
   * Returns the terms of the cards and loans of the login. Optional: only connectors of
   * institutions with such data implement it.
   */
  liabilities?(login: InstitutionLogin): Promise<BankLiability[]>;
  /**
   * Returns the holdings of the login's investment accounts, and their transactions in a period.
   * Optional: only connectors of institutions with more data on such accounts than a balance
   * implement it.
   */
  investments?(login: InstitutionLogin, period: Period): Promise<BankInvestments>;
  /** For connectors of institutions that give the statements of accounts. */
  statements?: Statements;
  /** Returns the owners of the accounts. */
  identity(login: InstitutionLogin): Promise<{ key: string; owners: Lines<Owner>[] }[]>;
  /**
   * Ends the access to a login at the institution, once no Item has it any more. `connection` is the
   * institution's former registration, if it has been disconnected since. Optional: only connectors of
   * institutions with revocation implement it.
   */
  revoke?(
    login: Pick<InstitutionLogin, "institutionId" | "connectorState"> & {
      /** The state of the login that has replaced it in its Item, and stays valid; null for none. */
      replacedBy?: string | null;
    },
    connection?: InstitutionRegistration,
  ): Promise<void>;
  /** Returns whether these amounts, in cents and in any order, were deposited to an account. */
  matchesDeposits(accountKey: string, cents: readonly number[]): Promise<boolean>;
};
