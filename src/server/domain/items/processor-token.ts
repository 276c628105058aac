import { digest, environmentToken } from "../identifiers.ts";

import type { Services } from "../services.ts";

/** What lets one processor read one account. */
export type ProcessorToken = {
  digest: string;
  itemId: string;
  accountId: string;
  /** The name of the processor that it was made for. */
  processor: string;
  createdAt: number;
};

/** Where processor tokens live. */
export type ProcessorTokenStore = {
  issue(token: ProcessorToken): Promise<void>;
  byDigest(digest: string): Promise<ProcessorToken | null>;
};

/** How a processor is called. */
export const PROCESSOR_NAME = /^[a-z][a-z0-9_]{0,39}$/;

type Grant = Pick<ProcessorToken, "itemId" | "accountId" | "processor">;

/** A token that lets one processor read one account, and what the store keeps of it. */
export const issueProcessorToken = (
  { environment, random, clock }: Services,
  forWhom: Grant,
): { token: string; record: ProcessorToken } => {
  const token = environmentToken("processor", environment, random(16));
  return { token, record: { ...forWhom, digest: digest(token), createdAt: clock() } };
};
