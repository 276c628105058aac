// The calls of an application with one Item to a server of any build, and the CPU time of its
// database.

import { readFileSync } from "node:fs";
import { ask, requestOf } from "./load.mjs";
import { startService } from "./servers.mjs";

const TICK_MS = 10;

const KEYS = { client_id: "bench-client", secret: "bench-secret-of-thirty-characters" };
export const VARIABLES = {
  SERVICE_LINK_CLIENT_ID: KEYS.client_id,
  SERVICE_LINK_SECRET: KEYS.secret,
};

/**
 * Starts a server of a build on a data folder, and links an Item. Returns the server and the
 * measured calls.
 */
export async function startOne(cli, folder, variables, ends) {
  const server = await startService(folder, variables, [], cli);
  ends.push(() => server.stop());
  return { server, requests: await requestsTo(server.port) };
}

/** Links an Item, and waits for its transactions. Returns the measured calls by name. */
async function requestsTo(port) {
  const call = async (path, body) =>
    JSON.parse(await ask(port, requestOf(path, { ...KEYS, ...body })));
  const { public_token } = await call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["auth", "transactions"],
  });
  const { access_token } = await call("/item/public_token/exchange", { public_token });
  const token = { ...KEYS, access_token };
  let cursor = "";
  for (let status = ""; status !== "HISTORICAL_UPDATE_COMPLETE"; ) {
    const page = await call("/transactions/sync", { access_token, cursor, count: 500 });
    cursor = page.next_cursor;
    status = page.has_more ? "" : page.transactions_update_status;
    if (!page.has_more) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const period = { start_date: "2020-01-01", end_date: "2099-01-01" };
  return {
    "/auth/get": requestOf("/auth/get", token),
    "/accounts/get": requestOf("/accounts/get", token),
    "/item/get": requestOf("/item/get", token),
    "/transactions/get of 10": requestOf("/transactions/get", {
      ...token,
      ...period,
      options: { count: 10 },
    }),
    "/transactions/get of 500": requestOf("/transactions/get", {
      ...token,
      ...period,
      options: { count: 500 },
    }),
    "/transactions/sync without changes": requestOf("/transactions/sync", { ...token, cursor }),
  };
}

/** The CPU time of the database's connections so far, in ms, from Linux's counters. */
export async function databaseMs(database) {
  if (!database) return 0;
  const { rows } = await database.query(
    "select pid from pg_stat_activity where pid <> pg_backend_pid()",
  );
  let ticks = 0;
  for (const { pid } of rows) {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * TICK_MS;
}
