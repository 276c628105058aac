import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { afterEnding, createSecretUses, newSecret, secretWith } from "./client-secret.ts";

const MINUTE_MS = 60_000;

test("a use is due once a minute for each secret, unless another process has recorded it", () => {
  let now = 1_000_000;
  const uses = createSecretUses(() => now);
  const note = (secretId: string, usedAt: number | null = null) =>
    uses.record("client-1", { secretId, usedAt });
  const due = () => uses.drain().map(({ secretId }) => secretId);
  for (const secretId of ["a", "b", "a"]) note(secretId);
  note("c", now - MINUTE_MS + 1);
  expect(due()).toEqual(["a", "b"]);
  now += MINUTE_MS - 1;
  for (const secretId of ["a", "b"]) note(secretId);
  expect(due()).toEqual([]);
  now += 1;
  note("a");
  note("c", now - MINUTE_MS);
  expect(due()).toEqual(["a", "c"]);
});

test("a secret works until its end, and no longer at that moment", () => {
  const random = (count: number) => Buffer.alloc(count, 1);
  const secret = newSecret("secret", { random, clock: () => 0 }, { endsAt: 1000 });
  const client = { secrets: [secret] };
  expect(secretWith(client, secret.digest, 999)).toBe(secret);
  expect(secretWith(client, secret.digest, 1000)).toBeNull();
});

test("a request updates the last use of its secret, one with wrong keys does not", async () => {
  const app = await testApp();
  const usedAt = async () => {
    await app.writeUsage();
    return (await app.services.store.clients.first())?.secrets[0]?.usedAt;
  };
  await app.post("/item/get", { ...app.credentials, secret: "wrong", access_token: "x" });
  expect(await usedAt()).toBeNull();
  await app.post("/item/get", { ...app.credentials, access_token: "x" });
  const first = app.services.clock();
  expect(await usedAt()).toBe(first);
  app.advanceClock(MINUTE_MS - 1);
  await app.post("/item/get", { ...app.credentials, access_token: "x" });
  expect(await usedAt()).toBe(first);
  app.advanceClock(1);
  await app.post("/item/get", { ...app.credentials, access_token: "x" });
  expect(await usedAt()).toBe(first + MINUTE_MS);
});

test("a secret that is ended in one process is refused by another within a second", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [first, second] = [await testApp({}, folder), await testApp({}, folder)];
  const code = async () =>
    (await second.post("/item/get", { ...first.credentials, access_token: "x" })).body.error_code;
  expect(await code()).toBe("INVALID_ACCESS_TOKEN");
  const { client_id } = first.keys;
  await first.services.store.clients.changeSecrets(client_id, (secrets) =>
    afterEnding(secrets, secrets[0]?.secretId ?? "", { evenLast: true, now: 0 }),
  );
  second.advanceClock(1000);
  expect(await code()).toBe("INVALID_API_KEYS");
});
