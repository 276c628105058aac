import type { Product } from "../../../protocol/vocabulary.ts";

/** Tables for the operation of the server. */
export type OperationTables = {
  table_revision: { name: string; revision: number };
  /** By month, `YYYY-MM`. No row refers to another table: usage is billed even after the Item is gone. */
  usage: { client_id: string; product: Product; item_id: string; month: string; count: number };
  /** The sums of the same by client, product and day; each Item counts once a month, on one of its days. */
  usage_total: {
    client_id: string;
    product: Product;
    day: string;
    count: number;
    items: number;
  };
  /** The moment at which a token bucket will be full, in microseconds since 1970. */
  rate_counter: { key: string; full_at: number };
  mark: { name: string; value: string };
};
