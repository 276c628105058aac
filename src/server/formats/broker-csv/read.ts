import {
  type AccountNumber,
  type Currency,
  type Day,
  type Line,
  lineFrom,
} from "../../domain/bank-values.ts";
import type { CsvMapping } from "../csv/csv-mapping.ts";
import { titleFacts } from "../csv/title-facts.ts";
import { amountFrom } from "../decimal.ts";
import { accountNumberIn } from "../file-values.ts";
import { FormatError } from "../format-error.ts";
import type { StatementHolding, StatementSecurity, StatementTrade } from "../investments.ts";
import { type LeaveOut, refuse } from "../left-out.ts";
import { type DateOrder, parseDay } from "../locale-values.ts";
import type { OnRead } from "../read-share.ts";
import { MAX_ACCOUNTS, MAX_TRANSACTIONS, type Statement } from "../statement.ts";
import { NO_WORDS, type TradeWords } from "../trade-words.ts";
import { type BrokerCells, cellReader } from "./broker-cells.ts";
import { type BrokerLocale, brokerLocale } from "./broker-locale.ts";
import { type BrokerPosition, brokerPosition } from "./broker-position.ts";
import { actionColumns, tradeRules, unknownWords } from "./broker-rules.ts";
import { type BrokerFacts, type BrokerTable, brokerTables, isSectioned } from "./broker-tables.ts";
import { type BrokerTrade, brokerTrade } from "./broker-trade.ts";
import { mappedTable } from "./mapped-table.ts";
import { sectionedTables } from "./sections.ts";

/** The data of a broker's account so far. */
type Group = {
  id: AccountNumber | null;
  name: Line | null;
  hasPositions: boolean;
  positions: BrokerPosition[];
  trades: BrokerTrade[];
};

/**
 * Reads the positions and trades of a broker's CSV file, with a statement for each account that its rows
 * name. The columns are known by their names, or by a mapping, and rows that are neither a position nor a
 * trade are left out. Throws a FormatError if day and month may be swapped and `dateOrder` does not decide
 * it.
 */
export function readBrokerCsv(
  text: string,
  {
    csv,
    dateOrder,
    onRead,
    leaveOut = refuse,
    tradeWords = NO_WORDS,
  }: {
    csv?: CsvMapping;
    dateOrder?: DateOrder;
    onRead?: OnRead;
    leaveOut?: LeaveOut;
    tradeWords?: TradeWords;
  } = {},
): Statement[] {
  const isSections = !csv && isSectioned(text.slice(0, HEAD_LENGTH));
  const sectioned = isSections ? sectionedTables(text, onRead) : null;
  const tables = csv
    ? [mappedTable(text, csv, onRead)]
    : (sectioned?.tables ?? brokerTables(text, onRead));
  const count = tables.reduce((sum, { rows }) => sum + rows.length, 0);
  if (count === 0)
    throw new FormatError("NO_STATEMENT", { expected: "rows of positions or trades" });
  if (count > MAX_TRANSACTIONS)
    throw new FormatError("TOO_MANY_TRANSACTIONS", { expected: `at most ${MAX_TRANSACTIONS}` });
  const locale = csv
    ? { order: csv.dateOrder, mark: csv.decimalMark }
    : brokerLocale(tables, dateOrder);
  const titles = tables.flatMap((table) => table.titles);
  const { id } = titleFacts(titles, { decimalMark: locale.mark, dateOrder: locale.order });
  const facts = sectioned?.facts ?? {
    currency: null,
    day: dayOfPositions(tables, locale),
    cash: null,
  };
  const groups = new Map<string, Group>();
  for (const table of tables)
    addTable(table, { groups, id: sectioned?.id ?? id, locale, leaveOut, tradeWords });
  return [...groups.values()]
    .filter(
      ({ positions, trades, hasPositions }) => positions.length + trades.length > 0 || hasPositions,
    )
    .map((group) => toStatement(group, facts));
}

const HEAD_LENGTH = 4096;

/** Adds the rows of a table to the accounts in the rows. */
function addTable(
  table: BrokerTable,
  {
    groups,
    id,
    locale,
    leaveOut,
    tradeWords,
  }: {
    groups: Map<string, Group>;
    id: AccountNumber | null;
    locale: BrokerLocale;
    leaveOut: LeaveOut;
    tradeWords: TradeWords;
  },
): void {
  const cellsOf = cellReader(table, locale.mark);
  const known = actionColumns(table, tradeWords);
  const { places } = table.columns;
  const hasNamesAlone = (
    [places.isin, places.cusip, places.sedol, places.symbol, places.wkn] as const
  ).every((at) => at === undefined);
  const ofKnown = { ...table.columns, actions: known, hasNamesAlone };
  const rules = tradeRules(table, ofKnown, cellsOf);
  const hasDirections = rules.isSigned || rules.hasSignedUnits || rules.isOfDepot;
  const actions = known.length > 0 ? known : unknownWords(table, hasDirections);
  const columns = { ...ofKnown, actions };
  const isOfPositions = table.columns.kind === "positions";
  for (const row of table.rows) {
    if (row.cells.every((cell) => cell.trim() === "")) continue;
    try {
      const cells = cellsOf(row);
      const words = actions.flatMap((at) => row.cells[at]?.trim() || []);
      const read = isOfPositions
        ? brokerPosition(cells, locale)
        : brokerTrade(cells, words, { columns, rules, locale, tradeWords });
      if (read === null) continue;
      const group = readGroup(cells, groups, { id, name: table.accountName });
      if ("trade" in read) group.trades.push(read);
      else {
        group.positions.push(read);
        group.hasPositions = true;
      }
    } catch (failure) {
      if (!(failure instanceof FormatError) || failure.problem === "TOO_MANY_ACCOUNTS")
        throw failure;
      leaveOut(failure);
    }
  }
}

