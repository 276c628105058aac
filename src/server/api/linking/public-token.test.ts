import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

const MINUTES = 60_000;

test("a public_token is exchanged once", async () => {
  const { call, post, credentials } = await testApp();
  const { public_token } = await call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["auth"],
  });
  const first = await post("/item/public_token/exchange", { ...credentials, public_token });
  expect(first.status).toBe(200);
  expect(Object.keys(first.body).sort()).toEqual(["access_token", "item_id", "request_id"]);
  expect(first.body.access_token).toMatch(/^access-sandbox-[0-9a-f-]{36}$/);
  const second = await post("/item/public_token/exchange", { ...credentials, public_token });
  expect([second.status, second.body.error_code, second.body.error_message]).toEqual([
    400,
    "INVALID_PUBLIC_TOKEN",
    "the public_token has already been exchanged; it is good once",
  ]);
});

test("exactly one of 200 concurrent exchanges of a public_token succeeds", async () => {
  const { call, post, credentials } = await testApp();
  const { public_token } = await call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["auth"],
  });
  /** Repeats calls that a busy server refuses with 503, as clients do. */
  const exchange = async (): ReturnType<typeof post> => {
    const answer = await post("/item/public_token/exchange", { ...credentials, public_token });
    return answer.status === 503 ? exchange() : answer;
  };
  const answers = await Promise.all(Array.from({ length: 200 }, exchange));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.error_code === "INVALID_PUBLIC_TOKEN")).toHaveLength(
    199,
  );
});

test("a public_token expires after 30 minutes", async () => {
  const { call, post, credentials, advanceClock } = await testApp();
  const create = () =>
    call("/sandbox/public_token/create", {
      institution_id: "ins_109508",
      initial_products: ["auth"],
    });
  const late = await create();
  advanceClock(30 * MINUTES - 1);
  await call("/item/public_token/exchange", { public_token: late.public_token });
  const tooLate = await create();
  advanceClock(30 * MINUTES);
  const answer = await post("/item/public_token/exchange", {
    ...credentials,
    public_token: tooLate.public_token,
  });
  expect(answer.body.error_message).toBe("the public_token has expired; it is good for 30 minutes");
});

test("a public_token of an existing Item is exchanged for the access_token that the Item has", async () => {
  const { call, link } = await testApp();
  const { access_token, item_id } = await link();
  const creation = await call("/item/public_token/create", { access_token });
  expect(Object.keys(creation).sort()).toEqual(["public_token", "request_id"]);
  const { public_token } = creation;
  expect(await call("/item/public_token/exchange", { public_token })).toMatchObject({
    access_token,
    item_id,
  });
});
