import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { testDatabases } from "../../../src/testing/postgres/test-databases.ts";
import { compare } from "./compare.mjs";
import { explainQueries, type Plans } from "./explain.mjs";

test("a query is explained with lists, texts, bytes and nulls among its parameters", async () => {
  const databases = await testDatabases();
  const client = new pg.Client({ connectionString: await databases.newDatabase() });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("create table word (text text primary key, bytes bytea, count integer)");
  const run = (text: string, values: unknown[]) => client.query({ text, values });
  const plans = new Map<string, Plans>();
  const stop = explainQueries({ isOn: () => true, note: (text, plan) => plans.set(text, plan) });
  try {
    const insert = "insert into word values ($1, $2, $3)";
    await run(insert, ["it's", Buffer.from("bytes"), null]);
    const update = "update word set count = $1 where text = any($2)";
    await run(update, [1, ["it's", "another"]]);
    await run(update, [1, []]);
    await run("delete from word where text = any($1) returning text", [["it's"]]);
  } finally {
    stop();
  }
  expect(
    [...plans.values()].map(({ custom, generic }) => [custom.failure, generic.failure]),
  ).toEqual([...plans.values()].map(() => [undefined, undefined]));
  expect(plans.size).toBe(3);
});

test("a query that cannot be explained has its failure in the table, and no number", () => {
  const plan = { ms: 1, pages: 3, nodes: [] };
  const failed = { ...plan, pages: Number.POSITIVE_INFINITY, failure: "malformed array literal" };
  const measurement = (custom: typeof plan) =>
    new Map([["jobs.renew", { step: "jobs.renew", text: "update job", custom, generic: plan }]]);
  for (const [small, large] of [
    [plan, failed],
    [failed, plan],
    [failed, failed],
  ] as const) {
    const [line] = compare(measurement(small), measurement(large));
    expect(line?.text).toContain("not explained: malformed array literal");
    expect(line?.text).not.toMatch(/Infinity|NaN/);
    expect(line?.isFlat).toBe(false);
  }
});
