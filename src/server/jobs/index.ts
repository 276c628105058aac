import type { JobKind } from "./job.ts";

/** Every kind of work that outlives a request. */
export const jobKinds: readonly JobKind[] = [];
