import type { ErrorCause, ErrorCode } from "../../../protocol/errors/errors.ts";
import type { AssetReportWarning } from "../../../protocol/reports/asset-report.ts";
import { Fault } from "../fault.ts";
import { toUuid } from "../identifiers.ts";
import { eraseJob } from "../jobs/erase-job.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { AssetReportFailure, AssetReportRecord } from "./asset-report.ts";
import type { AssetReportDeps } from "./deps.ts";
import { printJob } from "./print-asset-report.ts";
import { writeItem } from "./write-item.ts";

/** The maximum size of a report, in characters of JSON. */
const MAX_SIZE = 1024 ** 3;

/** Errors of an institution that the next attempt may not meet. */
export const TRANSIENT_ERRORS: readonly ErrorCode[] = [
  "INSTITUTION_DOWN",
  "INSTITUTION_NOT_AVAILABLE",
  "INSTITUTION_NOT_RESPONDING",
  "PLANNED_MAINTENANCE",
];

/** The job that generates a report. With `isFastFirst`, a fast version precedes the full report. */
export const assetReportJob = (
  services: Pick<AssetReportDeps, "clock" | "random">,
  { assetReportId, clientId }: Pick<AssetReportRecord, "assetReportId" | "clientId">,
  { isFastFirst = false } = {},
): NewJob =>
  newJob(services, {
    name: "make-asset-report",
    payload: { assetReportId, ...(isFastFirst && { isFastFirst }) },
    lane: `asset-reports ${clientId}`,
  });

/** The outcome of an attempt to generate a report; `not yet` if a retry may succeed. */
export type AssetReportOutcome = "made" | "failed" | "not yet" | "gone";

/**
 * Generates a report from the institutions' current data. An Item that cannot be read is left out,
 * with a warning that gives the reason. The report fails if no Item can be read, or if all Items
 * are required. A transient error of an institution is retried while attempts are left. Idempotent:
 * a second run changes nothing.
 */
export const makeAssetReport = async (
  services: AssetReportDeps,
  assetReportId: string,
  { isLastTry, isFastFirst = false }: { isLastTry: boolean; isFastFirst?: boolean | undefined },
): Promise<AssetReportOutcome> => {
  const { store, clock } = services;
  const report = await store.assetReports.byId(assetReportId);
  if (report?.state.at !== "making") return "gone";
  const draft = { assetReportId, draftId: toUuid(services.random(16)) };
  if (!(await store.assetReports.begin(draft))) return "gone";
  const warnings: AssetReportWarning[] = [];
  const causes: ErrorCause[] = [];
  let size = 0;
  for (const itemId of report.itemIds) {
    const result = await writeItem(services, report, draft, itemId);
    if (result.at === "replaced") return "gone";
    if (result.at === "refused") {
      if (!isLastTry && isTransient(result.refusal)) return "not yet";
      const cause = toCause(result.refusal, itemId);
      causes.push(cause);
      warnings.push(warning("TRANSACTIONS_UNAVAILABLE", cause));
      continue;
    }
    size += result.size;
    if (size > MAX_SIZE)
      return fail(services, report, "ASSET_REPORT_GENERATION_FAILED", [tooLarge(itemId)]);
    if (result.ownersRefusal)
      warnings.push(warning("OWNERS_UNAVAILABLE", toCause(result.ownersRefusal, itemId)));
  }
  if (causes.length === report.itemIds.length || (report.requireAllItems && causes.length > 0))
    return fail(services, report, "DATA_UNAVAILABLE", causes);
  const state = { at: "ready", generatedAt: clock(), warnings } as const;
  const ready = readyWebhook(services, report);
  const jobs = [
    ...(isFastFirst ? [...readyWebhook(services, report, "FAST"), ...ready.map(later)] : ready),
    printJob(services, report),
  ];
  return (await store.assetReports.complete(draft, state, jobs)) ? "made" : "gone";
};

/** The webhook for a ready report; none without an address. */
export const readyWebhook = (
  { webhooks }: Pick<AssetReportDeps, "webhooks">,
  report: AssetReportRecord,
  reportType: "FAST" | "FULL" = "FULL",
): NewJob[] =>
  webhooks.forClient(report, {
    name: "ASSETS:PRODUCT_READY",
    assetReportId: report.assetReportId,
    reportType,
  });

/** The delay of the second webhook in ms, since webhooks are sent concurrently. */
const SECOND_MS = 1000;

const later = (job: NewJob): NewJob => ({ ...job, dueAt: job.dueAt + SECOND_MS });

/** Marks a report as failed after an unexpected error. */
export const giveUpAssetReport = async (
  services: AssetReportDeps,
  assetReportId: string,
): Promise<AssetReportOutcome> => {
  const report = await services.store.assetReports.byId(assetReportId);
  return report ? fail(services, report, "ASSET_REPORT_GENERATION_FAILED", []) : "gone";
};

async function fail(
  services: AssetReportDeps,
  report: AssetReportRecord,
  error: AssetReportFailure,
  causes: ErrorCause[],
): Promise<AssetReportOutcome> {
  const { store, webhooks } = services;
  const { assetReportId } = report;
  const jobs = [
    ...webhooks.forClient(report, { name: "ASSETS:ERROR", assetReportId, error }),
    eraseJob(services),
  ];
  const state = { at: "failed", error, causes } as const;
  return (await store.assetReports.fail(assetReportId, state, jobs)) ? "failed" : "gone";
}

const tooLarge = (itemId: string): ErrorCause =>
  toCause(new Fault("INVALID_FIELD", { message: TOO_LARGE }), itemId);

const TOO_LARGE = "the Asset Report would be larger than 1 GB; ask for fewer Items or fewer days";

const isTransient = ({ code }: Fault): boolean => TRANSIENT_ERRORS.includes(code);

const toCause = ({ body }: Fault, itemId: string): ErrorCause => ({ ...body, item_id: itemId });

const warning = (
  warning_code: AssetReportWarning["warning_code"],
  cause: ErrorCause,
): AssetReportWarning => ({ warning_type: "ASSET_REPORT_WARNING", warning_code, cause });
