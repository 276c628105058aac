import type { Holding, InvestmentTransaction } from "../../protocol/investments.ts";
import { type Portfolio, toCurrency } from "./investments.ts";
import {
  type Book,
  exactly,
  type Lot,
  type LotChange,
  openBook,
  partsText,
  toParts,
  totalPrice,
  unitPrice,
} from "./lots.ts";
import type { StatementStream } from "./statement.ts";
import { toldLots } from "./told-lots.ts";

/** Units of a security that enter or leave an account, with their lot. */
export type LotPosting = LotChange & {
  securityId: string;
  /** The price of a unit in a trade, or null. */
  price: Lot["cost"];
};

/** Money that enters or leaves an account, in parts of 10^-8. */
type MoneyPosting = { account: string | null; amount: bigint; currency: string };

/** A journal transaction. A posting without an account belongs to the investment account. */
export type InvestmentEntry = {
  date: string;
  id: string | null;
  title: string;
  lots: LotPosting[];
  money: MoneyPosting[];
  /** The account for the rest of the other postings; null if they add up to zero. */
  rest: string | null;
};

/** The account for the gains and losses of sales. hledger does not require it. */
export const GAINS = "Income:Gains";

/** Returns the transactions in the days of the statement, after the opening balance. */
export function* investmentEntries(
  { account, balances, from, to, portfolio }: StatementStream & { portfolio: Portfolio },
  { day }: { day: string },
): Generator<InvestmentEntry> {
  const [first, last] = [from ?? "", to ?? day];
  const own = { ...portfolio, transactions: listRows(portfolio) };
  const currency = account.currency ?? "USD";
  const ledger = openLedger(own, currency, first);
  const findBalance = (wanted: string) => {
    const found = balances.find(({ kind }) => kind === wanted);
    return found === undefined ? null : toParts(Number(found.amount));
  };
  const [opening, closing] = [findBalance("opening"), findBalance("closing")];
  const cash = cashNow(portfolio, currency, closing);
  for (const row of own.transactions)
    if (row.date >= first) addTo(cash, toCurrency(row) ?? currency, toParts(cashOf(row)) * -1n);
  // An institution without trades has the bank's rows instead.
  if (portfolio.transactions.length === 0 && opening !== null && closing !== null)
    addTo(cash, currency, opening - closing);
  let isOpen = false;
  for (const row of [...own.transactions, null]) {
    if (!isOpen && (row === null || row.date >= first)) {
      isOpen = true;
      yield* openingEntry(first || (own.transactions[0]?.date ?? day), ledger, cash);
    }
    if (row === null || row.date > last) return;
    const entry = ledger.entry(row);
    if (entry && row.date >= first) yield entry;
  }
}

/** The prices of positions, each security's once a day. */
export function* pricesOf({ holdings, securities }: Portfolio): Generator<SecurityPrice> {
  const isCash = cashIn(securities);
  const told = new Set<string>();
  for (const holding of holdings) {
    const { institution_price: price, institution_price_as_of: day, security_id } = holding;
    const currency = toCurrency(holding);
    const key = JSON.stringify([security_id, day, currency]);
    if (isCash(security_id)) continue;
    if (day === null || currency === null || price <= 0 || told.has(key)) continue;
    told.add(key);
    yield { securityId: security_id, day, price: partsText(toParts(price)), currency };
  }
}

type SecurityPrice = { securityId: string; day: string; price: string; currency: string };

/** The rows oldest first, without reversed rows and without cash movements within the account. */
function listRows({ securities, transactions }: Portfolio): InvestmentTransaction[] {
  const isCash = cashIn(securities);
  const ids = new Set(transactions.map((row) => row.investment_transaction_id));
  const cancels = transactions.filter(
    ({ cancel_transaction_id: id }) => id !== null && ids.has(id),
  );
  const gone = new Set(
    cancels.flatMap((row) => [row.investment_transaction_id, row.cancel_transaction_id]),
  );
  return transactions
    .filter(({ investment_transaction_id: id }) => !gone.has(id))
    .filter(({ security_id, type }) => !(isCash(security_id) && type !== "cash" && type !== "fee"))
    .reverse();
}

