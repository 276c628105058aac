// The plans of all queries of the workload on one database.

import pg from "pg";
import { openDatabase, openStore, TEST_CIPHER } from "../../../dist/bench/parts.js";
import { explainQueries } from "./explain.mjs";
import { workload } from "./workload.mjs";

/** How often a query is explained in one step: repetitions do the same again. */
const MAX_SAMPLES = 2;

/** Returns the plans by step and text, the most expensive of each. */
export const measure = async ({ address, rows }) => {
  const pool = new pg.Pool({ connectionString: address, max: 1 });
  const now = Number((await pool.query("select max(at) as now from request_log")).rows[0].now);
  await pool.end();
  const queries = new Map();
  let stepName = null;
  const note = (text, plans) => {
    const key = `${stepName}\n${text}`;
    const entry = queries.get(key) ?? { step: stepName, text, samples: [] };
    entry.samples.push(plans);
    queries.set(key, entry);
  };
  const stop = explainQueries({
    isOn: (text) =>
      stepName !== null && (queries.get(`${stepName}\n${text}`)?.samples.length ?? 0) < MAX_SAMPLES,
    note,
  });
  // One connection, so that steps do not mix.
  const store = await openStore(openDatabase(`${address}&pool_size=1`), TEST_CIPHER);
  const failures = [];
  const step = async (name, call) => {
    stepName = name;
    try {
      return await call();
    } catch (failure) {
      failures.push(`${name}: ${failure.message}`);
      return undefined;
    } finally {
      stepName = null;
    }
  };
  try {
    await workload(step, store, { now, name: `tour-${Date.now()}` });
  } finally {
    stop();
    await store.close();
  }
  for (const failure of failures) console.error(`${rows} rows: ${failure}`);
  return new Map(
    [...queries].map(([key, { step: of, text, samples }]) => {
      const dearest = samples.toSorted((sample, b) => b.custom.pages - sample.custom.pages)[0];
      return [key, { step: of, text, ...dearest }];
    }),
  );
};
