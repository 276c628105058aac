import { isDeepStrictEqual } from "node:util";
import type { AppItem } from "./app-item.ts";
import type { Application } from "./application.ts";
import type { World } from "./world.ts";

type Holding = {
  account_id: string;
  security_id: string;
  quantity: number;
  institution_price: number;
  institution_value: number;
  cost_basis: number | null;
  tax_lots: { quantity: number; cost_basis: number; current_value: number }[];
};
type Trade = {
  investment_transaction_id: string;
  account_id: string;
  security_id: string | null;
  date: string;
  quantity: number;
};
type Mortgage = {
  account_id: string;
  last_payment_date: string | null;
  last_payment_amount: number | null;
  ytd_principal_paid: number | null;
  ytd_interest_paid: number | null;
};

/** The holdings of an Item at a moment, and the trades behind the holdings. */
type Portfolio = {
  holdings: readonly Holding[];
  trades: readonly Trade[];
  cash: ReadonlySet<string>;
  /** The accounts of the Item. */
  accountIds: ReadonlySet<string>;
};

/** The tolerance for sums of numbers. */
const NEAR = 0.02;

/**
 * The rules for assets and debts of the sandbox's people. A holding's value is its units at their
 * price, and the sum of its lots. Between two reads, only trades change a holding. Payments of
 * interest and principal repay a loan.
 */
const createPortfolioRule = (world: World) => {
  const portfolios = new Map<string, Portfolio>();
  const mortgages = new Map<string, Mortgage>();

  const checkLots = (
    itemId: string,
    { security_id, tax_lots: lots, ...holding }: Holding,
  ): void => {
    const { quantity, cost_basis, institution_value: value } = holding;
    for (const [whole, part] of [
      [quantity, "quantity"],
      [cost_basis, "cost_basis"],
      [value, "current_value"],
    ] as const) {
      const sum = lots.reduce((all, lot) => all + lot[part], 0);
      world.require(
        whole !== null && Math.abs(sum - whole) <= NEAR,
        () => `${itemId}: the lots of ${security_id} have a ${part} of ${sum}, not ${whole}`,
      );
    }
  };

  const checkPortfolio = (itemId: string, now: Portfolio): void => {
    for (const holding of now.holdings)
      if (!now.cash.has(holding.security_id)) checkLots(itemId, holding);
    for (const {
      security_id,
      quantity,
      institution_price: price,
      institution_value,
    } of now.holdings)
      world.require(
        Math.abs(quantity * price - institution_value) <= NEAR,
        () => `${itemId}: ${quantity} of ${security_id} at ${price} are worth ${institution_value}`,
      );
    const before = portfolios.get(itemId);
    portfolios.set(itemId, now);
    if (!before) return;
    const first = now.trades.reduce((oldest, { date }) => (date < oldest ? date : oldest), "9999");
    const [ids, idsBefore] = [now, before].map(
      ({ trades }) => new Set(trades.map((trade) => trade.investment_transaction_id)),
    );
    const come = now.trades.filter((trade) => !idsBefore?.has(trade.investment_transaction_id));
    // A paused process may store an older read. Old trades leave the list.
    const gone = before.trades.filter(
      (trade) => !ids?.has(trade.investment_transaction_id) && trade.date > first,
    );
    for (const key of new Set([...now.holdings, ...before.holdings].map(toKey))) {
      const [accountId = "", securityId = ""] = key.split(" ");
      // A closed or unshared account takes its holdings along without a trade.
      if (now.cash.has(securityId) || !now.accountIds.has(accountId)) continue;
      const sum = (rows: readonly (Holding | Trade)[]) =>
        rows.reduce((all, row) => all + (toKey(row) === key ? row.quantity : 0), 0);
      const moved = sum(come) - sum(gone);
      const [held, heldBefore] = [sum(now.holdings), sum(before.holdings)];
      world.require(
        Math.abs(held - heldBefore - moved) <= NEAR,
        () => `${itemId}: ${key} went from ${heldBefore} to ${held} by trades of ${moved}`,
      );
    }
  };

  const checkMortgage = (itemId: string, now: Mortgage): void => {
    const key = `${itemId} ${now.account_id}`;
    const before = mortgages.get(key);
    mortgages.set(key, now);
    const [day, dayBefore] = [now.last_payment_date, before?.last_payment_date];
    if (
      !before ||
      !day ||
      !dayBefore ||
      day <= dayBefore ||
      day.slice(0, 4) !== dayBefore.slice(0, 4)
    )
      return;
    const months = Number(day.slice(5, 7)) - Number(dayBefore.slice(5, 7));
    const principal = (now.ytd_principal_paid ?? 0) - (before.ytd_principal_paid ?? 0);
    const interest = (now.ytd_interest_paid ?? 0) - (before.ytd_interest_paid ?? 0);
    const paid = months * (now.last_payment_amount ?? 0);
    world.require(
      principal > 0 && interest > 0 && Math.abs(principal + interest - paid) <= NEAR * months,
      () => `${key}: ${months} payments of ${paid} were ${principal} and ${interest} of interest`,
    );
  };

  return { checkPortfolio, checkMortgage };
};

const toKey = ({ account_id, security_id }: Pick<Trade, "account_id" | "security_id">): string =>
  `${account_id} ${security_id}`;

const ruleOf = new WeakMap<World, ReturnType<typeof createPortfolioRule>>();

/** The trades of an Item, page by page; null if unreadable now. */
async function readTrades(application: Application, token: string): Promise<Trade[] | null> {
  const all: Trade[] = [];
  for (;;) {
    const answer = await application.call("/investments/transactions/get", {
      ...{ access_token: token, start_date: "2020-01-01", end_date: "2036-12-31" },
      options: { count: 500, offset: all.length },
    });
    if (answer?.status !== 200) return null;
    const page = answer.body.investment_transactions as Trade[];
    all.push(...page);
    if (page.length === 0 || all.length >= Number(answer.body.total_investment_transactions))
      return all;
  }
}

/** Looks at what a person of the sandbox owns and owes, as far as it can be read now, and whether the rules hold. */
export const readPortfolio = async (
  world: World,
  application: Application,
  item: AppItem,
): Promise<void> => {
  if (item.bank !== null) return;
  const rule = ruleOf.get(world) ?? createPortfolioRule(world);
  ruleOf.set(world, rule);
  const { itemId, token } = item;
  const look = () => application.call("/investments/holdings/get", { access_token: token });
  const first = await look();
  const trades = first?.status === 200 ? await readTrades(application, token) : null;
  const second = trades && (await look());
  // Trades that are read while the holdings change belong to another moment.
  if (
    trades &&
    second?.status === 200 &&
    isDeepStrictEqual(first?.body.holdings, second.body.holdings)
  ) {
    const securities = second.body.securities as { security_id: string; type: string }[];
    const cash = securities.flatMap(({ security_id, type }) =>
      type === "cash" ? security_id : [],
    );
    const holdings = second.body.holdings as Holding[];
    const accounts = second.body.accounts as { account_id: string }[];
    const accountIds = new Set(accounts.map(({ account_id }) => account_id));
    rule.checkPortfolio(itemId, { holdings, trades, cash: new Set(cash), accountIds });
    world.note(application.name, "portfolio", String(holdings.length), itemId);
  }
  const owed = await application.call("/liabilities/get", { access_token: token });
  if (owed?.status !== 200) return;
  const { mortgage } = owed.body.liabilities as { mortgage: Mortgage[] | null };
  for (const one of mortgage ?? []) rule.checkMortgage(itemId, one);
};
