import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import { buildCommand } from "../../testing/test-command.ts";
import { post, postUntilAnswered } from "../../testing/traffic/call.ts";
import { KEYS } from "../../testing/traffic/keys.ts";
import { createApplication } from "../../testing/traffic/link-session.ts";
import { kill, newFolder, type RunningServer, serve } from "../../testing/traffic/serve.ts";

/** Rounds of kills; many more by hand, for example CRASH_ROUNDS=50. */
const CRASHES = Number(process.env.CRASH_ROUNDS ?? 4);
const ROWS = 3000;
/** The number of rows that consecutive files share. */
const COMMON = 100;
const FILES = { institution_id: "ins_909999" };
const DAY_MS = 86_400_000;
/** Only a hanging test is to end by time. */
const timeout = 120_000 + CRASHES * 60_000;

beforeAll(buildCommand);

/** A table of consecutive transactions that all differ. */
const toFile = (from: number, count: number): string => {
  const first = Date.now() - 690 * DAY_MS;
  const rows = Array.from({ length: count }, (_, at) => {
    const n = from + at;
    const date = new Date(first + Math.floor(n / 150) * DAY_MS).toISOString().slice(0, 10);
    return `${date},-${n + 1}.25,Purchase ${n},SAMPLE-${n}`;
  });
  return Buffer.from(["Date,Amount,Description,Id", ...rows].join("\n")).toString("base64");
};

const CSV = {
  ...{ delimiter: ",", skipped_rows: 1, date_order: "YMD", decimal_mark: "." },
  columns: { date: 0, amount: 1, description: 2, id: 3 },
};

/** Takes a user through Link with a file; returns a public token. */
async function linkFile(
  { port }: RunningServer,
  { call }: ReturnType<typeof createApplication>,
  file: string,
): Promise<string> {
  const { link_token: token } = await call("/link/token/create", {
    ...{ client_name: "Shop", language: "en", country_codes: ["US"], products: ["transactions"] },
    user: { client_user_id: randomUUID() },
  });
  const id = () => randomBytes(16).toString("hex");
  const bridge = async (path: string, body: object, headers = {}) =>
    (await postUntilAnswered(() => port, `/bridge/${path}`, body, { headers, retries503: true }))
      .body;
  const { session_token } = await bridge("session/start", {
    ...{ config: { token }, origin: "http://localhost:9999", link_session_id: id(), resume: id() },
  });
  const submit = (path: string, body: object) =>
    bridge(
      path,
      { ...body, submission_id: randomUUID() },
      { authorization: `Bearer ${session_token}` },
    );
  await bridge("institution/select", FILES, { authorization: `Bearer ${session_token}` });
  let answer = await submit("credentials/submit", {
    ...FILES,
    credentials: { bank: "Lantern Bank", file },
  });
  while (answer.challenge) {
    const { questions } = answer.challenge as {
      questions: { options: string[]; chosen?: string }[];
    };
    const answers = questions.map(({ options, chosen }) => chosen ?? options[0]);
    answer = await submit("mfa/submit", { answers });
  }
  const { accounts } = answer.selection as { accounts: { id: string }[] };
  const account_ids = accounts.map((account) => account.id);
  return String((await submit("accounts/select", { account_ids })).public_token);
}

/** A killed process keeps its lease on the Item's reads for minutes, so the test ends the lease. */
function endLeases(data: string): void {
  const file = new SQLite(join(data, "service-link.db"));
  file.exec("update item_read set lease_until = null");
  file.close();
}

test(`a server that is killed ${CRASHES} times during an import has all of a file or nothing, and a repeat adds none twice`, {
  timeout,
}, async () => {
  const data = newFolder();
  let server = await serve(data);
  const application = createApplication(() => server.port);
  const access_token = await application.exchange(
    await linkFile(server, application, toFile(0, ROWS)),
  );
  const all = async () => {
    const rows: { transaction_id: string; name: string }[] = [];
    for (let cursor = "", hasMore = true; hasMore; ) {
      const page = await application.call("/transactions/sync", {
        ...{ access_token, cursor, count: 500 },
      });
      rows.push(...(page.added as typeof rows));
      cursor = String(page.next_cursor);
      hasMore = page.has_more === true;
    }
    return rows;
  };
  const { accounts } = await application.call("/accounts/get", { access_token });
  const [account] = accounts as { account_id: string }[];
  const request = (from: number) => ({
    ...{ access_token, account_id: account?.account_id, csv: CSV, possible_matches: "same" },
    file: toFile(from, ROWS + COMMON),
  });
  await expect.poll(async () => (await all()).length, { timeout, interval: 200 }).toBe(ROWS);
  // The first import is not killed, and so measures how long an import takes.
  const began = performance.now();
  await application.call("/item/files/add", request(ROWS - COMMON));
  const duration = performance.now() - began;

  const ends = { nothing: 0, all: 0 };
  for (let round = 2; round < CRASHES + 2; round++) {
    const before = round * ROWS;
    const counts = new Set<number>();
    const importing = post(server.port, "/item/files/add", {
      ...request(before - COMMON),
      ...KEYS,
    }).catch(() => undefined);
    const moment = Math.random() * duration;
    const until = performance.now() + moment;
    while (performance.now() < until - 300) counts.add((await all()).length);
    await setTimeout(Math.max(0, until - performance.now()));
    await kill(server);
    await importing;
    server = await serve(data, ["--port", String(server.port)]);
    const left = (await all()).length;
    counts.add(left);
    ends[left === before ? "nothing" : "all"] += 1;
    for (const count of counts) expect([before, before + ROWS]).toContain(count);
    endLeases(data);
    await application.call("/item/files/add", request(before - COMMON));
    const rows = await all();
    const names = new Set(rows.map(({ name }) => name));
    expect([rows.length, names.size]).toEqual([before + ROWS, before + ROWS]);
  }
  expect(await server.stop()).toBe(0);
  if (CRASHES > 4) console.info(`${CRASHES} kills: ${JSON.stringify(ends)}`);
});
