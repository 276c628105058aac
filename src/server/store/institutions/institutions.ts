import { sql } from "kysely";
import { z } from "zod";
import { COUNTRY_CODES, PRODUCTS } from "../../../protocol/vocabulary.ts";
import { REVOKE_JOB, revokeLane, withConnection } from "../../domain/connectors/revoke-job.ts";
import { logoDigest } from "../../domain/institutions/custom-institutions.ts";
import type { CustomInstitution, InstitutionStore } from "../../domain/institutions/institution.ts";
import { countLiveItems } from "../items/live-item-totals.ts";
import { jobPayload } from "../jobs/outbox.ts";
import { jsonColumn } from "../json-column.ts";
import { revokeLogins } from "../link/expired-sessions.ts";
import { column, NO_SUBMISSION } from "../link/session-columns.ts";
import { preparedRead } from "../prepared-query.ts";
import type { Database, Queryable } from "../tables.ts";
import { deleteAggregator, readAggregators, upsertAggregator } from "./aggregators.ts";
import { readConnections, upsertConnection } from "./connections.ts";
import { readDescription, writeDescription } from "./stored-description.ts";
import { readWays, writeWays } from "./ways.ts";

const texts = jsonColumn(z.array(z.string()));
const productList = jsonColumn(z.array(z.enum(PRODUCTS)));
const countryList = jsonColumn(z.array(z.enum(COUNTRY_CODES)));

/** The number of rows that one statement writes, below every database's parameter limit. */
const ROWS_AT_ONCE = 500;

/** The custom institutions that the operator has added. */
export const institutions = (db: Database): InstitutionStore => ({
  revision: revisionReader(db),

  all: async () => {
    const rows = await db
      .selectFrom("institution")
      .select(["institution_id", "name", "aliases", "products", "country_codes", "url", "oauth"])
      .select(["routing_numbers", "supported", "mark", "color", "added_at", "logo", "description"])
      .select(({ eb }) => eb("logo_png", "is not", null).as("has_picture"))
      .orderBy("position")
      .execute();
    return rows.map((row) => ({
      institutionId: row.institution_id,
      name: row.name,
      aliases: texts.read(row.aliases),
      products: productList.read(row.products),
      countryCodes: countryList.read(row.country_codes),
      routingNumbers: texts.read(row.routing_numbers),
      oauth: row.oauth === 1,
      url: row.url,
      supported: row.supported === 1,
      logoShape: row.mark,
      color: row.color,
      ...(row.logo !== null && { logo: { source: row.logo, isStored: Boolean(row.has_picture) } }),
      ...(row.description !== null && readDescription(row.description)),
      addedAt: row.added_at,
    }));
  },

  ownLogo: async (institutionId, digest) => {
    const row = await db
      .selectFrom("institution")
      .select(["logo", "logo_png"])
      .where("institution_id", "=", institutionId)
      .executeTakeFirst();
    if (!row?.logo || !row.logo_png || logoDigest(row.logo) !== digest) return null;
    return Buffer.from(row.logo_png, "base64");
  },

  put: (institutions, onProgress = () => undefined) =>
    db.transact(async (transaction) => {
      const previous = await loadExtent(transaction);
      const first = previous.last + 1;
      for (let from = 0; from < institutions.length; from += ROWS_AT_ONCE) {
        const batch = institutions.slice(from, from + ROWS_AT_ONCE);
        await upsert(transaction, batch, first + from);
        onProgress(from + batch.length);
      }
      await countChange(transaction);
      return { added: (await loadExtent(transaction)).count - previous.count };
    }),

  remove: (institutionId, now) => removeUnusedInstitutions(db, "institution", institutionId, now),

  liveItems: (institutionId) => countLiveItems(db, { kind: "institution", id: institutionId }),

  connections: () => readConnections(db),

  aggregators: () => readAggregators(db),

  putAggregator: (aggregator) =>
    db.transact(async (transaction) => {
      await upsertAggregator(transaction, aggregator);
      await countChange(transaction);
    }),

  removeAggregator: (aggregatorId) =>
    db.transact(async (transaction) => {
      const answer = await deleteAggregator(transaction, aggregatorId);
      if (answer.removed) await countChange(transaction);
      return answer;
    }),

  ways: () => readWays(db),

  setWays: (settings) =>
    db.transact(async (transaction) => {
      await writeWays(transaction, settings);
      await countChange(transaction);
    }),

  connect: (connection) =>
    db.transact(async (transaction) => {
      const [previous] = await readConnections(transaction, connection.institutionId);
      if (previous && previous.issuer !== connection.issuer)
        await deleteCheck(transaction, connection.institutionId);
      const isConnected = await upsertConnection(transaction, connection);
      if (isConnected) await countChange(transaction);
      return isConnected;
    }),

  disconnect: (institutionId, now) =>
    removeUnusedInstitutions(db, "institution_connection", institutionId, now),
});

/**
 * Deletes the check of a removed institution or registration. A later registration needs its own
 * check.
 */
async function deleteCheck(db: Queryable, institutionId: string): Promise<void> {
  await db.deleteFrom("institution_check").where("institution_id", "=", institutionId).execute();
}

