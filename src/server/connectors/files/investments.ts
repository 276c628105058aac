import { createHash } from "node:crypto";
import {
  type Currency,
  currencyCodes,
  currencyFrom,
  type Id,
  ownId,
  ownLine,
} from "../../domain/bank-values.ts";
import type {
  BankHolding,
  BankInvestments,
  BankInvestmentTransaction,
  BankSecurity,
} from "../../domain/connectors/bank-investments.ts";
import type { Period } from "../../domain/connectors/bank-transaction.ts";
import type {
  StatementHolding,
  StatementSecurity,
  StatementTrade,
} from "../../formats/investments.ts";
import {
  cashSecurity,
  numberedSecurity,
  tickerKey,
  unitPrice,
  unknownSecurity,
} from "../securities.ts";
import { investedIn } from "./files-state.ts";
import { byKey } from "./merge-investments.ts";
import { tradePositions, withSplits } from "./trade-positions.ts";

/** The number of transactions per piece, which parses in a few milliseconds. */
const PIECE = 500;

/** The investments of a state, as pieces of JSON that are parsed without blocking. */
export function* readInvestments(request: { state: string; period: Period }): Generator<string> {
  const { transactions, ...rest } = investmentsIn(request);
  yield JSON.stringify({ ...rest, transactions: [] });
  for (let from = 0; from < transactions.length; from += PIECE)
    yield JSON.stringify({
      ...{ securities: [], holdings: [] },
      transactions: transactions.slice(from, from + PIECE),
    });
}

/** Joins the pieces of `readInvestments`. */
export async function joinPieces(
  pieces: AsyncIterable<string> | readonly string[],
): Promise<BankInvestments> {
  const all: BankInvestments = { securities: [], holdings: [], transactions: [] };
  for await (const piece of pieces) {
    const { securities, holdings, transactions, marginLoans }: BankInvestments = JSON.parse(piece);
    if (marginLoans) all.marginLoans = marginLoans;
    all.securities.push(...securities);
    all.holdings.push(...holdings);
    all.transactions.push(...transactions);
  }
  return all;
}

/** The investments of a packed state, with a period's transactions. */
function investmentsIn({ state, period }: { state: string; period: Period }): BankInvestments {
  const { from, to } = period;
  const securities = new Map<string, BankSecurity>();
  const marginLoans: { accountKey: Id; amount: number }[] = [];
  const all: BankInvestments = { securities: [], holdings: [], transactions: [], marginLoans };
  for (const { key: accountKey, investments, ...account } of investedIn(state)) {
    const currency = account.currency === null ? null : currencyFrom(account.currency);
    const described = new Map(investments.securities.map((each) => [each.key, each]));
    const holdings =
      investments.holdings ?? (investments.positionsAreTrades ? tradePositions(investments) : []);
    const types = new Map(holdings.map(({ securityKey, type }) => [securityKey, type]));
    const add = (security: BankSecurity): Id => {
      securities.set(security.key, security);
      return security.key;
    };
    const known = new Map<string, Id>();
    const toSecurity = (key: Id, own: Currency | null): Id => {
      const place = `${own} ${key}`;
      const found = known.get(place);
      if (found !== undefined) return found;
      const security = described.get(key) ?? undescribed(key, types.get(key) ?? null);
      const ticker = described.get(security.option?.underlying ?? ownId("none"))?.ticker ?? null;
      const added = add(bankSecurity(security, { accountKey, currency: own ?? currency, ticker }));
      known.set(place, added);
      return added;
    };
    for (const holding of holdings) {
      const own = holding.currency ?? currency;
      const securityKey = toSecurity(holding.securityKey, own);
      all.holdings.push(bankHolding(holding, { accountKey, securityKey, currency: own }));
    }
    if (investments.cash !== null) {
      const securityKey = add(cashSecurity(currency));
      const cash = { quantity: investments.cash, value: investments.cash, price: 1 };
      all.holdings.push(
        bankHolding({ ...cash, priceDay: investments.day }, { accountKey, securityKey, currency }),
      );
    }
    if (investments.marginLoan !== undefined)
      marginLoans.push({ accountKey, amount: investments.marginLoan });
    for (const [key, trade] of withSplits(byKey(investments.transactions))) {
      if (trade.date < from || trade.date > to) continue;
      const own = trade.currency ?? currency;
      const securityKey = trade.securityKey === null ? null : toSecurity(trade.securityKey, own);
      const name = securityKey === null ? null : (securities.get(securityKey)?.name ?? null);
      all.transactions.push({
        ...bankTransaction(trade, name),
        ...{ key: digestId(key), accountKey, securityKey, ...currencyCodes(own) },
      });
    }
  }
  all.transactions.sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
  return { ...all, securities: [...securities.values()] };
}

