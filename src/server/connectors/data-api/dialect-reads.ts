import type { z } from "zod";
import type { Owner } from "../../../protocol/account.ts";
import type { LiabilityTerms } from "../../../protocol/liabilities.ts";
import type { Id, Lines } from "../../domain/bank-values.ts";
import type {
  BankAccount,
  BankBalances,
  BankNumbers,
} from "../../domain/connectors/bank-account.ts";
import type {
  BankHolding,
  BankInvestmentTransaction,
  BankSecurity,
} from "../../domain/connectors/bank-investments.ts";
import type { BankStatement } from "../../domain/connectors/bank-statement.ts";
import type { BankTransaction } from "../../domain/connectors/bank-transaction.ts";
import type { Deviations } from "../../domain/institutions/deviations.ts";

/** The accounts and transactions of a dialect: paths, fields and their types, and rules of signs. */
export type Reads<Account, Row, Network> = {
  accounts: {
    path: string;
    /** The JSON path of the list in the body. */
    list: string;
    schema: z.ZodType<Account>;
    keyOf(account: Account): Id;
    /** An account is unreadable if the institution lists it with an error of its own. */
    stateOf(account: Account): "open" | "closed" | "unreadable";
    /** Whether an account only sums up others of the list, whose rows it would repeat; none does if this is left out. */
    isSum?(account: Account, list: readonly Account[]): boolean;
    /** Whether two entries with one id belong to one account. */
    isSame(one: Account, other: Account): boolean;
    /**
     * Whether a bank may refuse the list or lack it, which then means that it has no such accounts;
     * if left out, every bank has the list.
     */
    isOptional?: boolean;
    toAccount(account: Account): BankAccount;
    /**
     * The owners that the list names, for an institution that reports them nowhere else; it names none if
     * this is left out.
     */
    listHolders?(account: Account): Lines<Owner>[];
    toBalances(account: Account): BankBalances;
  };
  /** The rest of an account, for those that lack it in the list; its schema returns the change of the account. */
  details: {
    path: string;
    isNeeded(account: Account): boolean;
    schema: z.ZodType<(account: Account) => Account>;
    /**
     * The list that covers all accounts, at banks that have one; an entry changes its own account
     * alone.
     */
    bulk?: { path: string; list: string; schema: z.ZodType<(account: Account) => Account> };
  };
  /** The numbers of an account; null if the account has them itself. */
  numbers: {
    path: string;
    list: string;
    schema: z.ZodType<Network>;
    mayHave(account: Account): boolean;
    toNumbers(networks: readonly Network[]): BankNumbers;
  } | null;
  /**
   * The terms of cards and loans, or of cards alone with `ofCards`; null if the dialect has no
   * terms.
   */
  liabilities: {
    path: string;
    ofCards?: true;
    schema: z.ZodType<((account: Account) => Lines<LiabilityTerms>) | null>;
  } | null;
  /**
   * The positions of an investment account, by its key, and the rows of its transactions, null for rows that
   * are left out; null if the dialect has no investments.
   */
  investments: {
    path: string;
    schema: z.ZodType<(accountKey: Id) => HeldPositions>;
    transaction: z.ZodType<OpenTrade<Account> | null>;
  } | null;
  /** The statements of an account, by a list, and the document of each; null if the dialect has none. */
  statements: {
    path: string;
    list: string;
    /** Its schema returns null for a statement that cannot be read. */
    schema: z.ZodType<Pick<BankStatement, "key" | "date"> | null>;
    /** The parameters of a period of days, YYYY-MM-DD, both included. */
    period(from: string, to: string): Readonly<Record<string, string>>;
    /** The path of a PDF, with {accountId} and {statementId}. */
    document: string;
  } | null;
  /**
   * The owners of an account, from the first of these sources that names any; else from the user's
   * own record, if there is one.
   */
  owners: readonly OwnersLine[];
  user: OwnersLine | null;
  transactions: {
    path: string;
    list: string;
    schema: z.ZodType<Row>;
    /** The list of all accounts' rows, at banks that offer one, and the account of a row. */
    bulk?: { path: string; accountOf(row: Row): string | null };
    /** The list of pending rows in the same body, if it has one of their own. */
    pending?: { list: string; schema: z.ZodType<Row> };
    /** The JSON paths of rows that are not read, or of a link to a file that has them: such a response is refused. */
    elsewhere?: readonly string[];
    /** The codes of a refusal with 400 that are about the request, though they mean a missing path elsewhere. */
    thrown?: readonly string[];
    /** The parameters of every request, also at a bank that takes no period. */
    parameters?(deviations: Deviations): Readonly<Record<string, string>>;
    /** The parameters of a period of days, YYYY-MM-DD, both included. */
    period(from: string, to: string): Readonly<Record<string, string>>;
    /** How many days before the needed period are requested: some institutions filter by another date. */
    marginDays: number;
    /** No period that an institution refuses is cut any further. */
    minPeriodDays: number;
    /** The lengths to which a refused period is cut, the longest first; half of it without a shorter one. */
    shorterDays?: readonly number[];
    /** The transactions of an account, from all rows of one response, some in each turn of the event loop. */
    toTransactions(rows: readonly Row[], account: Account): Promise<BankTransaction[]>;
  };
};

/** The positions of an investment account, and their securities. */
export type HeldPositions = { securities: BankSecurity[]; holdings: BankHolding[] };

/** The securities of an account's positions, by their keys and by their tickers. */
export type HeldSecurities = Record<"byKey" | "byTicker", ReadonlyMap<string, BankSecurity>>;

/** A transaction of an investment account, which is complete with its account and the securities that it holds. */
export type OpenTrade<Account> = (
  account: Account,
  held: HeldSecurities,
) => { security: BankSecurity | null; transaction: BankInvestmentTransaction };

/** A path, and a schema that returns owners. */
type OwnersLine = { path: string; schema: z.ZodType<Lines<Owner>[]> };

/** Passes the reads of a dialect to work that does not depend on their types. */
export type WithReads = <Result>(
  work: <Account, Row, Network>(reads: Reads<Account, Row, Network>) => Result,
) => Result;
