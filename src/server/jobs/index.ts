import type { NewJob } from "../domain/job.ts";
import type { World } from "../domain/world.ts";
import { deliverWebhook } from "./deliver-webhook.ts";
import { forgetOld, forgetting } from "./forget-old.ts";
import { itemDeadline } from "./item-deadline.ts";
import type { JobKind } from "./job.ts";
import { makeAssetReportJob } from "./make-asset-report.ts";
import { pullTransactions } from "./pull-transactions.ts";
import { sessionEnd } from "./session-end.ts";
import { verificationDeadline } from "./verification-deadline.ts";

/** Every kind of work that outlives a request. */
export const jobKinds: readonly JobKind[] = [
  deliverWebhook,
  itemDeadline,
  pullTransactions,
  makeAssetReportJob,
  verificationDeadline,
  sessionEnd,
  forgetOld,
];

/** The jobs that go on by themselves, once a server has added them. */
export const recurringJobs = (world: World): NewJob[] => [forgetting(world, world.clock())];
