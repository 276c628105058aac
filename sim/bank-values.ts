import { ownLines } from "../src/server/domain/bank-values.ts";
import type { BankAccount } from "../src/server/domain/connectors/bank-account.ts";
import type { BankInvestments } from "../src/server/domain/connectors/bank-investments.ts";
import type { BankLiability } from "../src/server/domain/connectors/bank-liability.ts";
import type { BankStatement } from "../src/server/domain/connectors/bank-statement.ts";
import type { Draw } from "./draw.ts";

const DAY_MS = 86_400_000;

/** The shares of customers with a depot, and with a mortgage. */
const SHARE_WITH_DEPOT = 0.5;
const SHARE_WITH_MORTGAGE = 0.5;

/** The security in all depots, and its key. */
const FUND = "fund-1";

const RATE_PERCENT = 6;
const PAYMENT_CENTS = 150_000;

const CURRENCY = { iso_currency_code: "USD", unofficial_currency_code: null };

/** A trade on a depot; the quantity is negative for a sale. */
type Trade = { key: string; date: string; quantity: number; cents: number };

/** A depot since a moment: all its trades in order, and the unit price in cents. */
export type HeldDepot = { since: number; trades: readonly Trade[]; cents: number };

/** A mortgage from a moment on, in cents. */
export type HeldMortgage = {
  since: number;
  paidAt: string | null;
  principal: number;
  interestPaid: number;
  principalPaid: number;
};

/** All past and current states of a customer's depots and mortgages, by key. */
export type Values = { depots: Map<string, HeldDepot[]>; mortgages: Map<string, HeldMortgage[]> };

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The customer's accounts without transactions: a depot, a mortgage, both or none. */
export const valueAccounts = (
  name: string,
  base: BankAccount,
  draw: Draw,
  now: number,
): { accounts: BankAccount[]; values: Values } => {
  const values: Values = { depots: new Map(), mortgages: new Map() };
  const accounts: BankAccount[] = [];
  const add = (key: string, kind: { type: "investment" | "loan"; subtype: string }): void => {
    const mask = `00${kind.type === "loan" ? 91 : 92}`;
    accounts.push({
      ...base,
      ...ownLines({ key, name: key, mask, ...kind }),
      numbers: {},
    } as never);
  };
  if (draw.chance(SHARE_WITH_DEPOT)) {
    const key = `${name}-depot`;
    add(key, { type: "investment", subtype: "brokerage" });
    values.depots.set(key, [{ since: 0, trades: [], cents: 10_000 }]);
    for (let trades = draw.between(1, 4); trades > 0; trades--)
      trade(values, key, draw, now - trades * 9 * DAY_MS);
  }
  if (draw.chance(SHARE_WITH_MORTGAGE)) {
    const key = `${name}-mortgage`;
    add(key, { type: "loan", subtype: "mortgage" });
    const principal = draw.between(5_000_000, 30_000_000);
    const nothing = { interestPaid: 0, principalPaid: 0 };
    values.mortgages.set(key, [{ since: 0, paidAt: null, principal, ...nothing }]);
  }
  return { accounts, values };
};

/** Changes one depot or mortgage of a customer: a trade at a new price, or a payment. */
export const moveValues = (values: Values, draw: Draw, now: number): void => {
  for (const key of values.depots.keys()) if (draw.chance(0.3)) trade(values, key, draw, now);
  for (const states of values.mortgages.values()) if (draw.chance(0.2)) pay(states, now);
};

/** Buys or sells units; never more than there are. */
function trade({ depots }: Values, key: string, draw: Draw, now: number): void {
  const states = depots.get(key) ?? [];
  const { trades = [], cents = 0 } = states.at(-1) ?? {};
  const held = heldIn(trades);
  const units = draw.between(1, 2000) / 100;
  const isSale = held > units && draw.chance(0.4);
  const price = cents + draw.between(-90, 100);
  const next = {
    key: `${key}-trade-${trades.length + 1}`,
    date: day(now),
    quantity: isSale ? -units : units,
    cents: price,
  };
  states.push({ since: now, trades: [...trades, next], cents: price });
}

/** Pays the interest of a month and a part of the principal. */
function pay(states: HeldMortgage[], now: number): void {
  const { principal, interestPaid, principalPaid } = states.at(-1) as HeldMortgage;
  const interest = Math.round((principal * RATE_PERCENT) / 1200);
  const part = Math.min(principal, PAYMENT_CENTS - interest);
  states.push({
    since: now,
    paidAt: day(now),
    principal: principal - part,
    interestPaid: interestPaid + interest,
    principalPaid: principalPaid + part,
  });
}

