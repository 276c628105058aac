// Explains every query that goes to PostgreSQL, at the moment at which it goes there, with its parameters.

import pg from "pg";

/** How long a query may take that is explained, in ms. */
const MAX_MS = 120_000;

/**
 * Calls `note` with the text and the plans of each query while `isOn` returns true: each is run to be
 * explained, undone, and then run. Returns a function that stops this.
 */
export const explainQueries = ({ isOn, note }) => {
  const { query } = pg.Client.prototype;
  const openTransactions = new WeakSet();
  pg.Client.prototype.query = async function explained(request, ...rest) {
    const text = typeof request === "string" ? request : request.text;
    if (/^(commit|rollback)$/.test(text)) openTransactions.delete(this);
    else if (/^begin/.test(text)) openTransactions.add(this);
    else if (
      isOn(text) &&
      request.values !== undefined &&
      /^\s*(select|insert|update|delete|with)/i.test(text)
    ) {
      const run = (statement) => query.call(this, statement);
      note(text, await fetchPlans(run, openTransactions.has(this), text, request.values));
    }
    return query.call(this, request, ...rest);
  };
  return () => {
    pg.Client.prototype.query = query;
  };
};

let count = 0;

async function fetchPlans(run, isInTransaction, text, values) {
  const name = `explained_${count++}`;
  const literals = values.map((value) => literalOf(value)).join(", ");
  await run(isInTransaction ? "savepoint explained" : "begin");
  const undo = isInTransaction ? "rollback to savepoint explained" : "rollback";
  try {
    await run(`prepare ${name} as ${text}`);
    const plans = {};
    // The first run warms up; only the number of pages read counts, not whether they are in memory.
    for (const mode of ["custom", "custom", "generic"]) {
      await run("savepoint plan");
      await run(
        `set local statement_timeout = ${MAX_MS}; set local plan_cache_mode = force_${mode}_plan`,
      );
      plans[mode] = await explain(run, `${name}${literals && `(${literals})`}`);
      await run("rollback to savepoint plan");
    }
    return plans;
  } finally {
    await run(undo);
    await run(`deallocate ${name}`).catch(() => {});
  }
}

async function explain(run, call) {
  try {
    const { rows } = await run(
      `explain (analyze, buffers, timing off, format json) execute ${call}`,
    );
    return planOf(rows[0]["QUERY PLAN"][0]);
  } catch (failure) {
    return { failure: failure.message, ms: MAX_MS, pages: Number.POSITIVE_INFINITY, nodes: [] };
  }
}

const planOf = (whole) => {
  const triggers = whole.Triggers.reduce((sum, { Time = 0 }) => sum + Time, 0);
  return {
    ms: whole["Execution Time"],
    triggers,
    pages:
      whole.Plan["Shared Hit Blocks"] +
      whole.Plan["Shared Read Blocks"] +
      whole.Plan["Temp Read Blocks"],
    rows: whole.Plan["Actual Rows"],
    nodes: [...new Set(nodesIn(whole.Plan))],
  };
};

function nodesIn(plan) {
  const below = (plan.Plans ?? []).flatMap(nodesIn);
  const name = plan["Index Name"] ?? plan["Relation Name"];
  if (name === undefined)
    return /Sort|Hash$|Materialize/.test(plan["Node Type"]) ? [plan["Node Type"], ...below] : below;
  const filtered = plan["Rows Removed by Filter"]
    ? ` (${plan["Rows Removed by Filter"]} rows filtered)`
    : "";
  return [`${plan["Node Type"]} ${name}${filtered}`, ...below];
}

const literalOf = (value) => {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (Array.isArray(value))
    return value.length === 0 ? "'{}'" : `array[${value.map(literalOf).join(", ")}]`;
  if (Array.isArray(value)) return `array[${value.map(literalOf)}]`;
  if (Buffer.isBuffer(value)) return `'\\x${value.toString("hex")}'`;
  return pg.escapeLiteral(String(value));
};
