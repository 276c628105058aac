import { expect, test, vi } from "vitest";
import { sampleClient, sampleSecret } from "../../testing/store-contract/samples.ts";
import { browser, signedIn, signedInMember } from "../../testing/test-app/dashboard.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

const read = async ({ post }: ReturnType<typeof browser>) =>
  (await post("example-values", {})).body;

test("the values are those of the client's newest Item, and its access token works", async () => {
  const { app, dashboard } = await signedIn();
  expect((await read(dashboard)).values).toBeNull();
  await app.link();
  app.advanceClock(1000);
  const { access_token, item_id } = await app.link("ins_109509");
  const { values } = await read(dashboard);
  const { accounts } = await app.call("/accounts/get", { access_token });
  const [{ account_id }] = accounts as [{ account_id: string }];
  expect(values).toEqual({ access_token, item_id, account_id, user_id: null });
  const { new_access_token } = await app.call("/item/access_token/invalidate", { access_token });
  expect((await read(dashboard)).values).toMatchObject({ access_token: new_access_token });
  expect(app.logged.join()).not.toContain(new_access_token);
});

test("another client and a reading member get none", async () => {
  const { app } = await signedIn();
  await app.link();
  const other = sampleClient({ secrets: [sampleSecret("their secret")] });
  await app.services.store.clients.add(other);
  const stranger = browser(app);
  await stranger.signIn({ client_id: other.clientId, secret: "their secret" });
  expect((await read(stranger)).values).toBeNull();
  const reader = await signedInMember(app, { clientId: app.keys.client_id, role: "read" });
  expect((await read(reader.dashboard)).error_code).toBe("UNAUTHORIZED_ROUTE_ACCESS");
});

test("outside the sandbox no Item is read for it", async () => {
  const variables = { SERVICE_ENV: "production", SERVICE_LINK_MASTER_KEY: "ab".repeat(32) };
  const { app, dashboard } = await signedIn(await testApp(variables));
  vi.spyOn(app.services.store.lists, "items").mockRejectedValue(new Error("Items were read"));
  expect((await read(dashboard)).values).toBeNull();
});
