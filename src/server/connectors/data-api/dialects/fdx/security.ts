import { z } from "zod";
import { type Currency, type Id, ownId, ownLine } from "../../../../domain/bank-values.ts";
import type { BankSecurity } from "../../../../domain/connectors/bank-investments.ts";
import { numberedSecurity, tickerKey, unknownSecurity } from "../../../securities.ts";
import { Identifier, InvestmentNumber, ShownText, Timestamp } from "../../values.ts";

const Price = InvestmentNumber.nullish().catch(null);
const DayOf = Timestamp.nullish().catch(null);

const Details = z
  .object({
    optionType: z.enum(["CALL", "PUT"]).nullish().catch(null),
    strikePrice: Price,
    expireDate: DayOf,
    parValue: Price,
    couponRate: Price,
    yieldToMaturity: Price,
    bondMaturityDate: DayOf,
  })
  .nullish()
  .catch(null);

/** The names of a security in an FDX position or transaction. A wrong name counts as missing. */
export const FdxSecurity = z.object({
  holdingId: Identifier.nullish().catch(null),
  securityId: Identifier.nullish().catch(null),
  securityIdType: z.string().max(40).nullish().catch(null),
  symbol: ShownText.optional(),
  holdingName: ShownText.optional(),
  description: ShownText.optional(),
  holdingType: z.string().nullish().catch(null),
  // FDX 4.6 and 5 nest details under each kind's name; FDX 6 has one name for all.
  optionSecurity: Details,
  debtSecurity: Details,
  security: Details,
});
export type FdxSecurity = z.infer<typeof FdxSecurity>;

type Place = {
  accountKey: Id;
  currency: Currency | null;
  /** The key of a security with neither a number nor a ticker. */
  ownKey: Id;
};

/**
 * Returns a security by its number, by ticker, or as the account's own. A number of an unknown kind
 * is the institution's own.
 */
export function toSecurity(
  { securityId, securityIdType, symbol, holdingName, description, ...details }: FdxSecurity,
  { accountKey, currency, ownKey }: Place,
): BankSecurity {
  const numbered = securityId ? numberedSecurity(securityIdType ?? "", securityId, currency) : null;
  const ticker = symbol ?? null;
  const ownNumber = securityId && numbered === null ? securityId : null;
  const keyed =
    numbered ??
    (ticker !== null
      ? { key: tickerKey(ticker, currency) }
      : { key: ownNumber === null ? ownKey : numberKey(ownNumber, accountKey, currency) });
  const option = details.optionSecurity ?? details.security;
  const bond = details.debtSecurity ?? details.security;
  return {
    ...unknownSecurity(currency),
    ...keyed,
    institution_security_id: ownNumber,
    name: holdingName ?? description ?? ticker,
    ticker_symbol: ticker,
    option_contract: optionOf(option),
    fixed_income: bondOf(bond),
  };
}

const numberKey = (number: Id, accountKey: Id, currency: Currency | null): Id =>
  ownId(`fdx number ${JSON.stringify([accountKey, number, currency])}`);

function optionOf(option: FdxSecurity["security"]): BankSecurity["option_contract"] {
  if (!option?.optionType || option.strikePrice == null || !option.expireDate) return null;
  return {
    contract_type: option.optionType === "PUT" ? "put" : "call",
    expiration_date: option.expireDate.day,
    strike_price: option.strikePrice,
    // FDX does not report the ticker.
    underlying_security_ticker: ownLine(""),
  };
}

function bondOf(bond: FdxSecurity["security"]): BankSecurity["fixed_income"] {
  const { parValue, couponRate, yieldToMaturity, bondMaturityDate } = bond ?? {};
  const rate =
    couponRate != null
      ? { percentage: couponRate, type: "coupon" as const }
      : yieldToMaturity != null
        ? { percentage: yieldToMaturity, type: "yield" as const }
        : null;
  if (rate === null && parValue == null && !bondMaturityDate) return null;
  return {
    yield_rate: rate,
    maturity_date: bondMaturityDate?.day ?? null,
    issue_date: null,
    face_value: parValue ?? null,
  };
}
