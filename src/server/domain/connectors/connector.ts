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

/** A user by the identifiers of an institution and its partner, as /item/import takes them. */
export type ImportedUser = { userId: string; authToken: string };

/** The login of an imported Item: the credentials to store, and the accounts. */
type ImportedLogin = Omit<Extract<LoginStep, { at: "accounts" }>, "at" | "credentials"> & {
  credentials: Record<string, string>;
};

/** The transactions and the balances of a login. */
export type Pull = {
  transactions: BankTransaction[];
  balances: AccountBalances[];
  /**
   * The first day with complete transactions, by account key; an account without an entry was not
   * read. Left out if all accounts with balances cover the period.
   */
  since?: ReadonlyMap<string, string>;
  /** The last day of each account's list, by account key; left out if the lists reach the period's end. */
  until?: ReadonlyMap<string, string>;
  /**
   * Whether the institution refused an account's whole period and listed a shorter one. A later
   * read may get the rest.
   */
  isCut?: true;
  /** The first day that was read for any account, if an earlier failed read made it precede the period. */
  from?: string;
};

/** A stored transaction that is missing from a list, although the list covers its day. */
export type GoneTransaction = { transactionId: string; pending: boolean };

/** The stored transactions of the days of a list: the missing ones, and the ids of the others. */
export type ListedRows = { gone: readonly GoneTransaction[]; listed: ReadonlySet<string> };

/** The balances of an account; null if the institution lists the account but cannot read its balances now. */
export type AccountBalances = { key: string; balances: BankBalances | null };

/** The sign-in at an institution's own site. */
type Redirect = {
  /** The host name of the site; null if the host is not known yet, or is this server. */
  host(institutionId: string): Promise<string | null>;
  /**
   * Continues a login after the user's return, with the callback's parameters. The state was
   * verified and is left out.
   */
  finish(
    institutionId: string,
    credentials: Record<string, string>,
    progress: string,
    parameters: Readonly<Record<string, string>>,
    /** The path of the callback. */
    returnPath: string,
    /** The state and address of another redirect, for a user who must visit a further site. */
    next?: { state: string; redirectUri: string },
  ): Promise<FirstStep>;
  /**
   * Ends an authorization whose callback came from another browser than the one that started it; false if there
   * was nothing to end. Needed only if the institution opens the accounts without a code in the callback.
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
  /** Logs in as the user that the partner names, without a form or challenge. */
  login(institutionId: string, user: ImportedUser): Promise<ImportedLogin>;
};

/** The sandbox institutions, which this server simulates. */
type Sandbox = {
  /** The site of an institution, or null. */
  site(institutionId: string): InstitutionSite | null;
  /** The form fields that sign in at an institution without its site. */
  credentialFields(institutionId: string): readonly CredentialField[];
  /** Adds manual transactions to an account and returns the new connector state. The next pull reports them. */
  write(
    connectorState: string | null,
    key: string,
    transactions: readonly ManualTransaction[],
  ): string;
  /**
   * Opens an account, unless an open account is missing from `ownKeys`. Returns the account's key,
   * and the new connector state if it changes; null if no more accounts may be opened.
   */
  openAccount(
    login: InstitutionLogin,
    ownKeys: readonly string[],
  ): { key: string; connectorState: string | null } | null;
  /** Closes an account; returns the new connector state, or null for a closed account. */
  closeAccount(connectorState: string | null, key: string): string | null;
};

/** An aggregator and its institutions, as a reading found them. */
export type AggregatorReading = {
  /** The number of banks in the aggregator's list. */
  banks: number;
  institutions: readonly CustomInstitution[];
  aggregator: Aggregator;
};

/** The banks of aggregators for which the operator has a key. */
type Aggregators = {
  /** Reads the banks of an aggregator; throws a Fault that tells the operator the cause. */
  read(aggregator: Aggregator): Promise<AggregatorReading>;
};

/** The statements of accounts, as institutions publish them. */
type Statements = {
  /** Returns all statements of a login's accounts in a period. */
  list(login: InstitutionLogin, period: Period): Promise<BankStatement[]>;
  /** Returns a statement's PDF, or null. Throws PRODUCT_NOT_READY while the PDF is prepared. */
  document(
    login: InstitutionLogin,
    statement: { accountKey: string; key: string },
  ): Promise<Uint8Array | null>;
};

