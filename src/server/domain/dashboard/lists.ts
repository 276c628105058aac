import type { DashboardItem } from "../../../protocol/dashboard/dashboard-items.ts";
import type { ProductionAccess } from "../clients/production-access.ts";
import type { Item } from "../items/item.ts";
import type { Delivery } from "../webhooks/delivery.ts";

/** The start of a page: after the row that has these values in the columns of the order, its id last. */
export type Cursor = readonly (string | number)[];

/** A request for rows of a list from a cursor on. By time, descending is newest first. */
export type PageRequest = {
  after: Cursor | null;
  order: "ascending" | "descending";
  limit: number;
};

/** Rows of a list, and whether there are more. */
export type Page<Row> = { rows: Row[]; next: Cursor | null };

/** A client in the operator's list. */
type ClientRow = {
  clientId: string;
  name: string;
  defaultVersion: string;
  publicKeyEnabled: boolean;
  productionAccess: ProductionAccess["state"];
  liveItems: number;
  createdAt: number;
};

/**
 * The port for the operator's list of clients; `search` is the beginning of an id, or part of a name, and
 * `access` names the only state of production access that is listed.
 */
export type ClientList = (
  request: PageRequest & { search: string; access: ProductionAccess["state"] | null },
) => Promise<Page<ClientRow>>;

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The fields of the Dashboard's list that the store does not have: `itemShape` computes them. */
type ComputedField = "client_name" | "institution_name" | "state" | "error_code" | "consent_end";

/** An Item in a list: the fields of the Dashboard's list that are columns, and those that a state depends on. */
export type ItemRow = {
  [Field in Exclude<keyof DashboardItem, ComputedField> as CamelCase<Field>]: DashboardItem[Field];
} & Pick<Item, "error" | "consentEnd" | "reconfirmableUntil" | "loggedInAt" | "removedAt">;

/** The port for lists of Items: of one client or of all, live, broken or removed ones. */
export type ItemList = (
  request: PageRequest & {
    clientId: string | null;
    institutionId: string | null;
    state: "live" | "error" | "removed";
  },
) => Promise<Page<ItemRow>>;

/** The port for the institutions of the Items of one client, or of all live Items, in the order of their ids. */
export type ItemInstitutions = (clientId: string | null, limit: number) => Promise<string[]>;

/** A delivery in a list: its address, its number of tries, and the last response. */
type WebhookRow = Pick<
  Delivery,
  "deliveryId" | "clientId" | "itemId" | "url" | "webhook" | "createdAt" | "state" | "nextTryAt"
> & { tries: number; status: number | null; failure: string | null };

/**
 * The port for lists of webhook deliveries: of one client or of all, of one Item, of one event, in
 * one state. A list of one event sorts by time only.
 */
export type WebhookList = (
  request: PageRequest & {
    clientId: string | null;
    itemId: string | null;
    /** `type:code`. */
    webhook?: string | null;
    state: Delivery["state"] | null;
    /** The period in which the deliveries were created: its start is included, its end is not; null for all. */
    since?: number | null;
    until?: number | null;
    sort: "created" | "state";
  },
) => Promise<Page<WebhookRow>>;
