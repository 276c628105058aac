// The baseline of the queue: a table with the same columns, and a simple `pg` loop that claims and
// deletes.

const BATCH = 64;

/** Makes the table of the baseline. */
export const createBaseline = async (pool) => {
  await pool.query(`create table bare_job (job_id text primary key, name text not null,
    payload text not null, lane text not null, due_at bigint, created_at bigint not null,
    attempts bigint not null, lease text)`);
  await pool.query("create index bare_job_by_due_at on bare_job (due_at) where due_at is not null");
};

/** Claims and deletes jobs until stopped. */
export const runBaseline = async (pool, { isStopped, done }) => {
  while (!isStopped()) {
    const now = Date.now();
    const { rows } = await pool.query({
      name: "claim",
      text: `update bare_job set due_at = $1, lease = $2, attempts = attempts + 1 where job_id in (
          select job_id from bare_job where due_at <= $3 order by due_at limit ${BATCH}
          for update skip locked
        ) returning job_id, payload`,
      values: [now + 30_000, String(process.pid), now],
    });
    for (const { payload } of rows) JSON.parse(payload);
    await pool.query({
      name: "complete",
      text: "delete from bare_job where job_id = any($1) and lease = $2",
      values: [rows.map((row) => row.job_id), String(process.pid)],
    });
    done(rows.length);
    if (rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
