import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { linkAccount } from "../../src/testing/kit/link-account.ts";
import { newFolder, run, start } from "./install.ts";
import { test } from "./test.ts";

/** A page of the test's reader. Users return to this page from Link. */
const startPage = async () => {
  const server = createServer((_, response) => response.end("back")).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/done`;
  return { url, close: () => server.close() };
};

test("nordigen-node has a user link accounts, and reads them until its grant is ended", async ({
  page,
  server: { folder },
}) => {
  const data = join(folder, "with-gocardless");
  const serve = ["npx", "service-link", "serve", "--port", "0", "--no-demo", "--data", data];
  const service = await start(folder, [...serve, "--doors", "gocardless"], /Stop with Ctrl\+C/);
  const grants = (...args: string[]) =>
    run(folder, ["npx", "service-link", "grants", ...args, "--data", data]);
  const output = grants("create", "--name", "Nordigen", "--door", "gocardless");
  const printed = (name: string) => new RegExp(`^${name} +(\\S+)$`, "m").exec(output)?.[1] ?? "";

  const reader = newFolder();
  run(reader.folder, ["npm", "install", "--no-audit", "--no-fund", "nordigen-node@1.4.1"]);
  const NordigenClient = createRequire(join(reader.folder, "package.json"))("nordigen-node");
  const client = new NordigenClient({
    secretId: printed("id"),
    secretKey: printed("key"),
    baseUrl: printed("address"),
  });
  await client.generateToken();
  const institutions = await client.institution.getInstitutions({ country: "us" });
  const { id: institutionId } = institutions.find(({ id }: { id: string }) => id === "ins_109508");
  const back = await startPage();
  const { id, link } = await client.initSession({
    ...{ redirectUrl: back.url, institutionId, referenceId: "reference-1" },
  });
  expect((await client.requisition.getRequisitionById(id)).status).toBe("CR");
  await page.goto(link);
  await page.getByRole("button", { name: "Continue" }).click();
  await linkAccount(page);
  await page.waitForURL(`${back.url}?ref=reference-1`);
  const { status, accounts } = await client.requisition.getRequisitionById(id);
  expect([status, accounts.length > 0]).toEqual(["LN", true]);

  const account = client.account(accounts[0]);
  expect((await account.getMetadata()).status).toBe("READY");
  const { account: details } = await account.getDetails();
  const { balances } = await account.getBalances();
  expect(balances[0].balanceAmount.currency).toBe(details.currency);
  const booked = async () =>
    (await account.getTransactions().catch(() => null))?.transactions.booked.length ?? 0;
  await expect.poll(booked).toBeGreaterThan(10);
  // The accounts include investments and loans.
  const types: string[] = [];
  for (const each of accounts) {
    const one = client.account(each);
    const { account: own } = await one.getDetails();
    types.push(own.cashAccountType);
    const { balances: amounts } = await one.getBalances();
    expect(amounts[0].balanceAmount).toEqual({
      amount: expect.stringMatching(/^-?\d+\.\d\d$/),
      currency: own.currency,
    });
    const { transactions } = await one.getTransactions();
    for (const { transactionAmount } of transactions.booked)
      expect(transactionAmount.currency).toBe(own.currency);
  }
  expect(types).toEqual(expect.arrayContaining(["CACC", "SVGS", "CARD", "LOAN"]));
  await client.exchangeToken({ refreshToken: (await client.generateToken()).refresh });
  await client.requisition.deleteRequisition(id);
  await expect(account.getMetadata()).rejects.toMatchObject({ response: { status: 404 } });
  grants("end", printed("id"));
  await expect(client.requisition.getRequisitions()).rejects.toMatchObject({
    response: { status: 401 },
  });

  await service.stop();
  back.close();
  reader.remove();
});
