import type { NewJob } from "../domain/jobs/job.ts";
import type { Services } from "../domain/services.ts";
import { makeAssetReportJob, printAssetReportJob } from "./asset-report.ts";
import { checkInstitution } from "./check-institution.ts";
import { itemDeadline, sessionEnd, verificationDeadline } from "./deadlines.ts";
import { deliverWebhook } from "./deliver-webhook.ts";
import { detectOutagesJob, newDetectOutagesJob } from "./detect-outages.ts";
import { eraseClient } from "./erase-client.ts";
import { eraseDeletedRows } from "./erase-deleted-rows.ts";
import { eraseItem } from "./erase-item.ts";
import { fetchBankLogos, newLogosJob } from "./fetch-bank-logos.ts";
import type { JobKind } from "./job.ts";
import { makeConsumerReportJob } from "./make-consumer-report.ts";
import { notifyRecovery } from "./notify-recovery.ts";
import { pullAfterNotification } from "./pull-after-notification.ts";
import { pullInvestmentsJob } from "./pull-investments.ts";
import { pullLiabilitiesJob } from "./pull-liabilities.ts";
import { pullTransactionsJob } from "./pull-transactions.ts";
import { newPurgeJob, purgeExpired } from "./purge-expired.ts";
import { recordNotification } from "./record-notification.ts";
import { newRefreshJob, refreshAggregators } from "./refresh-aggregators.ts";
import { refreshStatements } from "./refresh-statements.ts";
import { newCertificatesJob, reportCertificates } from "./report-certificates.ts";
import { revokeLogin } from "./revoke-login.ts";
import { sendHostedLink } from "./send-hosted-link.ts";
import { sendInvitation } from "./send-invitation.ts";
import { sendMail } from "./send-mail.ts";
import { sendSignInMail } from "./send-sign-in-mail.ts";
import { startConsumerReportJob } from "./start-consumer-report.ts";
import { watchCashFlow } from "./watch-cash-flow.ts";

/** The registry of job kinds. */
export const jobKinds: readonly JobKind[] = [
  deliverWebhook,
  itemDeadline,
  pullTransactionsJob,
  pullLiabilitiesJob,
  pullInvestmentsJob,
  refreshStatements,
  recordNotification,
  pullAfterNotification,
  watchCashFlow,
  makeAssetReportJob,
  printAssetReportJob,
  startConsumerReportJob,
  makeConsumerReportJob,
  verificationDeadline,
  sessionEnd,
  revokeLogin,
  sendMail,
  sendHostedLink,
  sendInvitation,
  sendSignInMail,
  eraseDeletedRows,
  eraseItem,
  eraseClient,
  purgeExpired,
  detectOutagesJob,
  refreshAggregators,
  fetchBankLogos,
  notifyRecovery,
  checkInstitution,
  reportCertificates,
];

/** The recurring jobs, which add their own successors. */
export const recurringJobs = (services: Services): NewJob[] => [
  newPurgeJob(services),
  newDetectOutagesJob(services),
  newRefreshJob(services),
  newLogosJob(services),
  newCertificatesJob(services),
];
