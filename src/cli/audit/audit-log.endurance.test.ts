import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { expect, onTestFinished, test } from "vitest";
import type { AuditAction } from "../../server/domain/audit/audit-entry.ts";
import type { Services } from "../../server/domain/services.ts";
import { openDatabase } from "../../server/store/dialects/index.ts";
import { TABLE_NAMES } from "../../server/store/dialects/transfer/table-keys.ts";
import { storeVariables } from "../../testing/postgres/test-databases.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { COMMANDS } from "../commands.ts";
import type { Context } from "../context.ts";
import { csv } from "../institutions/institution-files.fixture.ts";
import { operator } from "../operator.ts";
import { runCli } from "../run-cli.fixture.ts";

const TAMPERED =
  "service-link: the audit log was tampered with: the head of the log is missing; nothing was changed; " +
  "compare it with a backup (service-link audit verify)";

/**
 * A line that changes something, and its actions in the log. `ID`, `WEBHOOK`, `JOB`, `ITEM`,
 * `GRANT`, `FILE` and `BANKS` are placeholders.
 */
const CHANGES: readonly (readonly [line: string, ...actions: AuditAction[]])[] = [
  ["dashboard setup", "operator.create_setup_code"],
  ["keys --allow-origin https://shop.example", "client.allow_origin"],
  ["keys --remove-origin https://shop.example", "client.disallow_origin"],
  ["keys --allow-redirect-uri https://shop.example/back", "client.allow_redirect_uri"],
  ["keys --remove-redirect-uri https://shop.example/back", "client.disallow_redirect_uri"],
  ["keys --partner on", "client.set_partner"],
  ["keys --production-access on", "client.grant_production"],
  ["keys --production-access off", "client.withdraw_production"],
  ["keys --institutions ins_109508", "client.set_institutions"],
  ["keys --legacy-user-api on", "client.set_legacy_user_api"],
  ["keys --grants on", "client.set_grants"],
  ["keys --reminders on", "client.set_alert"],
  ["keys --select-account one", "client.set_account_selection"],
  ["keys --default-version 2019-05-29", "client.set_default_version"],
  ["keys --rotate-webhook-key", "webhook_key.rotate"],
  ["webhooks replay WEBHOOK", "webhook.replay"],
  ["jobs retry JOB", "job.retry"],
  ["institutions import FILE", "institutions.import"],
  ["institutions import-fints BANKS", "institutions.import"],
  ["institutions add simplefin", "institutions.import"],
  [
    "institutions connect ins_700001 --issuer https://bank.example --client-id we --client-authentication none --offline",
    "institution.connect",
  ],
  ["institutions disconnect ins_700001", "institution.disconnect"],
  ["institutions ids ins_700001 --set move", "institution.ids"],
  ["institutions ways --ask", "institutions.set_ways"],
  ["institutions remove ins_700001", "institution.remove"],
  ["clients create --name Another", "client.create"],
  ["clients invite ID ada@shop.example --role read", "member.invite"],
  ["clients rotate ID --keep-others --name worker", "client.add_secret"],
  ["clients rotate ID --overlap 24", "client.rotate_secret"],
  ["clients secrets name ID --secret SECRET --name old", "client.name_secret"],
  ["clients secrets end ID --secret SECRET --yes", "client.end_secret"],
  ["keys add --client ID --read-only --network 10.0.0.0/8", "client.add_secret"],
  ["keys end --client ID --secret SECRET --yes", "client.end_secret"],
  ["grants create --name Ledger --item ITEM", "grant.create"],
  ["grants change GRANT --name Budget", "grant.change"],
  ["grants end GRANT", "grant.end"],
  ["clients remove ID --yes", "client.remove"],
  // The first call makes the new key's file.
  ["keys rotate-master"],
  ["keys rotate-master", "master_key.begin_rotation", "master_key.end_rotation"],
];

/** The lines that only read. */
const READS = [
  "keys",
  "keys --env",
  "clients list",
  "clients secrets list CLIENT",
  "keys list --client CLIENT",
  "grants list",
  "institutions list",
  "institutions ids ins_109508",
  "institutions export",
  "institutions aggregators list",
  "webhooks list",
  "webhooks show WEBHOOK",
  "jobs list",
  "items expiring",
  "uncategorized",
  "usage",
  "users migrate --dry-run",
  "audit list",
  "audit verify",
  "doctor --port 0",
  "completion bash",
];

/**
 * The commands that run until stopped, call a server, use other folders, or handle the store as a
 * whole.
 */
const OTHERS = [
  "serve",
  "worker",
  "webhooks tail",
  "check-institution",
  "institutions csr",
  "institutions register",
  "institutions aggregators add",
  "institutions aggregators remove",
  "export",
  "backup",
  "restore",
  "migrate-store",
  "partition",
  // The command writes to two logs. Its own tests read the logs.
  "clients move",
  // These commands read other servers and no store.
  "cells status",
  "cells page",
  "link",
  "trigger",
  "samples list",
  "samples create",
];

