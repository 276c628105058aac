import type { Balances } from "../../../protocol/account.ts";
import type { Challenge, CredentialField } from "../../../protocol/login-form.ts";
import type { Owner } from "../../../protocol/owner.ts";
import type { Language, Product } from "../../../protocol/vocabulary.ts";
import type { CatalogueInstitution } from "../institutions/institution.ts";
import type { InstitutionRegistration } from "../institutions/institution-registration.ts";
import type { BankAccount } from "./bank-account.ts";
import type {
  BankTransaction,
  InstitutionLogin,
  ManualTransaction,
  Period,
} from "./bank-transaction.ts";
import type { InstitutionSite } from "./institution-site.ts";

/**
 * The state of a login: done, or at a challenge. `progress` is opaque, passed to `answer`; `connectorState`
 * is what the connector has to remember of the Item, in place of what it had.
 */
export type LoginStep =
  | {
      at: "accounts";
      accounts: BankAccount[];
      connectorState?: string;
      /** The credentials to store in place of those that the login began with. */
      credentials?: Record<string, string>;
      /** When the user's consent ends by the institution's own word, in ms since 1970; null for no word. */
      consentExpiresAt?: number | null;
    }
  | { at: "challenge"; challenge: Challenge; progress: string };

/**
 * The start of a login, which may be a redirect to the institution's own site, from which `finishRedirect` goes
 * on; or a request that the user approves in the institution's app, for which `pollApproval` asks.
 */
type FirstStep =
  | LoginStep
  | { at: "redirect"; url: string; progress: string }
  | {
      at: "approval";
      progress: string;
      /** What Link and the app both show, so that nobody approves another one's request. */
      code: string;
      /** How long the user has, and how often the institution may be asked. */
      lifetimeMs: number;
      intervalMs: number;
    };

/** That the user has not approved yet; `slowDown` where the institution was asked too often. */
type PendingApproval = { at: "pending"; slowDown: boolean };

/** A user by what the institution and its partner have agreed on, as /item/import takes it. */
export type ImportedUser = { userId: string; authToken: string };

/** The login of an imported Item: the credentials to store of it, and the accounts behind them. */
type ImportedLogin = Omit<Extract<LoginStep, { at: "accounts" }>, "at" | "credentials"> & {
  credentials: Record<string, string>;
};

/** What an account holds; null where the institution has it, and cannot say at the moment. */
export type AccountBalances = { key: string; balances: Balances | null };

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
      /** Their language; English by default. */
      language?: Language;
      /** Unguessable, for this login alone: a redirect carries it, and the user comes back with it. */
      state?: string;
      /** Where the institution sends the user back to, with the state; `finishRedirect` needs it in `progress`. */
      redirectUri?: string;
      /** What they are asked to share; by default all that the institution has. */
      products?: readonly Product[];
      /** What the connector has to remember of the Item that is updated; null for nothing. */
      connectorState?: string | null;
      /** Whether the institution has to ask who signs in: its session with the browser was somebody else's. */
      reauthenticate?: boolean;
    },
  ): Promise<FirstStep>;
  /** Answers a challenge; throws INVALID_MFA, after which the same challenge may be answered again. */
  answer(
    institutionId: string,
    credentials: Record<string, string>,
    progress: string,
    answers: readonly string[],
    language?: Language,
  ): Promise<LoginStep>;
  /**
   * Goes on with a login whose user is back from the institution, with the parameters that it added but
   * the state, which was verified. Only connectors that redirect have this.
   */
  finishRedirect?(
    institutionId: string,
    credentials: Record<string, string>,
    progress: string,
    parameters: Readonly<Record<string, string>>,
    /** The path that they came back to. */
    returnPath: string,
  ): Promise<LoginStep>;
  /** The site of an institution where this server serves it, else null. Only the sandbox has this. */
  site?(institutionId: string): InstitutionSite | null;
  /** The fields that sign in at an institution without its site. Only connectors with sites have this. */
  credentialFields?(institutionId: string): readonly CredentialField[];
  /**
   * Asks whether the user has approved a login in the institution's app, and goes on with it. Only
   * connectors whose institutions have that have this.
   */
  pollApproval?(
    institutionId: string,
    credentials: Record<string, string>,
    progress: string,
  ): Promise<LoginStep | PendingApproval>;
  /**
   * Logs in as a user whom the institution's partner names, without a form and a challenge. Only
   * connectors whose Items are imported have this.
   */
  importLogin?(institutionId: string, user: ImportedUser): Promise<ImportedLogin>;
  /**
   * Whether two connector states may be of the same customer. Only connectors have this whose institutions
   * say who signed in.
   */
  isSameCustomer?(connectorState: string, other: string): boolean;
  /** All transactions in a period of the accounts behind a login; one that is missing was removed. */
  transactions(login: InstitutionLogin, period: Period): Promise<BankTransaction[]>;
  /** All accounts of the login, and what they hold at this moment: one that is missing is shared no longer. */
  balances(login: InstitutionLogin): Promise<AccountBalances[]>;
  /**
   * Transactions and balances by fewer calls than one after the other; an institution that counts calls is
   * spared some. Only connectors have this whose institutions do.
   */
  pull?(
    login: InstitutionLogin,
    period: Period,
  ): Promise<{ transactions: BankTransaction[]; balances: AccountBalances[] }>;
  /** Who owns the accounts. */
  identity(login: InstitutionLogin): Promise<{ key: string; owners: Owner[] }[]>;
  /**
   * Adds manual transactions to an account and returns the new connector state; the next pull reports
   * them. Only the sandbox has this.
   */
  write?(
    connectorState: string | null,
    key: string,
    transactions: readonly ManualTransaction[],
  ): string;
  /**
   * Opens an account, unless there is one already that was opened and is not among `ownKeys`. Answers its key, and
   * the new connector state where that changes; null where no more may be opened. Only the sandbox has this.
   */
  openAccount?(
    login: InstitutionLogin,
    ownKeys: readonly string[],
  ): { key: string; connectorState: string | null } | null;
  /** Closes an account; the new connector state, null where it was closed before. Only the sandbox has this. */
  closeAccount?(connectorState: string | null, key: string): string | null;
  /**
   * Ends the access to a login at the institution, once no Item has it any more. `connection` is the one
   * that the institution had, where it has been disconnected since. Only connectors have this whose
   * institutions offer it.
   */
  revoke?(
    login: Pick<InstitutionLogin, "institutionId" | "connectorState">,
    connection?: InstitutionRegistration,
  ): Promise<void>;
  /** Whether these amounts, in cents and in any order, are what was deposited to an account. */
  matchesDeposits(accountKey: string, cents: readonly number[]): Promise<boolean>;
};
