import { digest, opaqueId } from "../identifiers.ts";
import type { InstitutionRegistration } from "../institutions/institution-registration.ts";
import type { Json, NewJob } from "../jobs/job.ts";
import { sealState } from "./connector-state.ts";
import type { ConnectorDeps } from "./deps.ts";
import { retryWrite } from "./retry-write.ts";

/** The name of the job that ends the access to a login at its institution. */
export const REVOKE_JOB = "revoke-login";

/** A login whose access ends at its institution. */
export type Revocation = {
  /** The Item that has the login, or would have had it: it alone opens the sealed text. */
  itemId: string;
  institutionId: string;
} & (
  | {
      /** The connector state; null if it can still be read with the Item. */
      sealedState: string | null;
      sealedReturn?: never;
    }
  /** The result of a callback that no session claimed. */
  | { sealedReturn: string; sealedState?: never }
);

/** Whether access to logins can be ended at an institution. */
export const canRevoke = (
  { directory }: Pick<ConnectorDeps, "directory">,
  institutionId: string,
): boolean =>
  directory.has(institutionId) && directory.connectorOf(institutionId).revoke !== undefined;

/**
 * Creates the jobs that end the access to a login at its institution; none if the institution has no
 * revocation.
 */
export const revokeJobs = (
  services: Pick<ConnectorDeps, "clock" | "directory">,
  revocation: Revocation,
): NewJob[] =>
  canRevoke(services, revocation.institutionId) ? [revokeJob(revocation, services.clock())] : [];

/**
 * Creates the job that ends the access to a login at its institution. Its id is derived from its subject, so
 * that equal revocations are added once.
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

/**
 * Returns a revocation's payload together with the institution's registration, which is about to be deleted.
 */
export const withConnection = (
  payload: NewJob["payload"],
  connection: InstitutionRegistration,
): NewJob["payload"] => ({ ...payload, connection: connection satisfies Json });

/** Revokes a login that was never stored, or has been replaced. */
export const discardLogin = async (
  services: Pick<ConnectorDeps, "clock" | "pause" | "random" | "store" | "vault">,
  {
    institutionId,
    connectorState,
    itemId = opaqueId(services.random, 37),
  }: {
    institutionId: string;
    connectorState: string;
    /** The Item that the login would have renewed; left out for none. */
    itemId?: string;
  },
): Promise<void> => {
  const sealedState = sealState(services, itemId, connectorState);
  await addRevocation(services, { itemId, institutionId, sealedState });
};

/** Adds the job that revokes a login, once. */
export const addRevocation = async (
  services: Pick<ConnectorDeps, "clock" | "pause" | "store">,
  revocation: Revocation,
): Promise<void> => {
  const job = revokeJob(revocation, services.clock());
  await retryWrite(services, () => services.store.jobs.add([job]));
};
