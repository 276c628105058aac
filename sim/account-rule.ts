import { isDeepStrictEqual } from "node:util";
import type { AppItem } from "./app-item.ts";
import { ownerOf, toNumber } from "./bank-shapes.ts";
import type { World } from "./world.ts";

type Balances = { current: number | null; available: number | null };
type ShownAccount = {
  account_id: string;
  name: string;
  mask: string | null;
  balances?: Balances;
  owners?: unknown;
};
type Answer = {
  accounts?: ShownAccount[];
  numbers?: { ach: { account_id: string; account: string }[] };
};

/**
 * The maximum age of balances in a response that asks the bank, in ms, since a call may share
 * another call's result.
 */
const MAX_AGE_MS = 60 * 60_000;

/**
 * How long a paused process's old balances may replace newer balances, in ms: until the next pull.
 */
const MAX_SETBACK_MS = 24 * 3_600_000;

/**
 * The rules for accounts of a simulated bank in a response. The accounts are the customer's, with
 * stable ids, masks, numbers and owners. The balances belong to one moment, and are never a day
 * older than balances of an earlier response.
 */
export const createAccountRule = (world: World) => {
  const ids = new Map<string, string>();
  /** By Item and account: the time of the latest balances in a response. */
  const shown = new Map<string, number>();

  const toKey = (item: AppItem, name: string) => `${item.itemId} ${name}`;

  /** The latest balances that had been shown when a call began. */
  const begin = (): ReadonlyMap<string, number> => new Map(shown);

  const check = (
    item: AppItem,
    path: string,
    body: object,
    { before, since }: { before: ReadonlyMap<string, number>; since: number },
  ): void => {
    // Accounts in a list of statements have other fields.
    if (!item.bank || !("customerOf" in item.bank) || path === "/statements/list") return;
    const { accounts = [], numbers } = body as Answer;
    const customer = item.bank.customerOf(item.username);
    const own = new Map(customer.accounts.map((account) => [account.key as string, account]));
    const say = (what: string) => () => `${path} of ${item.itemId}: ${what}`;
    for (const { account_id: id, name, mask, balances, owners } of accounts) {
      const account = own.get(name);
      if (!account) world.violate(say(`the account ${name} is not ${item.username}'s`)());
      const place = toKey(item, name);
      const known = ids.get(place);
      world.require(known === undefined || known === id, say(`${name} has another id`));
      ids.set(place, id);
      world.require(mask === account.mask, say(`${name} has the mask ${mask}`));
      world.require(
        owners === undefined || isDeepStrictEqual(owners, [ownerOf(item.username)]),
        say(`${name} has the owners ${JSON.stringify(owners)}`),
      );
      const number = numbers?.ach.find(({ account_id }) => account_id === id);
      world.require(
        numbers === undefined ||
          number?.account === (account.numbers.ach ? toNumber(name) : undefined),
        say(`${name} has the number ${number?.account}`),
      );
      if (!balances) continue;
      const held = customer.balances.get(name) ?? [];
      const at = held.findLastIndex(
        ({ current, available }) =>
          current === balances.current && available === balances.available,
      );
      const text = `${name} has ${balances.current} and ${balances.available}`;
      world.require(at >= 0, say(`${text}, which it never had`));
      shown.set(place, Math.max(at, shown.get(place) ?? 0));
      const endedAt = held[at + 1]?.since ?? Number.POSITIVE_INFINITY;
      world.require(
        at >= (before.get(place) ?? 0) || endedAt >= since - MAX_SETBACK_MS,
        say(`${text}, long after a later answer`),
      );
      world.require(
        path !== "/accounts/balance/get" || endedAt >= since - MAX_AGE_MS,
        say(`${text}, which ended ${Math.round((since - endedAt) / 60_000)} minutes before`),
      );
    }
  };

  return {
    begin,
    check,
    /** The balances of an Item in the end are the bank's. */
    checkLast: (item: AppItem, body: object): void => {
      if (!item.bank || !("customerOf" in item.bank)) return;
      const customer = item.bank.customerOf(item.username);
      for (const { name, balances } of (body as Answer).accounts ?? []) {
        const last = customer.balances.get(name)?.at(-1);
        world.require(
          last?.current === balances?.current && last?.available === balances?.available,
          () =>
            `${item.itemId}: ${name} has ${balances?.current} in the end, and ${last?.current} at the bank`,
        );
      }
    },
  };
};

export type AccountRule = ReturnType<typeof createAccountRule>;
