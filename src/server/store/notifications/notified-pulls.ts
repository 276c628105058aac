import type { NewJob } from "../../domain/jobs/job.ts";
import type { NotifiedPull, NotifiedPullStore } from "../../domain/notifications/notified-pull.ts";
import type { WriteWithOutbox } from "../jobs/outbox.ts";
import { isOfPresentClient } from "../present-client.ts";
import type { Database, Queryable } from "../tables.ts";

/** The pulls that institutions' notifications have requested for Items. */
export const notifiedPulls = (
  db: Database,
  writeWithOutbox: WriteWithOutbox,
): NotifiedPullStore => ({
  merge: async (pulls, jobFor) => {
    await writeWithOutbox(itself, async (transaction) => {
      const byItem = new Map(pulls.map((pull) => [pull.itemId, pull]));
      const items = await liveItems(transaction, [...byItem.keys()]);
      const waiting = items.flatMap((item) => {
        const pull = byItem.get(item.itemId);
        return pull ? { pull, job: jobFor(item) } : [];
      });
      if (waiting.length === 0) return [];
      const jobIds = await upsert(transaction, waiting);
      return waiting.map(({ job }) => job).filter(({ jobId }) => jobIds.has(jobId));
    });
  },

  ofItem: async (itemId) => {
    const row = await db
      .selectFrom("item_pull")
      .select([
        "item_id as itemId",
        "since",
        "new_accounts as newAccounts",
        "owners",
        "job_id as jobId",
        "revision",
      ])
      .where("item_id", "=", itemId)
      .executeTakeFirst();
    return row ? { ...row, newAccounts: row.newAccounts === 1, owners: row.owners === 1 } : null;
  },

  settle: async ({ itemId, jobId, revision }, next, jobs = []) => {
    await writeWithOutbox(itself, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom("item_pull")
        .where("item_id", "=", itemId)
        .where("job_id", "=", jobId)
        .where("revision", "=", revision)
        .executeTakeFirst();
      if (numDeletedRows > 0n) return jobs;
      const { numUpdatedRows } = await transaction
        .updateTable("item_pull")
        .set({ job_id: next.jobId })
        .where("item_id", "=", itemId)
        .where("job_id", "=", jobId)
        .executeTakeFirst();
      return numUpdatedRows > 0n ? [next] : [];
    });
  },
});

/** Passes the jobs that a write returns to its outbox. */
const itself = (jobs: readonly NewJob[]) => jobs;

/** Always in the same order, so that two writers never wait for each other. */
const liveItems = (transaction: Queryable, itemIds: readonly string[]) =>
  transaction
    .selectFrom("item")
    .select(["item_id as itemId", "institution_id as institutionId"])
    .where("item_id", "in", itemIds)
    .where("removed_at", "is", null)
    .where(isOfPresentClient("item"))
    .orderBy("item_id")
    .execute();

/** Merges pulls into existing ones; returns the ids of the jobs that the Items wait for. */
async function upsert(
  transaction: Queryable,
  waiting: readonly { pull: NotifiedPull; job: NewJob }[],
): Promise<ReadonlySet<string>> {
  const rows = waiting.map(({ pull, job }) => ({
    item_id: pull.itemId,
    since: pull.since,
    new_accounts: Number(pull.newAccounts),
    owners: Number(pull.owners),
    job_id: job.jobId,
    revision: 0,
  }));
  const update = await transaction
    .insertInto("item_pull")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("item_id").doUpdateSet(({ eb, ref }) => {
        const either = (column: "new_accounts" | "owners") =>
          eb
            .case()
            .when(ref(`excluded.${column}`), "=", 1)
            .then(1)
            .else(ref(`item_pull.${column}`))
            .end();
        return {
          since: eb
            .case()
            .when("excluded.since", "<", ref("item_pull.since"))
            .then(ref("excluded.since"))
            .else(ref("item_pull.since"))
            .end(),
          new_accounts: either("new_accounts"),
          owners: either("owners"),
          revision: eb("item_pull.revision", "+", 1),
        };
      }),
    )
    .returning("job_id as jobId")
    .execute();
  return new Set(update.map(({ jobId }) => jobId));
}
