import { z } from "zod";
import { InstitutionCheckView } from "../../../protocol/dashboard/dashboard-institutions.ts";
import { Fault } from "../../domain/fault.ts";
import { opaqueId } from "../../domain/identifiers.ts";
import {
  CHECK_JOB,
  CHECK_LIMIT_MS,
  type CheckResults,
  type InstitutionCheck,
  SignInCount,
  signInPurpose,
} from "../../domain/institutions/institution-check.ts";
import { newJob } from "../../domain/jobs/job.ts";
import type { Services } from "../../domain/services.ts";
import { changeWithAudit, dashboardCall } from "../call.ts";

const InstitutionId = z.string().min(1).max(100);

/** The time after which an unfinished check has lost its worker, in ms. */
const STALE_MS = CHECK_LIMIT_MS + 5 * 60_000;

/** Shows an institution's running check, and the last results. */
export const showCheck = dashboardCall({
  path: "/dashboard/api/institutions/check/show",
  role: "read",
  about: "operator",
  request: z.strictObject({ institution_id: InstitutionId }),
  response: InstitutionCheckView,
  run: async ({ institution_id }, _, context) => {
    const check = await context.store.institutionChecks.get(institution_id);
    return toView(check, context);
  },
});

/** Starts a connected institution's check, unless one is running. */
export const startCheck = dashboardCall({
  path: "/dashboard/api/institutions/check/start",
  role: "developer",
  about: "operator",
  request: z.strictObject({ institution_id: InstitutionId, sign_ins: SignInCount }),
  response: InstitutionCheckView,
  run: async ({ institution_id: institutionId, sign_ins: signIns }, _, context) => {
    const { clock, random } = context;
    const checkId = opaqueId(random, 24);
    const details = { sign_ins: signIns };
    const change = { action: "institution.check", subject: institutionId, details } as const;
    return changeWithAudit(context, change, async (services) => {
      const { institutions, institutionChecks } = services.store;
      const connections = await institutions.connections();
      const connection = connections.find((candidate) => candidate.institutionId === institutionId);
      if (!connection) throw invalid("it is not connected");
      if (connection.flow === "ciba" && signIns > 0)
        throw invalid("its users approve in its app: it is checked without signing in");
      const isStarted = await institutionChecks.start(
        {
          ...{ institutionId, checkId, startedAt: clock(), signIns },
          progress: { step: "metadata", points: [], interruption: null },
        },
        clock() - STALE_MS,
        [
          newJob(services, {
            jobId: `${CHECK_JOB}:${checkId}`,
            name: CHECK_JOB,
            payload: { institution_id: institutionId, check_id: checkId },
            lane: CHECK_JOB,
          }),
        ],
      );
      if (!isStarted) throw invalid("a check of it is under way");
      return toView(await institutionChecks.get(institutionId), services);
    });
  },
});

/** Stops an institution's check. Earlier results stay. */
export const stopCheck = dashboardCall({
  path: "/dashboard/api/institutions/check/stop",
  role: "developer",
  about: "operator",
  request: z.strictObject({ institution_id: InstitutionId }),
  response: InstitutionCheckView,
  run: async ({ institution_id: institutionId }, _, context) => {
    const change = { action: "institution.stop_check", subject: institutionId } as const;
    return changeWithAudit(context, change, async (services) => {
      const { institutionChecks } = services.store;
      const check = await institutionChecks.get(institutionId);
      const isStopped =
        check !== null &&
        (await institutionChecks.change(institutionId, check.checkId, {
          ...{ state: "over", pendingSignIn: null },
        }));
      if (!isStopped) throw invalid("no check of it is under way");
      return toView(await institutionChecks.get(institutionId), services);
    });
  },
});

function toView(check: InstitutionCheck | null, { vault, clock }: Services) {
  if (!check) return { running: null, interrupted: null, last: null };
  const { state, startedAt, signIns, progress, pendingSignIn, results, institutionId } = check;
  const isRunning = state !== "over" && startedAt >= clock() - STALE_MS;
  const { interruption } = progress;
  const isAwaited = pendingSignIn !== null && pendingSignIn.sealedReturn === null;
  return {
    running: isRunning
      ? {
          ...{ started_at: startedAt, sign_ins: signIns, step: progress.step },
          points: progress.points,
          sign_in_url: isAwaited
            ? vault.open(signInPurpose(institutionId), pendingSignIn.sealedAddress)
            : null,
        }
      : null,
    interrupted:
      state === "over" && interruption
        ? {
            ...{ started_at: startedAt, ended_at: interruption.at, sign_ins: signIns },
            ...{ points: progress.points, problem: interruption.problem },
          }
        : null,
    last: results && toLast(results),
  };
}

const toLast = ({ startedAt, endedAt, issuer, signIns, points }: CheckResults) => ({
  ...{ started_at: startedAt, ended_at: endedAt, issuer, sign_ins: signIns, points },
});

const invalid = (problem: string): Fault =>
  new Fault("INVALID_FIELD", {
    message: problem,
    display: `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`,
  });
