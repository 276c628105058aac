import { expect } from "@playwright/test";
import { startActual } from "./actual-budget.ts";
import { startWithDoors, valueIn } from "./reading-server.ts";
import { test } from "./test.ts";

test("Actual Budget's server reads accounts by a grant until it is ended", async ({
  server: { folder },
}) => {
  const service = await startWithDoors(folder, "simplefin");
  const { access_token, item_id } = await service.linkItem();
  const output = service.grants("create", "--name", "Actual", "--item", item_id);
  const actual = await startActual();
  await actual.keep("simplefin_token", valueIn(output, "token"));
  const listed = await actual.call("/simplefin/accounts");
  const { accounts } = await service.api("/accounts/get", { access_token });
  expect(listed.accounts.length).toBe(accounts.length);

  const { id, balance } = listed.accounts[0];
  const startDate = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
  const sync = () => actual.call("/simplefin/transactions", { accountId: id, startDate });
  const { transactions, balances } = await sync();
  expect(transactions.booked.length).toBeGreaterThan(10);
  expect(balances[0].balanceAmount.amount).toBe(balance);
  await service.api("/sandbox/item/reset_login", { access_token });
  expect(await sync()).toMatchObject({ error_code: "ACCOUNT_NEEDS_ATTENTION" });
  service.grants("end", valueIn(output, "grant"));
  expect(await sync()).toMatchObject({ error_code: "INVALID_ACCESS_TOKEN" });

  await actual.stop();
  await service.stop();
});
