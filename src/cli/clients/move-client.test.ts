import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { browser } from "../../testing/test-app/dashboard.ts";
import { mailServer } from "../../testing/test-app/mail-server.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { runCli } from "../run-cli.fixture.ts";

const MASTER_KEY = { SERVICE_LINK_MASTER_KEY: "5".repeat(64) };

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-move-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const storeOf = (folder: string) => join(folder, "service-link.db");

/** Two stopped cells. The first cell has two clients; its first client has an Item. */
const stoppedCells = async (keyOfOther = MASTER_KEY) => {
  const [one, other] = [newFolder(), newFolder()];
  const cell = await testApp(MASTER_KEY, one);
  const { url, received } = await testReceiver();
  const { access_token } = await cell.link("ins_109508", ["transactions"], { webhook: url });
  await cell.runJobs();
  const { client_id, secret, public_key } = cell.keys;
  const answers = await fetchAnswers(cell, { client_id, secret, access_token });
  await cell.close();
  await runCli(["clients", "create", "--data", one], { variables: MASTER_KEY });
  await (await testApp(keyOfOther, other)).close();
  const move = (changes: Parameters<typeof runCli>[1] = {}, ...options: string[]) =>
    runCli(["clients", "move", client_id, "--data", one, "--to", storeOf(other), ...options], {
      variables: MASTER_KEY,
      ...changes,
    });
  const keys = { client_id, secret, access_token };
  return { one, other, keys, public_key, received, answers, move };
};

type App = Awaited<ReturnType<typeof testApp>>;

const fetchAnswers = async ({ post }: App, keys: object) => {
  const answers = [];
  for (const [path, body] of [
    ["/item/get", {}],
    ["/accounts/get", {}],
    ["/transactions/sync", { count: 500 }],
  ] as const) {
    const { request_id, next_cursor, ...answer } = (await post(path, { ...keys, ...body })).body;
    answers.push(answer);
  }
  return answers;
};

const dump = (folder: string) => {
  const db = new SQLite(storeOf(folder), { readonly: true });
  const rows = ["client", "item", "item_transaction", "mark", "job"].map((table) =>
    db.prepare(`select count(*) from ${table}`).pluck().get(),
  );
  db.close();
  return rows;
};

test("a client that moves keeps its keys, tokens and answers in the other cell, and has none in the first", async () => {
  const { one, other, keys, received, answers, move } = await stoppedCells();
  const { out, code } = await move({ prompt: async () => keys.client_id });
  expect(code).toBe(0);
  expect(out).toContain(`${keys.client_id} has 1 live Item: it moves to ${storeOf(other)}`);
  expect(out).toContain("set    these lines in /etc/haproxy/cells.map");
  expect(out).toContain(`${keys.client_id} THAT_CELL`);
  const there = await testApp(MASTER_KEY, other);
  expect(await fetchAnswers(there, keys)).toEqual(answers);
  const before = received.length;
  const fire = await there.post("/sandbox/item/fire_webhook", {
    ...keys,
    webhook_code: "DEFAULT_UPDATE",
  });
  expect(fire.status).toBe(200);
  await there.runJobs();
  expect(received.length).toBeGreaterThan(before);
  const here = await testApp(MASTER_KEY, one);
  expect((await here.post("/item/get", keys)).body.error_code).toBe("INVALID_API_KEYS");
  expect(here.keys.client_id).not.toBe(keys.client_id);
  await Promise.all([here.close(), there.close()]);
  for (const folder of [one, other]) {
    const db = new SQLite(storeOf(folder), { readonly: true });
    const moves = db.prepare("select subject from audit_entry where action = 'client.move'");
    expect(moves.pluck().all()).toEqual([keys.client_id]);
    db.close();
  }
  expect((await move({}, "--yes")).err).toContain("there is no client");
});

