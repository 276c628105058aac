import type { BankTransaction } from "../src/server/domain/connectors/bank-transaction.ts";
import { bankTransaction } from "../src/testing/bank-data.ts";
import type { Customer } from "./bank.ts";
import { settleBalances } from "./bank-balances.ts";
import { toName, transactionOf } from "./bank-shapes.ts";
import type { Draw } from "./draw.ts";
import type { World } from "./world.ts";

const DAY_MS = 86_400_000;

/** A bank holds no amount for longer than this, in ms. */
const MAX_PENDING_MS = 20 * DAY_MS;

/** The share of posted transactions without a reference to their pending transaction. */
const SHARE_WITHOUT_LINK = 0.2;

/** The share of purchases soon after a read, and their maximum delay, in ms. */
const SHARE_OF_LATE_PURCHASES = 0.2;
const MAX_LATE_MS = 8 * 60_000;

/** The maximum time for which the bank reserves such a purchase's amount, in ms. */
const MAX_HOLD_MS = 12 * 3_600_000;

/**
 * Adds pending transactions to the ledgers of a bank's customers. Later posts, corrects or drops
 * them.
 */
export const createLedgers = (world: World, institutionId: string, draw: Draw) => {
  let lastId = 0;
  let isClosed = false;

  const settle = (customer: Customer): void => settleBalances(customer, world.now());

  const book = (customer: Customer, daysAgo: number, isPending: boolean): string => {
    const key = `${institutionId}-t${++lastId}`;
    const { key: accountKey } = draw.pick(
      customer.accounts.filter(({ type }) => type === "depository"),
    );
    const date = new Date(world.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
    const amount = draw.between(100, 20_000) / 100;
    customer.ledger.set(key, transactionOf(key, accountKey, { date, amount, isPending }));
    settle(customer);
    if (isPending) world.note(institutionId, "pending", "begins", customer.username, toName(key));
    return key;
  };

  /** The customer pays soon after a read; the amount is held for some hours. */
  const paySoon = (customer: Customer): void => {
    const at = world.now() + draw.between(5000, MAX_LATE_MS);
    world.scheduler.at(at, institutionId, null, () => {
      if (isClosed) return;
      const key = book(customer, 0, true);
      world.scheduler.at(at + draw.between(60_000, MAX_HOLD_MS), institutionId, null, () => {
        const held = customer.ledger.get(key);
        if (held && !isClosed) end(customer, held);
      });
    });
  };

  /** Runs one event on a customer's ledger; returns false if the bank is closed. */
  const happen = (customer: Customer): boolean => {
    if (isClosed) return false;
    const pending = [...customer.ledger.values()].filter((transaction) => transaction.pending);
    const oldest = pending.find(({ date }) => Date.parse(date) < world.now() - MAX_PENDING_MS);
    if (!oldest && (pending.length === 0 || draw.chance(0.5))) book(customer, 0, true);
    else end(customer, oldest ?? draw.pick(pending));
    return true;
  };

  /** Posts or drops a pending transaction. */
  const end = (customer: Customer, pending: BankTransaction): void => {
    customer.ledger.delete(pending.key);
    world.note(institutionId, "pending", "ends", customer.username, toName(pending.key));
    if (!draw.chance(0.8)) {
      settle(customer);
      return;
    }
    const key = `${institutionId}-t${++lastId}`;
    const amount = draw.chance(0.2) ? pending.amount + 1 : pending.amount;
    customer.ledger.set(
      key,
      bankTransaction({
        ...pending,
        ...{ key, amount, pending: false, name: toName(key) },
        pendingKey: draw.chance(SHARE_WITHOUT_LINK) ? null : pending.key,
      }),
    );
    settle(customer);
  };

  return {
    /** Books a customer's payments of the previous 40 days. */
    fill: (customer: Customer): void => {
      for (let days = 40; days > 0; days -= draw.between(1, 4)) book(customer, days, false);
    },
    /** A customer's transactions are read, and may change soon. */
    read: (customer: Customer): void => {
      if (draw.chance(SHARE_OF_LATE_PURCHASES)) paySoon(customer);
    },
    happen,
    close: (): void => {
      isClosed = true;
    },
  };
};
