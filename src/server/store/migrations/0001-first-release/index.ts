import { type Kysely, type Migration, sql } from "kysely";
import { clients } from "./clients.ts";
import { dashboard } from "./dashboard.ts";
import { grants } from "./grants.ts";
import { institutions } from "./institutions.ts";
import { items } from "./items.ts";
import { jobs } from "./jobs.ts";
import { link } from "./link.ts";
import { members } from "./members.ts";
import { operation } from "./operation.ts";
import { portalUsers } from "./portal-users.ts";
import { reports } from "./reports.ts";
import { transactions } from "./transactions.ts";

/** The tables of the first release, in an order in which each comes after those that it refers to. */
const TABLES = [
  ...clients,
  ...institutions,
  ...items,
  ...transactions,
  ...link,
  ...reports,
  ...portalUsers,
  ...grants,
  ...jobs,
  ...members,
  ...dashboard,
  ...operation,
];

/** The schema of the first release. It never changes; later migrations alter its tables. */
export const baseline: Migration = {
  up: async (db) => {
    for (const { create } of TABLES) await create(db);
    for (const row of ROWS) await row.execute(db);
    // Room for a claim of every row (HOT updates, which then change no index), also while an old snapshot keeps each
    // page from being pruned.
    if (!isPostgres(db)) return;
    await sql`alter table job set (fillfactor = 40)`.execute(db);
    // Token buckets of API calls are apart from those that guard against guessing: a count waits for no disk, and
    // changes one page, since their times have no index.
    await sql`alter table call_counter set unlogged`.execute(db);
    await sql`alter table call_counter set (fillfactor = 50)`.execute(db);
  },
};

/** The rows that are there from the start. */
const ROWS = [
  sql`insert into live_items (count) values (0)`,
  sql`insert into table_revision (name, revision) values ('institution', 0)`,
  sql`insert into audit_head (sequence, digest) values (0, '')`,
];

/** Detects the dialect by its placeholder syntax, since a migration gets only the database. */
const isPostgres = (db: Kysely<unknown>): boolean =>
  sql`select ${1}`.compile(db).sql === "select $1";
