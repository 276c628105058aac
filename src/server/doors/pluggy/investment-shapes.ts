import type { Holding, InvestmentTransaction, Security } from "../../../protocol/investments.ts";
import { readerId } from "../../domain/grants/reader-id.ts";
import type { AccountInvestments } from "../../domain/transactions/investments/investments.ts";
import type { DoorAccount } from "../read-grant.ts";
import { exact } from "./accounts.ts";

/**
 * An account's position in a security, current or former; cash is a position, too. `transactions`
 * are the security's, or for cash those without a security.
 */
export type AccountInvestment = {
  id: string;
  account: DoorAccount;
  security: Security | null;
  holding: Holding | null;
  transactions: InvestmentTransaction[];
};

/** The key of an account's cash if the institution does not list it. */
const UNLISTED_CASH = "cash";

/** Returns an account's investments: each security in its holdings or transactions. */
export const investmentsOfAccount = (
  account: DoorAccount,
  { holdings, securities, transactions }: AccountInvestments,
): AccountInvestment[] => {
  const byId = new Map(securities.map((security) => [security.security_id, security]));
  const held = new Map(holdings.map((holding) => [holding.security_id, holding]));
  const cash = holdings.find(({ security_id }) => byId.get(security_id)?.type === "cash");
  const toKey = ({ security_id }: InvestmentTransaction) =>
    security_id ?? cash?.security_id ?? UNLISTED_CASH;
  const rows = new Map<string, InvestmentTransaction[]>();
  for (const row of transactions) {
    const own = rows.get(toKey(row)) ?? [];
    rows.set(toKey(row), own);
    own.push(row);
  }
  return [...new Set([...held.keys(), ...rows.keys()])].map((key) => ({
    id: readerId("investment", JSON.stringify([account.id, key])),
    account,
    security: byId.get(key) ?? null,
    holding: held.get(key) ?? null,
    transactions: rows.get(key) ?? [],
  }));
};

const TYPES: Readonly<Record<NonNullable<Security["type"]>, readonly [string, string | null]>> = {
  cash: ["OTHER", "OTHER"],
  cryptocurrency: ["OTHER", "OTHER"],
  derivative: ["EQUITY", "DERIVATIVES"],
  equity: ["EQUITY", "STOCK"],
  etf: ["ETF", "ETF"],
  "fixed income": ["FIXED_INCOME", null],
  loan: ["OTHER", "OTHER"],
  "mutual fund": ["MUTUAL_FUND", "INVESTMENT_FUND"],
  other: ["OTHER", "OTHER"],
};

/** The protocol's investment types, by which applications filter; this server uses only some. */
export const INVESTMENT_TYPES = [
  "MUTUAL_FUND",
  "SECURITY",
  "EQUITY",
  "COE",
  "FIXED_INCOME",
  "ETF",
  "OTHER",
] as const;

/** An investment in the protocol's form; null for facts that institutions do not report. */
export const toInvestment = ({ id, account, security, holding }: AccountInvestment) => {
  const { connection } = account;
  const currency = currencyOf(holding ?? security) ?? account.currency;
  const money = (amount: number | null) => (amount === null ? null : exact(currency, amount));
  const [type, subtype] = TYPES[security?.type ?? "other"];
  const bond = security?.fixed_income ?? null;
  const balance = exact(currency, holding?.institution_value ?? 0);
  const cost = money(holding?.cost_basis ?? null);
  const { yield_rate = null, maturity_date = null, issue_date = null } = bond ?? {};
  return {
    ...NOTHING_MORE,
    id,
    itemId: readerId("item", connection.item.itemId),
    code: security?.ticker_symbol ?? null,
    number: security?.institution_security_id ?? null,
    isin: security?.isin ?? null,
    type,
    subtype: security?.option_contract ? "OPTION" : subtype,
    name: security?.name ?? security?.ticker_symbol ?? "Cash",
    currencyCode: currency,
    date: toTimestamp(holding?.institution_price_as_of ?? null),
    value: holding?.institution_price ?? null,
    quantity: holding?.quantity ?? 0,
    balance,
    amount: balance,
    amountProfit: cost === null ? null : exact(currency, round(balance - cost)),
    amountOriginal: cost,
    dueDate: toTimestamp(maturity_date),
    issueDate: toTimestamp(issue_date),
    fixedAnnualRate: yield_rate?.type === "coupon" ? yield_rate.percentage : null,
    // A sold security is listed for its transactions.
    status: holding ? "ACTIVE" : "TOTAL_WITHDRAWAL",
    institution: { name: connection.institution.name, number: null },
  };
};

const NOTHING_MORE = {
  issuerCNPJ: null,
  taxes: null,
  taxes2: null,
  amountWithdrawal: null,
  issuer: null,
  purchaseDate: null,
  rate: null,
  rateType: null,
  lastMonthRate: null,
  annualRate: null,
  lastTwelveMonthsRate: null,
  transactions: null,
  metadata: null,
  owner: null,
};

/**
 * A transaction in the protocol's form: amounts have no sign, and `movementType` is the direction.
 */
export const toInvestmentTransaction = (
  row: InvestmentTransaction,
  { id, account }: AccountInvestment,
) => {
  const currency = currencyOf(row) ?? account.currency;
  const { amount, date, fees, price, quantity } = row;
  // Paid amounts include the fees; received amounts exclude them.
  const net = Math.abs(amount);
  const gross = amount > 0 ? net - (fees ?? 0) : net + (fees ?? 0);
  const isIn = quantity === 0 ? amount < 0 : quantity > 0;
  return {
    id: readerId("investment transaction", row.investment_transaction_id),
    investmentId: id,
    type: typeOf(row),
    description: row.name,
    quantity: Math.abs(quantity),
    value: price,
    amount: exact(currency, round(gross)),
    netAmount: exact(currency, net),
    date: toTimestamp(date),
    tradeDate: toTimestamp(date),
    brokerageNumber: null,
    expenses: fees === null ? null : { ...NO_EXPENSES, other: exact(currency, fees) },
    movementType: isIn ? "CREDIT" : "DEBIT",
    agreedRate: null,
  };
};

const NO_EXPENSES = {
  serviceTax: null,
  brokerageFee: null,
  incomeTax: null,
  tradingAssetsNoticeFee: null,
  maintenanceFee: null,
  settlementFee: null,
  clearingFee: null,
  stockExchangeFee: null,
  custodyFee: null,
  operatingFee: null,
};

/**
 * The protocol has words only for trades, taxes and transfers, not for dividends, interest and
 * fees.
 */
function typeOf({ type, subtype }: InvestmentTransaction): string | null {
  if (subtype.includes("tax")) return "TAX";
  if (type === "buy" || type === "sell") return type.toUpperCase();
  return type === "transfer" || TRANSFERS.has(subtype) ? "TRANSFER" : null;
}

const TRANSFERS: ReadonlySet<string> = new Set(["contribution", "deposit", "withdrawal"]);

/** A sum rounded to remove floating-point noise. */
const round = (sum: number): number => Number(sum.toFixed(8));

const currencyOf = (
  of: { iso_currency_code: string | null; unofficial_currency_code: string | null } | null,
): string | null => of?.iso_currency_code ?? of?.unofficial_currency_code ?? null;

/** Noon in UTC, so that readers in nearly every zone see the same day. */
const toTimestamp = (date: string | null): string | null =>
  date === null ? null : `${date}T12:00:00.000Z`;
