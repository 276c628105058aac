import { dateOf, dayOf } from "../../domain/calendar.ts";
import type { BankAccount } from "../../domain/connectors/bank-account.ts";
import type { BankTransaction, Period } from "../../domain/connectors/bank-transaction.ts";
import type { PeriodName, TokenBank } from "../../domain/institutions/bank-description.ts";
import { yieldToEventLoop } from "../../domain/jobs/yield-to-event-loop.ts";
import type { BankClient } from "../bank-client.ts";
import { type AccountRow, toAccountRow, toBankTransaction, withBalances } from "./map-entries.ts";
import { fillTemplate, isAnyTrue, textOf, valueAt } from "./operators.ts";
import { nextPage } from "./pages.ts";

/** No real list has more pages: an endless one is an error of the bank. */
const MAX_PAGES = 500;

/** No account has more transactions in the months that are read. */
const MAX_LISTED = 100_000;

/** More entries than any real page has. */
const MAX_ENTRIES = 10_000;

/** More accounts than anybody has: each is asked for by itself. */
const MAX_ACCOUNTS = 500;

/** How many days before the needed period transactions are asked for: some banks filter by the day they were made. */
const MARGIN_DAYS = 7;

/** How many entries are mapped before others get their turn. */
const AT_ONCE = 200;

type Request = Pick<TokenBank["transactions"], "path" | "query">;
type List = Pick<TokenBank["transactions"], "path" | "query" | "list" | "page" | "skip">;

/** The accounts of a bank's customer, with their balances. */
export const readAccounts = async (bank: TokenBank, client: BankClient): Promise<BankAccount[]> =>
  (await readAccountRows(bank, client)).map(({ account }) => account);

/** The accounts and the transactions of a period, each once; a posted one before a pending one of the same id. */
export const readPull = async (
  bank: TokenBank,
  client: BankClient,
  period: Period,
): Promise<{ accounts: BankAccount[]; transactions: BankTransaction[] }> => {
  const rows = await readAccountRows(bank, client);
  const byKey = new Map<string, BankTransaction>();
  for (const row of rows)
    for (const part of partsOf(period, bank.transactions.max_days)) {
      const entries = await readList(bank, client, "transactions", bank.transactions, {
        ...accountNames(row),
        ...periodNames(part),
      });
      for (const [at, entry] of entries.entries()) {
        if (at % AT_ONCE === AT_ONCE - 1) await yieldToEventLoop();
        const transaction = toBankTransaction(bank, entry, row);
        if ("fields" in transaction) throw client.unsupported(bank.transactions.path, transaction);
        const { key, date } = transaction;
        if (date >= period.from && date <= period.to && byKey.get(key)?.pending !== false)
          byKey.set(key, transaction);
      }
    }
  return { accounts: rows.map(({ account }) => account), transactions: [...byKey.values()] };
};

async function readAccountRows(bank: TokenBank, client: BankClient): Promise<AccountRow[]> {
  const { accounts, balances, groups } = bank;
  const byKey = new Map<string, AccountRow>();
  for (const group of groups ? await readList(bank, client, "groups", groups, {}) : [undefined]) {
    const names = { group: (name: string) => textOf(valueAt(name.replace(/^group\./, ""), group)) };
    for (const entry of await readList(bank, client, "accounts", accounts, names)) {
      const row = toAccountRow(bank, groups ? { ...asObject(entry), group } : entry);
      if ("fields" in row) throw client.unsupported(accounts.path, row);
      byKey.set(row.account.key, row);
    }
  }
  if (byKey.size > MAX_ACCOUNTS)
    throw client.unsupported(accounts.path, { maxAccounts: MAX_ACCOUNTS });
  const rows = [...byKey.values()];
  if (balances === undefined) return rows;
  const withOwn: AccountRow[] = [];
  for (const row of rows) {
    const { body } = await client.get(addressOf(bank, balances, accountNames(row)), balances.path);
    withOwn.push(withBalances(bank, row, body));
  }
  return withOwn;
}

const asObject = (entry: unknown): object =>
  typeof entry === "object" && entry !== null ? entry : {};

type Names = (name: string) => string | undefined;

const accountNames = ({ entry, account }: AccountRow): Record<string, Names> => ({
  account: (name) =>
    name === "account" ? account.key : textOf(valueAt(name.replace(/^account\./, ""), entry)),
});

/** All entries of a list that the description does not skip. */
async function readList(
  bank: TokenBank,
  client: BankClient,
  field: "groups" | "accounts" | "transactions",
  list: List,
  names: Record<string, Names | string>,
): Promise<unknown[]> {
  const entries: unknown[] = [];
  const visited = new Set<string>();
  for (let url: URL | null = addressOf(bank, list, names); url !== null; ) {
    if (visited.has(url.href) || visited.size >= MAX_PAGES)
      throw client.unsupported(list.path, { fields: [`${field}: never ends`] });
    visited.add(url.href);
    const response = await client.get(url, list.path);
    const page =
      list.list === undefined ? response.body : (valueAt(list.list, response.body) ?? []);
    if (!Array.isArray(page))
      throw client.unsupported(list.path, { fields: [`${field}: invalid_type`] });
    if (page.length > MAX_ENTRIES || entries.length + page.length > MAX_LISTED)
      throw client.unsupported(list.path, { fields: [`${field}: too_big`] });
    for (const entry of page) if (!isAnyTrue(list.skip, entry)) entries.push(entry);
    url = nextPage(list.page, url, response, page);
  }
  return entries;
}

function addressOf(
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

/** A period with its margins, in parts of at most some days. */
function partsOf({ from, to }: Period, maxDays = Number.POSITIVE_INFINITY): Period[] {
  if (from > to) return [];
  const parts: Period[] = [];
  const last = dayOf(to) + 1;
  for (let first = dayOf(from) - MARGIN_DAYS; first <= last; first += maxDays)
    parts.push({ from: dateOf(first), to: dateOf(Math.min(first + maxDays - 1, last)) });
  return parts;
}

/** The names of a period in templates: its days, the moments at which it begins and ends, and those in seconds. */
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

/** A segment of a path: neither an empty one nor dots, which lead to another path. */
const encodeSegment = (value: string): string =>
  /^\.{0,2}$/.test(value) ? "_" : encodeURIComponent(value);
