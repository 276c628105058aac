import type { Holding, InvestmentTransaction, Security } from "../../../protocol/investments.ts";
import { amountFrom, amountIn } from "../decimal.ts";
import type { Portfolio } from "../investments.ts";
import type { StatementStream, WritableAccount, WriteOptions } from "../statement.ts";
import { currencyLetters, writtenLine } from "../written-values.ts";
import {
  currencyElement,
  element,
  formatStamp,
  ofxAccountId,
  transactionElement,
} from "./elements.ts";
import { chooseKind, securitiesById, securityElement, securityId } from "./write-securities.ts";
import { tradeElement } from "./write-trades.ts";

/** The longest number of a broker. */
const MAX_BROKER = 22;

/** The optional parts of a statement. */
type Parts = { isWithPositions: boolean; isWithBalance: boolean };

/** Writes the statement of an investment account: the elements that OFX 1 and 2 share. */
export async function* investmentStatement(
  statement: StatementStream,
  { day, isWithPositions = true, isWithBalance = true }: WriteOptions & Partial<Parts>,
): AsyncGenerator<string> {
  const { account, from, to, portfolio = EMPTY } = statement;
  const currency = currencyLetters(account.currency) ?? "USD";
  const number = element("ACCTID", ofxAccountId(writtenLine(account.id ?? account.iban) || "0"));
  const broker = element("BROKERID", writtenLine(account.bankId) || "0", MAX_BROKER);
  yield `<INVSTMTRS>${element("DTASOF", formatStamp(day))}${element("CURDEF", currency)}<INVACCTFROM>${broker}${number}</INVACCTFROM>\n`;
  const [first, last] = [from ?? day, to ?? day];
  yield `<INVTRANLIST>${element("DTSTART", formatStamp(first))}${element("DTEND", formatStamp(last))}\n`;
  const trades = {
    currency,
    securities: securitiesById(portfolio),
    byId: new Map(portfolio.transactions.map((row) => [row.investment_transaction_id, row])),
  };
  const cash: string[] = [];
  for (const { row, heldBefore } of toTrades(portfolio)) {
    if (row.date < first || row.date > last) continue;
    const { text, isCash } = tradeElement(row, heldBefore, trades);
    // The format has the movements of cash after the trades.
    if (isCash) cash.push(text);
    else yield text;
  }
  yield* cash;
  if (portfolio.transactions.length === 0) yield* bankRows(statement);
  yield "</INVTRANLIST>\n";
  if (isWithPositions) yield* positions(statement, portfolio, day);
  if (isWithBalance) yield balanceElement(account, portfolio);
  yield "</INVSTMTRS>\n";
}

const EMPTY: Portfolio = { securities: [], holdings: [], transactions: [] };

/** The rows of an account whose institution reports no trades. */
async function* bankRows({ account, transactions }: StatementStream): AsyncGenerator<string> {
  let row = 0;
  for await (const transaction of transactions) {
    row += 1;
    if (transaction.pending) continue;
    const text = transactionElement(transaction, account.currency, row);
    yield `<INVBANKTRAN>${text}<SUBACCTFUND>CASH</SUBACCTFUND></INVBANKTRAN>\n`;
  }
}

/** The trades oldest first, each with the units held before the trade. */
function toTrades({ holdings, transactions }: Portfolio) {
  const units = new Map<string | null, number>();
  for (const { security_id, quantity } of holdings)
    units.set(security_id, (units.get(security_id) ?? 0) + quantity);
  return transactions
    .map((row: InvestmentTransaction) => {
      const heldBefore = Number(((units.get(row.security_id) ?? 0) - row.quantity).toFixed(8));
      units.set(row.security_id, heldBefore);
      return { row, heldBefore };
    })
    .reverse();
}

/** The holdings of an account in the account's currency, and the cash among the holdings. */
function toHoldings({ currency }: WritableAccount, portfolio: Portfolio) {
  const byId = securitiesById(portfolio);
  const isOwn = (holding: Holding) => (writeCurrency(holding) ?? currency) === currency;
  const isCash = (holding: Holding) =>
    isOwn(holding) && byId.get(holding.security_id)?.type === "cash";
  return { byId, isOwn, isCash };
}

