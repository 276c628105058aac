import { type NewJob, newJob } from "../jobs/job.ts";
import type { Services } from "../services.ts";

/** The name of the job that ends the access to a login at its institution. */
export const REVOKE_JOB = "revoke-login";

type Revocation = {
  itemId: string;
  institutionId: string;
  /** The connector state, where the Item is removed with it; null where it can still be read. */
  sealedState: string | null;
};

/** Whether access to logins can be ended at an institution. */
export const canRevoke = (
  { directory }: Pick<Services, "directory">,
  institutionId: string,
): boolean =>
  directory.has(institutionId) && directory.connectorOf(institutionId).revoke !== undefined;

/** The jobs that end the access to a login at its institution; none where that offers no way to. */
export const revokeJobs = (
  services: Pick<Services, "clock" | "random" | "directory">,
  { itemId, institutionId, sealedState }: Revocation,
): NewJob[] => {
  if (!canRevoke(services, institutionId)) return [];
  return [
    newJob(services, {
      name: REVOKE_JOB,
      payload: { item_id: itemId, institution_id: institutionId, sealed_state: sealedState },
      lane: `institution ${institutionId}`,
    }),
  ];
};
