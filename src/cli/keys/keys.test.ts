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

test("a restricted secret is made, listed and used, and ends after a question that says its last use", async () => {
  const app = await testApp();
  const { client_id } = app.keys;
  const keys = (line: string, prompt = async (_: string): Promise<string | null> => null) =>
    printedBy(["keys", ...line.split(" "), "--data", app.folder], {
      clock: app.services.clock,
      prompt,
    });
  const made = await keys(
    "add --name reports --read-only --product auth,identity --network 127.0.0.0/8 --ends 2026-02-01",
  );
  const [, secret = ""] = /^secret +(\S+)$/m.exec(made) ?? [];
  const [, id = ""] = /^id +(\S+)$/m.exec(made) ?? [];
  expect(made).toContain("may         read, auth, identity, from 127.0.0.0/8\n");
  expect(made).toContain("ends        2026-02-01 23:59 UTC\n");
  expect(await keys("list")).toMatch(
    /never +2026-02-01 23:59 UTC +read, auth, identity, from 127\.0\.0\.0\/8 +reports\n/,
  );
  app.advanceClock(1000);
  const fetchCode = async (path: string) =>
    (await app.post(path, { client_id, secret })).body.error_code;
  expect(await fetchCode("/auth/get")).toBe("MISSING_FIELDS");
  expect(await fetchCode("/item/remove")).toBe("UNAUTHORIZED_ROUTE_ACCESS");
  expect(await fetchCode("/transactions/get")).toBe("UNAUTHORIZED_ROUTE_ACCESS");
  await app.writeUsage();

  const questions: string[] = [];
  const asked = (answer: string) => async (question: string) => {
    questions.push(question);
    return answer;
  };
  await expect(keys(`end --secret ${id}`, asked("no"))).rejects.toThrow("the secret works on");
  expect(questions[0]).toContain("This secret was last used 2026-01-15 12:00 UTC.");
  expect(await keys(`end --secret ${id}`, asked(id))).toBe(
    "The secret is refused within a second.\n",
  );
  app.advanceClock(1000);
  expect(await fetchCode("/auth/get")).toBe("INVALID_API_KEYS");
  const own = app.client.secrets[0]?.secretId;
  await expect(keys(`end --secret ${own} --yes`)).rejects.toThrow(/add --even-last/);
});

test("a secret is not made with an unknown product, a wrong network, a day that is over, or of one of several clients", async () => {
  const app = await testApp();
  const keys = (line: string) =>
    printedBy([...line.split(" "), "--data", app.folder], { clock: app.services.clock });
  await expect(keys("keys add --product auth,money")).rejects.toThrow(
    "--product must be of transactions, auth, identity, income, assets, liabilities, investments, statements, balance, " +
      "cra_base_report, cra_income_insights, cra_network_insights, cra_cashflow_insights, not money",
  );
  await expect(keys("keys add --network 10.0.0.1/8")).rejects.toThrow(
    '--network "10.0.0.1/8" must begin at its first address; one address alone is 10.0.0.1',
  );
  for (const day of ["2026-01-14", "2026-13-01", "soon"])
    await expect(keys(`keys add --ends ${day}`)).rejects.toThrow("--ends must be a day");
  await keys("clients create --name Another");
  await expect(keys("keys add")).rejects.toThrow(/there are 2 clients .*--client ID/s);
  expect(
    (await app.services.store.clients.all()).map(({ client }) => client.secrets.length),
  ).toEqual([1, 1]);
});
