import type { Holding, InvestmentTransaction, Security } from "../../protocol/investments.ts";
import type { Portfolio } from "./investments.ts";
import { statement } from "./statement.fixture.ts";
import type { StatementStream } from "./statement.ts";

const USD = { iso_currency_code: "USD", unofficial_currency_code: null };

/** A share whose other facts are unknown. */
export const security = (id: string, fields: Partial<Security> = {}): Security => ({
  security_id: id,
  isin: `ZZ00${id.padEnd(8, "0")}`,
  cusip: null,
  sedol: null,
  cfi_code: null,
  figi: null,
  institution_security_id: null,
  institution_id: null,
  proxy_security_id: null,
  name: `Security ${id}`,
  ticker_symbol: id,
  is_cash_equivalent: false,
  type: "equity",
  subtype: null,
  close_price: 60,
  close_price_as_of: "2026-01-30",
  update_datetime: null,
  ...USD,
  market_identifier_code: null,
  sector: null,
  industry: null,
  option_contract: null,
  fixed_income: null,
  ...fields,
});

/** A position of ten shares that cost 50 each. */
export const holding = (security_id: string, fields: Partial<Holding> = {}): Holding => ({
  account_id: "account",
  security_id,
  institution_price: 60,
  institution_price_as_of: "2026-01-30",
  institution_price_datetime: null,
  institution_value: 600,
  cost_basis: 500,
  quantity: 10,
  ...USD,
  vested_quantity: null,
  vested_value: null,
  tax_lots: [],
  ...fields,
});

/** A purchase of ten shares at 50 each. */
export const trade = (
  id: string,
  security_id: string | null,
  fields: Partial<InvestmentTransaction> = {},
): InvestmentTransaction => ({
  investment_transaction_id: id,
  account_id: "account",
  security_id,
  date: "2026-01-10",
  transaction_datetime: null,
  name: `Trade ${id}`,
  quantity: 10,
  amount: 500,
  price: 50,
  fees: null,
  type: "buy",
  subtype: "buy",
  ...USD,
  cancel_transaction_id: null,
  ...fields,
});

/** Cash in US dollars, as a security and as a position. */
export const CASH = security("cash", { type: "cash", isin: null, ticker_symbol: "CUR:USD" });
export const cash = (amount: number) =>
  holding("cash", {
    ...{ quantity: amount, institution_value: amount, cost_basis: amount, institution_price: 1 },
  });

/** The statement of January of an account with investments; trades are newest first. */
export const invested = (
  portfolio: Partial<Portfolio>,
  fields: Parameters<typeof statement>[0] = {},
): StatementStream => {
  const { account, ...rest } = statement({ transactions: [], ...fields });
  return {
    ...rest,
    account: { ...account, name: "Brokerage", type: null, ...fields.account } as typeof account,
    portfolio: { securities: [], holdings: [], transactions: [], ...portfolio },
  };
};
