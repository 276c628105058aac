import type { Product } from "../../../protocol/vocabulary.ts";
import type { Item } from "../items/item.ts";
import type { Page, PageRequest } from "./list-page.ts";

/** An Item in a list: its record without its login. */
export type ItemRow = Pick<
  Item,
  | "itemId"
  | "clientId"
  | "institutionId"
  | "error"
  | "consentExpiresAt"
  | "loggedInAt"
  | "createdAt"
  | "removedAt"
> & { products: Product[]; clientUserId: string | null; pulledAt: number | null };

/** The port for lists of Items: of one client or of all, live, broken or removed ones. */
export type ItemList = (
  request: PageRequest & {
    clientId: string | null;
    institutionId: string | null;
    state: "live" | "error" | "removed";
  },
) => Promise<Page<ItemRow>>;
