import type { InvestmentSubtype, InvestmentType } from "../../../../protocol/investments.ts";
import {
  type Currency,
  currencyCodes,
  type Id,
  ownId,
  ownLine,
  ownLines,
} from "../../../domain/bank-values.ts";
import { toDate, toDay, toMonth } from "../../../domain/calendar.ts";
import type { BankAccount } from "../../../domain/connectors/bank-account.ts";
import type {
  BankHolding,
  BankInvestments,
  BankInvestmentTransaction,
  BankSecurity,
} from "../../../domain/connectors/bank-investments.ts";
import type { Period } from "../../../domain/connectors/bank-transaction.ts";
import { cashSecurity, unknownSecurity } from "../../securities.ts";
import type { Household, Investment } from "../transactions/household.ts";
import type { Movement } from "../transactions/movement.ts";
import { type PortfolioLot, readLots } from "./lots.ts";
import {
  afterEvent,
  type PortfolioEvent,
  portfolioAfter,
  portfolioEventsIn,
  positionValue,
  readEventsUntil,
} from "./portfolio.ts";
import { MIXES, priceOn, type SandboxSecurity, tradingDay } from "./securities.ts";

type AccountOnDay = { accountKey: Id; currency: Currency; today: number };

/**
 * A household's investment account on a day, with the transactions of a period. A developer's
 * movements change its cash.
 */
export const accountInvestments = (
  household: Household,
  investment: Investment,
  period: Period,
  { accountKey, currency, today }: AccountOnDay,
  written: readonly Movement[],
): BankInvestments => {
  const first = toMonth(toDay(period.from));
  const last = toMonth(Math.min(toDay(period.to), today));
  const months = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  const movements = written.map(writtenEvent);
  const events = [
    ...months.flatMap((month) => portfolioEventsIn(household, investment, month)),
    ...movements,
  ].filter(({ day }) => day <= today && period.from <= toDate(day) && toDate(day) <= period.to);
  const { cash, positions } = movements.reduce(
    afterEvent,
    portfolioAfter(household, investment, today),
  );
  const lots = readLots(readEventsUntil(household, investment, today));
  const isWorkplace = investment.subtype === "401k";
  const held = [...positions.values()].map((position): BankHolding => {
    const quantity = position.quantity / 1000;
    const value = positionValue(position, today) / 100;
    const own = lots.get(position.security.ticker) ?? [];
    return {
      accountKey,
      securityKey: securityKey(position.security, currency),
      institution_price: priceOn(position.security, today) / 100,
      institution_price_as_of: toDate(tradingDay(today)),
      institution_price_datetime: null,
      institution_value: value,
      cost_basis: own.reduce((sum, { cost }) => sum + cost, 0) / 100,
      quantity,
      vested_quantity: isWorkplace ? quantity : null,
      vested_value: isWorkplace ? value : null,
      tax_lots: toTaxLots(position.security, own, today),
      ...currencyCodes(currency),
    };
  });
  return {
    securities: [
      ...(MIXES[investment.subtype] ?? []).map(([security]) =>
        bankSecurity(security, currency, today),
      ),
      cashSecurity(currency),
    ],
    holdings: [...held, cashHolding(accountKey, currency, cash / 100)],
    transactions: events.map((event) => bankTransaction(event, investment, accountKey, currency)),
  };
};

/** The lots of a position. Their worths are rounded to add up to the position's. */
function toTaxLots(
  security: SandboxSecurity,
  lots: readonly PortfolioLot[],
  today: number,
): BankHolding["tax_lots"] {
  let [units, worth] = [0, 0];
  return lots.map(({ key, day, quantity, price, cost }) => {
    const before = worth;
    units += quantity;
    worth = positionValue({ security, quantity: units }, today);
    return {
      institution_lot_id: ownLine(key.replaceAll(" ", "-")),
      original_purchase_datetime: ownLine(`${toDate(day)}T00:00:00Z`),
      quantity: quantity / 1000,
      purchase_price: price / 100,
      cost_basis: cost / 100,
      current_value: (worth - before) / 100,
      position_type: "LONG",
    };
  });
}

const writtenEvent = ({ key, day, cents }: Movement): PortfolioEvent => ({
  ...{ key, day, security: null, quantity: 0, price: 0, cash: -cents },
  kind: cents > 0 ? "payment out" : "payment in",
});