const digestId = (key: string): Id => ownId(createHash("sha256").update(key).digest("base64url"));

/** A security that the file names only by number. */
const undescribed = (key: Id, type: StatementSecurity["type"]): StatementSecurity => {
  const at = key.indexOf(" ");
  return {
    ...{ key, idType: ownLine(key.slice(0, at)), id: ownId(key.slice(at + 1)), type },
    ...{ name: null, ticker: null, institutionId: null, subtype: null, price: null },
    ...{ priceDay: null, currency: null, option: null, bond: null },
  };
};

/** A security. Without a universal number it belongs to its account only. */
function bankSecurity(
  { idType, id, ...security }: StatementSecurity,
  {
    accountKey,
    currency,
    ticker,
  }: { accountKey: Id; currency: Currency | null; ticker: string | null },
): BankSecurity {
  const own = security.currency ?? currency;
  const { option, bond } = security;
  const numbered = numberedSecurity(idType, id, own);
  const isName = idType === "NAME";
  const ownKey =
    isName && security.ticker !== null
      ? tickerKey(security.ticker, own)
      : digestId(`files ${accountKey} ${idType} ${id} ${own}`);
  return {
    ...unknownSecurity(own),
    ...(numbered ?? { key: ownKey }),
    institution_security_id: security.institutionId ?? (numbered === null && !isName ? id : null),
    name: security.name ?? (isName ? id : null),
    ticker_symbol: security.ticker,
    type: security.type,
    subtype: security.subtype,
    close_price: security.price,
    close_price_as_of: security.priceDay,
    option_contract: option && {
      contract_type: option.type,
      expiration_date: option.expires,
      strike_price: option.strike,
      underlying_security_ticker: ownLine(ticker ?? ""),
    },
    fixed_income: bond && {
      yield_rate: bond.coupon === null ? null : { percentage: bond.coupon, type: "coupon" },
      maturity_date: bond.matures,
      issue_date: null,
      face_value: bond.faceValue,
    },
  };
}

const bankHolding = (
  {
    quantity,
    value,
    price,
    priceDay,
    cost = null,
  }: Pick<StatementHolding, "quantity" | "value" | "price" | "priceDay" | "cost">,
  { currency, ...keys }: { accountKey: Id; securityKey: Id; currency: Currency | null },
): BankHolding => ({
  ...keys,
  ...currencyCodes(currency),
  institution_price: unitPrice(quantity, value, price),
  institution_price_as_of: priceDay,
  institution_price_datetime: null,
  institution_value: value,
  cost_basis: cost,
  quantity,
  vested_quantity: null,
  vested_value: null,
  tax_lots: [],
});

const bankTransaction = (
  { date, type, subtype, memo, quantity, amount, price, fees, cancels }: StatementTrade,
  security: string | null,
): Omit<
  BankInvestmentTransaction,
  "key" | "accountKey" | "securityKey" | "iso_currency_code" | "unofficial_currency_code"
> => ({
  ...{ date, type, subtype, quantity, amount, price, fees },
  transaction_datetime: null,
  name: memo ?? ownLine([type.toUpperCase(), security ?? subtype].join(" ")),
  cancelKey: cancels === null ? null : digestId(cancels),
});
