import type { Item as ItemShape } from "../../protocol/item.ts";
import type { CatalogueInstitution } from "../domain/institutions/institution.ts";
import type { Item } from "../domain/items/item.ts";
import { type ItemState, itemState } from "../domain/items/item-state.ts";
import type { RawJson } from "../domain/raw-json.ts";
import type { ApiContext } from "./endpoint.ts";
import { itemShape } from "./item-shape.ts";

/** The JSON of each cached Item, valid while the Item's state and institution stay the same. */
const cache = new WeakMap<
  Item,
  { state: ItemState; institution: CatalogueInstitution; raw: RawJson<ItemShape> }
>();

/** Like `itemShape`, as JSON. A memoized Item is serialized once, not once per request. */
export const itemJson = (item: Item, context: ApiContext): RawJson<ItemShape> => {
  const { clock, directory, environment } = context;
  const state = itemState(item, { environment, now: clock() });
  const institution = directory.get(item.institutionId);
  const entry = cache.get(item);
  if (entry?.state === state && entry.institution === institution) return entry.raw;
  const raw = { json: JSON.stringify(itemShape(item, context)) };
  cache.set(item, { state, institution, raw });
  return raw;
};