/** Deletes an institution, or only its connection, unless the institution has live Items. */
const removeUnusedInstitutions = (
  db: Database,
  table: "institution" | "institution_connection",
  institutionId: string,
  now: number,
): Promise<{ removed: boolean; liveItems: number }> =>
  db.transact(async (transaction) => {
    const liveItems = await countLiveItems(transaction, { kind: "institution", id: institutionId });
    if (liveItems > 0) return { removed: false, liveItems };
    await prepareDisconnection(transaction, institutionId, now);
    const { numDeletedRows } = await transaction
      .deleteFrom(table)
      .where("institution_id", "=", institutionId)
      .executeTakeFirst();
    if (numDeletedRows > 0) {
      await deleteCheck(transaction, institutionId);
      await countChange(transaction);
    }
    return { removed: numDeletedRows > 0, liveItems: 0 };
  });

/** An upsert: an existing institution keeps its position and `added_at`. */
async function upsert(
  db: Queryable,
  batch: readonly CustomInstitution[],
  first: number,
): Promise<void> {
  const rows = batch.map((institution, at) => ({
    institution_id: institution.institutionId,
    position: first + at,
    name: institution.name,
    aliases: texts.write(institution.aliases),
    products: productList.write(institution.products),
    country_codes: countryList.write(institution.countryCodes),
    routing_numbers: texts.write(institution.routingNumbers),
    oauth: institution.oauth ? 1 : 0,
    url: institution.url,
    mark: institution.logoShape,
    color: institution.color,
    logo: institution.logo?.source ?? null,
    logo_png: institution.logo?.png?.toString("base64") ?? null,
    supported: institution.supported ? 1 : 0,
    description: writeDescription(institution),
    added_at: institution.addedAt,
  }));
  await db
    .insertInto("institution")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("institution_id").doUpdateSet(({ ref }) => ({
        name: ref("excluded.name"),
        aliases: ref("excluded.aliases"),
        products: ref("excluded.products"),
        country_codes: ref("excluded.country_codes"),
        routing_numbers: ref("excluded.routing_numbers"),
        oauth: ref("excluded.oauth"),
        url: ref("excluded.url"),
        mark: ref("excluded.mark"),
        color: ref("excluded.color"),
        logo: ref("excluded.logo"),
        // The picture stays as long as its source does.
        logo_png: sql<string | null>`case when ${ref("excluded.logo")} = ${ref("institution.logo")}
          then coalesce(${ref("excluded.logo_png")}, ${ref("institution.logo_png")})
          else ${ref("excluded.logo_png")} end`,
        supported: ref("excluded.supported"),
        // A file of institutions has no descriptions, and removes no stored description.
        description: sql<
          string | null
        >`coalesce(${ref("excluded.description")}, ${ref("institution.description")})`,
      })),
    )
    .execute();
}

async function loadExtent(db: Queryable): Promise<{ count: number; last: number }> {
  const { count, last } = await db
    .selectFrom("institution")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("position").as("last")])
    .executeTakeFirstOrThrow();
  return { count: Number(count), last: last ?? 0 };
}

async function countChange(db: Queryable): Promise<void> {
  await db
    .updateTable("table_revision")
    .set(({ eb }) => ({ revision: eb("revision", "+", 1) }))
    .where("name", "=", "institution")
    .execute();
}

/** The number of jobs that one transaction rewrites. */
const JOBS_AT_ONCE = 200;

/**
 * Prepares the removal of an institution's connection. Logins of sessions without an Item are
 * revoked, and pending revocations get a copy of the registration.
 */
const prepareDisconnection = async (
  transaction: Queryable,
  institutionId: string,
  now: number,
): Promise<void> => {
  const [connection] = await readConnections(transaction, institutionId);
  if (!connection) return;
  const isThere = `%"institutionId":${JSON.stringify(institutionId)}%`;
  await revokeLogins(transaction, (session) => session("step", "like", isThere), now);
  await transaction
    .updateTable("link_session")
    .set((session) => ({
      step: column.step.write({ at: "institution" }),
      revision: session("revision", "+", 1),
      ...NO_SUBMISSION,
    }))
    .where("step", "like", isThere)
    .where((session) =>
      session.or([
        session("step", "like", '%"at":"returned"%'),
        session("step", "like", '%"at":"accounts"%'),
      ]),
    )
    .execute();
  for (let last = ""; ; ) {
    const jobs = await transaction
      .selectFrom("job")
      .select(["job_id", "payload"])
      .where("lane", "=", revokeLane(institutionId))
      .where("name", "=", REVOKE_JOB)
      .where("job_id", ">", last)
      .orderBy("job_id")
      .limit(JOBS_AT_ONCE)
      .execute();
    for (const { job_id, payload } of jobs) {
      const previous = jobPayload.read(payload);
      if ("connection" in previous) continue;
      await transaction
        .updateTable("job")
        .set({ payload: jobPayload.write(withConnection(previous, connection)) })
        .where("job_id", "=", job_id)
        .execute();
    }
    if (jobs.length < JOBS_AT_ONCE) return;
    last = jobs.at(-1)?.job_id ?? "";
  }
};

function revisionReader(db: Database): InstitutionStore["revision"] {
  const read = preparedRead<Record<never, never>, { revision: number }>(db, () =>
    db.selectFrom("table_revision").select("revision").where("name", "=", "institution"),
  );
  return async () => {
    const [row] = await read({});
    if (!row) throw new Error("the table of institutions has no revision");
    return row.revision;
  };
}
