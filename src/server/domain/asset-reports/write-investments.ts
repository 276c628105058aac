import type { Holding, InvestmentTransaction, Security } from "../../../protocol/investments.ts";
import type {
  AssetReportHolding,
  AssetReportSecurity,
  AssetReportTrade,
} from "../../../protocol/reports/asset-report-investments.ts";
import type { Period } from "../connectors/bank-transaction.ts";
import type { AccountInvestments } from "../transactions/investments/investments.ts";
import { createPieceWriter } from "./account-pieces.ts";
import type { AccountPiece } from "./asset-report.ts";

/** Writes the investments of a report's account: all holdings, and the transactions of a period. */
export const writeInvestments = (
  accountId: string,
  { holdings, securities, transactions }: AccountInvestments,
  { from, to }: Period,
  receive: (piece: AccountPiece) => void,
): void => {
  const createWriter = (part: AccountPiece["part"]) =>
    createPieceWriter({ accountId, part }, receive);
  const parts = {
    holdings: createWriter("holdings"),
    securities: createWriter("securities"),
    trades: createWriter("trades"),
  };
  const tickers = new Map(securities.map((each) => [each.security_id, each.ticker_symbol]));
  for (const holding of holdings)
    parts.holdings.add(holdingInReport(holding, tickers.get(holding.security_id) ?? null));
  for (const security of securities) parts.securities.add(securityInReport(security));
  for (const trade of transactions)
    if (from <= trade.date && trade.date <= to) parts.trades.add(tradeInReport(trade));
  for (const part of Object.values(parts)) part.end();
};

const holdingInReport = (holding: Holding, ticker: string | null): AssetReportHolding => ({
  account_id: holding.account_id,
  security_id: holding.security_id,
  ticker_symbol: ticker,
  institution_price: holding.institution_price,
  institution_price_as_of: holding.institution_price_as_of,
  institution_value: holding.institution_value,
  cost_basis: holding.cost_basis,
  quantity: holding.quantity,
  iso_currency_code: holding.iso_currency_code,
  unofficial_currency_code: holding.unofficial_currency_code,
});

const securityInReport = (security: Security): AssetReportSecurity => ({
  security_id: security.security_id,
  name: security.name,
  ticker_symbol: security.ticker_symbol,
  type: security.type,
});

const tradeInReport = (trade: InvestmentTransaction): AssetReportTrade => ({
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
});
