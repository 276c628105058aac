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
import type { StatementTransaction } from "../../formats/statement.ts";

/** The files with an account's rows that a dialect knows. */
export type RowsFile = {
  /** The JSON paths of the link in a response without the list. */
  at: readonly string[];
  /** The rows of a bank statement in the form of a response with the list. */
  toBody(rows: readonly StatementTransaction[]): object;
};

/** The accounts and transactions of a dialect: paths, fields with types, and rules for signs. */
export type Reads<Account, Row, Network> = {
  accounts: {
    path: string;
    /** The JSON path of the list in the body. */
    list: string;
    schema: z.ZodType<Account>;
    keyOf(account: Account): Id;
    /** An account is unreadable if the institution lists it with its own error. */
    stateOf(account: Account): "open" | "closed" | "unreadable";
    /**
     * Whether an account is the sum of others in the list, whose rows it would repeat; by default
     * never.
     */
    isSum?(account: Account, list: readonly Account[]): boolean;
    /** Whether two entries with the same id are the same account. */
    isSame(one: Account, other: Account): boolean;
    /**
     * Whether a bank may lack or refuse the list, which then means that it has no such accounts; by
     * default every bank has the list.
     */
    isOptional?: boolean;
    toAccount(account: Account): BankAccount;
    /**
     * The owners in the list, for an institution that reports them nowhere else; by default none.
     */
    listHolders?(account: Account): Lines<Owner>[];
    toBalances(account: Account): BankBalances;
  };
  /**
   * The remaining fields of accounts that lack them in the list. The schema returns the account's
   * change.
   */
  details: {
    path: string;
    isNeeded(account: Account): boolean;
    schema: z.ZodType<(account: Account) => Account>;
    /** The list for all accounts, at banks that have one. An entry changes only its own account. */
    bulk?: { path: string; list: string; schema: z.ZodType<(account: Account) => Account> };
  };
  /** The numbers of an account; null if the account contains them. */
  numbers: {
    path: string;
    list: string;
    schema: z.ZodType<Network>;
    mayHave(account: Account): boolean;
    toNumbers(networks: readonly Network[]): BankNumbers;
  } | null;
  /** The terms of cards and loans, with `ofCards` of cards only; null if the dialect has none. */
  liabilities: {
    path: string;
    ofCards?: true;
    schema: z.ZodType<((account: Account) => Lines<LiabilityTerms>) | null>;
  } | null;
  /**
   * The positions of an investment account by key, and its transactions, with null for omitted
   * rows; null if the dialect has no investments.
   */
  investments: {
    path: string;
    schema: z.ZodType<(accountKey: Id) => HeldPositions>;
    transaction: z.ZodType<OpenTrade<Account> | null>;
  } | null;
  /** The statements of an account, and each statement's document; null if the dialect has none. */
  statements: {
    path: string;
    list: string;
    /** The schema returns null for an unreadable statement. */
    schema: z.ZodType<Pick<BankStatement, "key" | "date"> | null>;
    /** The parameters of an inclusive period of days, YYYY-MM-DD. */
    period(from: string, to: string): Readonly<Record<string, string>>;
    /** The path of a PDF, with {accountId} and {statementId}. */
    document: string;
  } | null;
  /**
   * The owners of an account: from the first source with any, or else from the user's own record.
   */
  owners: readonly OwnersLine[];
  user: OwnersLine | null;
  transactions: {
    path: string;
    list: string;
    schema: z.ZodType<Row>;
    /** The list of all accounts' rows, at banks that have one, and each row's account. */
    bulk?: { path: string; accountOf(row: Row): string | null };
    /** The list of pending rows in the same body, if separate. */
    pending?: { list: string; schema: z.ZodType<Row> };
    /** The JSON paths of rows that are not read. Such a response is refused. */
    elsewhere?: readonly string[];
    /** The file with the rows, at banks that offer a link to it instead of a list. */
    file?: RowsFile;
    /** The codes of a 400 that concern the request, though they mean a missing path elsewhere. */
    thrown?: readonly string[];
    /** The parameters of every request, even at a bank without periods. */
    parameters?(deviations: Deviations): Readonly<Record<string, string>>;
    /** The parameters of an inclusive period of days, YYYY-MM-DD. */
    period(from: string, to: string): Readonly<Record<string, string>>;
    /**
     * The additional days before a needed period, since some institutions filter by another date.
     */
    marginDays: number;
    /** The minimum length in days to which a refused period is cut. */
    minPeriodDays: number;
    /**
     * The lengths to which a refused period is cut, longest first; half of it without a shorter
     * one.
     */
    shorterDays?: readonly number[];
    /**
     * The transactions of an account from all rows of a response, a limited number per turn of the
     * event loop.
     */
    toTransactions(rows: readonly Row[], account: Account): Promise<BankTransaction[]>;
  };
};

/** The positions of an investment account, and their securities. */
export type HeldPositions = { securities: BankSecurity[]; holdings: BankHolding[] };

/** The securities in an account's positions, by key and by ticker. */
export type HeldSecurities = Record<"byKey" | "byTicker", ReadonlyMap<string, BankSecurity>>;

/** A transaction of an investment account before its account and held securities are known. */
export type OpenTrade<Account> = (
  account: Account,
  held: HeldSecurities,
) => { security: BankSecurity | null; transaction: BankInvestmentTransaction };

/** A path, and a schema that returns owners. */
type OwnersLine = { path: string; schema: z.ZodType<Lines<Owner>[]> };

/** Passes a dialect's reads to work that does not depend on their types. */
export type WithReads = <Result>(
  work: <Account, Row, Network>(reads: Reads<Account, Row, Network>) => Result,
) => Result;
