import type { Customer } from "./bank.ts";

/** The balances of an account from a moment on. */
export type HeldBalance = { since: number; current: number; available: number };

/** Each account begins with more than anybody spends, in cents. */
const FIRST_CENTS = 10_000_000;

/**
 * An account's balance is its start less all booked amounts. Pending amounts reduce the available
 * balance.
 */
export const settleBalances = ({ accounts, ledger, balances }: Customer, since: number): void => {
  const spent = new Map(accounts.map(({ key }) => [key, { current: 0, available: 0 }]));
  for (const { accountKey, amount, pending } of ledger.values()) {
    const own = spent.get(accountKey);
    if (!own) continue;
    own.available += Math.round(amount * 100);
    if (!pending) own.current += Math.round(amount * 100);
  }
  for (const account of accounts) {
    const { current = 0, available = 0 } = spent.get(account.key) ?? {};
    const now = {
      current: (FIRST_CENTS - current) / 100,
      available: (FIRST_CENTS - available) / 100,
    };
    const held = balances.get(account.key) ?? [];
    balances.set(account.key, held);
    const last = held.at(-1);
    if (last?.current === now.current && last.available === now.available) continue;
    held.push({ since, ...now });
    account.balances = { ...account.balances, ...now };
  }
};
