import type { InvestmentSubtype, InvestmentType, Security } from "../../protocol/investments.ts";
import type { AccountNumber, Currency, Day, Id, Line } from "../domain/bank-values.ts";
import type { AccountInvestments } from "../domain/transactions/investments/investments.ts";

/** A security in a file; null for unknown facts. */
export type StatementSecurity = {
  /**
   * The kind and the value of the security's number. Holdings and transactions use it as reference.
   */
  key: Id;
  /** The kind of the security's number: CUSIP, ISIN, SEDOL, or another kind. */
  idType: Line;
  id: Id;
  name: Line | null;
  ticker: Line | null;
  /** The institution's own number. */
  institutionId: Line | null;
  type: Security["type"];
  subtype: Line | null;
  price: number | null;
  priceDay: Day | null;
  currency: Currency | null;
  option: {
    type: "put" | "call";
    expires: Day;
    strike: number;
    /** The key of the option's underlying security. */
    underlying: Id | null;
  } | null;
  bond: { coupon: number | null; matures: Day | null; faceValue: number | null } | null;
};

/** A position on a statement's day. A short position has a negative quantity and value. */
export type StatementHolding = {
  securityKey: Id;
  /** The type of the security if the file does not describe the security. */
  type: Security["type"];
  quantity: number;
  price: number | null;
  priceDay: Day | null;
  value: number;
  /**
   * The currency of price and value if it differs from the account's, and its exchange rate in the
   * account's units.
   */
  currency: Currency | null;
  rate: number | null;
  /** The total purchase price in the position's currency; absent or null if unknown. */
  cost?: number | null;
};

/** A trade, or another event of an investment account, with the API's signs. */
export type StatementTrade = {
  /** The institution's identifier, unique to the account. */
  id: Id | null;
  date: Day;
  type: InvestmentType;
  subtype: InvestmentSubtype;
  securityKey: Id | null;
  memo: Line | null;
  /** Negative if the units leave the account. */
  quantity: number;
  /** A split's factor, if the file gives the factor instead of the quantity. */
  multiplies?: number;
  /**
   * The amount including fees; positive if cash leaves the account, the opposite of the sign in
   * files.
   */
  amount: number;
  price: number;
  fees: number | null;
  /** The currency of the amounts if it differs from the account's. */
  currency: Currency | null;
  /** The identifier of the transaction that this transaction reverses. */
  cancels: Id | null;
  /** The facts of a bank's row, for an INVBANKTRAN. */
  row?: BankRow;
};

/** The facts of a bank's row other than day and amount. */
type BankRow = {
  valueDate: Day | null;
  madeDate: Day | null;
  reference: Line | null;
  checkNumber: Line | null;
  code: Line | null;
  description: Line | null;
  payee: Line | null;
  memo: Line | null;
  counterpartyAccount: AccountNumber | null;
};

/** The investments of a statement. */
export type StatementInvestments = {
  /** The day of the positions. */
  day: Day | null;
  securities: readonly StatementSecurity[];
  /** The positions; null if the file has no list of positions. */
  holdings: readonly StatementHolding[] | null;
  /**
   * Whether the account's trades determine the positions: for a format that never lists positions.
   */
  positionsAreTrades?: true;
  cash: number | null;
  /** The loan on the securities; absent if the file does not state the loan. */
  marginLoan?: number;
  transactions: readonly StatementTrade[];
};

/**
 * The known investments of an account. A writer selects the days of its statement. Texts are
 * unchecked source texts, so each writer quotes them for its grammar.
 */
export type Portfolio = AccountInvestments;

/** The currency of a position or a trade, or null. */
export const toCurrency = ({
  iso_currency_code,
  unofficial_currency_code,
}: Pick<Security, "iso_currency_code" | "unofficial_currency_code">): string | null =>
  iso_currency_code ?? unofficial_currency_code;

/**
 * The maximum number of an Item's investment transactions, and of its positions. All are in memory
 * together.
 */
export const MAX_INVESTMENTS = 20_000;

/** The margin loan of the newer of two statements, otherwise of the older statement. */
export const marginLoanOf = (
  newer: Pick<StatementInvestments, "marginLoan"> | undefined,
  older: Pick<StatementInvestments, "marginLoan"> | undefined,
): Pick<StatementInvestments, "marginLoan"> => {
  const marginLoan = newer?.marginLoan ?? older?.marginLoan;
  return marginLoan === undefined ? {} : { marginLoan };
};

/**
 * Joins the investments of a statement's parts. The last positions win. Returns undefined without
 * investments.
 */
export function joinedInvestments(
  parts: readonly (StatementInvestments | undefined)[],
): StatementInvestments | undefined {
  const all = parts.filter((part) => part !== undefined);
  return all.slice(1).reduce<StatementInvestments | undefined>((joined, part) => {
    if (!joined) return part;
    const isNewer = (part.day ?? "") >= (joined.day ?? "");
    const [newer, older] = isNewer ? [part, joined] : [joined, part];
    return {
      day: newer.day,
      securities: [...older.securities, ...newer.securities],
      holdings: newer.holdings ?? older.holdings,
      ...(part.positionsAreTrades && { positionsAreTrades: true }),
      cash: newer.cash ?? older.cash,
      ...marginLoanOf(newer, older),
      transactions: [...joined.transactions, ...part.transactions],
    };
  }, all[0]);
}
