import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { AppItem } from "./app-item.ts";
import type { Customer } from "./bank.ts";
import {
  type HeldDepot,
  type HeldMortgage,
  heldIn,
  listStatements,
  toHolding,
  toTerms,
  writeDocument,
} from "./bank-values.ts";
import type { World } from "./world.ts";

type Trade = { name: string; account_id: string; quantity: number; price: number; amount: number };
type Answer = {
  accounts?: { account_id: string; name: string }[];
  holdings?: ({ account_id: string } & ReturnType<typeof toHolding>)[];
  investment_transactions?: Trade[];
  total_investment_transactions?: number;
  liabilities?: { mortgage: ({ account_id: string } & Record<string, unknown>)[] };
};
type Listed = {
  accounts: { account_name: string; statements: { statement_id: string; date_posted: string }[] }[];
};

/**
 * Investments are read each day, and again after a refusal. The maximum age of an older value after
 * a newer one, in ms.
 */
const MAX_SETBACK_MS = 48 * 3_600_000;

/** The maximum period of statements, and the days for which a list may be cached, in ms. */
const STATEMENT_DAYS_MS = 800 * 86_400_000;

/**
 * The rules for investments, debts and statements of a simulated bank in a response. A holding is
 * the sum of the account's trades at their price. A debt has the terms of one moment, and a
 * statement belongs to the account. No value is much older than an earlier response's value.
 */
