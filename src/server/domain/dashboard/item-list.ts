import type { DashboardItem } from "../../../protocol/dashboard-items.ts";
import type { Item } from "../items/item.ts";
import type { Page, PageRequest } from "./list-page.ts";

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The fields of the Dashboard's list that the store does not have: `itemShape` computes them. */
type ComputedField = "client_name" | "institution_name" | "state" | "error_code";

/** An Item in a list: the fields of the Dashboard's list that are columns, and those that a state depends on. */
export type ItemRow = {
  [Field in Exclude<keyof DashboardItem, ComputedField> as CamelCase<Field>]: DashboardItem[Field];
} & Pick<Item, "error" | "loggedInAt" | "removedAt">;

/** The port for lists of Items: of one client or of all, live, broken or removed ones. */
export type ItemList = (
  request: PageRequest & {
    clientId: string | null;
    institutionId: string | null;
    state: "live" | "error" | "removed";
  },
) => Promise<Page<ItemRow>>;
