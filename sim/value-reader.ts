import type { AppItem } from "./app-item.ts";
import type { Application } from "./application.ts";
import type { Draw } from "./draw.ts";
import type { ValueRule } from "./value-rule.ts";
import type { World } from "./world.ts";

type Page = {
  accounts: { account_id: string; name: string; type: string }[];
  investment_transactions: { account_id: string }[];
  total_investment_transactions: number;
};
type Statements = {
  accounts: { account_name: string; statements: { statement_id: string; date_posted: string }[] }[];
};

const PERIOD = { start_date: "2020-01-01", end_date: "2029-12-31" };

/** The share of trade reads with pages of one or two trades. */
const SHARE_OF_SMALL_PAGES = 0.4;

/** Reads the investments, debts and statements of Items, and compares them with the banks' data. */
export const createValueReader = (world: World, rule: ValueRule) => {
  const draw = world.draw("value reader");

  /** Reads all trades by pages; null if their number changed meanwhile. */
  const trades = async (application: Application, item: AppItem): Promise<object | null> => {
    const count = draw.chance(SHARE_OF_SMALL_PAGES) ? draw.between(1, 2) : 500;
    const all: Page["investment_transactions"] = [];
    let total: number | null = null;
    for (;;) {
      const options = { count, offset: all.length };
      const body = { ...PERIOD, options };
      const page = (await application.read(
        item,
        "/investments/transactions/get",
        body,
      )) as Page | null;
      if (page === null) return null;
      total ??= page.total_investment_transactions;
      if (total !== page.total_investment_transactions) return null;
      all.push(...page.investment_transactions);
      if (all.length >= total) return { ...page, investment_transactions: all };
      world.require(
        page.investment_transactions.length === count,
        () => `${item.itemId}: a page of trades has fewer than ${count} before the end`,
      );
    }
  };

  const read = (application: Application, item: AppItem, path: string) =>
    path === "/investments/transactions/get"
      ? trades(application, item)
      : application.read(item, path);

  const download = async (application: Application, item: AppItem, list: Statements) => {
    const own = list.accounts.flatMap(({ account_name, statements }) =>
      statements.map((statement) => ({ account_name, ...statement })),
    );
    if (own.length === 0) return;
    const { account_name: name, date_posted: date, statement_id } = draw.pick(own);
    const answer = await application.read(item, "/statements/download", { statement_id });
    if (answer) rule.checkDocument(item, name, date, answer.sha256);
  };

  return {
    /** Reads one of the products of an Item. */
    read: async (application: Application, item: AppItem, from: Draw): Promise<void> => {
      const path = from.pick(PATHS);
      const since = world.now();
      const body = await read(application, item, path);
      if (!body || item.isGone) return;
      item.values.add(path);
      rule.check(item, path, body, since);
      if (path === "/statements/list") await download(application, item, body as Statements);
    },
    /** Reads an Item's values again. The values are the bank's newest. */
    readLast: async (application: Application, item: AppItem): Promise<void> => {
      for (const path of item.values) {
        const body = await read(application, item, path);
        world.require(body !== null, () => `${path} of ${item.itemId} cannot be read in peace`);
        if (body) rule.checkLast(item, path, body);
      }
    },
  };
};

export type ValueReader = ReturnType<typeof createValueReader>;

const PATHS = [
  "/investments/holdings/get",
  "/investments/transactions/get",
  "/liabilities/get",
  "/statements/list",
];
