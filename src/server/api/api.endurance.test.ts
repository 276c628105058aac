import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { goodBody, newestShapeOf } from "../../testing/test-app/bodies.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { loadEndpoints } from "./index.ts";

test("every answer has the shape that its endpoint declares", async () => {
  const app = await testApp();
  await app.services.store.clients.setPartner(app.client.clientId, true);
  const institutions = {
    count: 500,
    offset: 0,
    country_codes: ["US", "CA", "GB", "FR", "DE"],
    options: { include_status: true, include_optional_metadata: true },
  };
  const connect = async () => {
    const item = await app.link("ins_109508", ["auth", "transactions", "income"]);
    await app.runJobs();
    return { item, state: await fetchState(app, item) };
  };
  let { item, state } = await connect();
  for (const endpoint of await loadEndpoints()) {
    if (typeof endpoint.response === "string") continue;
    // Most calls leave the Item unchanged. Its first pull takes longer than all other steps.
    if (!isDeepStrictEqual(await fetchState(app, item), state)) ({ item, state } = await connect());
    const body = await goodBody(endpoint, app, item);
    const request = endpoint.path === "/institutions/get" ? institutions : body;
    const { request_id, ...answer } = await app.call(endpoint.path, request);
    expect(newestShapeOf(endpoint).parse(answer)).toEqual(answer);
    expect(request_id).toMatch(/^[0-9A-Za-z]{15}$/);
  }
});

/** Returns the response to an Item's token: the Item, or a refusal. */
const fetchState = async (
  { post, credentials }: Awaited<ReturnType<typeof testApp>>,
  { access_token }: { access_token: string },
) => {
  const { item, error_code } = (await post("/item/get", { ...credentials, access_token })).body;
  return { item, error_code };
};