/** The investments of several accounts together, each security once. */
export const mergeInvestments = (parts: readonly BankInvestments[]): BankInvestments => ({
  securities: [
    ...new Map(
      parts.flatMap(({ securities }) => securities).map((security) => [security.key, security]),
    ).values(),
  ],
  holdings: parts.flatMap(({ holdings }) => holdings),
  transactions: parts.flatMap(({ transactions }) => transactions),
});

/** The investments of accounts with only cash: their balances. */
export const cashInvestments = (accounts: readonly BankAccount[]): BankInvestments =>
  mergeInvestments(
    accounts.flatMap(({ key, type, balances }) => {
      const currency = balances.iso_currency_code ?? balances.unofficial_currency_code;
      if (type !== "investment" || currency === null || balances.current === null) return [];
      const holdings = [cashHolding(key, currency, balances.current)];
      return [{ securities: [cashSecurity(currency)], holdings, transactions: [] }];
    }),
  );

/** The investments, without those of some accounts. */
export const toInvestments = (
  { securities, holdings, transactions }: BankInvestments,
  isKept: (accountKey: string) => boolean,
): BankInvestments => ({
  securities,
  holdings: holdings.filter(({ accountKey }) => isKept(accountKey)),
  transactions: transactions.filter(({ accountKey }) => isKept(accountKey)),
});

/** The cash of an account, as a holding. */
const cashHolding = (accountKey: Id, currency: Currency, amount: number): BankHolding => ({
  accountKey,
  securityKey: cashSecurity(currency).key,
  institution_price: 1,
  institution_price_as_of: null,
  institution_price_datetime: null,
  institution_value: amount,
  cost_basis: amount,
  quantity: amount,
  vested_quantity: null,
  vested_value: null,
  tax_lots: [],
  ...currencyCodes(currency),
});

const securityKey = ({ isin }: SandboxSecurity, currency: Currency): Id =>
  ownId(`isin ${isin} ${currency}`);

const bankSecurity = (
  security: SandboxSecurity,
  currency: Currency,
  today: number,
): BankSecurity => ({
  ...unknownSecurity(currency),
  ...ownLines({
    isin: security.isin,
    name: security.name,
    ticker_symbol: security.ticker,
    sector: security.sector,
    industry: security.industry,
  }),
  key: securityKey(security, currency),
  is_cash_equivalent: false,
  type: security.type,
  close_price: priceOn(security, today) / 100,
  close_price_as_of: toDate(tradingDay(today)),
});

const KINDS: Record<
  PortfolioEvent["kind"],
  { type: InvestmentType; subtype: InvestmentSubtype; name: string }
> = {
  "payment in": { type: "cash", subtype: "deposit", name: "Deposit" },
  "payment out": { type: "cash", subtype: "withdrawal", name: "Withdrawal" },
  dividend: { type: "cash", subtype: "dividend", name: "Dividend" },
  fee: { type: "fee", subtype: "management fee", name: "Custody fee" },
  buy: { type: "buy", subtype: "buy", name: "Buy" },
  sell: { type: "sell", subtype: "sell", name: "Sell" },
  split: { type: "transfer", subtype: "split", name: "Split 2 for 1" },
};

const bankTransaction = (
  { key, day, kind, security, quantity, price, cash }: PortfolioEvent,
  investment: Investment,
  accountKey: Id,
  currency: Currency,
): BankInvestmentTransaction => {
  const { type, subtype, name } = KINDS[kind];
  const isContribution = kind === "payment in" && investment.subtype !== "brokerage";
  const about = security ? `${name}: ${security.name}` : name;
  return {
    key: ownId(key),
    accountKey,
    securityKey: security ? securityKey(security, currency) : cashSecurity(currency).key,
    date: toDate(day),
    transaction_datetime: null,
    name: ownLine(isContribution ? "Contribution" : about),
    quantity: quantity / 1000,
    // Zero has no sign.
    amount: cash === 0 ? 0 : -cash / 100,
    price: price / 100,
    fees: 0,
    type,
    subtype: isContribution ? "contribution" : subtype,
    cancelKey: null,
    ...currencyCodes(currency),
  };
};
