import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { newJob } from "../../src/server/domain/jobs/job.ts";
import { startOfCount } from "../../src/server/domain/outages/request-counter.ts";
import { openDatabase } from "../../src/server/store/dialects/index.ts";
import { openStore } from "../../src/server/store/open-store.ts";

/**
 * Counts sign-ins at an institution beside those that a server has counted, and has them judged at once,
 * as the server does each minute by itself. Works on the SQLite file of a running server.
 */
export const countSignIns = async (
  folder: string,
  institutionId: string,
  count: { succeeded: number; failed: number },
): Promise<void> => {
  const store = await openStore(openDatabase(join(folder, "service-link.db")));
  try {
    const from = startOfCount(Date.now());
    await store.outages.add([{ institutionId, kind: "item_logins", from, ...count }]);
    const name = "judge-institutions";
    const job = newJob({ clock: Date.now, random: randomBytes }, { name, lane: name, payload: {} });
    await store.jobs.add([job]);
  } finally {
    await store.close();
  }
};
