import type { Knowledge } from "../enrichment/knowledge.ts";
import type { InstitutionIdStore } from "../institutions/institution-ids.ts";
import type { ItemDeps } from "../items/deps.ts";
import type { ItemStatusStore } from "../items/item-store.ts";
import type { ProcessorTokenStore } from "../items/processor-token.ts";
import type { TransactionStore } from "./transaction-feed.ts";

/**
 * The services for transactions: those of Items, the transactions' store, and knowledge of
 * merchants.
 */
export type TransactionDeps = ItemDeps & {
  /** The merchants and words of the data files, read once, and the operator's merchants. */
  knowledge(): Promise<Knowledge>;
  store: {
    transactions: TransactionStore;
    itemStatus: ItemStatusStore;
    institutionIds: InstitutionIdStore;
    processorTokens: Pick<ProcessorTokenStore, "receivers">;
  };
};
