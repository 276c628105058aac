import type { Enrichment } from "../../../protocol/enrichment.ts";
import type { Transaction } from "../../../protocol/transaction.ts";
import {
  omitEnrichment,
  packEnrichment,
  unpackEnrichment,
} from "../../domain/enrichment/packed-enrichment.ts";
import type {
  ChangedTransaction,
  TransactionView,
} from "../../domain/transactions/transaction-feed.ts";
import type { Tables } from "../tables.ts";

/** How many enrichments are kept as JSON: transactions of the same merchant mostly have the same. */
const MAX_ENRICHMENTS = 5000;

/** The columns that hold a transaction as readers see it. */
export const CONTENT = [
  "body",
  "enrichment",
  "original_description",
  "persistent_id",
  "possible_match",
] as const;
type Content = Pick<Tables["item_transaction"], (typeof CONTENT)[number]>;

/** The columns of a transaction: its enrichment is packed, since one written out is as long as the rest. */
export const toContent = (
  transaction: ChangedTransaction,
): Content & Pick<Tables["item_transaction"], "evidence"> => {
  const { original_description, persistent_transaction_id, possible_match, evidence, ...rest } =
    transaction;
  return {
    body: JSON.stringify(omitEnrichment(rest)),
    enrichment: packEnrichment(transaction),
    original_description: JSON.stringify(original_description) ?? null,
    persistent_id: persistent_transaction_id,
    possible_match: possible_match && JSON.stringify(possible_match),
    evidence: evidence ? JSON.stringify(evidence) : null,
  };
};

/**
 * Returns a function that parses rows, which were validated when they were written. Transactions of the same merchant
 * share the parts of their enrichment, which is unpacked once.
 */
export const contentReader = (): ((row: Content) => Transaction) => {
  const known = new Map<string | null, Enrichment>();
  return ({ body, enrichment: packed, original_description, persistent_id, possible_match }) => {
    const enrichment = known.get(packed) ?? unpackEnrichment(packed, null);
    known.set(packed, enrichment);
    const transaction: Transaction = JSON.parse(body);
    if (!isEnriched(body)) Object.assign(transaction, enrichment);
    transaction.persistent_transaction_id = persistent_id;
    transaction.possible_match = possible_match && JSON.parse(possible_match);
    if (original_description !== null)
      transaction.original_description = JSON.parse(original_description);
    return transaction;
  };
};

/** Returns a function that joins the columns to a transaction as JSON without parsing them. */
export const contentJson = (): ((row: Content, view: TransactionView) => string) => {
  const known = new Map<string | null, { publicUrl: string | null; fields: string }>();
  const toFields = (packed: string | null, publicUrl: string | null) => {
    const entry = known.get(packed);
    if (entry?.publicUrl === publicUrl) return entry.fields;
    const fields = openObject(unpackEnrichment(packed, publicUrl));
    if (known.size >= MAX_ENRICHMENTS) known.clear();
    known.set(packed, { publicUrl, fields });
    return fields;
  };
  return (
    { body, enrichment, original_description, persistent_id, possible_match },
    { publicUrl, withDescription },
  ) => {
    const identity = `,"persistent_transaction_id":${JSON.stringify(persistent_id)},"possible_match":${possible_match}`;
    const end =
      withDescription && original_description !== null
        ? `,"original_description":${original_description}}`
        : "}";
    const fields = isEnriched(body) ? "{" : toFields(enrichment, publicUrl);
    return fields + body.slice(1, -1) + identity + end;
  };
};

/** Whether a body has its enrichment in itself: a version before stored it there. */
const isEnriched = (body: string): boolean => body.startsWith('{"personal_finance_category"');

/** An enrichment as JSON that goes on with other fields. */
const openObject = (enrichment: Enrichment): string =>
  `${JSON.stringify(enrichment).slice(0, -1)},`;
