import type { Delivery } from "../webhooks/delivery.ts";
import type { Page, PageRequest } from "./list-page.ts";

/** A delivery in a list: its address, its number of tries, and the last response. */
type WebhookRow = Pick<
  Delivery,
  "deliveryId" | "clientId" | "itemId" | "url" | "webhook" | "createdAt" | "state"
> & { tries: number; status: number | null; failure: string | null };

/** The port for lists of webhook deliveries: of one client or of all, of one Item, in one state. */
export type WebhookList = (
  request: PageRequest & {
    clientId: string | null;
    itemId: string | null;
    state: Delivery["state"] | null;
    sort: "created" | "state";
  },
) => Promise<Page<WebhookRow>>;
