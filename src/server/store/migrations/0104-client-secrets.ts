import { type Kysely, type Migration, sql } from "kysely";

/** Each secret of a client is a row of its own, so that one rotation ends none that another one promised. */
export const clientSecrets: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("client_secret")
    .addColumn("client_id", "text", (column) =>
      column.notNull().references("client.client_id").onDelete("cascade"),
    )
    .addColumn("secret_id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("last_four", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("used_at", "bigint")
    .addColumn("ends_at", "bigint")
    .addPrimaryKeyConstraint("client_secret_row", ["client_id", "secret_id"])
    .execute();
  await sql`
    insert into client_secret
      (client_id, secret_id, name, digest, last_four, created_at, used_at, ends_at)
    select client_id, '1', '', previous_secret_digest, '', created_at, null, previous_secret_until
    from client
    where removed_at is null and previous_secret_digest is not null
      and previous_secret_until is not null
  `.execute(db);
  // The audit log says when the last rotation was.
  await sql`
    insert into client_secret
      (client_id, secret_id, name, digest, last_four, created_at, used_at, ends_at)
    select client_id, '2', '', secret_digest, '',
      coalesce(
        (select max(at) from audit_entry
          where action = 'client.rotate_secret' and subject = client.client_id),
        created_at
      ),
      null, null
    from client where removed_at is null
  `.execute(db);
  for (const column of ["secret_digest", "previous_secret_digest", "previous_secret_until"])
    await db.schema.alterTable("client").dropColumn(column).execute();
}