/** The units that trades add up to. */
export const heldIn = (trades: readonly Trade[]): number =>
  trades.reduce((sum, { quantity }) => sum + Math.round(quantity * 100), 0) / 100;

const paidFor = (trades: readonly Trade[]): number =>
  trades.reduce((sum, { quantity, cents }) => sum + Math.round(quantity * cents), 0) / 100;

/** The holding of a depot: the sum of its trades at the current price; undefined without trades. */
export const toHolding = ({ trades, cents }: HeldDepot) => {
  const quantity = heldIn(trades);
  return {
    quantity,
    institution_price: cents / 100,
    institution_value: Math.round(quantity * cents) / 100,
    cost_basis: paidFor(trades),
  };
};

/** The investments of a customer in the bank's format. */
export const listInvestments = ({ depots }: Values): BankInvestments => {
  const current = [...depots].flatMap(([accountKey, states]) => {
    const last = states.at(-1);
    return last ? [{ accountKey, last }] : [];
  });
  const none = {
    ...{ isin: null, cusip: null, sedol: null, cfi_code: null, figi: null, subtype: null },
    ...{ update_datetime: null, market_identifier_code: null, sector: null, industry: null },
    ...{ option_contract: null, fixed_income: null, institution_security_id: null },
  };
  const price = { close_price: null, close_price_as_of: null };
  const named = { name: "A fund", ticker_symbol: "FUND", is_cash_equivalent: false, type: "etf" };
  return ownLines({
    securities: [{ key: FUND, ...none, ...price, ...named, ...CURRENCY }],
    holdings: current.map(({ accountKey, last }) => ({
      ...{ accountKey, securityKey: FUND, ...toHolding(last), ...CURRENCY },
      ...{ institution_price_as_of: day(last.since), institution_price_datetime: null },
      ...{ vested_quantity: null, vested_value: null },
    })),
    transactions: current.flatMap(({ accountKey, last }) =>
      last.trades.map(({ key, date, quantity, cents }) => ({
        ...{ key, accountKey, securityKey: FUND, date, name: key, quantity, price: cents / 100 },
        ...{ amount: Math.round(quantity * cents) / 100, fees: null, transaction_datetime: null },
        ...(quantity > 0
          ? { type: "buy" as const, subtype: "buy" as const }
          : { type: "sell" as const, subtype: "sell" as const }),
        ...{ cancelKey: null, ...CURRENCY },
      })),
    ),
  }) as unknown as BankInvestments;
};

/** The terms of a mortgage in the API's format, without the account. */
export const toTerms = (key: string, held: HeldMortgage) => ({
  account_number: `loan ${key}`,
  current_late_fee: 0,
  escrow_balance: null,
  has_pmi: null,
  has_prepayment_penalty: false,
  interest_rate: { percentage: RATE_PERCENT, type: "fixed" },
  last_payment_amount: held.paidAt === null ? null : PAYMENT_CENTS / 100,
  last_payment_date: held.paidAt,
  next_payment_due_date: null,
  loan_type_description: null,
  loan_term: null,
  maturity_date: null,
  next_monthly_payment: PAYMENT_CENTS / 100,
  origination_date: null,
  origination_principal_amount: (held.principal + held.principalPaid) / 100,
  past_due_amount: 0,
  property_address: { street: null, city: null, region: null, postal_code: null, country: null },
  ytd_interest_paid: held.interestPaid / 100,
  ytd_principal_paid: held.principalPaid / 100,
});

/** The mortgages of a customer in the bank's format. */
export const listLiabilities = ({ mortgages }: Values): BankLiability[] =>
  [...mortgages].map(
    ([key, states]) =>
      ownLines({
        ...{ key, kind: "mortgage" },
        terms: toTerms(key, states.at(-1) as HeldMortgage),
      }) as unknown as BankLiability,
  );

/** The statements of an account whose last day is in a period: one per finished month. */
export const listStatements = (
  accountKey: string,
  { from, to }: { from: string; to: string },
  now: number,
): BankStatement[] => {
  const statements: BankStatement[] = [];
  const ends = new Date(now);
  for (;;) {
    ends.setUTCDate(0);
    const date = day(ends.getTime());
    if (date < from) return statements;
    if (date <= to)
      statements.push(
        ownLines({ key: `${accountKey}-${date}`, accountKey, date }) as BankStatement,
      );
  }
};

/** The unique document of a statement. */
export const writeDocument = (key: string): Uint8Array => Buffer.from(`%PDF-1.4 statement ${key}`);