const cashIn = (securities: Portfolio["securities"]) => {
  const ids = new Set(
    securities.flatMap(({ security_id, type }) => (type === "cash" ? [security_id] : [])),
  );
  return (id: string | null) => id !== null && ids.has(id);
};

/** The cash by currency: the listed cash, otherwise the balance less the positions. */
function cashNow(
  { holdings, securities }: Portfolio,
  currency: string,
  closing: bigint | null,
): Map<string, bigint> {
  const isCash = cashIn(securities);
  const cash = new Map<string, bigint>();
  const listed = holdings.filter(({ security_id }) => isCash(security_id));
  for (const holding of listed)
    addTo(cash, toCurrency(holding) ?? currency, toParts(holding.institution_value));
  const isOwn = holdings.every((holding) => (toCurrency(holding) ?? currency) === currency);
  if (listed.length > 0 || closing === null || !isOwn) return cash;
  const worth = holdings.reduce((sum, one) => sum + toParts(one.institution_value), 0n);
  return cash.set(currency, closing - worth);
}

const addTo = (cash: Map<string, bigint>, currency: string, amount: bigint) =>
  cash.set(currency, (cash.get(currency) ?? 0n) + amount);

function* openingEntry(
  date: string,
  ledger: ReturnType<typeof openLedger>,
  cash: ReadonlyMap<string, bigint>,
): Generator<InvestmentEntry> {
  const lots = ledger
    .books()
    .flatMap(([securityId, book]) =>
      book.lots().map((lot) => ({ securityId, lot, units: lot.units, price: null })),
    );
  const money = [...cash]
    .filter(([, amount]) => amount !== 0n)
    .map(([currency, amount]) => ({ account: null, amount, currency }));
  if (lots.length + money.length === 0) return;
  yield { date, id: null, title: "Opening balance", lots, money, rest: "Equity:Opening" };
}

/** Opens the books of all securities of an account before the first trade. */
function openLedger(portfolio: Portfolio, currency: string, first: string) {
  const start = [first, portfolio.transactions[0]?.date ?? first].toSorted()[0] || first;
  const opened = firstLots(portfolio, currency, start);
  const told = toldLots(portfolio, currency);
  const books = new Map(
    [...opened].map(([id, lot]): [string, Book] => [id, openBook(lot, told.get(id))]),
  );
  return {
    books: () => [...books],
    entry: (row: InvestmentTransaction) => toEntry(row, books, currency),
  };
}

/**
 * The lots before all trades: today's units less the traded units. Their cost makes today's lots
 * match the cost basis that the institution reports. The cost is null if it cannot be computed.
 */
function firstLots(
  portfolio: Portfolio,
  currency: string,
  day: string,
): ReadonlyMap<string, Lot | null> {
  const isCash = cashIn(portfolio.securities);
  const held = new Map<string, { units: bigint; basis: bigint | null; currency: string }>();
  for (const holding of portfolio.holdings)
    if (!isCash(holding.security_id)) addHolding(held, holding, currency);
  const units = new Map([...held].map(([id, each]) => [id, each.units]));
  for (const { security_id: id, quantity } of portfolio.transactions)
    if (id !== null && !isCash(id)) units.set(id, (units.get(id) ?? 0n) - toParts(quantity));
  const lots = new Map(
    [...units].map(([id, count]): [string, Lot | null] => [
      id,
      count === 0n ? null : { units: count, cost: null, day },
    ]),
  );
  const books = new Map([...lots].map(([id, lot]): [string, Book] => [id, openBook(lot)]));
  const mixed = new Set<string>();
  for (const row of portfolio.transactions) {
    toEntry(row, books, currency);
    const id = row.security_id ?? "";
    const own = held.get(id)?.currency ?? currency;
    if (row.quantity !== 0 && (toCurrency(row) ?? currency) !== own) mixed.add(id);
  }
  return new Map(
    [...lots].map(([id, lot]) => {
      const { basis = null, currency: own = currency } = held.get(id) ?? {};
      const unit =
        lot && basis !== null && !mixed.has(id)
          ? firstCost(books.get(id)?.lots() ?? [], basis)
          : null;
      return [id, lot && unit ? { ...lot, cost: { unit, currency: own } } : lot];
    }),
  );
}

