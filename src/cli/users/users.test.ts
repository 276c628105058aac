import { expect, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";
import { printedBy } from "../run-cli.fixture.ts";
import { migrationReport } from "./print-migration.ts";

test("users migrate lists the clients' use of the legacy user API, and the changes that they need", async () => {
  const app = await testApp();
  const { folder, client, post, credentials, writeUsage } = app;
  const migrate = (...options: string[]) =>
    printedBy(["users", "migrate", "--data", folder, ...options]);
  expect(await migrate("--dry-run")).toMatch(
    /^No client has used the legacy user API\.\n\nNothing is to be migrated on the server/,
  );
  await app.services.store.clients.setLegacyUserApi(client.clientId, true);
  await post("/user/create", { ...credentials, client_user_id: "customer-1" });
  const { user_token } = (
    await post("/user/create", { ...credentials, client_user_id: "customer-1" })
  ).body;
  await post("/user/remove", { ...credentials, user_token });
  await writeUsage();
  const output = await migrate("--dry-run");
  expect(output).toContain(
    `${client.clientId}\n  /user/create: no with_upgraded_user\n    2 calls`,
  );
  expect(output).toMatch(
    /\/user\/remove: user_token\n {4}1 call, last 2026-01-15T12:00:00.000Z, request_id/,
  );
  expect(output).toContain("send the user_token that you have stored as user_id");
  expect(await migrate()).toBe(output);
});

test("the report has a paragraph for each client", () => {
  const use = {
    path: "/user/create",
    field: "consumer_report_user_identity",
    count: 1,
    lastAt: 0,
    requestId: "aB3dE6gH9jK2mN5",
  } as const;
  const report = migrationReport([
    { ...use, clientId: "a" },
    { ...use, clientId: "b" },
  ]);
  expect(report).toMatch(/^a\n(?: {2}.*\n)+\nb\n(?: {2}.*\n)+\nNothing/);
});

test("keys switches the legacy user API of a client on and off", async () => {
  const { folder, services, client, advanceClock } = await testApp();
  const keys = (...options: string[]) => printedBy(["keys", "--data", folder, ...options]);
  for (const [option, isOn] of [
    ["on", true],
    ["off", false],
  ] as const) {
    expect(await keys("--legacy-user-api", option)).toContain(
      `users       by the ${isOn ? "legacy" : "new"} user API`,
    );
    advanceClock(1000);
    expect((await services.store.clients.byClientId(client.clientId))?.legacyUserApi).toBe(isOn);
  }
  await expect(keys("--legacy-user-api", "yes")).rejects.toThrow("on or off");
});
