import type { DashboardItem } from "../../../protocol/dashboard/dashboard-items.ts";
import type { ProductionAccess } from "../clients/production-access.ts";
import type { Item } from "../items/item.ts";
import type { Delivery } from "../webhooks/delivery.ts";

/** The start of a page: after the row with these values of the ordering columns, the id last. */
export type Cursor = readonly (string | number)[];

/** A request for a page of a list from a cursor on. Descending by time means newest first. */
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
 * The port for the operator's list of clients. `search` is the start of an id or part of a name;
 * `access` filters by the state of production access.
 */
export type ClientList = (
  request: PageRequest & { search: string; access: ProductionAccess["state"] | null },
) => Promise<Page<ClientRow>>;

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The fields of an Item in the Dashboard that `itemShape` computes and the store lacks. */
type ComputedField = "client_name" | "institution_name" | "state" | "error_code" | "consent_end";

/**
 * An Item in a list: the stored fields of the Dashboard's list, and those that determine the Item's
 * state.
 */
export type ItemRow = {
  [Field in Exclude<keyof DashboardItem, ComputedField> as CamelCase<Field>]: DashboardItem[Field];
} & Pick<Item, "error" | "consentEnd" | "reconfirmableUntil" | "loggedInAt" | "removedAt">;

/** The port for lists of Items: of one client or all, and live, broken or removed. */
export type ItemList = (
  request: PageRequest & {
    clientId: string | null;
    institutionId: string | null;
    state: "live" | "error" | "removed";
  },
) => Promise<Page<ItemRow>>;

/** The port for the institutions of a client's Items, or of all live Items, ordered by id. */
export type ItemInstitutions = (clientId: string | null, limit: number) => Promise<string[]>;

/** A delivery in a list: its address, its number of attempts, and the last response. */
type WebhookRow = Pick<
  Delivery,
  "deliveryId" | "clientId" | "itemId" | "url" | "webhook" | "createdAt" | "state" | "nextTryAt"
> & { tries: number; status: number | null; failure: string | null };

/**
 * The port for lists of webhook deliveries, filtered by client, Item, event and state. A list of
 * one event sorts by time only.
 */
export type WebhookList = (
  request: PageRequest & {
    clientId: string | null;
    itemId: string | null;
    /** `type:code`. */
    webhook?: string | null;
    state: Delivery["state"] | null;
    /** The period of the deliveries' creation, with an exclusive end; null for all. */
    since?: number | null;
    until?: number | null;
    sort: "created" | "state";
  },
) => Promise<Page<WebhookRow>>;
