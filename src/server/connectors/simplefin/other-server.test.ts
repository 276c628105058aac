import { expect, test } from "vitest";
import { setupToken } from "../../domain/grants/setup-token.ts";
import { appWithDoors, grantTo, linkWithTransactions } from "../../doors/doors.fixture.ts";
import { describedApp } from "../described-app.fixture.ts";
import { mockServer } from "../mock-server.fixture.ts";

test("the accounts that another server of this kind shares by SimpleFIN are read as they are there", async () => {
  let other: Awaited<ReturnType<typeof appWithDoors>> | null = null;
  const proxy = await mockServer(async ({ method, headers, url = "" }) => {
    if (!other) return { status: 503 };
    const answer = await other.request({
      method: method === "POST" ? "POST" : "GET",
      url,
      headers: headers.authorization ? { authorization: headers.authorization } : {},
    });
    return { status: answer.statusCode, body: answer.body };
  });
  other = await appWithDoors({ PUBLIC_URL: proxy.origin });
  const item = await linkWithTransactions(other);
  const { secret: claimToken } = await grantTo(other, item);
  const { app, linkItem, pull } = await describedApp({
    ...{ institution_id: "ins_700001", name: "SimpleFIN", country_codes: ["US"] },
    protocol: "simplefin",
  });
  const setup_token = setupToken(proxy.origin, claimToken);
  const { access_token } = await linkItem({ setup_token });
  await pull(0);
  const { accounts } = await app.call("/accounts/get", { access_token });
  expect((accounts as object[]).length).toBe(item.accounts.length);
  const period = { start_date: "2025-12-01", end_date: "2026-01-15", options: { count: 500 } };
  const amounts = async (from: typeof app, token: string) => {
    const { transactions } = await from.call("/transactions/get", {
      access_token: token,
      ...period,
    });
    return (transactions as { amount: number; pending: boolean; date: string }[])
      .filter(({ pending }) => !pending)
      .map(({ amount, date }) => `${date} ${amount}`)
      .toSorted();
  };
  const mine = await amounts(app, access_token);
  expect(mine.length).toBeGreaterThan(10);
  expect(mine).toEqual(await amounts(other, item.access_token));
});
