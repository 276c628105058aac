import type { JobKind } from "./job.ts";
import { makeAssetReportJob } from "./make-asset-report.ts";

/** Every kind of work that outlives a request. */
export const jobKinds: readonly JobKind[] = [makeAssetReportJob];
