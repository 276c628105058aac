import type { InvestmentSubtype, InvestmentType, Security } from "../../protocol/investments.ts";
import type { AccountNumber, Currency, Day, Id, Line } from "../domain/bank-values.ts";
import type { AccountInvestments } from "../domain/transactions/investments/investments.ts";

/** A security as a file describes it; null for all that the file does not say. */
export type StatementSecurity = {
  /** The kind of its number and the number, which holdings and transactions name it by. */
  key: Id;
  /** The kind of its number: CUSIP, ISIN, SEDOL, or another one. */
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
    /** The key of the security that it is on. */
    underlying: Id | null;
  } | null;
  bond: { coupon: number | null; matures: Day | null; faceValue: number | null } | null;
};

/** A position on the day of a statement; a short one has a negative quantity and value. */
export type StatementHolding = {
  securityKey: Id;
  /** The type of its security, if the file does not describe that. */
  type: Security["type"];
  quantity: number;
  price: number | null;
  priceDay: Day | null;
  value: number;
  /** The currency of price and value if it is not the account's, and the account's units for one of it. */
  currency: Currency | null;
  rate: number | null;
  /** The total price that was paid for it, in its currency; left out or null if the file does not state it. */
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
  /**
   * The units that each unit becomes by a split, if the file has this factor in place of the
   * quantity.
   */
  multiplies?: number;
  /** Positive if cash leaves the account, the opposite of the sign in files; fees included. */
  amount: number;
  price: number;
  fees: number | null;
  /** The currency of the amounts if it is not the account's. */
  currency: Currency | null;
  /** The identifier of the transaction that it takes back. */
  cancels: Id | null;
  /** The facts of a bank's row, if it is one: of an INVBANKTRAN. */
  row?: BankRow;
};

/** The facts of a bank's row beyond its day and amount, as in a statement of a bank. */
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
  /** The positions; null if the file has no list of them. */
  holdings: readonly StatementHolding[] | null;
  /** Whether the positions are those that all trades of the account make: of a format that never lists any. */
  positionsAreTrades?: true;
  cash: number | null;
  /** The loan on the securities; left out if the file does not state it. */
  marginLoan?: number;
  transactions: readonly StatementTrade[];
};

/**
 * The investments of an account to write: all that is known, of which a writer takes the days of its
 * statement. Texts are any, as a source has stated them; each writer quotes them for its grammar.
 */
export type Portfolio = AccountInvestments;

/** The currency of a position or a trade; null for none. */
export const toCurrency = ({
  iso_currency_code,
  unofficial_currency_code,
}: Pick<Security, "iso_currency_code" | "unofficial_currency_code">): string | null =>
  iso_currency_code ?? unofficial_currency_code;

/** The maximum number of investment transactions of an Item, and of positions: they are read at once. */
export const MAX_INVESTMENTS = 20_000;

/** The loan on the securities that the newer of two statements has, else the older. */
export const marginLoanOf = (
  newer: Pick<StatementInvestments, "marginLoan"> | undefined,
  older: Pick<StatementInvestments, "marginLoan"> | undefined,
): Pick<StatementInvestments, "marginLoan"> => {
  const marginLoan = newer?.marginLoan ?? older?.marginLoan;
  return marginLoan === undefined ? {} : { marginLoan };
};

/** Joins the investments of parts of a statement, the last positions of which count; undefined for none. */
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
