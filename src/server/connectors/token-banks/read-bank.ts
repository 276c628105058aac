import { toDate, toDay } from "../../domain/calendar.ts";
import type { BankAccount } from "../../domain/connectors/bank-account.ts";
import type { BankInvestments } from "../../domain/connectors/bank-investments.ts";
import type { BankTransaction, Period } from "../../domain/connectors/bank-transaction.ts";
import { Fault } from "../../domain/fault.ts";
import type { TokenBank } from "../../domain/institutions/bank-description.ts";
import type { PeriodName } from "../../domain/institutions/bank-paging.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import type { BankClient } from "../bank-client.ts";
import { type AccountRow, toAccountRow, toBankTransaction, withBalances } from "./map-entries.ts";
import { joinPositions, type Position, toPosition } from "./map-holdings.ts";
import { fillTemplate, isAnyTrue, toText, valueAt } from "./operators.ts";
import { nextPage } from "./pages.ts";
import { accountFinder, type TransactionList, transactionLists } from "./transaction-lists.ts";

/** No real list has more pages; an endless list is an error of the bank. */
const MAX_PAGES = 500;

/** No real account has more transactions in the requested months. */
const MAX_LISTED = 100_000;

/** More entries than any real page has. */
const MAX_ENTRIES = 10_000;

/** More accounts than anybody has: each is requested separately. */
const MAX_ACCOUNTS = 500;

/** No person has more positions. All are in memory and stored together. */
const MAX_HOLDINGS = 20_000;

/**
 * The number of days by which requests begin earlier than needed. Some banks filter by the day on
 * which a transaction was made.
 */
const MARGIN_DAYS = 7;

/** The number of entries mapped before other work gets a turn. */
const AT_ONCE = 200;

type Request = Pick<TokenBank["transactions"], "path" | "query">;
type List = Pick<TokenBank["transactions"], "path" | "query" | "list" | "page" | "skip">;

/** A read page: its entries, or the body with balances, and the address of the next page. */
type Page = { of: "accounts" | "transactions"; entries: unknown[]; next: string | null };

/** The pages of a read by address. A read requests missing pages only, and adds them. */
export type Pages = {
  get(url: string): Page | undefined;
  set(url: string, page: Page): unknown;
};

/**
 * Reads the accounts of a bank's customer with their balances. If `mayLack`, an account whose
 * balances are postponed has no balances.
 */
export const readAccounts = async (
  reader: BankReader,
  { mayLack = false }: { mayLack?: boolean } = {},
): Promise<BankAccount[]> => (await readAccountRows(reader, mayLack)).map(({ account }) => account);

/**
 * Reads the accounts, and the transactions of a period. Each transaction occurs once; a posted
 * transaction replaces a pending one of the same id.
 */
export const readPull = async (
  reader: BankReader,
  period: Period,
): Promise<{ accounts: BankAccount[]; transactions: BankTransaction[] }> => {
  const { bank, client } = reader;
  const rows = await readAccountRows(reader);
  const byKey = new Map<string, BankTransaction>();
  for (const list of transactionLists(bank)) {
    // A list over all accounts is asked for once.
    const targets = list.account === undefined ? rows : [null];
    for (const target of targets)
      for (const part of splitPeriod(period, list.max_days)) {
        const entries = await readList(reader, list.name, list, {
          ...(target && accountNames(target)),
          ...periodNames(part),
        });
        const rowOf = target ? () => target : accountFinder(list, rows);
        const unnamed = new Map<AccountRow, Map<string, number>>();
        for (const [at, entry] of entries.entries()) {
          if (at % AT_ONCE === AT_ONCE - 1) await yieldToEventLoop();
          const row = rowOf(entry);
          if (!row) continue;
          const counts = unnamed.get(row) ?? new Map<string, number>();
          unnamed.set(row, counts);
          const transaction = toBankTransaction(list, entry, row, counts);
          if ("fields" in transaction) throw client.unsupported(list.path, transaction);
          const { key, date } = transaction;
          if (date >= period.from && date <= period.to && byKey.get(key)?.pending !== false)
            byKey.set(key, transaction);
        }
      }
  }
  return { accounts: rows.map(({ account }) => account), transactions: [...byKey.values()] };
};

