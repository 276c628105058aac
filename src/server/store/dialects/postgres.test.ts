import { CompiledQuery, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { withParameters } from "../../../testing/postgres/databases.ts";
import { testDatabases } from "../../../testing/postgres/test-databases.ts";
import { samples } from "../../../testing/property-samples.ts";
import { storeContract } from "../../../testing/store-contract/index.ts";
import { lookupsOf } from "../../../testing/store-contract/lookups.ts";
import type { Database } from "../tables.ts";
import { postgres } from "./postgres.ts";

const databases = await testDatabases();

describe("a store in a PostgreSQL database", () => {
  storeContract("postgres", { ...databases, runs: samples(25) });

  test("no lookup reads a whole table", async () => {
    const address = await databases.migratedDatabase();
    // The tables are nearly empty, so the planner would scan them whatever their indexes.
    const db = postgres.open(withParameters(address, "pool_size=1&pgbouncer=true"));
    const queries = await lookupsOf(db);
    await sql`set enable_seqscan = off`.execute(db);
    const reads: string[] = [];
    for (const query of queries) reads.push(...(await fetchReads(db, query)));
    expect(reads.filter((read) => read.endsWith("by its key")).length).toBeGreaterThanOrEqual(61);
    // The oldest client is the first entry of an index, as the first lane is.
    const whole = new Set(reads.filter((read) => !read.endsWith("by its key")));
    expect(whole).toEqual(
      new Set(["client_by_created_at: Index Scan", "job_by_lane: Index Only Scan"]),
    );
    await db.destroy();
  });
});

describe("a store whose tables are partitioned", () => {
  const original = partitionedDatabase();
  storeContract("postgres", {
    ...databases,
    migratedDatabase: async () => databases.copyOf(await original),
    runs: samples(25),
  });
});

async function partitionedDatabase(): Promise<string> {
  const address = await databases.migratedDatabase();
  const db = postgres.open(address);
  await postgres.partitions?.apply(db, () => {});
  await db.destroy();
  return address;
}

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
};

/** The planned access to each table of a query. */
async function fetchReads(db: Database, query: CompiledQuery): Promise<string[]> {
  return scansIn(await fetchPlan(db, query));
}

async function fetchPlan(db: Database, { sql: text }: CompiledQuery): Promise<Plan> {
  const explain = CompiledQuery.raw(`explain (generic_plan, format json) ${text}`);
  const { rows } = await db.executeQuery<{ "QUERY PLAN": [{ Plan: Plan }] }>(explain);
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL explains each query");
  return row["QUERY PLAN"][0].Plan;
}

function scansIn(plan: Plan): string[] {
  const below = (plan.Plans ?? []).flatMap(scansIn);
  const name = plan["Index Name"] ?? plan["Relation Name"];
  // A node's rows come from a scan below it, or from a bitmap of an index.
  const isScan = /(?<!Bitmap Heap) Scan$/.test(plan["Node Type"]);
  if (name === undefined || !isScan) return below;
  const how = plan["Index Cond"] === undefined ? plan["Node Type"] : "by its key";
  return [...below, `${name}: ${how}`];
}
