import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeProtectedHeader } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { signWebhook } from "../../server/webhooks/signature.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { printedBy } from "../run-cli.fixture.ts";

/** Returns the output of the command. */
const run = (...args: string[]) => printedBy(["keys", ...args]);

test("a client's default version is set, and a running server uses it within a second", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const app = await testApp({}, folder);
  const { client_id, secret } = app.keys;
  const { access_token } = await app.link();
  const numbers = async () =>
    (await app.post("/auth/get", { client_id, secret, access_token })).body.numbers;
  expect(await run("--data", folder)).toMatch(/^version +2020-09-14$/m);
  expect(await numbers()).toHaveProperty("ach");
  const output = await run("--data", folder, "--default-version", "2017-03-08");
  expect(output).toMatch(/^version +2017-03-08$/m);
  app.advanceClock(1000);
  expect(await numbers()).toBeInstanceOf(Array);
  await expect(run("--data", folder, "--default-version", "2020-09-15")).rejects.toThrow(
    "--default-version must be one of 2017-03-08, 2018-05-22, 2019-05-29, 2020-09-14, not 2020-09-15",
  );
  expect(await run("--data", folder)).toMatch(/^version +2017-03-08$/m);
});

test("account selection is set, and a running server uses it within a second", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const app = await testApp({}, folder);
  expect(await run("--data", folder)).toMatch(/^selection +several$/m);
  expect(await run("--data", folder, "--select-account", "one")).toMatch(/^selection +one$/m);
  const { client_id } = app.keys;
  app.advanceClock(1000);
  expect((await app.services.store.clients.byClientId(client_id))?.accountSelection).toBe("one");
  await expect(run("--data", folder, "--select-account", "some")).rejects.toThrow(
    "--select-account must be one of disabled, one, several, all, not some",
  );
  expect(await run("--data", folder)).toMatch(/^selection +one$/m);
});

test("webhooks are signed with a new key after a rotation, also by a running server", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { services } = await testApp({}, folder);
  const signedBy = async () => decodeProtectedHeader(await signWebhook(services, "{}")).kid;
  const before = await signedBy();
  expect(await run("--data", folder)).not.toContain("signed");
  expect(await signedBy()).toBe(before);
  const output = await run("--data", folder, "--rotate-webhook-key");
  const after = await signedBy();
  expect(after).not.toBe(before);
  expect(output).toContain(`webhooks    are signed with the new key ${after} from now on\n`);
});