/**
 * The bank, the client for requests to it, the read pages, and the customer's credentials without
 * secrets.
 */
export type BankReader = {
  bank: TokenBank;
  client: BankClient;
  pages: Pages;
  own: Readonly<Record<string, string>>;
};

/**
 * Reads the positions of the investment accounts. Throws PRODUCTS_NOT_SUPPORTED if the description
 * has none.
 */
export const readHoldings = async (rest: Omit<BankReader, "pages">): Promise<BankInvestments> => {
  const { bank, client } = rest;
  const { holdings } = bank;
  if (holdings === undefined) throw new Fault("PRODUCTS_NOT_SUPPORTED");
  const reader = { ...rest, pages: new Map() };
  const positions: Position[] = [];
  for (const row of await readAccountRows(reader, true)) {
    if (row.account.type !== "investment") continue;
    const entries = await readList(reader, "holdings", holdings, accountNames(row));
    if (positions.length + entries.length > MAX_HOLDINGS)
      throw client.unsupported(holdings.path, { maxHoldings: MAX_HOLDINGS });
    for (const [at, entry] of entries.entries()) {
      if (at % AT_ONCE === AT_ONCE - 1) await yieldToEventLoop();
      const position = toPosition(holdings, entry, row.account);
      if ("fields" in position) throw client.unsupported(holdings.path, position);
      positions.push(position);
    }
  }
  return joinPositions(positions);
};

async function readAccountRows(reader: BankReader, mayLack = false): Promise<AccountRow[]> {
  const { bank, client } = reader;
  const { accounts, groups } = bank;
  const byKey = new Map<string, AccountRow>();
  for (const group of groups ? await readList(reader, "groups", groups, {}) : [undefined]) {
    const names = { group: (name: string) => toText(valueAt(name.replace(/^group\./, ""), group)) };
    for (const entry of await readList(reader, "accounts", accounts, names)) {
      const row = toAccountRow(bank, groups ? { ...asObject(entry), group } : entry);
      if ("fields" in row) throw client.unsupported(accounts.path, row);
      byKey.set(row.account.key, row);
    }
  }
  if (byKey.size > MAX_ACCOUNTS)
    throw client.unsupported(accounts.path, { maxAccounts: MAX_ACCOUNTS });
  const rows: AccountRow[] = [];
  for (const row of byKey.values())
    rows.push(
      await withOwnBalances(reader, row).catch((failure: unknown) => {
        if (mayLack && failure instanceof Fault && failure.code === "INSTITUTION_RATE_LIMIT")
          return row;
        throw failure;
      }),
    );
  return rows;
}

async function withOwnBalances(
  { bank, client, pages, own }: BankReader,
  row: AccountRow,
): Promise<AccountRow> {
  const { balances } = bank;
  if (balances === undefined) return row;
  const url = toUrl(bank, balances, { ...own, ...accountNames(row) });
  let page = pages.get(url.href);
  if (!page) {
    const { body } = await client.get(url, balances.path);
    page = { of: "accounts", entries: [body], next: null };
    pages.set(url.href, page);
  }
  return withBalances(bank, row, page.entries[0]);
}

const asObject = (entry: unknown): object =>
  typeof entry === "object" && entry !== null ? entry : {};

type Names = (name: string) => string | undefined;

const accountNames = ({ entry, account }: AccountRow): Record<string, Names> => ({
  account: (name) =>
    name === "account" ? account.key : toText(valueAt(name.replace(/^account\./, ""), entry)),
});

