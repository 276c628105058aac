import { expect, test } from "vitest";
import { signedIn } from "../../../testing/test-app/dashboard.ts";

test("a redirect URI works only while it is registered, and only if it is the same character by character", async () => {
  const { app, dashboard } = await signedIn();
  const token = async (redirect_uri: string) => {
    const { status, body } = await app.post("/link/token/create", {
      ...{ client_id: app.keys.client_id, secret: app.keys.secret },
      client_name: "Shop",
      language: "en",
      country_codes: ["US"],
      products: ["auth"],
      user: { client_user_id: "user-1" },
      redirect_uri,
    });
    return status === 200 ? "fine" : body.error_message;
  };
  const uri = "https://shop.example/return";
  const register = (text: string) => dashboard.post("redirect-uri/allow", { uri: text });
  await dashboard.post("origin/allow", { origin: "https://shop.example" });
  expect(await token(uri)).toContain(`--allow-redirect-uri ${uri}`);
  for (let again = 0; again < 2; again++)
    expect((await register(uri)).body.client).toMatchObject({ redirect_uris: [uri] });
  expect(await token(uri)).toBe("fine");
  for (const other of [`${uri}/`, `${uri}/../return2`, "https://shop.example.evil.example/return"])
    expect(await token(other)).toContain("must be registered");
  expect((await dashboard.post("redirect-uri/disallow", { uri })).body.client).toMatchObject({
    redirect_uris: [],
  });
  expect(await token(uri)).toContain("must be registered");
  const log = await app.services.store.audit.last(9);
  expect(log.map(({ action, details }) => [action, details]).slice(-3)).toEqual([
    ["client.allow_redirect_uri", JSON.stringify({ uri, address: "127.0.0.1" })],
    ["client.allow_redirect_uri", JSON.stringify({ uri, address: "127.0.0.1" })],
    ["client.disallow_redirect_uri", JSON.stringify({ uri, address: "127.0.0.1" })],
  ]);
});

test("an invalid redirect URI is refused with a sentence, and changes nothing", async () => {
  const { app, dashboard } = await signedIn();
  const { body } = await dashboard.post("redirect-uri/allow", { uri: "http://shop.example/#a" });
  expect(body).toMatchObject({
    error_code: "INVALID_FIELD",
    display_message: "A redirect URI must begin with https://, unless it is on this machine.",
  });
  expect(await app.services.store.redirectUris.of(app.keys.client_id)).toEqual([]);
});
