import { z } from "zod";
import { CHECK_JOB } from "../domain/institutions/institution-check.ts";
import { job } from "./job.ts";

/** Runs an institution's conformance check once. A check that its worker did not finish is over. */
export const checkInstitution = job({
  name: CHECK_JOB,
  schema: z.strictObject({ institution_id: z.string(), check_id: z.string() }),
  async run({ institution_id: institutionId, check_id: checkId }, context) {
    const { store, clock } = context;
    const end = async (problem: string): Promise<void> => {
      const check = await store.institutionChecks.get(institutionId);
      if (!check) return;
      const interruption = { at: clock(), problem };
      await store.institutionChecks.change(institutionId, checkId, {
        ...{ state: "over", pendingSignIn: null },
        progress: { ...check.progress, step: "", interruption },
      });
    };
    if (!(await store.institutionChecks.claim(institutionId, checkId))) {
      await end("It was interrupted, since its server stopped. Run it again.");
      return { done: true };
    }
    const connections = await store.institutions.connections();
    const connection = connections.find((connection) => connection.institutionId === institutionId);
    const check = await store.institutionChecks.get(institutionId);
    if (!connection || !check) {
      await end("The institution is not connected any more.");
      return { done: true };
    }
    try {
      // The checks are loaded on first use.
      const { runCheck } = await import("../institutions/conformance/run-check.ts");
      await runCheck(context, check, connection);
    } catch (failure) {
      await end("It failed on this server; its log says why.");
      throw failure;
    }
    return { done: true };
  },
});
