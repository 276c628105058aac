import { expect, test } from "vitest";
import { browser, signInOperator } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

test("two operators change one client's fields without undoing each other's", async () => {
  const app = await testApp();
  const operator = browser(app);
  await signInOperator(app, operator);
  const id = app.keys.client_id;
  const change = (body: object) => operator.post("clients/change", { id, ...body });
  await change({ name: "Shop", expected: { name: "First client" } });
  await change({ partner: true, expected: { partner: false } });
  const { body } = await change({
    name: "Bank",
    partner: false,
    expected: { name: "First client" },
  });
  expect(body.error_code).toBe("STALE_FIELD");
  expect(body.display_message).toContain("name is “Shop” now");
  expect(await app.services.store.clients.byClientId(id)).toMatchObject({
    name: "Shop",
    partner: true,
  });
});

test("a client is removed after its client_id is typed, with live Items only on request", async () => {
  const app = await testApp();
  const operator = browser(app);
  await signInOperator(app, operator);
  const client = browser(app);
  await client.signIn();
  await app.link();
  const id = app.keys.client_id;
  const remove = (body: object) =>
    operator.post("clients/remove", { id, confirm: id, with_items: false, ...body });

  expect((await remove({ confirm: "client" })).body.display_message).toBe(
    "This is not its client_id: nothing was removed.",
  );
  expect((await remove({})).body.display_message).toContain("It has 1 live Item: nothing was");
  expect((await client.reload()).status).toBe(200);
  expect((await remove({ with_items: true })).body).toMatchObject({ live_items: 1 });
  expect((await client.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
  expect(await app.services.store.clients.byClientId(id)).toBeNull();
  expect((await remove({ with_items: true })).body.error_code).toBe("NOT_FOUND");
  const [entry] = await app.services.store.audit.last(1);
  expect([entry?.action, entry?.subject, entry?.details]).toEqual([
    "client.remove",
    id,
    JSON.stringify({ live_items: 1, address: "127.0.0.1" }),
  ]);
});
