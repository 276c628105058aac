import { digest, opaqueId } from "../identifiers.ts";
import type { InstitutionRegistration } from "../institutions/institution-registration.ts";
import type { Json, NewJob } from "../jobs/job.ts";
import { sealState } from "./connector-state.ts";
import type { ConnectorDeps } from "./deps.ts";

/** The name of the job that ends the access to a login at its institution. */
export const REVOKE_JOB = "revoke-login";

/** A login whose access ends at its institution. */
export type Revocation = {
  /** The Item that has the login, or would have had it: what is sealed opens for it alone. */
  itemId: string;
  institutionId: string;
} & (
  | {
      /** The connector state; null where it can still be read with the Item. */
      sealedState: string | null;
      sealedReturn?: never;
    }
  /** What an institution answered to a return that no session takes. */
  | { sealedReturn: string; sealedState?: never }
);

/** Whether access to logins can be ended at an institution. */
export const canRevoke = (
  { directory }: Pick<ConnectorDeps, "directory">,
  institutionId: string,
): boolean =>
  directory.has(institutionId) && directory.connectorOf(institutionId).revoke !== undefined;

/** The jobs that end the access to a login at its institution; none where that offers no way to. */
export const revokeJobs = (
  services: Pick<ConnectorDeps, "clock" | "directory">,
  revocation: Revocation,
): NewJob[] =>
  canRevoke(services, revocation.institutionId) ? [revokeJob(revocation, services.clock())] : [];

/**
 * The job that ends the access to a login at its institution. Its id follows from what it revokes, so that
 * of several that come to the same one is added.
 */
export const revokeJob = (
  { itemId, institutionId, sealedState = null, sealedReturn }: Revocation,
  now: number,
): NewJob => ({
  jobId: `${REVOKE_JOB}:${digest(sealedState ?? sealedReturn ?? `${itemId}:${now}`)}`,
  name: REVOKE_JOB,
  payload: {
    item_id: itemId,
    institution_id: institutionId,
    sealed_state: sealedState,
    ...(sealedReturn !== undefined && { sealed_return: sealedReturn }),
  },
  lane: revokeLane(institutionId),
  dueAt: now,
  createdAt: now,
});

/** The lane of all revocations at an institution. */
export const revokeLane = (institutionId: string): string => `institution ${institutionId}`;

/** The payload of a revocation that outlives its institution's connection, which it takes along. */
export const withConnection = (
  payload: NewJob["payload"],
  connection: InstitutionRegistration,
): NewJob["payload"] => ({ ...payload, connection: connection satisfies Json });

/** Has the access of a login ended that was never stored, or is another one by now. */
export const discardLogin = async (
  { clock, random, store, vault }: Pick<ConnectorDeps, "clock" | "random" | "store" | "vault">,
  { institutionId, connectorState }: { institutionId: string; connectorState: string },
): Promise<void> => {
  const itemId = opaqueId(random, 37);
  const sealedState = sealState({ vault }, itemId, connectorState);
  await store.jobs.add([revokeJob({ itemId, institutionId, sealedState }, clock())]);
};
