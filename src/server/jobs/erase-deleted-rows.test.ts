import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { fetchReports } from "../../testing/test-app/reports.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { eraseRemovedClient } from "../domain/clients/erase-client.ts";
import { digest } from "../domain/identifiers.ts";
import { ERASE_JOB } from "../domain/jobs/erase-job.ts";

type App = Awaited<ReturnType<typeof testApp>>;

const readLog = ({ folder }: App) => join(folder, "service-link.db-wal");

/** Returns the texts that the store's files still contain. */
const filesWith = (app: App, texts: readonly string[]) => {
  const files = [join(app.folder, "service-link.db"), readLog(app)].filter((file) =>
    existsSync(file),
  );
  const bytes = files.map((file) => readFileSync(file));
  return texts.filter((text) => bytes.some((nonSharedBuffer) => nonSharedBuffer.includes(text)));
};

/** An Item and its secrets: the sealed login, digests of tokens, account numbers. */
const linkWithSecrets = async (app: App) => {
  const { access_token, item_id } = await app.link("ins_109508", ["auth"]);
  const { public_token } = await app.call("/item/public_token/create", { access_token });
  const { accounts } = await app.call("/auth/get", { access_token });
  const [account] = accounts as { account_id: string }[];
  const { processor_token } = await app.call("/processor/token/create", {
    access_token,
    account_id: account?.account_id,
    processor: "amberpay",
  });
  const item = await app.services.store.items.byItemId(item_id);
  const secrets = [
    item?.sealedLogin ?? "",
    digest(String(public_token)),
    digest(String(processor_token)),
    ...sealedNumbers(app, item_id),
  ];
  expect(filesWith(app, secrets)).toEqual(secrets);
  return { access_token, secrets };
};

/** The sealed account numbers of an Item. */
const sealedNumbers = ({ folder }: App, itemId: string) => {
  const database = new SQLite(join(folder, "service-link.db"), { readonly: true });
  onTestFinished(() => void database.close());
  const numbers = database.prepare("select numbers from item_account where item_id = ?").pluck();
  return numbers.all(itemId).map(String);
};

/** An app after its daily jobs. */
const startedApp = async () => {
  const app = await testApp();
  await app.runJobs();
  await erase(app);
  return app;
};

const erase = async (app: App, ms = 1000) => {
  app.advanceClock(ms);
  await app.runJobs();
};

test("a removed Item leaves no login, digest or account number on the disk after a second", async () => {
  const app = await startedApp();
  for (let n = 0; n < 12; n++) await app.link("ins_109509");
  const links = [await linkWithSecrets(app), await linkWithSecrets(app)];
  for (let n = 0; n < 12; n++) await app.link("ins_109509");
  for (const { access_token } of links) await app.call("/item/remove", { access_token });
  expect(await app.services.store.jobs.count(ERASE_JOB)).toBe(1);
  await erase(app);
  for (const { secrets } of links) expect(filesWith(app, secrets)).toEqual([]);
  expect(await app.services.store.jobs.count(ERASE_JOB)).toBe(0);
});

test("a reader postpones the erasure without blocking it", async () => {
  const app = await startedApp();
  const { access_token, secrets } = await linkWithSecrets(app);
  const reader = new SQLite(join(app.folder, "service-link.db"), { readonly: true });
  onTestFinished(() => void reader.close());
  reader.exec("begin");
  reader.prepare("select count(*) from item").get();
  await app.call("/item/remove", { access_token });
  await erase(app);
  expect(filesWith(app, secrets)).not.toEqual([]);
  expect(await app.services.store.jobs.count(ERASE_JOB)).toBe(1);
  reader.exec("commit");
  await erase(app, 6000);
  expect(filesWith(app, secrets)).toEqual([]);
  expect(await app.services.store.jobs.count(ERASE_JOB)).toBe(0);
});

test("removed reports and audit copies are erased from the disk", async () => {
  const app = await startedApp();
  const { createReady, read } = fetchReports(app);
  const { access_token } = await app.link();
  const token = await createReady([access_token], 30, { client_report_id: "loan-of-somebody" });
  const { report } = await read(token);
  const copyOf = async () => {
    const body = { asset_report_token: token, auditor_id: "fannie_mae" };
    const { audit_copy_token } = await app.call("/asset_report/audit_copy/create", body);
    return String(audit_copy_token);
  };
  const [copy, other] = [await copyOf(), await copyOf()];
  const secrets = [
    digest(copy),
    "loan-of-somebody",
    ...report.items.flatMap(({ accounts }) => accounts.map(({ account_id }) => `"${account_id}"`)),
  ];
  await app.call("/asset_report/audit_copy/remove", { audit_copy_token: copy });
  await erase(app);
  expect(filesWith(app, [digest(copy), digest(other)])).toEqual([digest(other)]);
  await app.call("/item/remove", { access_token });
  await app.call("/asset_report/remove", { asset_report_token: token });
  await erase(app);
  expect(filesWith(app, [...secrets, digest(other)])).toEqual([]);
});

test("a removal leaves an empty log once it is erased", async () => {
  const app = await testApp();
  const { access_token } = await app.link();
  await app.call("/item/remove", { access_token });
  expect(statSync(readLog(app)).size).toBeGreaterThan(0);
  expect(await app.services.store.eraseDeletedRows()).toBe(true);
  expect(statSync(readLog(app)).size).toBe(0);
});

test("a removed client leaves no Asset Report, whether ready, rendered or being made", async () => {
  const app = await startedApp();
  const { create, createReady } = fetchReports(app);
  const { access_token } = await app.link();
  await createReady([access_token]);
  const { id: assetReportId } = await create([access_token]);
  const { store } = app.services;
  const draft = { assetReportId, draftId: "an attempt" };
  await store.assetReports.begin(draft);
  const piece = { accountId: "an account", part: "balances", position: 0, json: "[]" } as const;
  await store.assetReports.write(draft, [piece]);
  const database = new SQLite(join(app.folder, "service-link.db"), { readonly: true });
  onTestFinished(() => void database.close());
  const parts = () => database.prepare("select distinct part from report_piece").pluck().all();
  expect(parts().toSorted()).toEqual(["balances", "insights", "pdf", "transactions"]);
  await store.clients.remove(app.keys.client_id, { onlyEmpty: false, now: app.services.clock() });
  await eraseRemovedClient(app.services, app.keys.client_id);
  await store.eraseDeletedRows();
  expect(parts()).toEqual([]);
  expect(database.prepare("select count(*) from report_erasure").pluck().get()).toBe(0);
});
