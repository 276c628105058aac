// The queue, and the deletions of the daily jobs.

import { samples } from "../../../../dist/bench/parts.js";
import { DAY_MS } from "./names.mjs";

const { sampleJob } = samples;

export async function jobs(step, { jobs: all }, { now, name }) {
  const due = Array.from({ length: 20 }, (_, n) =>
    sampleJob(`${name}-${n}`, { lane: `lane ${n % 4}`, dueAt: now - 1000 }),
  );
  await step("jobs.add", () => all.add(due));
  const claim = {
    now,
    lease: `lease-${name}`,
    leaseUntil: now + 60_000,
    limit: 64,
    perLane: 8,
    busy: new Map(),
  };
  const claimed = (await step("jobs.claim", () => all.claim(claim))) ?? [];
  await step("jobs.renew", () => all.renew(claimed, { now, leaseUntil: now + 90_000 }));
  await step("jobs.retry", () => all.retry(claimed[0], now + 1, now));
  await step("jobs.giveUp", () => all.giveUp(claimed[1], now));
  await step("jobs.complete", () => Promise.all(claimed.slice(2).map((job) => all.complete(job))));
  await step("jobs.count", () => all.count("pull-transactions"));
  await step("jobs.depth", () => all.depth());
}

/** The deletions of the daily jobs: here for one day. */
export async function cleanup(step, store, { now }) {
  const until = now - 30.9 * DAY_MS;
  await step("forget", () =>
    store.purgeExpired({
      sessionExpiry: now,
      dashboardSessionExpiry: now,
      personSessionUse: now - 400 * DAY_MS,
      publicTokenExpiry: now - 7 * DAY_MS,
      consumerReportEnd: until,
      deliveryAttempt: until,
      deadLetter: until,
      institutionRequest: until,
    }),
  );
  await step("traffic.purge", () => store.traffic.purge(until, 1_000_000_000));
  await step("outages.purge", () => store.outages.purge(until, until));
  await step("failedSignIns.purge", () => store.failedSignIns.purge(until));
}
