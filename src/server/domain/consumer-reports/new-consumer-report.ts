import { toUuid } from "../identifiers.ts";
import { listReportProducts } from "../institutions/product.ts";
import { eraseJob } from "../jobs/erase-job.ts";
import { type NewJob, newJob } from "../jobs/job.ts";
import type { LinkSession } from "../link/link-session.ts";
import type { LinkTokenStore } from "../link/link-token.ts";
import type { Runtime } from "../runtime.ts";
import type { ConsumerReportRecord } from "./consumer-report.ts";

/** The default number of days of a report from Link. */
const DEFAULT_DAYS = 365;

/** A request for a report, without the id and times of the report. */
export type ConsumerReportRequest = Omit<ConsumerReportRecord, "reportId" | "createdAt" | "state">;

/** Returns a new report, which always includes the base report. */
export const newConsumerReport = (
  { random, clock }: Pick<Runtime, "random" | "clock">,
  request: ConsumerReportRequest,
): ConsumerReportRecord => ({
  ...request,
  products: [...new Set(["cra_base_report" as const, ...request.products])],
  reportId: toUuid(random(16)),
  createdAt: clock(),
  state: { at: "making" },
});

/** Creates the jobs of a new report: one generates it, another erases the replaced report. */
export const consumerReportJobs = (
  services: Pick<Runtime, "clock" | "random">,
  { reportId, clientId }: Pick<ConsumerReportRecord, "reportId" | "clientId">,
): NewJob[] => [
  newJob(services, {
    name: "make-consumer-report",
    payload: { reportId },
    lane: `consumer-reports ${clientId}`,
  }),
  eraseJob(services),
];

/**
 * Creates the job for the report that a session's link token requests, added in the transaction
 * that links the last Item; none without a request.
 */
export const sessionReport = async (
  services: Pick<Runtime, "clock" | "random"> & { store: { linkTokens: LinkTokenStore } },
  {
    clientId,
    config,
    linkTokenDigest,
  }: Pick<LinkSession, "clientId" | "config" | "linkTokenDigest">,
): Promise<NewJob[]> => {
  const { details = null } =
    (linkTokenDigest === null ? null : await services.store.linkTokens.byDigest(linkTokenDigest)) ??
    {};
  const products = listReportProducts(details?.products ?? []);
  if (!details?.userId || !details.permissiblePurpose || products.length === 0) return [];
  const report = newConsumerReport(services, {
    clientId,
    userId: details.userId,
    products,
    daysRequested: details.reportOptions?.daysRequested ?? DEFAULT_DAYS,
    daysRequired: details.reportOptions?.daysRequired ?? 0,
    requireIdentity: details.reportOptions?.requireIdentity ?? false,
    clientReportId: details.reportOptions?.clientReportId ?? null,
    webhook: config.webhook ?? null,
    purpose: details.permissiblePurpose,
  });
  return [
    newJob(services, {
      name: "start-consumer-report",
      payload: { report },
      lane: `consumer-reports ${clientId}`,
    }),
  ];
};
