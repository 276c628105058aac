import { type RawBuilder, sql } from "kysely";
import type { Queryable } from "../../tables.ts";

/**
 * Returns the number of a client's live Items, or the reason that prevents its move; null for an
 * unknown client.
 */
export const checkMovable = async (
  source: Queryable,
  target: Queryable,
  clientId: string,
  { isCopied = false } = {},
): Promise<{ liveItems: number } | { refusal: string } | null> => {
  const client = await source
    .selectFrom("client")
    .select(["public_key", "removed_at"])
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  if (!client || client.removed_at !== null) return null;
  const other = await source
    .selectFrom("client")
    .select("client_id")
    .where("client_id", "<>", clientId)
    .where("removed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (!other) return refuse("it is the only client here; migrate-store copies a whole store");
  const taken = await target
    .selectFrom("client")
    .select("client_id")
    .where((row) =>
      row.or([row("client_id", "=", clientId), row("public_key", "=", client.public_key)]),
    )
    .executeTakeFirst();
  if (taken && !isCopied) return refuse("it has a client of that id or public key already");
  const [email] = await missing(
    await texts(source, sql`select email as value from member where client_id = ${clientId}`),
    async (value) => !(await has(target, "member", "email", value, sql`client_id <> ${clientId}`)),
  );
  if (email !== undefined)
    return refuse("it has a member with an e-mail address of the client's members");
  const institutions = await texts(
    source,
    sql`select distinct institution_id as value from item where client_id = ${clientId} order by 1`,
  );
  for (const table of ["institution", "institution_connection"] as const) {
    const [id] = await missing(
      institutions,
      async (value) =>
        !(await has(source, table, "institution_id", value)) ||
        (await has(target, table, "institution_id", value)),
    );
    if (id !== undefined)
      return refuse(
        table === "institution"
          ? `it does not have the institution ${id}; import it there first`
          : `it is not connected to the institution ${id}; connect it there first`,
      );
  }
  const keys = await texts(
    source,
    sql`select aggregator_id as value from aggregator where client_id = ${clientId} order by 1`,
  );
  for (const key of keys)
    if (!isCopied && (await has(target, "aggregator", "aggregator_id", key)))
      return refuse(`it has the client's own key at the aggregator ${key} already`);
  const [grant] = await texts(
    source,
    sql`select name as value from access_grant where client_id is null
      and ${sharesWith(sql`item.client_id = ${clientId}`)}
      and ${sharesWith(sql`item.client_id <> ${clientId}`)}`,
  );
  if (grant !== undefined)
    return refuse(`the grant ${grant} shares accounts of other clients, too; end it first`);
  const { liveItems } = await source
    .selectFrom("item")
    .select(({ fn }) => fn.countAll<number>().as("liveItems"))
    .where("client_id", "=", clientId)
    .where("removed_at", "is", null)
    .executeTakeFirstOrThrow();
  return { liveItems: Number(liveItems) };
};

const refuse = (refusal: string) => ({ refusal });

const sharesWith = (condition: RawBuilder<unknown>) =>
  sql`exists (select 1 from access_grant_account as account join item on item.item_id = account.item_id
    where account.grant_id = access_grant.grant_id and ${condition})`;

async function texts(db: Queryable, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`${query}`.execute(db);
  return rows.map(({ value }) => value);
}

async function has(
  db: Queryable,
  table: string,
  column: string,
  value: string,
  condition = sql`true`,
): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)}
    where ${sql.ref(column)} = ${value} and ${condition} limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns the values that do not meet a condition. */
async function missing(
  values: readonly string[],
  holds: (value: string) => Promise<boolean>,
): Promise<string[]> {
  const answers = [];
  for (const value of values) if (!(await holds(value))) answers.push(value);
  return answers;
}