/** Writes the positions. */
function* positions(
  { account, balances }: StatementStream,
  portfolio: Portfolio,
  day: string,
): Generator<string> {
  const { holdings } = portfolio;
  const { currency } = account;
  const { byId, isOwn, isCash } = toHoldings(account, portfolio);
  const closing = balances.find(({ kind }) => kind === "closing");
  const rate = rateOf(holdings, isOwn, closing === undefined ? null : Number(closing.amount));
  const listed = holdings.filter((holding) => !isCash(holding));
  if (listed.length === 0) return;
  yield "<INVPOSLIST>\n";
  for (const holding of listed) {
    const security = byId.get(holding.security_id);
    const own = isOwn(holding) ? currency : writeCurrency(holding);
    const name = `POS${chooseKind(security)}`;
    const fields = [
      securityId(holding.security_id, security),
      "<HELDINACCT>CASH</HELDINACCT>",
      element("POSTYPE", holding.quantity < 0 ? "SHORT" : "LONG"),
      element("UNITS", amountFrom(holding.quantity)),
      element("UNITPRICE", amountFrom(holding.institution_price)),
      element("MKTVAL", amountIn(own, amountFrom(holding.institution_value))),
      element("DTPRICEASOF", formatStamp(holding.institution_price_as_of ?? day)),
      currencyElement(own, currency, rate),
    ];
    yield `<${name}><INVPOS>${fields.join("")}</INVPOS></${name}>\n`;
  }
  yield "</INVPOSLIST>\n";
}

/** Writes the cash balance, and the margin loan on the securities as a negative balance. */
function balanceElement(account: WritableAccount, portfolio: Portfolio): string {
  const cash = portfolio.holdings
    .filter(toHoldings(account, portfolio).isCash)
    .reduce((sum, { institution_value }) => sum + institution_value, 0);
  const amount = element("AVAILCASH", amountIn(account.currency, amountFrom(cash)));
  const loan = amountIn(account.currency, amountFrom(0 - (portfolio.marginLoan ?? 0)));
  return `<INVBAL>${amount}${element("MARGINBALANCE", loan)}<SHORTBALANCE>0</SHORTBALANCE></INVBAL>\n`;
}

const writeCurrency = ({
  iso_currency_code,
  unofficial_currency_code,
}: Pick<Holding, "iso_currency_code" | "unofficial_currency_code">): string | null =>
  iso_currency_code ?? unofficial_currency_code;

/**
 * The account's units for one unit of another currency, if the balance implies the rate; otherwise
 * 1.
 */
function rateOf(
  holdings: readonly Holding[],
  isOwn: (holding: Holding) => boolean,
  closing: number | null,
): string {
  const foreign = holdings.filter((holding) => !isOwn(holding));
  const currencies = new Set(foreign.map(writeCurrency));
  const sum = (some: readonly Holding[]) =>
    some.reduce((total, { institution_value }) => total + institution_value, 0);
  if (closing === null || currencies.size !== 1) return "1";
  const rate = (closing - sum(holdings.filter(isOwn))) / sum(foreign);
  return Number.isFinite(rate) && rate > 0 ? amountFrom(rate) : "1";
}

/**
 * A separately requested list of securities: the responses before the list, and the accounts of the
 * securities.
 */
type AskedList = {
  responses: string;
  asked: readonly StatementStream[];
  isAsked(security: Security): boolean;
};

/**
 * Writes the list of all securities in the statements, each once. Writes nothing without
 * securities.
 */
export function* securityList(
  statements: readonly StatementStream[],
  { responses, asked, isAsked }: AskedList = { responses: "", asked: [], isAsked: () => true },
): Generator<string> {
  const written = new Set<string>();
  for (const stream of [...statements, ...asked]) {
    const { account, portfolio } = stream;
    if (!portfolio) continue;
    const isOfStatement = statements.includes(stream);
    const byId = securitiesById(portfolio);
    const named = [...portfolio.holdings, ...portfolio.transactions];
    for (const id of new Set(named.flatMap(({ security_id }) => security_id ?? []))) {
      const security = byId.get(id);
      // The account's own cash is a balance.
      if (security?.type === "cash" && writeCurrency(security) === account.currency) continue;
      const number = securityId(id, security);
      if (written.has(number)) continue;
      if (!isOfStatement && !(security && isAsked(security))) continue;
      if (written.size === 0) yield `<SECLISTMSGSRSV1>${responses}<SECLIST>\n`;
      written.add(number);
      yield securityElement(id, security);
    }
  }
  if (written.size > 0) yield "</SECLIST></SECLISTMSGSRSV1>\n";
  else if (responses !== "") yield `<SECLISTMSGSRSV1>${responses}</SECLISTMSGSRSV1>\n`;
}
