import { expect, test } from "vitest";
import { withProcessor } from "./processor.fixture.ts";

test("a processor reads the streams of its account alone, and asks for new transactions", async () => {
  const { accountId, access_token, call, create, ask, runJobs } = await withProcessor({
    RATE_LIMITS: "on",
    RATE_LIMIT_CHANGES: JSON.stringify({ "/processor/transactions/refresh": { item: 1 } }),
  });
  await runJobs();
  const account_id = accountId("checking");
  const { processor_token } = (await create(account_id)).body;
  const { request_id: _, ...streams } = (
    await ask("/processor/transactions/recurring/get", { processor_token })
  ).body;
  const { request_id, ...all } = await call("/transactions/recurring/get", {
    access_token,
    account_ids: [account_id],
  });
  expect(streams).toEqual(all);
  expect(streams.inflow_streams).not.toEqual([]);
  const other = (await create(accountId("savings"))).body.processor_token;
  const theirs = await ask("/processor/transactions/recurring/get", { processor_token: other });
  expect(theirs.status).toBe(200);
  expect(theirs.body.inflow_streams).not.toEqual(all.inflow_streams);
  expect((await ask("/processor/transactions/refresh", { processor_token })).status).toBe(200);
  const refusal = await ask("/processor/transactions/refresh", { processor_token });
  expect(refusal.body.error_code).toBe("TRANSACTIONS_LIMIT");
});

test("a processor compares an identity with the owners of its account", async () => {
  const { accountId, access_token, call, create, ask } = await withProcessor();
  const account_id = accountId("checking");
  const { processor_token } = (await create(account_id)).body;
  const user = { legal_name: "Ada Example", phone_number: "+15555555227" };
  const { body } = await ask("/processor/identity/match", { processor_token, user });
  const all = await call("/identity/match", {
    access_token,
    user,
    options: { account_ids: [account_id] },
  });
  expect([body.account]).toEqual(all.accounts);
  const empty = await ask("/processor/identity/match", { processor_token, user: {} });
  expect(empty.body.error_code).toBe("INVALID_FIELD");
});

test("a processor reads the terms of its card, and none of an account that is no debt", async () => {
  const { accountId, access_token, call, create, ask } = await withProcessor();
  const card = accountId("credit card");
  const { body } = await ask("/processor/liabilities/get", {
    processor_token: (await create(card)).body.processor_token,
  });
  const all = await call("/liabilities/get", { access_token, options: { account_ids: [card] } });
  expect(body).toMatchObject({ account: { account_id: card }, liabilities: all.liabilities });
  const refusal = await ask("/processor/liabilities/get", {
    processor_token: (await create(accountId("cd"))).body.processor_token,
  });
  expect(refusal.body.error_code).toBe("NO_LIABILITY_ACCOUNTS");
});