test("a move that is stopped keeps both servers from starting, until the command completes it", async () => {
  const { one, other, keys, answers, move } = await stoppedCells();
  const { err, code } = await move({ stopSignal: () => AbortSignal.abort() }, "--yes");
  expect([code, err]).toEqual([1, expect.stringContaining("stopped; call service-link clients")]);
  for (const folder of [one, other])
    await expect(testApp(MASTER_KEY, folder)).rejects.toThrow(
      `has a part of ${keys.client_id}, whose move was interrupted`,
    );
  const another = newFolder();
  await (await testApp(MASTER_KEY, another)).close();
  const elsewhere = ["clients", "move", keys.client_id, "--data", another, "--to", storeOf(other)];
  expect((await runCli(elsewhere, { variables: MASTER_KEY })).err).toContain(
    `is one from ${storeOf(one)} to ${storeOf(other)}; name those stores`,
  );
  expect((await move({}, "--undo")).out).toContain(`${keys.client_id} stays in`);
  expect((await move({}, "--undo")).err).toContain("there is no move of");
  const here = await testApp(MASTER_KEY, one);
  expect(await fetchAnswers(here, keys)).toEqual(answers);
  await here.close();
  await move({ stopSignal: () => AbortSignal.abort() }, "--yes");
  // The operator has agreed to the move before.
  expect((await move()).code).toBe(0);
  const there = await testApp(MASTER_KEY, other);
  expect(await fetchAnswers(there, keys)).toEqual(answers);
});

test("a move that was stopped goes on to no third store, and is not taken back from one", async () => {
  const { one, other, keys, answers, move } = await stoppedCells();
  const third = newFolder();
  await (await testApp(MASTER_KEY, third)).close();
  await move({ stopSignal: () => AbortSignal.abort() }, "--yes");
  const before = [one, other, third].map(dump);
  for (const options of [[], ["--yes"], ["--undo"]]) {
    const { err, code } = await move({}, "--to", storeOf(third), ...options);
    expect([code, err]).toEqual([1, expect.stringContaining(`to ${storeOf(other)}; name those`)]);
  }
  expect([one, other, third].map(dump)).toEqual(before);
  expect((await move()).code).toBe(0);
  const there = await testApp(MASTER_KEY, other);
  expect(await fetchAnswers(there, keys)).toEqual(answers);
});

test("a move that has marked one store alone is taken back, and begins only by its plan", async () => {
  const { one, other, keys, move } = await stoppedCells();
  const unmark = (folder: string) => {
    const db = new SQLite(storeOf(folder));
    const mark = db
      .prepare("delete from mark where name = 'client_move' returning value")
      .pluck()
      .get();
    db.close();
    return mark;
  };
  const remark = (folder: string, mark: unknown) => {
    const db = new SQLite(storeOf(folder));
    db.prepare("insert into mark values ('client_move', ?)").run(mark);
    db.close();
  };
  await move({ stopSignal: () => AbortSignal.abort() }, "--yes");
  const mark = unmark(one);
  expect((await move({}, "--yes")).err).toContain("it has a client of that id");
  expect((await move({}, "--undo")).out).toContain(`${keys.client_id} stays in`);
  remark(other, mark);
  expect((await move({ prompt: async () => "no" })).err).toContain("nothing was changed");
  expect((await move({}, "--undo")).out).toContain(`${keys.client_id} stays in`);
  remark(one, mark);
  expect((await move({}, "--yes")).err).toContain("has nothing of the move that has begun");
  expect((await move({}, "--undo")).out).toContain(`${keys.client_id} stays in`);
  for (const folder of [one, other]) await (await testApp(MASTER_KEY, folder)).close();
  expect((await move({}, "--yes")).code).toBe(0);
});

test("a server that is started while the command asks keeps the client where it is", async () => {
  const { one, other, keys, move } = await stoppedCells();
  for (const folder of [one, other]) {
    let app: App | undefined;
    const prompt = async () => {
      app = await testApp(MASTER_KEY, folder);
      return keys.client_id;
    };
    expect((await move({ prompt })).err).toContain("is open in another process; stop");
    await app?.close();
    expect((await move({}, "--undo")).err).toContain("there is no move of");
  }
  expect((await move({}, "--yes")).code).toBe(0);
});