function addHolding(
  held: Map<string, { units: bigint; basis: bigint | null; currency: string }>,
  holding: Holding,
  currency: string,
): void {
  const before = held.get(holding.security_id);
  const basis = holding.cost_basis === null ? null : toParts(holding.cost_basis);
  held.set(holding.security_id, {
    units: (before?.units ?? 0n) + toParts(holding.quantity),
    basis: before ? (before.basis === null || basis === null ? null : before.basis + basis) : basis,
    currency: toCurrency(holding) ?? currency,
  });
}

/** The unit cost of the first lot, from the remaining lots and their total cost. */
function firstCost(lots: readonly Lot[], basis: bigint) {
  const [lot, ...rest] = lots;
  if (!lot?.first || lot.units <= 0n || rest.some(({ cost }) => cost === null)) return null;
  const others = rest.reduce(
    (sum, { cost, units }) => sum + (cost ? totalPrice(cost.unit, units) : 0n),
    0n,
  );
  return basis > others ? unitPrice(basis - others, lot.first) : null;
}

/** The cash movement of a row; positive if cash enters the account. */
const cashOf = ({ amount }: InvestmentTransaction): number => 0 - amount;

/** Moves the lots of a row. Returns null for a row without a movement. */
function toEntry(
  row: InvestmentTransaction,
  books: Map<string, Book>,
  ofAccount: string,
): InvestmentEntry | null {
  const { date, fees, name: title, quantity, security_id: id, subtype, type } = row;
  const head = { date, id: row.investment_transaction_id, title };
  const currency = toCurrency(row) ?? ofAccount;
  const amount = toParts(cashOf(row));
  const money = amount === 0n ? [] : [{ account: null, amount, currency }];
  const units = toParts(quantity);
  const book = id === null ? undefined : books.get(id);
  if (id === null || units === 0n || !book) {
    if (amount === 0n) return null;
    const contra = { account: contraOf(row), amount: -amount, currency };
    return { ...head, lots: [], money: [...money, contra], rest: null };
  }
  const postings = (changes: LotChange[], price: Lot["cost"]) =>
    changes.map((change) => ({ ...change, securityId: id, price }));
  if (type === "transfer" && subtype === "split") {
    const changes = book.split(units, date);
    if (changes.length > 0)
      return { ...head, lots: postings(changes, null), money, rest: "Equity:Splits" };
  }
  const fee = toParts(fees ?? 0);
  // The price without the fees. A purchase's amount includes fees; a sale's amount excludes them.
  const worth = quantity > 0 ? -amount - fee : amount + fee;
  const isTrade = amount !== 0n && worth > 0n;
  const unit = isTrade ? unitPrice(worth, units < 0n ? -units : units) : exactly(row.price);
  const cost = isTrade || row.price > 0 ? { unit, currency } : null;
  const changes = book.move(units, cost, date);
  if (!isTrade) {
    const rest = type === "buy" ? "Income:Dividends" : "Equity:Transfers";
    return { ...head, lots: postings(changes, null), money, rest };
  }
  const charged = fee === 0n ? [] : [{ account: "Expenses:Fees", amount: fee, currency }];
  // A new lot's cost is its price. A sold lot's cost determines the gain.
  const isSale = changes.some(({ lot }) => lot.cost !== null && lot.cost !== cost);
  return {
    ...head,
    lots: postings(changes, cost),
    money: [...money, ...charged],
    rest: isSale ? GAINS : null,
  };
}

/** The account on the other side of incoming or outgoing cash. */
function contraOf({ amount, subtype, type }: InvestmentTransaction): string {
  if (subtype.includes("tax")) return "Expenses:Taxes";
  if (type === "fee") return "Expenses:Fees";
  if (subtype.includes("dividend")) return "Income:Dividends";
  if (subtype.includes("interest")) return "Income:Interest";
  if (subtype.includes("capital gain")) return GAINS;
  if (type === "transfer" || TRANSFERS.has(subtype)) return "Equity:Transfers";
  return amount > 0 ? "Expenses:Unknown" : "Income:Unknown";
}

const TRANSFERS: ReadonlySet<string> = new Set([
  "contribution",
  "deposit",
  "distribution",
  "return of principal",
  "withdrawal",
]);
