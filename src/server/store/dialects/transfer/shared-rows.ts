import { sql } from "kysely";
import type { Database, Queryable, Tables } from "../../tables.ts";
import type { ClientIds } from "./client-tables.ts";
import { loadColumns, tableRows } from "./rows.ts";

const ROWS_AT_ONCE = 500;

/**
 * Copies shared rows that the target lacks: people of a client's Items, their opt-outs of
 * reminders, used one-time addresses, and old webhook keys, which sign nothing in the target.
 * Returns the target's ids of people whom it knows by other ids.
 */
export const copySharedRows = async (
  source: Database,
  target: Database,
  ids: ClientIds,
  now: number,
): Promise<ReadonlyMap<string, string>> => {
  const columns = await loadColumns(source);
  for (const name of ["reminder_opt_out", "used_one_time_address"] as const) {
    const table = tableRows(name, columns.get(name) ?? []);
    for (let after: readonly unknown[] | null = null; ; ) {
      const rows = await table.read(source, after, ROWS_AT_ONCE);
      const last = rows.at(-1);
      if (!last) break;
      const known = new Set((await table.readSame(target, rows)).map(table.keyOf));
      const missing = rows.filter((row) => !known.has(table.keyOf(row)));
      await table.insert(target, missing);
      after = last;
    }
  }
  await copyWebhookKeys(source, target, now);
  return copyPeople(source, target, ids.clientId);
};

/** Copies the keys of earlier webhooks. The target signs nothing with them. */
export const copyWebhookKeys = async (
  source: Queryable,
  target: Queryable,
  now: number,
): Promise<void> => {
  for (const key of await source.selectFrom("webhook_key").selectAll().execute())
    await target
      .insertInto("webhook_key")
      .values({ ...key, expired_at: key.expired_at ?? now })
      .onConflict((conflict) => conflict.column("key_id").doNothing())
      .execute();
};

/** Adds the people whom the target lacks; returns the target's ids of the others. */
export const placePeople = async (
  source: Queryable,
  target: Queryable,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const others = new Map<string, string>();
  if (personIds.length === 0) return others;
  const people = await source
    .selectFrom("person")
    .selectAll()
    .where("person_id", "in", [...personIds])
    .execute();
  for (const person of people) {
    const id = await placePerson(target, person);
    if (id !== person.person_id) others.set(person.person_id, id);
  }
  return others;
};

/** Returns the id of a person in the target. */
async function placePerson(target: Queryable, person: Tables["person"]): Promise<string> {
  await target
    .insertInto("person")
    .values(person)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { person_id } = await target
    .selectFrom("person")
    .select("person_id")
    .where("email_digest", "=", person.email_digest)
    .executeTakeFirstOrThrow();
  return person_id;
}

async function copyPeople(
  source: Database,
  target: Database,
  clientId: string,
): Promise<ReadonlyMap<string, string>> {
  const others = new Map<string, string>();
  for (let after = ""; ; ) {
    const people = await source
      .selectFrom("person")
      .selectAll()
      .where("person_id", ">", after)
      .where(
        sql<boolean>`exists (select 1 from person_item join item on item.item_id = person_item.item_id
          where person_item.person_id = person.person_id and item.client_id = ${clientId})`,
      )
      .orderBy("person_id")
      .limit(ROWS_AT_ONCE)
      .execute();
    const last = people.at(-1);
    if (!last) return others;
    for (const person of people) {
      const id = await placePerson(target, person);
      if (id !== person.person_id) others.set(person.person_id, id);
    }
    after = last.person_id;
  }
}