test("mails that wait for a client are sent by the cell to which it moves", async () => {
  const mail = await mailServer();
  const variables = { ...MASTER_KEY, SMTP_URL: mail.url, MAIL_FROM: "accounts@acme.example" };
  const { one, other, keys, move } = await stoppedCells();
  const here = await testApp(variables, one);
  const { client_id, secret } = keys;
  const created = await here.post("/link/token/create", {
    ...{ client_id, secret, client_name: "Corner Shop", language: "en", country_codes: ["US"] },
    ...{ products: ["auth"], hosted_link: { delivery_method: "email" } },
    user: { client_user_id: "user-1", email_address: "ann@mail.example" },
  });
  expect(created.status).toBe(200);
  const dashboard = browser(here);
  await dashboard.signIn({ client_id, secret });
  const invited = await dashboard.post("people/invite", { email: "bo@mail.example", role: "read" });
  expect(invited.body.mailed).toBe(true);
  await here.close();
  expect((await move({}, "--yes")).code).toBe(0);
  const there = await testApp(variables, other);
  // Jobs that write mails add jobs that send the mails.
  await there.runJobs();
  await there.runJobs();
  expect(mail.received.flatMap(({ to }) => to).toSorted()).toEqual([
    "ann@mail.example",
    "bo@mail.example",
  ]);
});

test("a move whose last step was killed is over once the command runs again", async () => {
  const { one, other, keys, answers, move } = await stoppedCells();
  const markIn = (folder: string) => {
    const db = new SQLite(storeOf(folder));
    onTestFinished(() => void db.close());
    return db;
  };
  await move({ stopSignal: () => AbortSignal.abort() }, "--yes");
  const cell = markIn(one);
  const { value } = cell.prepare("select value from mark where name = 'client_move'").get() as {
    value: string;
  };
  cell.close();
  expect((await move()).code).toBe(0);
  const db = markIn(other);
  db.prepare("insert into mark values ('client_move', ?)").run(value.replace("copy", "whole"));
  db.close();
  expect((await move({}, "--undo")).err).toContain("has all of");
  expect((await move()).code).toBe(0);
  const there = await testApp(MASTER_KEY, other);
  expect(await fetchAnswers(there, keys)).toEqual(answers);
});

test("a move that cannot be, or is not agreed to, is refused with the reason and changes nothing", async () => {
  const { one, other, public_key, move } = await stoppedCells();
  const before = [dump(one), dump(other)];
  const refusal = async (...args: Parameters<typeof move>) => {
    const { err, code } = await move(...args);
    expect(code).toBe(1);
    expect([dump(one), dump(other)]).toEqual(before);
    return err;
  };
  expect(await refusal({ prompt: async () => "no" })).toContain("nothing was changed");
  expect(await refusal({}, "--to", storeOf(one))).toContain("has the client already");
  expect(await refusal({}, "--to", join(other, "none.db"))).toContain("there is no store in");
  const running = await testApp(MASTER_KEY, other);
  expect(await refusal({}, "--yes")).toContain("is open in another process; stop");
  await running.close();
  const away = ["clients", "move", "unknown", "--data", one, "--to", storeOf(other)];
  expect((await runCli(away, { variables: MASTER_KEY })).err).toContain(
    "there is no client unknown",
  );
  const only = newFolder();
  const single = await testApp(MASTER_KEY, only);
  await single.close();
  const { client_id } = single.keys;
  const last = ["clients", "move", client_id, "--data", only, "--to", storeOf(other)];
  expect((await runCli(last, { variables: MASTER_KEY })).err).toContain("it is the only client");
  const db = new SQLite(storeOf(other));
  db.prepare("update client set public_key = ?").run(public_key);
  db.close();
  expect(await refusal({}, "--yes")).toContain("it has a client of that id or public key already");
});

test("a cell that is sealed under another master key takes no client", async () => {
  const { one, other, move } = await stoppedCells({ SERVICE_LINK_MASTER_KEY: "6".repeat(64) });
  const before = [dump(one), dump(other)];
  expect((await move({}, "--yes")).err).toContain("is not sealed under the same master key");
  expect([dump(one), dump(other)]).toEqual(before);
});
