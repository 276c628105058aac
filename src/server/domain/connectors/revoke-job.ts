import { digest, opaqueId } from "../identifiers.ts";
import type { InstitutionRegistration } from "../institutions/institution-registration.ts";
import type { Json, NewJob } from "../jobs/job.ts";
import { sealState } from "./connector-state.ts";
import type { ConnectorDeps } from "./deps.ts";
import { retryWrite } from "./retry-write.ts";

/** The name of the job that ends the access to a login at its institution. */
export const REVOKE_JOB = "revoke-login";

/** A login whose access at its institution ends. */
export type Revocation = {
  /**
   * The Item of the login, or the Item that it would have had. The sealed text opens only with this
   * id.
   */
  itemId: string;
  institutionId: string;
} & (
  | {
      /** The connector state; null if the Item still has it. */
      sealedState: string | null;
      sealedReturn?: never;
    }
  /** The sealed result of a callback that no session claimed. */
  | { sealedReturn: string; sealedState?: never }
);

/** Whether an institution supports revocation. */
export const canRevoke = (
  { directory }: Pick<ConnectorDeps, "directory">,
  institutionId: string,
): boolean =>
  directory.has(institutionId) && directory.connectorOf(institutionId).revoke !== undefined;

/** Creates the jobs that revoke a login; none if the institution has no revocation. */
export const revokeJobs = (
  services: Pick<ConnectorDeps, "clock" | "directory">,
  revocation: Revocation,
): NewJob[] =>
  canRevoke(services, revocation.institutionId) ? [revokeJob(revocation, services.clock())] : [];

/**
 * Creates the job that revokes a login. The id follows from the login, so that equal revocations
 * are added once.
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

export const revokeLane = (institutionId: string): string => `institution ${institutionId}`;

/**
 * Returns a revocation's payload with the institution's registration, before the registration is
 * deleted.
 */
export const withConnection = (
  payload: NewJob["payload"],
  connection: InstitutionRegistration,
): NewJob["payload"] => ({ ...payload, connection: connection satisfies Json });

/** Revokes a login that was never stored, or was replaced. */
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
