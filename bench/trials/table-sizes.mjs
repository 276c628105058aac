// Measures the growth of each table of the store: a server links Items in the sandbox, pulls their
// transactions, serves reads of them and sends webhooks, on SQLite and on PostgreSQL. Prints for each table
// the rows per Item, and the size of a row with its indexes, in bytes.
//
//   npm run build && npx vite build --mode bench && SIZES_ITEMS=500 node bench/trials/table-sizes.mjs

import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startServer } from "../../dist/bench/parts.js";
import { startServe } from "../api/servers.mjs";
import { post, walkLink } from "../api/walk.mjs";
import { postgresSizes, sqliteSizes } from "./rows/sizes.mjs";

const ITEMS = Number(process.env.SIZES_ITEMS ?? 100);
const AT_ONCE = 4;
const READS = [
  "/item/get",
  "/accounts/get",
  "/auth/get",
  "/transactions/get",
  "/transactions/sync",
];
const KEYS = { client_id: "sizes-client", secret: "sizes-secret-of-a-bench" };
const MAX_MS = 600_000;

/** A receiver of webhooks that counts them by their codes. */
const startReceiver = async () => {
  const counts = {};
  const server = createServer((incoming, response) => {
    let text = "";
    incoming.on("data", (piece) => {
      text += piece;
    });
    incoming.on("end", () => {
      const { webhook_code: code } = JSON.parse(text);
      counts[code] = (counts[code] ?? 0) + 1;
      response.end();
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/hook`,
    counts,
    close: () => server.close(),
  };
};

const grow = async (folder, variables) => {
  const receiver = await startReceiver();
  const service = await startServe(folder, {
    ...variables,
    SERVICE_LINK_CLIENT_ID: KEYS.client_id,
    SERVICE_LINK_SECRET: KEYS.secret,
  });
  const agent = new Agent({ keepAlive: true });
  const call = (path, body, headers) => post(agent, service.port, path, body, headers);
  const api = (path, body) => call(path, { ...KEYS, ...body });
  try {
    const tokens = [];
    const link = async () => {
      while (tokens.length < ITEMS) {
        const public_token = await walkLink(call, KEYS, { webhook: receiver.url });
        const { access_token } = await api("/item/public_token/exchange", { public_token });
        tokens.push(access_token);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, link));
    for (
      const end = Date.now() + MAX_MS;
      (receiver.counts.HISTORICAL_UPDATE ?? 0) < tokens.length;
      await pause(200)
    )
      if (Date.now() > end)
        throw new Error(`not all was pulled: ${JSON.stringify(receiver.counts)}`);
    const today = new Date().toISOString().slice(0, 10);
    const month = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
    for (const access_token of tokens) {
      for (const path of READS)
        await api(path, {
          access_token,
          ...(path === "/transactions/get" && { start_date: month, end_date: today }),
        });
      await api("/sandbox/item/fire_webhook", { access_token, webhook_code: "DEFAULT_UPDATE" });
    }
    for (
      const end = Date.now() + MAX_MS;
      (receiver.counts.DEFAULT_UPDATE ?? 0) < tokens.length;
      await pause(200)
    )
      if (Date.now() > end) throw new Error(`not all was sent: ${JSON.stringify(receiver.counts)}`);
    // Some rows are written a little later.
    await pause(5000);
    return { items: tokens.length, webhooks: receiver.counts };
  } finally {
    agent.destroy();
    await service.stop();
    receiver.close();
  }
};

const folder = mkdtempSync(join(tmpdir(), "service-link-sizes-"));
const postgres = await startServer();
try {
  const first = await grow(join(folder, "sqlite"));
  const sqlite = sqliteSizes(join(folder, "sqlite", "service-link.db"));
  const second = await grow(join(folder, "postgres"), { DATABASE_URL: postgres.address });
  const inPostgres = await postgresSizes(postgres.address);
  console.log(
    `${first.items} Items, ${second.items} on PostgreSQL; webhooks: ${JSON.stringify(second.webhooks)}`,
  );
  console.log("table | rows an Item | PostgreSQL: a row, its indexes | SQLite: a row, its indexes");
  for (const [table, { rows, bytes, indexes }] of inPostgres) {
    const other = sqlite.get(table);
    const each = (size, count) => (count ? Math.round(size / count) : "-");
    console.log(
      [
        table,
        (rows / second.items).toFixed(2),
        `${each(bytes, rows)} + ${each(indexes, rows)}`,
        other ? `${each(other.bytes, other.rows)} + ${each(other.indexes, other.rows)}` : "-",
      ].join(" | "),
    );
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