test("each change by the command line adds one entry with its operator, or is refused; a read adds none", async () => {
  const app = await testApp();
  const { audit, deliveries } = app.services.store;
  const variables = await storeVariables(app.folder);
  const run = (words: readonly string[]) =>
    runCli([...words, ...(words[0] === "completion" ? [] : ["--data", app.folder])], {
      variables,
      clock: app.services.clock,
    });
  const receiver = await testReceiver();
  const { access_token, item_id } = await app.link("ins_109508", ["auth"], {
    webhook: receiver.url,
  });
  await app.call("/sandbox/item/fire_webhook", { access_token, webhook_code: "ERROR" });
  await app.runJobs();
  const folder = mkdtempSync(join(tmpdir(), "service-link-audit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "list.csv"), csv("ins_700001,Lantern Bank,US"));
  writeFileSync(
    join(folder, "banks.csv"),
    "BLZ;Institut;Ort;PIN/TAN-Zugang URL;Version\n10070000;Bank;Ulm;http://127.0.0.1:1/;FinTS V3.0\n",
  );
  const operands: Record<string, string | undefined> = {
    CLIENT: app.keys.client_id,
    WEBHOOK: (await deliveries.latest(1))[0]?.delivery.deliveryId,
    JOB: await addDeadLetter(app.services),
    ITEM: item_id,
    FILE: join(folder, "list.csv"),
    BANKS: join(folder, "banks.csv"),
  };
  const toWords = (line: string) => line.split(" ").map((word) => operands[word] ?? word);
  const head = async () => (await audit.head()).sequence;

  const db = openDatabase(variables.DATABASE_URL ?? join(app.folder, "service-link.db"));
  onTestFinished(() => db.destroy());
  // The server writes counts and the use of a secret shortly after the request.
  const used = db.selectFrom("client_secret").select("used_at").where("used_at", "is not", null);
  const logged = db
    .selectFrom("request_log")
    .select("request_id")
    .where("path", "like", "/sandbox%");
  for (const rows of [used, logged])
    await expect.poll(async () => (await rows.execute()).length).toBeGreaterThan(0);
  const tamper = async () => {
    const heads = await db.selectFrom("audit_head").selectAll().execute();
    await db.deleteFrom("audit_head").execute();
    return () => db.insertInto("audit_head").values(heads).execute();
  };
  /** Returns all stored rows, and the keys in files. */
  const contents = async () => {
    const rows = new Map<string, unknown>();
    for (const name of TABLE_NAMES) rows.set(name, await db.selectFrom(name).selectAll().execute());
    const files = readdirSync(app.folder).filter((name) => !name.startsWith("service-link.db"));
    for (const name of files) rows.set(name, readFileSync(join(app.folder, name), "utf8"));
    return rows;
  };

  const start = await head();
  for (const line of READS) expect((await run(toWords(line))).code, line).toBe(0);
  expect(await head()).toBe(start);

  for (const [line, ...actions] of CHANGES) {
    const before = await head();
    const wrong = line.replace(
      / (WEBHOOK|JOB|FILE|BANKS|ID|ITEM|GRANT|ins_\d+)( |$)/,
      " nothing$2",
    );
    for (const command of [`${line} --unknown`, ...(wrong === line ? [] : [wrong])])
      expect((await run(command.split(" "))).code, command).toBe(1);
    expect(await head(), line).toBe(before);

    if (actions.length > 0) {
      const putBack = await tamper();
      const stored = await contents();
      const { code, err } = await run(toWords(line));
      // An import first prints its progress.
      expect([code, err.split("\n").at(-2)], line).toEqual([1, TAMPERED]);
      expect(await contents(), line).toEqual(stored);
      await putBack();
    }

    expect(await run(toWords(line)), line).toMatchObject({ code: 0 });
    const entries = await audit.after(before, 9);
    expect(
      entries.map(({ actor, action }) => [actor, action]),
      line,
    ).toEqual(actions.map((action) => [operator(), action]));
    if (actions[0] === "client.create") operands.ID = entries[0]?.subject;
    if (actions[0] === "grant.create") operands.GRANT = entries[0]?.subject;
    const details = JSON.parse(entries[0]?.details ?? "{}");
    if (actions[0] === "client.add_secret") operands.SECRET = details.secret_id;
  }
});

/**
 * Returns the commands that perform an action, and the options of `keys` that each change
 * something.
 */
const splitLines = (command: Command, above = ""): string[] => {
  const name = `${above}${command.name()}`;
  const below = command.commands.flatMap((command) => splitLines(command, `${name} `));
  if (command.commands.length > 0 && name !== "keys") return below;
  const options = name === "keys" ? command.options.map(({ long }) => `${name} ${long}`) : [];
  return [name, ...options, ...below];
};

test("every command is one of those changes, only reads, or has the log as a whole", () => {
  const program = new Command();
  const lines = COMMANDS.flatMap((command) => splitLines(command({} as Context, program)));
  const all = [...CHANGES.map(([line]) => line), ...READS, ...OTHERS];
  const isThere = (line: string) => all.some((command) => `${command} `.startsWith(`${line} `));
  // These options choose the client and the folder.
  const others = ["keys --client", "keys --data"];
  expect(lines.filter((line) => !isThere(line)).toSorted()).toEqual(others);
  expect(lines.length).toBeGreaterThan(30);
});

/** Adds a dead job; returns its id. */
async function addDeadLetter({ store, clock }: Services): Promise<string> {
  const now = clock();
  const jobId = "a dead letter";
  await store.jobs.add([
    { jobId, name: "sample", payload: {}, lane: "sample", dueAt: now, createdAt: now },
  ]);
  const claim = { now, lease: "lease", leaseUntil: now + 30_000, limit: 100, perLane: 100 };
  for (const job of await store.jobs.claim({ ...claim, busy: new Map() }))
    if (job.jobId === jobId) await store.jobs.giveUp(job, now);
    else await store.jobs.release(job, now);
  return jobId;
}
