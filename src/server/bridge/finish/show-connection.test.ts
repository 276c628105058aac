import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { connectionKey } from "../../domain/items/connection-key.ts";

test("a user reads and revokes a connection, after which its data is gone", async () => {
  const { services, link, post, keys, call } = await testApp();
  const { access_token, item_id } = await link();
  const key = connectionKey(services, item_id);
  const answer = await post("/bridge/my/connection", { key });
  expect(answer.body).toMatchObject({
    institution: { name: "First Platypus Bank" },
    products: ["auth"],
    ended: false,
  });
  await call("/auth/get", { access_token });
  const end = await post("/bridge/my/end", { key });
  expect(end.body).toMatchObject({ ended: true });
  expect((await post("/bridge/my/end", { key })).body).toMatchObject({ ended: true });
  const { client_id, secret } = keys;
  const refusal = await post("/auth/get", { client_id, secret, access_token });
  expect(refusal.body.error_code).toBe("USER_PERMISSION_REVOKED");
});

test("an expired or invalid connection key is refused", async () => {
  const { services, link, post, passTime, call } = await testApp();
  const { access_token, item_id } = await link();
  const key = connectionKey(services, item_id);
  passTime(3_600_000);
  for (const path of ["/bridge/my/connection", "/bridge/my/end"])
    for (const one of [key, "nonsense"])
      expect((await post(path, { key: one })).body.error_code).toBe("INVALID_LINK_SESSION");
  await call("/auth/get", { access_token });
});

test("the connection page has a content security policy without foreign sources", async () => {
  const { server } = await testApp();
  const page = await server.inject({ method: "GET", url: "/my" });
  expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
});
