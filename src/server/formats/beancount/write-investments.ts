import type { commodityNames } from "../commodities.ts";
import { amountIn } from "../decimal.ts";
import type { Portfolio } from "../investments.ts";
import { journalAccount } from "../journal-accounts.ts";
import { investmentEntries, type LotPosting, pricesOf } from "../journal-investments.ts";
import { formatExact, type Lot, partsText } from "../lots.ts";
import type { StatementStream } from "../statement.ts";
import { metadatum, quoted, writeCommodity } from "./words.ts";

type Writing = {
  day: string;
  /** Opens an account that is not open yet. */
  open(account: string): string;
  commodities: ReturnType<typeof commodityNames>;
};

/**
 * Writes the trades of an account, with the cost and day of each lot, and the prices of its
 * positions. Securities are commodities.
 */
export function* writeInvestments(
  statement: StatementStream & { portfolio: Portfolio },
  { day, open, commodities }: Writing,
): Generator<string> {
  const own = journalAccount(statement.account);
  const byId = new Map(statement.portfolio.securities.map((each) => [each.security_id, each]));
  const toName = (id: string) => commodities(id, byId.get(id));
  for (const { date, id, title, lots, money, rest } of investmentEntries(statement, { day })) {
    for (const { account } of money) if (account !== null) yield open(account);
    if (rest !== null) yield open(rest);
    yield [
      `${date} * ${quoted(title)}\n`,
      metadatum("id", id),
      ...lots.map((posting) => lotPosting(own, toName(posting.securityId), posting)),
      ...money.map(
        ({ account, amount, currency }) =>
          `  ${account ?? own}  ${withDecimals(amountIn(currency, partsText(amount)))} ${writeCommodity(currency)}\n`,
      ),
      rest === null ? "" : `  ${rest}\n`,
      "\n",
    ].join("");
  }
  for (const { securityId, day: on, price, currency } of pricesOf(statement.portfolio))
    yield `${on} price ${toName(securityId)}  ${amountIn(currency, price)} ${writeCommodity(currency)}\n\n`;
}

function lotPosting(own: string, name: string, { lot, price, units }: LotPosting): string {
  const of = ({ currency, unit }: NonNullable<Lot["cost"]>) =>
    `${amountIn(currency, formatExact(unit))} ${writeCommodity(currency)}`;
  const cost = lot.cost === null ? "" : ` {${of(lot.cost)}, ${lot.day}}`;
  // A lot that enters at its price has that as its cost, and a price in another currency is refused.
  const isRefused = lot.cost !== null && lot.cost.currency !== price?.currency;
  const paid = price === null || price === lot.cost || isRefused ? "" : ` @ ${of(price)}`;
  return `  ${own}  ${partsText(units)} ${name}${cost}${paid}\n`;
}

/** Whole numbers leave no room for the rounding of a lot's cost. */
const withDecimals = (amount: string): string => (amount.includes(".") ? amount : `${amount}.0`);
