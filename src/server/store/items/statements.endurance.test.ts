import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";

test("an Item has more statements than a query takes parameters, and they go in pieces", async () => {
  const app = await testApp();
  const { access_token, item_id } = await app.link("ins_109508", ["statements"]);
  const { accounts } = await app.call("/accounts/get", { access_token });
  const accountId = String((accounts as { account_id: string }[])[0]?.account_id);
  const { statements } = app.services.store;
  const all = Array.from({ length: 33_000 }, (_, at) => ({
    ...{ statementId: `statement-${at}`, accountId, key: `${at}`, date: "2025-12-31" },
  }));
  const reading = { period: { from: "2025-12-01", to: "2025-12-31" }, readAt: 0 };
  const [first] = all;
  for (const present of [all, first ? [first] : []]) {
    await statements.set(item_id, present, reading, []);
    expect((await statements.list(item_id)).statements).toHaveLength(present.length);
  }
});
