import { expect, test } from "vitest";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { runCli } from "../run-cli.fixture.ts";
import { SCENARIOS } from "./scenarios.ts";

/**
 * A listening app with an Item of every product, and the command that triggers scenarios for the
 * Item.
 */
const setup = async () => {
  const app = await testApp();
  await app.listen({ host: "localhost", port: 0 });
  const receiver = await testReceiver();
  const products = [
    ...["auth", "transactions", "identity", "income", "assets"],
    ...["liabilities", "investments", "statements"],
  ];
  const webhook = `${receiver.url}?secret=1`;
  const link = async () => {
    const item = await app.link("ins_109508", products, { webhook });
    await app.runJobs();
    return item;
  };
  const { clock } = app.services;
  const run = (args: readonly string[], variables: Record<string, string> = {}) =>
    runCli(["trigger", ...args, "--data", app.folder], { clock, variables });
  return { app, receiver, run, link, ...(await link()) };
};

test("every scenario of the list happens, and the webhooks that it names are those that follow", async () => {
  const { app, receiver, run, link } = await setup();
  const { out } = await run([]);
  let { item_id } = await link();
  for (const name of Object.keys(SCENARIOS)) {
    // An Item without a second account is done.
    if (name === "accounts.closed") ({ item_id } = await link());
    expect(out).toContain(`  ${name} `);
    const before = receiver.received.length;
    const { code, out: told, err } = await run([name, "--item", item_id]);
    expect({ name, code, err }).toEqual({ name, code: 0, err: "" });
    await app.runJobs();
    const sent = receiver.received.slice(before);
    expect(sent.length, name).toBeGreaterThan(0);
    for (const { body } of sent) expect(told).toContain(body.webhook_code);
    expect(told).toContain(`(${item_id}).\nWebhook to http://`);
    expect(told).not.toContain("secret=1");
  }
  const { item_id: broken } = await link();
  await run(["item.login-required", "--item", broken]);
  expect((await run(["item.login-required", "--item", broken])).out).toContain(
    "It had happened before: no webhook follows.",
  );
});

test("an Item is named by its item_id, or its access_token in ACCESS_TOKEN, but not on the command line", async () => {
  const { app, run, access_token } = await setup();
  const byToken = await run(["transactions.new"], { ACCESS_TOKEN: access_token });
  expect(byToken.code).toBe(0);
  const { transactions } = await app.call("/transactions/get", {
    access_token,
    start_date: "2026-01-15",
    end_date: "2026-01-15",
  });
  expect(transactions).toEqual(
    expect.arrayContaining([expect.objectContaining({ amount: 36.45 })]),
  );
  const inLine = await run(["accounts.new", "--item", access_token]);
  expect(inLine).toMatchObject({ code: 1, out: "" });
  expect(inLine.err).toContain("--item takes an item_id, not an access_token");
  expect(inLine.err).not.toContain(access_token);
  expect((await run(["accounts.new"])).err).toContain("name it with --item <item_id>");
  expect((await run(["accounts.new", "--item", "x"])).err).toContain("has no Item x");
  expect((await run(["account.new", "--item", "x"])).err).toMatch(
    /there is no scenario account\.new, but transactions\.new, .*accounts\.new/,
  );
  const elsewhere = await run(["accounts.new"], { SERVICE_ENV: "production" });
  expect(elsewhere.err).toContain("scenarios are for the sandbox alone, not for production");
});
