import type { Product } from "../../../protocol/vocabulary.ts";
import { digest, newToken } from "../identifiers.ts";
import type { NewJob } from "../jobs/job.ts";
import type { Runtime } from "../runtime.ts";
import type { ProcessorReceiver } from "../webhooks/webhook.ts";

/** A processor token gives one processor access to one account. */
export type ProcessorToken = {
  digest: string;
  itemId: string;
  accountId: string;
  /** The name of the token's processor. */
  processor: string;
  /** The products that the token can read; null for all. */
  products: readonly Product[] | null;
  createdAt: number;
};

/** The port for processor tokens. */
export type ProcessorTokenStore = {
  issue(token: ProcessorToken): Promise<void>;
  byDigest(digest: string): Promise<ProcessorToken | null>;
  /** Sets the products that a token can read; null for all. */
  setProducts(token: ProcessorToken, products: readonly Product[] | null): Promise<void>;
  /** Sets the webhook address of a token, and the processor's client; null for none. */
  setWebhook(
    token: Pick<ProcessorToken, "itemId" | "digest">,
    webhook: Pick<ProcessorReceiver, "clientId" | "webhook"> | null,
    jobs?: readonly NewJob[],
  ): Promise<void>;
  /**
   * The webhook addresses of an Item's tokens that permit `product`, for clients that are
   * processors.
   */
  receivers(itemId: string, product: Product): Promise<ProcessorReceiver[]>;
};

/** The format of a processor's name. */
export const PROCESSOR_NAME = /^[a-z][a-z0-9_]{0,39}$/;

type Grant = Pick<ProcessorToken, "itemId" | "accountId" | "processor">;

/** Returns a processor token for one account, and the record to store. */
export const issueProcessorToken = (
  { environment, random, clock }: Pick<Runtime, "environment" | "random" | "clock">,
  grant: Grant,
): { token: string; record: ProcessorToken } => {
  const token = newToken("processor", { environment, random });
  return { token, record: { ...grant, products: null, digest: digest(token), createdAt: clock() } };
};
