import type { Holding, Security } from "../../../protocol/investments.ts";
import { toDay } from "../../domain/calendar.ts";
import { digest } from "../../domain/identifiers.ts";
import type { AccountInvestments } from "../../domain/transactions/investments/investments.ts";
import { amountText, type DoorAccount } from "../read-grant.ts";

/**
 * The positions of an account in the protocol's form. Cash is a position, so that they add up to
 * the balance.
 */
export const holdingShapes = (
  account: DoorAccount,
  { holdings, securities }: Pick<AccountInvestments, "holdings" | "securities">,
) => {
  const byId = new Map(securities.map((security) => [security.security_id, security]));
  return holdings.map((holding) => toHolding(account, holding, byId.get(holding.security_id)));
};

const toHolding = (
  { id, currency: ofAccount, balanceAt }: DoorAccount,
  holding: Holding,
  security: Security | undefined,
) => {
  const { cost_basis, institution_price_as_of: day, institution_value, quantity } = holding;
  const currency = holding.iso_currency_code ?? holding.unofficial_currency_code ?? ofAccount;
  // The protocol has no null. Its servers write 0 for an unknown cost.
  const cost = cost_basis ?? 0;
  return {
    id: digest(`holding ${JSON.stringify([id, holding.security_id])}`),
    created: day === null ? Math.floor(balanceAt / 1000) : toDay(day) * 86_400 + 43_200,
    currency,
    cost_basis: amountText(currency, cost),
    description: security?.name ?? security?.ticker_symbol ?? "",
    market_value: amountText(currency, institution_value),
    purchase_price: amountText(currency, quantity === 0 ? 0 : round(cost / quantity)),
    shares: amountText("", quantity),
    symbol: security?.ticker_symbol ?? "",
  };
};

const round = (price: number): number => Number(price.toPrecision(10));
