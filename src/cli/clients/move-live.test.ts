import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import SQLite from "better-sqlite3";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { buildProgram } from "../../testing/build-program.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { printedBy, runCli } from "../run-cli.fixture.ts";

const MASTER_KEY = { SERVICE_LINK_MASTER_KEY: "5".repeat(64) };
const PROGRAM = fileURLToPath(new URL("../run-cli-process.fixture.ts", import.meta.url));

let program = "";
beforeAll(async () => {
  const { file, remove } = await buildProgram(PROGRAM);
  program = file;
  return remove;
});

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-move-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const storeOf = (folder: string) => join(folder, "service-link.db");

/** Runs a command in a separate process until `ended` resolves. */
const start = (args: readonly string[]) => {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, ...MASTER_KEY },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { out: "", err: "" };
  const isBegun = new Promise<void>((resolve) => {
    child.stdout.on("data", (data) => {
      output.out += data;
      resolve();
    });
  });
  child.stderr.on("data", (data) => {
    output.err += data;
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  onTestFinished(() => void child.kill("SIGKILL"));
  return { ended, output, isBegun, stop: () => child.kill("SIGTERM") };
};

/** Two cells that run, and a client of the first with an Item. */
const runningCells = async () => {
  const [one, other] = [newFolder(), newFolder()];
  const here = await testApp(MASTER_KEY, one);
  const there = await testApp(MASTER_KEY, other);
  const { url, received } = await testReceiver();
  const { access_token } = await here.link("ins_109508", ["transactions"], { webhook: url });
  await here.runJobs();
  const printed = await printedBy(["clients", "create", "--data", one], { variables: MASTER_KEY });
  const [, client_id = ""] = /client_id\s+(\S+)/.exec(printed) ?? [];
  const [, secret = ""] = /secret\s+(\S+)/.exec(printed) ?? [];
  const keys = { ...here.credentials, access_token };
  const line = ["clients", "move", keys.client_id, "--data", one, "--to", storeOf(other), "--live"];
  return { one, other, here, there, url, received, keys, others: { client_id, secret }, line };
};

type App = Awaited<ReturnType<typeof testApp>>;

const answersOf = async ({ post }: App, keys: object) => {
  const answers = [];
  for (const path of ["/item/get", "/accounts/get", "/transactions/sync"]) {
    const { request_id, next_cursor, ...answer } = (await post(path, keys)).body;
    answers.push(answer);
  }
  return answers;
};

test("a client moves while both cells run: its calls get 503 for a while, and others none; nothing is lost", async () => {
  const { here, there, url, received, keys, others, line } = await runningCells();
  const answers = await answersOf(here, keys);
  const { ended, output } = start([...line, "--yes"]);
  const acknowledged: string[] = [];
  const seen = new Set<string>();
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const { access_token: _, ...credentials } = keys;
  while (!isOver) {
    here.advanceClock(100);
    const created = await here.post("/sandbox/public_token/create", {
      ...{ ...credentials, institution_id: "ins_109508", initial_products: ["auth"] },
      options: { webhook: url },
    });
    seen.add(`${created.status} ${created.headers["retry-after"] ?? ""}`);
    const { public_token } = created.body;
    if (created.status === 200) {
      const exchanged = await here.post("/item/public_token/exchange", {
        ...credentials,
        public_token,
      });
      seen.add(`${exchanged.status} ${exchanged.headers["retry-after"] ?? ""}`);
      if (exchanged.status === 200) acknowledged.push(String(exchanged.body.access_token));
    }
    const other = await here.post("/institutions/get_by_id", {
      ...{ ...others, institution_id: "ins_109508", country_codes: ["US"] },
    });
    expect(other.status).toBe(200);
    await here.runJobs();
    await setImmediate();
  }
  expect([await ended, output.err]).toEqual([0, expect.stringContaining("Handed over")]);
  expect([...seen].toSorted()).toEqual(["200 ", expect.stringMatching(/^503 [25]$/)]);
  expect(output.out).toContain(`${keys.client_id} THAT_CELL`);
  const refused = await here.post("/item/get", keys);
  expect([refused.status, refused.body.error_code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
  expect(refused.body.error_message).toContain("another cell");
  expect(await answersOf(there, keys)).toEqual(answers);
  expect(acknowledged.length).toBeGreaterThan(0);
  for (const access_token of acknowledged)
    expect((await there.post("/item/get", { ...credentials, access_token })).status).toBe(200);
  await there.runJobs();
  await here.runJobs();
  const ids = received.map(({ body, headers }) => JSON.stringify([body, headers["webhook-id"]]));
  expect(new Set(ids).size).toBe(ids.length);
});

test("a move of running cells that is stopped goes on or is taken back, and blocks no other kind of move", async () => {
  const { one, here, there, keys, line } = await runningCells();
  const answers = await answersOf(here, keys);
  const stopped = await runCli([...line, "--yes"], {
    variables: MASTER_KEY,
    stopSignal: () => AbortSignal.abort(),
  });
  expect([stopped.code, stopped.err]).toEqual([1, expect.stringContaining("stopped; call")]);
  expect(await answersOf(here, keys)).toEqual(answers);
  expect((await there.post("/item/get", keys)).status).toBe(503);
  const doctor = await runCli(["doctor", "--port", "0", "--data", one], { variables: MASTER_KEY });
  expect(doctor.out).toContain(`the move of ${keys.client_id} from`);
  const copy = ["migrate-store", "--data", one, "--to", join(newFolder(), "copy.db")];
  expect((await runCli(copy, { variables: MASTER_KEY })).err).toMatch(
    /the move of \S+ from .* is not over; finish it first/s,
  );
  const undone = await runCli([...line, "--undo"], { variables: MASTER_KEY });
  expect(undone.out).toContain(`${keys.client_id} stays in`);
  // A refusal is known for a second.
  there.advanceClock(2000);
  expect((await there.post("/item/get", keys)).body.error_code).toBe("INVALID_API_KEYS");
  const db = new SQLite(storeOf(one), { readonly: true });
  expect(db.prepare("select name from sqlite_master where type = 'trigger'").all()).toEqual([]);
  db.close();
  expect((await runCli([...line, "--undo"], { variables: MASTER_KEY })).err).toContain(
    "there is no move of",
  );
  const { ended, output, isBegun, stop } = start([...line, "--yes"]);
  await isBegun;
  stop();
  await ended;
  const again = start([...line, "--yes"]);
  expect([await again.ended, again.output.err]).toEqual([
    0,
    expect.stringContaining("Handed over"),
  ]);
  expect(output.err).toContain("stopped");
  // A process knows a change after a second.
  there.advanceClock(2000);
  expect(await answersOf(there, keys)).toEqual(answers);
  expect((await runCli([...line, "--yes"], { variables: MASTER_KEY })).err).toContain(
    "there is no client",
  );
  expect((await runCli([...line, "--undo"], { variables: MASTER_KEY })).err).toContain(
    `${keys.client_id} has left`,
  );
});

test("a command that was stopped before it showed the router's lines shows them when it goes on", async () => {
  const { there, other, keys, line } = await runningCells();
  const stepThere = () => {
    const db = new SQLite(storeOf(other), { readonly: true });
    const step = db.prepare("select step from client_move").pluck().get();
    db.close();
    return step;
  };
  // Stops the command when the other cell has the client.
  const stopSignal = () =>
    Object.defineProperty(new AbortController().signal, "aborted", {
      get: () => stepThere() === "arrived",
    });
  const stopped = await runCli([...line, "--yes"], { variables: MASTER_KEY, stopSignal });
  expect([stopped.code, stopped.err]).toEqual([1, expect.stringContaining("stopped; call")]);
  const resumed = await runCli([...line, "--yes"], { variables: MASTER_KEY });
  expect([resumed.code, resumed.out]).toEqual([
    0,
    expect.stringContaining(`${keys.client_id} THAT_CELL`),
  ]);
  there.advanceClock(2000);
  expect((await there.post("/item/get", keys)).status).toBe(200);
});
