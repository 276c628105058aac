import { expect, test } from "vitest";
import { DashboardAnswer } from "../../../protocol/dashboard/dashboard.ts";
import { signedIn, storedClient } from "../../../testing/test-app/dashboard.ts";

test("changing the default version applies to the next request without a header", async () => {
  const { app, dashboard } = await signedIn();
  const { access_token } = await app.link();
  const { client_id, secret } = app.keys;
  const body = { client_id, secret, access_token };
  const numbers = async (headers = {}) => (await app.post("/auth/get", body, headers)).body.numbers;
  expect(await numbers()).toHaveProperty("ach");
  const { status, body: answer } = await dashboard.post("version", { version: "2017-03-08" });
  expect([status, answer.client]).toMatchObject([200, { default_version: "2017-03-08" }]);
  expect(await numbers()).toBeInstanceOf(Array);
  expect(await numbers({ "service-version": "2020-09-14" })).toHaveProperty("ach");
});

test.each([
  [{ version: "2020-09-15" }, "INVALID_FIELD"],
  [{ version: "" }, "INVALID_FIELD"],
  [{ version: ["2019-05-29"] }, "INVALID_FIELD"],
  [{ version: null }, "INVALID_FIELD"],
  [{}, "MISSING_FIELDS"],
  [{ version: "2019-05-29", confirm: true }, "UNKNOWN_FIELDS"],
  [[], "INVALID_BODY"],
  ["{", "INVALID_BODY"],
])("%j does not change the default version", async (body, code) => {
  const { app, dashboard } = await signedIn();
  const answer = await dashboard.post("version", body);
  expect([answer.status, answer.body.error_code]).toEqual([400, code]);
  expect((await storedClient(app))?.defaultVersion).toBe("2020-09-14");
});

test("each version is listed with its changes, in the changes' own sentences", async () => {
  const { dashboard } = await signedIn();
  const { versions } = DashboardAnswer.parse((await dashboard.reload()).body);
  expect(versions.map(({ date }) => date)).toEqual([
    "2017-03-08",
    "2018-05-22",
    "2019-05-29",
    "2020-09-14",
  ]);
  expect(versions[0]?.changes).toEqual([]);
  expect(versions[2]?.changes).toContainEqual({
    summary: "The account type `brokerage` is called `investment`.",
    where: expect.stringMatching(/^\/accounts\/get and \d+ others$/),
  });
});

test("the first client is named once, and by the operator from then on", async () => {
  const { app, dashboard } = await signedIn();
  expect((await dashboard.post("first-name", { name: "" })).status).toBe(400);
  const { body } = await dashboard.post("first-name", { name: " Corner Shop " });
  expect(body.client).toMatchObject({ name: "Corner Shop" });
  const again = await dashboard.post("first-name", { name: "Another Shop" });
  expect(again.body).toMatchObject({
    error_code: "STALE_FIELD",
    display_message: expect.stringContaining("name is “Corner Shop” now"),
  });
  expect((await app.services.store.clients.first())?.name).toBe("Corner Shop");
  const [entry] = await app.services.store.audit.last(1);
  expect([entry?.action, JSON.parse(entry?.details ?? "")]).toMatchObject([
    "client.change",
    { name_before: "First client", name: "Corner Shop" },
  ]);
});
