import { DELIVERY_JOB } from "../domain/webhooks/webhook.ts";
import type { JobKind } from "../jobs/job.ts";
import type { Telemetry } from "./telemetry.ts";

/** Observes the attempts of a kind of job as operations; `lag` is the age of a delivered webhook, in seconds. */
export const observeJobKind = (kind: JobKind, telemetry: Telemetry): JobKind => ({
  ...kind,
  run: (payload, context) =>
    telemetry.run(
      { kind: "job", name: kind.name, attributes: { attempt: context.job.attempts } },
      () => kind.run(payload, context),
      (outcome) => {
        if ("retryAt" in outcome) return { outcome: "retry" };
        if ("gaveUp" in outcome) return { outcome: "given_up" };
        if (kind.name !== DELIVERY_JOB) return { outcome: "done" };
        return { outcome: "done", lag: (context.clock() - context.job.createdAt) / 1000 };
      },
    ),
});
