import type { SeenIds } from "../institutions/institution-ids.ts";
import { PURPOSES } from "../institutions/purposes.ts";
import type { Item } from "../items/item.ts";
import type { TransactionDeps } from "./deps.ts";

/**
 * Counts changes of ids for their institution. The entry for files stands for all banks, and is not
 * counted.
 */
export const recordSeenIds = async (
  { clock, directory, store }: TransactionDeps,
  { institutionId }: Pick<Item, "institutionId">,
  seen: SeenIds = { moved: 0, rebooked: 0 },
): Promise<void> => {
  if (seen.moved + seen.rebooked === 0 || !directory.has(institutionId)) return;
  if (!PURPOSES[directory.get(institutionId).purpose].isBank) return;
  await store.institutionIds.addSeen(institutionId, seen, clock());
};