/** Reads all entries of a list, except those that the description skips. */
async function readList(
  { bank, client, pages, own }: BankReader,
  field: "groups" | "accounts" | "holdings" | TransactionList["name"],
  list: List,
  others: Record<string, Names | string>,
): Promise<unknown[]> {
  const names = { ...own, ...others };
  const entries: unknown[] = [];
  const visited = new Set<string>();
  const readPage = async (url: URL): Promise<Page> => {
    const response = await client.get(url, list.path);
    const found =
      list.list === undefined ? response.body : (valueAt(list.list, response.body) ?? []);
    if (!Array.isArray(found))
      throw client.unsupported(list.path, { fields: [`${field}: invalid_type`] });
    if (found.length > MAX_ENTRIES)
      throw client.unsupported(list.path, { fields: [`${field}: too_big`] });
    const next = nextPage(list.page, url, response, found, (changed) =>
      toUrl(bank, list, { ...names, ...changed }),
    );
    return {
      of: field === "transactions" ? field : "accounts",
      entries: found.filter((entry) => !isAnyTrue(list.skip, entry)),
      next: next?.href ?? null,
    };
  };
  for (let url: URL | null = toUrl(bank, list, names); url !== null; ) {
    if (visited.has(url.href) || visited.size >= MAX_PAGES)
      throw client.unsupported(list.path, { fields: [`${field}: never ends`] });
    visited.add(url.href);
    let page = pages.get(url.href);
    if (!page) {
      page = await readPage(url);
      pages.set(url.href, page);
    }
    if (entries.length + page.entries.length > MAX_LISTED)
      throw client.unsupported(list.path, { fields: [`${field}: too_big`] });
    for (const entry of page.entries) entries.push(entry);
    url = page.next === null ? null : new URL(page.next);
  }
  return entries;
}

function toUrl(
  bank: TokenBank,
  { path, query = {} }: Request,
  names: Record<string, Names | string>,
): URL {
  const lookUp: Names = (name) => {
    const value = names[name.split(".")[0] ?? ""];
    return typeof value === "function" ? value(name) : value;
  };
  const url = new URL(
    `${bank.base.replace(/\/+$/, "")}${fillTemplate(path, lookUp, encodeSegment)}`,
  );
  for (const [name, templates] of Object.entries(query))
    for (const template of [templates].flat())
      url.searchParams.append(name, fillTemplate(template, lookUp));
  return url;
}

/**
 * Splits a period with its margins into parts of at most `maxDays` days. The first days of the
 * parts do not depend on the start of the period. A read that continues tomorrow therefore finds
 * today's pages.
 */
function splitPeriod({ from, to }: Period, maxDays = Number.POSITIVE_INFINITY): Period[] {
  if (from > to) return [];
  const parts: Period[] = [];
  const last = toDay(to) + 1;
  const earliest = toDay(from) - MARGIN_DAYS;
  const start = Number.isFinite(maxDays) ? Math.floor(earliest / maxDays) * maxDays : earliest;
  for (let first = start; first <= last; first += maxDays)
    parts.push({ from: toDate(first), to: toDate(Math.min(first + maxDays - 1, last)) });
  return parts;
}

/**
 * The names of a period in templates: its days, and the moments of its begin and end, as texts and
 * in seconds.
 */
function periodNames({ from, to }: Period): Record<PeriodName, string> {
  const [start, end] = [Date.parse(from), Date.parse(to) + 24 * 60 * 60 * 1000 - 1];
  return {
    ...{ from, to },
    from_time: new Date(start).toISOString(),
    to_time: new Date(end).toISOString(),
    from_seconds: String(start / 1000),
    to_seconds: String(Math.floor(end / 1000)),
  };
}

/**
 * Encodes a segment of a path. An empty segment or dots would lead to another path, and are
 * refused.
 */
const encodeSegment = (value: string): string =>
  /^\.{0,2}$/.test(value) ? "_" : encodeURIComponent(value);