function readGroup(
  cells: BrokerCells,
  groups: Map<string, Group>,
  only: { id: AccountNumber | null; name: string | null },
): Group {
  const number = cells.text("accountNumber") ?? cells.text("account");
  const id =
    number === null ? only.id : accountNumberIn(number, { line: cells.line, field: "account" });
  const key = JSON.stringify([id, only.name]);
  const known = groups.get(key);
  if (known) return known;
  if (groups.size >= MAX_ACCOUNTS)
    throw new FormatError("TOO_MANY_ACCOUNTS", {
      ...{ line: cells.line, expected: `at most ${MAX_ACCOUNTS}` },
    });
  const isNamed = cells.text("accountNumber") !== null;
  const group: Group = {
    ...{ id, name: lineFrom(isNamed ? cells.text("account") : only.name), hasPositions: false },
    ...{ positions: [], trades: [] },
  };
  groups.set(key, group);
  return group;
}

/** The last day that the lines around the positions say. */
function dayOfPositions(tables: readonly BrokerTable[], { order }: BrokerLocale): Day | null {
  const positions = tables.filter(({ columns }) => columns.kind === "positions");
  const cells = positions.flatMap(({ titles, rows }) => [
    ...titles.flat(),
    ...rows
      .filter(({ cells: row }) => row.filter((cell) => cell.trim() !== "").length <= 2)
      .flatMap(({ cells: row }) => row),
  ]);
  const days = cells
    .filter((cell) => cell.length < 200)
    .flatMap((cell) => {
      const [numbered = ""] = /\d{1,4}[./-]\d{1,2}[./-]\d{2,4}/.exec(cell) ?? [];
      const [named = ""] = /\p{L}{3}-\d{1,2}-\d{4}|\p{L}{3,12} \d{1,2},? \d{4}/u.exec(cell) ?? [];
      return (
        parseDay(numbered, /^\d{4}/.test(numbered) ? "YMD" : order) ??
        parseDay(named.replace(/^(\p{L}{3})-(\d+)-/u, "$1 $2, "), order) ??
        []
      );
    });
  return days.toSorted().at(-1) ?? null;
}

/** The currency of most rows. */
function mostFrequent(currencies: readonly (Currency | null)[]): Currency | null {
  const counts = new Map<Currency, number>();
  for (const currency of currencies)
    if (currency !== null) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a);
  return first?.[0] ?? null;
}

function toStatement(group: Group, facts: BrokerFacts): Statement {
  const { positions, trades, hasPositions } = group;
  const currency =
    facts.currency ?? mostFrequent([...positions, ...trades].map((each) => each.currency));
  const own = (other: Currency | null) => (other === currency ? null : other);
  const held = positions.flatMap((position) => ("holding" in position ? position : []));
  const cashes = positions.flatMap((position) =>
    "cash" in position && own(position.currency) === null ? position.cash : [],
  );
  const cash = facts.cash ?? (cashes.length === 0 ? null : sum(cashes));
  const holdings = joined(held.map(({ holding }) => holding)).map((holding) => ({
    ...holding,
    currency: own(holding.currency),
  }));
  const securities = [...held, ...trades].flatMap(({ security }) => security ?? []);
  const day = hasPositions ? facts.day : lastDay(trades.map(({ trade }) => trade));
  const isOneCurrency = holdings.every((holding) => holding.currency === null);
  const total = sum([...holdings.map(({ value }) => value), cash ?? 0]);
  return {
    account: {
      ...{ id: group.id, iban: null, bankId: null, name: group.name, type: "investment" },
      currency,
    },
    ...{ from: null, to: null, transactions: [] },
    balances:
      hasPositions && isOneCurrency
        ? [{ kind: "closing", amount: amountFrom(total), date: day }]
        : [],
    investments: {
      ...{ day, cash, securities: described(securities, own) },
      holdings: hasPositions ? holdings : null,
      // A history has no list of positions; its trades produce the positions.
      ...(!hasPositions && { positionsAreTrades: true }),
      transactions: trades.map(({ trade }) => ({ ...trade, currency: own(trade.currency) })),
    },
  };
}

const sum = (values: readonly number[]): number =>
  Number(values.reduce((all, value) => all + value, 0).toFixed(4));

const lastDay = (trades: readonly StatementTrade[]): Day | null =>
  trades.reduce<Day | null>((last, { date }) => (last && last > date ? last : date), null);

/** Describes each security once. The description of a position has the security's price. */
function described(
  securities: readonly StatementSecurity[],
  own: (currency: Currency | null) => Currency | null,
): StatementSecurity[] {
  const byKey = new Map<string, StatementSecurity>();
  for (const security of securities) {
    const known = byKey.get(security.key);
    if (!known) byKey.set(security.key, { ...security, currency: own(security.currency) });
    else
      byKey.set(security.key, {
        ...known,
        name: known.name ?? security.name,
        ticker: known.ticker ?? security.ticker,
        type: known.type ?? security.type,
      });
  }
  return [...byKey.values()];
}

/** Joins several positions of a security, such as cash and margin positions, into one holding. */
function joined(holdings: readonly StatementHolding[]): StatementHolding[] {
  const byKey = new Map<string, StatementHolding>();
  for (const holding of holdings) {
    const key = `${holding.securityKey} ${holding.currency}`;
    const known = byKey.get(key);
    const cost =
      known?.cost == null || holding.cost == null ? null : sum([known.cost, holding.cost]);
    byKey.set(
      key,
      known
        ? {
            ...known,
            quantity: Number((known.quantity + holding.quantity).toFixed(8)),
            value: sum([known.value, holding.value]),
            cost,
          }
        : holding,
    );
  }
  return [...byKey.values()];
}
