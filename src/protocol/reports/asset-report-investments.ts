import { z } from "zod";
import { Holding, InvestmentTransaction, Security } from "../investments.ts";

const holding = Holding.shape;
const security = Security.shape;
const trade = InvestmentTransaction.shape;

/** A security that an account of a report holds. */
export const AssetReportHolding = z
  .strictObject({
    account_id: holding.account_id,
    security_id: holding.security_id,
    ticker_symbol: security.ticker_symbol,
    institution_price: holding.institution_price,
    institution_price_as_of: holding.institution_price_as_of,
    institution_value: holding.institution_value,
    cost_basis: holding.cost_basis,
    quantity: holding.quantity,
    iso_currency_code: holding.iso_currency_code,
    unofficial_currency_code: holding.unofficial_currency_code,
  })
  .meta({ id: "AssetReportHolding" });
export type AssetReportHolding = z.infer<typeof AssetReportHolding>;

/** A security of a report. */
export const AssetReportSecurity = z
  .strictObject({
    security_id: security.security_id,
    name: security.name,
    ticker_symbol: security.ticker_symbol,
    type: security.type,
  })
  .meta({ id: "AssetReportSecurity" });
export type AssetReportSecurity = z.infer<typeof AssetReportSecurity>;

/** A trade, a payment or another event on an investment account of a report. */
export const AssetReportTrade = z
  .strictObject({
    investment_transaction_id: trade.investment_transaction_id,
    account_id: trade.account_id,
    security_id: trade.security_id,
    date: trade.date,
    name: trade.name,
    quantity: trade.quantity,
    amount: trade.amount,
    price: trade.price,
    fees: trade.fees,
    type: trade.type,
    subtype: trade.subtype,
    iso_currency_code: trade.iso_currency_code,
    unofficial_currency_code: trade.unofficial_currency_code,
  })
  .meta({ id: "AssetReportInvestmentTransaction" });
export type AssetReportTrade = z.infer<typeof AssetReportTrade>;

/** The investments of an account of a report. */
export const AssetReportInvestments = z
  .strictObject({
    holdings: z.array(AssetReportHolding),
    securities: z.array(AssetReportSecurity),
    transactions: z.array(AssetReportTrade).meta({ description: "Newest first." }),
  })
  .meta({ id: "AssetReportInvestments" });
