import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { linkAccount } from "../../src/testing/kit/link-account.ts";
import { startActual } from "./actual-budget.ts";
import { newFolder, run } from "./install.ts";
import { startWithDoors, valueIn } from "./reading-server.ts";
import { test } from "./test.ts";

/**
 * A program with the unchanged SDK: calls a method with arguments, and prints results and refusals.
 */
const PROGRAM = `
import { writeFileSync } from "node:fs";
import { PluggyClient } from "pluggy-sdk";
const [clientId, clientSecret, calls] = process.argv.slice(2);
const client = new PluggyClient({ clientId, clientSecret });
const results = [];
for (const [method, ...args] of JSON.parse(calls))
  results.push(await client[method](...args).then((result) => ({ result }), (refusal) => ({ refusal })));
writeFileSync("results.json", JSON.stringify(results));
`;

/** Installs the SDK. Returns a function that makes calls with the SDK. */
const installSdk = (url: string, clientId: string, clientSecret: string) => {
  const { folder, remove } = newFolder();
  run(folder, ["npm", "install", "--no-audit", "--no-fund", "pluggy-sdk@0.90.0"]);
  writeFileSync(join(folder, "program.mjs"), PROGRAM);
  const call = (...calls: [method: string, ...args: unknown[]][]) => {
    const words = ["node", "program.mjs", clientId, clientSecret, JSON.stringify(calls)];
    run(folder, words, { PLUGGY_API_URL: `${url}/pluggy` });
    return JSON.parse(readFileSync(join(folder, "results.json"), "utf8"));
  };
  return { call, remove };
};

test("a program with Pluggy's SDK connects an account by hosted Link, reads it, and lets it go", async ({
  server: { folder },
  page,
}) => {
  const service = await startWithDoors(folder, "pluggy");
  const output = service.grants("create", "--name", "Budget", "--door", "pluggy");
  expect(valueIn(output, "address")).toBe(`${service.url}/pluggy`);
  const [id, key] = [valueIn(output, "id"), valueIn(output, "key")];
  const { call, remove } = installSdk(service.url, id, key);
  const [{ result: token }] = call(["createConnectToken", null, { clientUserId: "user-7" }]);
  await page.goto(token.connectUrl);
  await page.getByRole("button", { name: "Continue" }).click();
  await linkAccount(page, { institution: "ins_109508", accounts: 2 });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your bank is connected");

  const { apiKey } = await (
    await fetch(`${service.url}/pluggy/auth`, {
      method: "POST",
      body: JSON.stringify({ clientId: id, clientSecret: key }),
    })
  ).json();
  const items = async () =>
    (
      await (
        await fetch(`${service.url}/pluggy/items`, { headers: { "x-api-key": apiKey } })
      ).json()
    ).results;
  await expect.poll(async () => (await items())[0]?.status).toBe("UPDATED");
  const [{ id: itemId, clientUserId }] = await items();
  expect(clientUserId).toBe("user-7");
  const [{ result: item }, { result: list }, { result: bank }, { result: none }] = call(
    ["fetchItem", itemId],
    ["fetchAccounts", itemId],
    ["fetchConnector", 109508],
    ["fetchInvestments", itemId],
  );
  expect(item.connector.name).toBe(bank.name);
  expect(list.results.length).toBe(2);
  expect(none.results).toEqual([]);
  const [{ id: accountId }] = list.results;
  const [{ result: account }, { result: paged }, { result: all }] = call(
    ["fetchAccount", accountId],
    ["fetchTransactions", accountId, { pageSize: 500 }],
    ["fetchAllTransactions", accountId],
  );
  expect(account).toEqual(list.results[0]);
  expect(all.length).toBeGreaterThan(10);
  expect(new Set(all.map(({ id: own }: { id: string }) => own)).size).toBe(all.length);
  expect(paged.total).toBe(all.length);
  const [{ result: one }, { result: updated }, , { refusal }] = call(
    ["fetchTransaction", all[0].id],
    ["updateItem", itemId],
    ["deleteItem", itemId],
    ["fetchItem", itemId],
  );
  expect(one).toEqual(all[0]);
  expect(updated.id).toBe(itemId);
  expect(refusal).toMatchObject({ code: 404, codeDescription: "ITEM_NOT_FOUND" });
  remove();
  await service.stop();
});

test("Actual Budget's server reads accounts by Pluggy until the grant is ended", async ({
  server: { folder },
}) => {
  const service = await startWithDoors(folder, "pluggy");
  const { access_token, item_id } = await service.linkItem();
  const words = ["--name", "Actual", "--door", "pluggy", "--item", item_id];
  const output = service.grants("create", ...words);
  const actual = await startActual({ PLUGGY_API_URL: valueIn(output, "address") });
  await actual.keep("pluggyai_clientId", valueIn(output, "id"));
  await actual.keep("pluggyai_clientSecret", valueIn(output, "key"));
  await actual.keep("pluggyai_itemIds", valueIn(output, "item"));
  const { accounts: listed } = await actual.call("/pluggyai/accounts");
  const { accounts } = await service.api("/accounts/get", { access_token });
  expect(listed.length).toBe(accounts.length);
  const { id, balance } = listed[0];
  const startDate = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
  const sync = () => actual.call("/pluggyai/transactions", { accountId: id, startDate });
  const { transactions, startingBalance } = await sync();
  expect(transactions.booked.length).toBeGreaterThan(10);
  expect(startingBalance).toBe(Math.round(balance * 100));
  service.grants("end", valueIn(output, "grant"));
  expect(await sync()).toHaveProperty("error");
  await actual.stop();
  await service.stop();
});
