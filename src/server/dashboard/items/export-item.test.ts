import { expect, test } from "vitest";
import { EXPORT_FORMATS } from "../../../protocol/export-format.ts";
import { sampleClient, sampleSecret } from "../../../testing/store-contract/samples.ts";
import {
  browser,
  signedIn,
  signedInMember,
  signInOperator,
} from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { WRITABLE_FORMATS } from "../../formats/writers.ts";

test("an Item's transactions are exported as the API exports them, for client and operator", async () => {
  expect(Object.keys(EXPORT_FORMATS).toSorted()).toEqual([...WRITABLE_FORMATS].toSorted());
  const { app, dashboard } = await signedIn();
  const { item_id, access_token } = await app.link("ins_109508", ["transactions"]);
  await app.runJobs();
  const operator = browser(app);
  await signInOperator(app, operator);
  const period = { start_date: "2024-01-15", end_date: "2026-01-15" };
  for (const format of WRITABLE_FORMATS) {
    const body = { ...app.credentials, access_token, format, ...period };
    const api = await app.post("/transactions/export", body);
    for (const session of [dashboard, operator]) {
      const answer = await session.post("items/export", { item_id, format });
      expect([format, answer.status, answer.headers["content-disposition"]]).toEqual([
        format,
        200,
        expect.stringMatching(/^attachment; filename="transactions\.\w+"$/),
      ]);
      expect(answer.bytes.length).toBeGreaterThan(1000);
      expect(Buffer.compare(answer.bytes, api.bytes)).toBe(0);
    }
  }
});

test("an export is refused of another client's Item, without the product, and after the end, and is no entry", async () => {
  const app = await testApp();
  const { services } = app;
  const mine = await app.link("ins_109508", ["transactions"]);
  const other = await app.link("ins_109508", ["auth"]);
  await services.store.clients.add(sampleClient({ secrets: [sampleSecret("their secret")] }));
  const stranger = browser(app);
  await stranger.signIn({ client_id: "client-1", secret: "their secret" });
  const clientId = app.keys.client_id;
  const reader = await signedInMember(app, { clientId, role: "read" });
  const { dashboard } = await signedInMember(app, { clientId, role: "developer" });
  const before = await services.store.audit.head();
  const fetchCode = async (session: typeof dashboard, item_id: unknown, format: unknown = "ofx") =>
    (await session.post("items/export", { item_id, format })).body.error_code;
  expect(await fetchCode(stranger, mine.item_id)).toBe("NOT_FOUND");
  expect(await fetchCode(reader.dashboard, mine.item_id)).toBe("UNAUTHORIZED_ROUTE_ACCESS");
  await app.call("/item/remove", { access_token: mine.access_token });
  for (const [item_id, format, code] of [
    ["unknown", "ofx", "NOT_FOUND"],
    [mine.item_id, "ofx", "PRODUCTS_NOT_SUPPORTED"],
    [other.item_id, "ofx", "PRODUCTS_NOT_SUPPORTED"],
    [other.item_id, "xls", "INVALID_FIELD"],
    [7, "ofx", "INVALID_FIELD"],
  ])
    expect([format, await fetchCode(dashboard, item_id, format)]).toEqual([format, code]);
  expect(await services.store.audit.head()).toEqual(before);
});
