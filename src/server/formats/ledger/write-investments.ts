import type { commodityNames } from "../commodities.ts";
import { amountIn } from "../decimal.ts";
import type { Portfolio } from "../investments.ts";
import { journalAccount } from "../journal-accounts.ts";
import {
  GAINS,
  type InvestmentEntry,
  investmentEntries,
  type LotPosting,
  pricesOf,
} from "../journal-investments.ts";
import { formatExact, type Lot, partsText } from "../lots.ts";
import type { StatementStream } from "../statement.ts";
import { clean, type Declare, tag, writeCommodity } from "./words.ts";

/**
 * The program that reads a journal. hledger computes the gain of a sale from its price; ledger
 * needs a posting for the gain.
 */
export type LedgerProgram = "ledger" | "hledger";

type Writing = {
  day: string;
  program: LedgerProgram;
  declare: Declare;
  commodities: ReturnType<typeof commodityNames>;
};

/**
 * Writes the trades of an account and the prices of its positions. Each lot has its cost and its
 * day. Securities are commodities.
 */
export function* writeInvestments(
  statement: StatementStream & { portfolio: Portfolio },
  { day, program, declare, commodities }: Writing,
): Generator<string> {
  const own = journalAccount(statement.account);
  const byId = new Map(statement.portfolio.securities.map((each) => [each.security_id, each]));
  const toName = (id: string) => quoted(commodities(id, byId.get(id)));
  for (const entry of investmentEntries(statement, { day })) {
    const rest = program === "hledger" && entry.rest === GAINS ? null : entry.rest;
    const accounts = entry.money.flatMap(({ account }) => account ?? []);
    const costs = entry.lots.flatMap(({ lot, price }) => [price, lot.cost]);
    yield declare(
      [own, ...accounts, ...(rest === null ? [] : [rest])],
      [
        ...entry.lots.map(({ securityId }) => toName(securityId)),
        ...[...entry.money, ...costs].flatMap((of) => (of ? writeCommodity(of.currency) : [])),
      ],
    );
    yield [
      `${entry.date} * ${clean(entry.title) || "Unknown"}\n`,
      tag("id", entry.id),
      ...entry.lots.map((posting) => lotPosting(own, toName(posting.securityId), posting)),
      ...moneyPostings(own, entry),
      rest === null ? "" : `    ${rest}\n`,
      "\n",
    ].join("");
  }
  for (const { securityId, day: on, price, currency } of pricesOf(statement.portfolio)) {
    yield declare([], [toName(securityId), writeCommodity(currency)]);
    yield `P ${on} ${toName(securityId)} ${amountIn(currency, price)}${writeCommodity(currency)}\n\n`;
  }
}

function lotPosting(own: string, name: string, { lot, price, units }: LotPosting): string {
  const of = (cost: NonNullable<Lot["cost"]>) =>
    `${amountIn(cost.currency, formatExact(cost.unit))}${writeCommodity(cost.currency)}`;
  const bought = lot.cost === null ? "" : ` {${of(lot.cost)}} [${lot.day}]`;
  // Without a price the units would be of no currency.
  const paid = price ?? lot.cost;
  return `    ${own}  ${partsText(units)} ${name}${bought}${paid === null ? "" : ` @ ${of(paid)}`}\n`;
}

const moneyPostings = (own: string, { money }: InvestmentEntry): string[] =>
  money.map(
    ({ account, amount, currency }) =>
      `    ${account ?? own}  ${amountIn(currency, partsText(amount))}${writeCommodity(currency)}\n`,
  );

/** A commodity with digits is quoted. */
const quoted = (name: string): string => (/^[A-Z]+$/.test(name) ? name : `"${name}"`);
