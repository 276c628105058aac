import { expect, test } from "vitest";
import { z } from "zod";
import { Holding } from "../../../protocol/investments.ts";
import { setupToken } from "../../domain/grants/setup-token.ts";
import { appWithDoors, grantTo, linkWithTransactions } from "../../doors/doors.fixture.ts";
import { describedApp } from "../described-app.fixture.ts";
import { mockServer } from "../mock-server.fixture.ts";

/**
 * An app that reads another app by SimpleFIN. The other app has an Item with these products.
 * Returns the Items.
 */
const readOther = async (products: string[], username: string) => {
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
  const item = await linkWithTransactions(other, "ins_109508", {
    override_username: username,
    products,
  });
  const { secret: claimToken } = await grantTo(other, item);
  const { app, linkItem, pull } = await describedApp({
    ...{ institution_id: "ins_700001", name: "SimpleFIN", country_codes: ["US"] },
    protocol: "simplefin",
  });
  const setup_token = setupToken(proxy.origin, claimToken);
  const { access_token } = await linkItem({ setup_token });
  await pull(0);
  return { app, access_token, other, item };
};

test("the accounts that another server of this kind shares by SimpleFIN are read as they are there", async () => {
  const { app, access_token, other, item } = await readOther(["transactions"], "user_good");
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

test("the investments that another server shares have the same values, quantities and costs", async () => {
  const { app, access_token, other, item } = await readOther(
    ["transactions", "investments"],
    "user_yuppie",
  );
  const read = async (from: typeof app, token: string) => {
    const answer = await from.call("/investments/holdings/get", { access_token: token });
    const { accounts, holdings } = Holdings.parse(answer);
    const invested = accounts.filter(({ type }) => type === "investment");
    return {
      balances: invested.map(({ balances }) => balances.current).toSorted(),
      holdings: holdings
        .map(({ institution_value, quantity, cost_basis }) =>
          [institution_value, quantity, cost_basis].join(" "),
        )
        .toSorted(),
    };
  };
  const mine = await read(app, access_token);
  expect(mine.balances).toHaveLength(2);
  expect(mine).toEqual(await read(other, item.access_token));
});

const Holdings = z.object({
  accounts: z.array(
    z.object({ type: z.string(), balances: z.object({ current: z.number().nullable() }) }),
  ),
  holdings: z.array(Holding),
});