/** A way to reach institutions. Refusals are a `Fault` with an Item or institution code. */
export type Connector = {
  /**
   * The number of past days in which a row may still come, if that is more than a pull's own: it is
   * added, while a booked row that is missing there stays. No more requests may follow from it.
   */
  lateDays?: number;
  pullsPerDay?: number; // pulls without the user present, spread over the day; one by default
  /**
   * The institutions of this connector, most prominent first. Returns the same array until an
   * institution changes.
   */
  institutions(): readonly CatalogueInstitution[];
  /** Logs in; returns the accounts of the login, or a challenge. */
  start(
    institutionId: string,
    credentials: Record<string, string>,
    user?: {
      /** Whether the user has just solved a captcha; RECAPTCHA_REQUIRED asks for one. */
      solved?: boolean;
      /** The user's language; English by default. */
      language?: Language;
      /** An unguessable state for this login, which a redirect and its callback carry. */
      state?: string;
      /** The address of the return from the institution, which `redirect.finish` needs in `progress`. */
      redirectUri?: string;
      /** The products that the user is asked to share; by default all products of the institution. */
      products?: readonly Product[];
      /** The connector state of the updated Item; null for a new one. */
      connectorState?: string | null;
      /** The open matches of the updated Item; left out for none. */
      openMatches?: readonly OpenMatch[];
      /** The person who uploads a file. One file per person is read at a time. */
      person?: string;
      /** Called with the read share of a file, from 0 to 1. */
      onRead?: (share: number) => void;
      /** Forces a fresh sign-in, since the browser's session at the institution was another person's. */
      reauthenticate?: boolean;
    },
  ): Promise<FirstStep>;
  /** Answers a challenge; an approval in an app may follow. INVALID_MFA lets the user answer again. */
  answer(
    institutionId: string,
    credentials: Record<string, string>,
    progress: string,
    answers: readonly string[],
    language?: Language,
  ): Promise<LoginStep | ApprovalStep>;
  /**
   * Sends the code of a challenge again, and returns the new progress. A Fault with `retryAfterMs` means that
   * it is too early. Link offers this for challenges with `resend_after`, if the connector implements it.
   */
  resendCode?(
    institutionId: string,
    credentials: Record<string, string>,
    progress: string,
    language?: Language,
  ): Promise<string>;
  /** For institutions with a sign-in at their own site. */
  redirect?: Redirect;
  /** For institutions whose users approve in an app. */
  approval?: Approval;
  /** For institutions whose Items are imported. */
  import?: Import;
  /** Reads uploaded files. Only the file connector has this. */
  files?: Files;
  /** For banks behind aggregators. */
  aggregators?: Aggregators;
  /** For the sandbox. */
  sandbox?: Sandbox;
  /** Whether two states may belong to one customer, where institutions identify customers. */
  isSameCustomer?(connectorState: string, other: string): boolean;
  /** Returns all transactions of a login in a period. A missing transaction was removed. */
  transactions(login: InstitutionLogin, period: Period): Promise<BankTransaction[]>;
  /**
   * Returns the account keys that need a sign-in at another server than the institution's form,
   * with the bank's name if known. Only for logins that combine several banks.
   */
  waitingAccounts?(connectorState: string): ReadonlyMap<string, string | null>;
  /** Returns the sentence above the form of a repeated sign-in, which explains the problem; null for the default. */
  renewalHelp?(connectorState: string, language: Language): string | null;
  /** All accounts of the login with current balances. A missing account is no longer shared. */
  balances(login: InstitutionLogin): Promise<AccountBalances[]>;
  /**
   * Reads transactions and balances together, with fewer calls to institutions that count calls.
   * Without `withCash`, transactions of investment accounts are left to `investments`.
   */
  pull?(login: InstitutionLogin, period: Period, options?: { withCash?: boolean }): Promise<Pull>;
  /**
   * Returns the ids of the missing transactions that were removed for good. Only for institutions whose lists
   * may omit a transaction for a while. Called after each list, since a complete list counts, too.
   */
  confirmGone?(login: InstitutionLogin, rows: ListedRows): Promise<ReadonlySet<string>>;
  /** Returns the terms of the login's cards and loans. */
  liabilities?(login: InstitutionLogin): Promise<BankLiability[]>;
  /** Returns the holdings of the login's investment accounts, and their transactions in a period. */
  investments?(login: InstitutionLogin, period: Period): Promise<BankInvestments>;
  /** For institutions that publish statements. */
  statements?: Statements;
  /** Returns the owners of the accounts. */
  identity(login: InstitutionLogin): Promise<{ key: string; owners: Lines<Owner>[] }[]>;
  /**
   * Ends a login's access at the institution, once no Item uses the login. `connection` is the
   * registration of a disconnected institution. Only for institutions with revocation.
   */
  revoke?(
    login: Pick<InstitutionLogin, "institutionId" | "connectorState"> & {
      /** The state of the login that replaces this one in its Item and stays valid; null for none. */
      replacedBy?: string | null;
    },
    connection?: InstitutionRegistration,
  ): Promise<void>;
  /** Whether exactly these amounts, in cents and any order, were deposited to an account. */
  matchesDeposits(accountKey: string, cents: readonly number[]): Promise<boolean>;
};
