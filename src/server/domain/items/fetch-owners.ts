import type { Owner } from "../../../protocol/owner.ts";
import { Fault } from "../fault.ts";
import { loginOf } from "../link/login.ts";
import type { Services } from "../services.ts";
import { connectorStateOf } from "../transactions/pull-transactions.ts";
import type { Item } from "./item.ts";
import { ITEM_STATES, itemState } from "./item-state.ts";

/** Who owns each account, by its account_id. */
export type Owners = ReadonlyMap<string, Owner[]>;

/**
 * Who owns the accounts of an Item. The institution is asked; where it cannot be, or refuses, they are
 * those that it told last. Throws its refusal where it has never told any.
 */
export const fetchOwners = async (services: Services, item: Item): Promise<Owners> => {
  const { clock, environment, store } = services;
  const state = ITEM_STATES[itemState(item, { environment, now: clock() })];
  const kept = await store.items.owners(item.itemId);
  try {
    if (state.refusals.institution) throw new Fault(state.refusals.institution);
    const told = await ask(services, item);
    if (JSON.stringify([...told]) !== JSON.stringify([...kept]))
      await store.items.setOwners(item.itemId, told);
    return told;
  } catch (refusal) {
    if (!(refusal instanceof Fault) || kept.size === 0) throw refusal;
    return kept;
  }
};

async function ask(services: Services, item: Item): Promise<Owners> {
  const { directory, store } = services;
  const connectorState = await connectorStateOf(services, item);
  const connector = directory.connectorOf(item.institutionId);
  const told = await connector.identity(loginOf(services, item, connectorState));
  const accounts = await store.items.accounts(item.itemId);
  return new Map(
    accounts.map(({ key, account }) => [
      account.account_id,
      told.find((one) => one.key === key)?.owners ?? [],
    ]),
  );
}
