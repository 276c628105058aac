import { expect, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";
import { VERSIONS } from "../versions/index.ts";

test("keys are taken from the body or from headers", async () => {
  const { post, keys } = await testApp();
  const { client_id, secret } = keys;
  const query = { institution_id: "ins_109508", country_codes: ["US"] };
  const path = "/institutions/get_by_id";
  const headers = { "service-client-id": client_id, "service-secret": secret };
  expect((await post(path, { client_id, secret, ...query })).status).toBe(200);
  expect((await post(path, query, headers)).status).toBe(200);
  expect((await post(path, { secret, ...query }, headers)).status).toBe(200);
});

test("wrong keys and somebody else's are refused alike", async () => {
  const { post, keys } = await testApp();
  const query = { institution_id: "ins_109508", country_codes: ["US"] };
  const refusals = await Promise.all(
    [
      { client_id: keys.client_id, secret: "wrong" },
      { client_id: "nobody", secret: keys.secret },
      { client_id: keys.secret, secret: keys.client_id },
    ].map((wrong) => post("/institutions/get_by_id", { ...wrong, ...query })),
  );
  for (const { status, body } of refusals)
    expect([status, body.error_code, body.error_message]).toEqual([
      400,
      "INVALID_API_KEYS",
      "invalid client_id or secret provided",
    ]);
});

test("a public_key is no key in the newest version", async () => {
  const { post, keys } = await testApp();
  for (const path of [
    "/institutions/get_by_id",
    "/institutions/search",
    "/sandbox/public_token/create",
  ]) {
    const { body } = await post(path, { public_key: keys.public_key });
    expect(body.error_code).toBe("INCOMPATIBLE_API_VERSION");
  }
});

test("a public_key that is not a text is refused in every version", async () => {
  const { post, keys, logged } = await testApp();
  for (const version of VERSIONS)
    for (const public_key of [{ toString: 1 }, { valueOf: null }, [keys.public_key], 1, null]) {
      const headers = { "service-version": version };
      const answer = await post("/institutions/search", { public_key }, headers);
      expect([answer.status, answer.body.error_code]).toEqual([
        400,
        version < "2020-09-14" ? "INVALID_PUBLIC_KEY" : "INCOMPATIBLE_API_VERSION",
      ]);
    }
  expect(logged.join("")).not.toContain("unexpected error");
});
