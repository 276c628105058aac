import { expect, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";

const query = { institution_id: "ins_109508", country_codes: ["US"] };

test("Service-Version is in every answer", async () => {
  const { post, keys } = await testApp();
  const { client_id, secret } = keys;
  for (const headers of [{}, { "service-version": "2020-09-14" }]) {
    const answer = await post("/institutions/get_by_id", { client_id, secret, ...query }, headers);
    expect(answer.headers["service-version"]).toBe("2020-09-14");
  }
});

test("a Service-Version that does not exist is refused with the ones that do", async () => {
  const { post, keys } = await testApp();
  const { client_id, secret } = keys;
  const { status, body } = await post(
    "/institutions/get_by_id",
    { client_id, secret, ...query },
    { "service-version": "2020-09-15" },
  );
  expect([status, body.error_code, body.error_message]).toEqual([
    400,
    "INVALID_HEADERS",
    "Service-Version must be one of 2017-03-08, 2018-05-22, 2019-05-29, 2020-09-14",
  ]);
});