export const createValueRule = (world: World) => {
  /** By Item, path and account: the start of the latest state in a response. */
  const shown = new Map<string, number>();

  const customerOf = (item: AppItem): Customer | null =>
    item.bank && "customerOf" in item.bank ? item.bank.customerOf(item.username) : null;

  /**
   * Requires that a value belongs to a state of its account, and not to a state that ended long
   * before a state already shown.
   */
  const find = <State extends { since: number }>(
    states: readonly State[],
    isOne: (state: State) => boolean,
    { place, since, text }: { place: string; since: number; text: string },
  ): void => {
    const at = states.findLastIndex(isOne);
    if (at < 0) world.violate(`${place}: ${text}, which it never had`);
    const state = states[at];
    const endedAt = states[at + 1]?.since ?? Number.POSITIVE_INFINITY;
    const latest = shown.get(place) ?? 0;
    world.require(
      (state?.since ?? 0) >= latest || endedAt >= since - MAX_SETBACK_MS,
      () => `${place}: ${text}, long after a later answer`,
    );
    shown.set(place, Math.max(latest, state?.since ?? 0));
  };

  const checkHoldings = (
    item: AppItem,
    { accounts = [], holdings = [] }: Answer,
    { values, since }: { values: Customer["values"]; since: number },
  ): void => {
    for (const { account_id, name } of accounts) {
      const states = values.depots.get(name);
      const [own, ...others] = holdings.filter((holding) => holding.account_id === account_id);
      const place = `${item.itemId} holdings of ${name}`;
      world.require(others.length === 0, () => `${place}: there are more than one`);
      if (!states) {
        world.require(own === undefined, () => `${place}: it is no depot`);
        continue;
      }
      if (!own) world.violate(`${place}: there are none`);
      const { quantity, institution_price, institution_value, cost_basis } = own;
      const value = { quantity, institution_price, institution_value, cost_basis };
      const isOne = (state: HeldDepot) => isDeepStrictEqual(toHolding(state), value);
      find(states, isOne, { place, since, text: JSON.stringify(value) });
    }
  };

  const checkTrades = (
    item: AppItem,
    { accounts = [], investment_transactions: trades = [] }: Answer,
    { values, since }: { values: Customer["values"]; since: number },
  ): void => {
    for (const { account_id, name } of accounts) {
      const states = values.depots.get(name);
      if (!states) continue;
      const place = `${item.itemId} trades of ${name}`;
      const own = trades.filter((one) => one.account_id === account_id);
      const names = own.map((one) => one.name).toSorted();
      const isOne = (state: HeldDepot) =>
        isDeepStrictEqual(state.trades.map(({ key }) => key).toSorted(), names);
      find(states, isOne, { place, since, text: `${names.length} trades` });
      const known = states.at(-1)?.trades ?? [];
      for (const { name: key, quantity, price, amount } of own) {
        const one = known.find((trade) => trade.key === key);
        world.require(
          one?.quantity === quantity &&
            one.cents / 100 === price &&
            Math.round(quantity * one.cents) / 100 === amount,
          () => `${place}: ${key} has another quantity, price or amount than at the bank`,
        );
      }
    }
  };

  const checkDebts = (
    item: AppItem,
    { accounts = [], liabilities }: Answer,
    { values, since }: { values: Customer["values"]; since: number },
  ): void => {
    for (const { account_id, name } of accounts) {
      const states = values.mortgages.get(name);
      const own = liabilities?.mortgage.find((debt) => debt.account_id === account_id);
      const place = `${item.itemId} debts of ${name}`;
      world.require(!states === !own, () => `${place}: it has terms: ${own !== undefined}`);
      if (!states || !own) continue;
      const { account_id: _, ...terms } = own;
      const isOne = (state: HeldMortgage) => isDeepStrictEqual(toTerms(name, state), terms);
      find(states, isOne, { place, since, text: `${String(terms.ytd_interest_paid)} of interest` });
    }
  };

  const checkStatements = (item: AppItem, { accounts }: Listed): void => {
    const from = new Date(world.now() - STATEMENT_DAYS_MS).toISOString().slice(0, 10);
    for (const { account_name: name, statements } of accounts) {
      const printed = listStatements(name, { from, to: "9999-12-31" }, world.now());
      const days = printed.map(({ date }) => date as string);
      for (const { date_posted: date } of statements)
        world.require(
          days.includes(date),
          () => `${item.itemId}: a statement of ${name} at ${date}, which was never printed`,
        );
      world.require(
        new Set(statements.map(({ date_posted }) => date_posted)).size === statements.length,
        () => `${item.itemId}: a statement of ${name} is listed twice`,
      );
    }
  };

  const checks: Record<string, typeof checkHoldings> = {
    "/investments/holdings/get": checkHoldings,
    "/investments/transactions/get": checkTrades,
    "/liabilities/get": checkDebts,
  };

  return {
    check: (item: AppItem, path: string, body: object, since: number): void => {
      const customer = customerOf(item);
      if (!customer) return;
      if (path === "/statements/list") checkStatements(item, body as Listed);
      else checks[path]?.(item, body as Answer, { values: customer.values, since });
    },
    /** The document of a listed statement equals the bank's, by hash. */
    checkDocument: (item: AppItem, name: string, date: string, sha256: unknown): void => {
      if (!customerOf(item)) return;
      const own = createHash("sha256")
        .update(writeDocument(`${name}-${date}`))
        .digest("hex");
      world.require(
        own === sha256,
        () => `${item.itemId}: the statement of ${name} at ${date} has another document`,
      );
    },
    /** The values of an Item in the end are the bank's newest. */
    checkLast: (item: AppItem, path: string, body: object): void => {
      const customer = customerOf(item);
      if (!customer) return;
      const { accounts = [], holdings, investment_transactions, liabilities } = body as Answer;
      const say = (name: string) => () => `${path} of ${item.itemId}: ${name} is older in the end`;
      for (const { account_id: id, name } of accounts) {
        const depot = customer.values.depots.get(name)?.at(-1);
        const mortgage = customer.values.mortgages.get(name)?.at(-1);
        const held = holdings?.find(({ account_id }) => account_id === id);
        if (depot && holdings) world.require(held?.quantity === heldIn(depot.trades), say(name));
        const trades = investment_transactions?.filter(({ account_id }) => account_id === id);
        if (depot && trades) world.require(trades.length === depot.trades.length, say(name));
        const debt = liabilities?.mortgage.find(({ account_id }) => account_id === id);
        if (mortgage && liabilities)
          world.require(debt?.ytd_interest_paid === mortgage.interestPaid / 100, say(name));
      }
    },
  };
};

export type ValueRule = ReturnType<typeof createValueRule>;
