import { z } from "zod";
import {
  ERASE_CLIENT_JOB,
  eraseClientJob,
  eraseRemovedClient,
} from "../domain/clients/erase-client.ts";
import { job } from "./job.ts";

/** The number of batches per attempt: less than a second of work, so that a worker can stop. */
const BATCHES = 20;

/** Erases the data of a removed client in batches. */
export const eraseClient = job({
  name: ERASE_CLIENT_JOB,
  schema: z.strictObject({
    client_id: z.string(),
    jobs_up_to: z.string().nullable(),
    items: z.int(),
  }),
  async run({ client_id: clientId, jobs_up_to: jobsUpTo, items }, context) {
    const options = { from: { jobsUpTo, items }, limit: BATCHES };
    const progress = await eraseRemovedClient(context, clientId, options);
    return { done: true, next: progress ? [eraseClientJob(context, clientId, progress)] : [] };
  },
});
