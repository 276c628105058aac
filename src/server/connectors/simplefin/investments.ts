import {
  type Currency,
  currencyCodes,
  currencyFrom,
  type Id,
  ownId,
} from "../../domain/bank-values.ts";
import { dayAt, toDate } from "../../domain/calendar.ts";
import type {
  BankHolding,
  BankInvestments,
  BankSecurity,
} from "../../domain/connectors/bank-investments.ts";
import { roundTo } from "../data-api/values.ts";
import { tickerKey, unknownSecurity } from "../securities.ts";
import { Holding } from "./account-set.ts";

/**
 * The investments of accounts, from the positions that their server last listed. A position without
 * a value or a quantity has no price, and is left out. SimpleFIN lists no trades.
 */
export const investmentsFrom = (
  holdings: Readonly<Record<string, readonly unknown[]>>,
): BankInvestments => {
  const securities = new Map<string, BankSecurity>();
  const held: BankHolding[] = [];
  for (const [account, positions] of Object.entries(holdings))
    for (const position of positions) {
      const { success, data } = Holding.safeParse(position);
      if (!success || data.market_value == null || !data.shares) continue;
      const { shares, market_value: value } = data;
      const currency = data.currency === null ? null : currencyFrom(data.currency);
      const securityKey = toKey(data, ownId(account), currency);
      const price = Number((value / shares).toPrecision(12));
      const asOf = data.created ? toDate(dayAt(data.created * 1000)) : null;
      securities.set(securityKey, {
        ...unknownSecurity(currency),
        key: securityKey,
        name: data.description ?? data.symbol,
        ticker_symbol: data.symbol,
        close_price: price,
        close_price_as_of: asOf,
      });
      held.push({
        ...currencyCodes(currency),
        accountKey: ownId(account),
        securityKey,
        institution_price: price,
        institution_price_as_of: asOf,
        institution_price_datetime: null,
        institution_value: roundTo(value, currency),
        // Servers write 0 for an unknown cost.
        cost_basis: data.cost_basis ? roundTo(data.cost_basis, currency) : null,
        quantity: shares,
        vested_quantity: null,
        vested_value: null,
        tax_lots: [],
      });
    }
  return { securities: [...securities.values()], holdings: held, transactions: [] };
};

/**
 * Identifies a security by ticker and currency. A security without a ticker belongs to its position
 * only.
 */
const toKey = ({ id, symbol }: Holding, account: Id, currency: Currency | null): Id =>
  symbol === null ? ownId(`simplefin ${account}/${id}`) : tickerKey(symbol, currency);
