import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { BankDescription, credentialNames } from "../../domain/institutions/bank-description.ts";
import { readDescription } from "../../institutions/files/read-description.ts";
import { describedApp } from "../described-app.fixture.ts";
import { mockServer } from "../mock-server.fixture.ts";
import { BankExamples, checkExamples } from "./check-examples.ts";

const FOLDER = new URL("../../../../banks/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER), "utf8");
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".examples.json"))
  .map((name) => name.replace(".examples.json", ""));

const toBank = (name: string) => {
  const result = readDescription(read(`${name}.json`));
  if (!("description" in result)) throw new Error(JSON.stringify(result.problems));
  if (result.description.protocol !== "token") throw new Error("it has a token");
  return result.description;
};
const parseExamples = (name: string) =>
  BankExamples.parse(JSON.parse(read(`${name}.examples.json`)));

/** A bank on a real socket that answers the recorded examples to correct credentials only. */
const mockOf = async (name: string) => {
  const { exchanges } = parseExamples(name);
  const { base, token_exchange: exchange } = toBank(name);
  // The seconds of a period in a path differ in each run.
  const withoutPeriod = (path: string) => path.replaceAll(/\/\d{10}\b/g, "");
  const mock = await mockServer(async (request, url) => {
    const { headers } = request;
    if (exchange && request.method === "POST" && url.pathname === `/api${exchange.path}`) {
      const values = Object.values(JSON.parse(await text(request)));
      return values.every((value) => value === "s3cret-of-ada")
        ? { body: { [exchange.token]: "exchanged-s3cret-of-ada" } }
        : { status: 401 };
    }
    if (
      !/s3cret-of-ada/.test(
        String(headers["x-api-key"] ?? headers.authorization ?? headers["x-token"]),
      )
    )
      return { status: 401 };
    const matches = exchanges
      .map(({ request, response }) => ({
        at: new URL(request, "http://example.localhost"),
        response,
      }))
      .filter(
        ({ at }) =>
          withoutPeriod(`/api${at.pathname}`) === withoutPeriod(url.pathname) &&
          [...at.searchParams].every(([key, value]) =>
            url.searchParams.getAll(key).includes(value),
          ),
      )
      .toSorted((a, b) => b.at.search.length - a.at.search.length)
      .map(({ response }) => response);
    if (matches.length === 0) return { status: 404 };
    const body = matches.length > 1 && matches.every(Array.isArray) ? matches.flat() : matches[0];
    return { body: JSON.stringify(body).replaceAll(base, `${mock.origin}/api`) };
  });
  return mock;
};

test("ten banks and aggregators are described, each in at most 80 lines", () => {
  expect(NAMES).toEqual([
    "akahu",
    "lunch-flow",
    "mercury",
    "meu-pluggy",
    "monobank",
    "qonto",
    "redbark",
    "starling",
    "up",
    "ynab",
  ]);
  for (const name of NAMES)
    expect(read(`${name}.json`).split("\n").length - 1).toBeLessThanOrEqual(80);
  expect(BankDescription.parse(JSON.parse(read("simplefin.json")))).toMatchObject({
    name: "SimpleFIN",
  });
});

test("the description in the documentation is a valid one", () => {
  const page = readFileSync(new URL("../docs/your-own-bank.md", FOLDER), "utf8");
  const [, text = ""] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  expect(readDescription(text)).toHaveProperty("description.name", "Lantern Bank");
});

test.each(NAMES)("the recorded examples of %s are read as they should be", async (name) => {
  expect(await checkExamples(toBank(name), parseExamples(name))).toEqual([]);
});

test("a difference from the examples is named, and so is a request without one", async () => {
  const bank = toBank("starling");
  const examples = parseExamples("starling");
  expect(
    await checkExamples(
      { ...bank, transactions: { ...bank.transactions, money_out: "negative" } },
      examples,
    ),
  ).toEqual(["transactions[0].amount is -24.55, and the examples have 24.55"]);
  expect(
    await checkExamples(bank, { ...examples, exchanges: examples.exchanges.slice(0, 1) }),
  ).toEqual([
    "there is no example of /api/v2/accounts/bbccbbcc-bbcc-bbcc-bbcc-bbccbbccbbcc/balance",
  ]);
});

test.each(NAMES)(
  "an Item of %s has accounts, balances and transactions by its customer's token",
  async (name) => {
    const mock = await mockOf(name);
    const bank = { ...toBank(name), base: `${mock.origin}/api` };
    const examples = parseExamples(name);
    const { app, linkItem, pull } = await describedApp(bank);
    const credentials = Object.fromEntries(
      credentialNames(bank).map((field) => [field, "s3cret-of-ada"]),
    );
    const products = bank.accounts.numbers ? ["transactions", "auth"] : ["transactions"];
    const { access_token } = await linkItem(credentials, { products });
    await pull(20);
    // Each minute, a bank with a limit lets the next part be read.
    for (let minute = 0; minute < 60; minute++) {
      app.advanceClock(61_000);
      await app.runJobs();
    }
    const { accounts } = await app.call("/accounts/balance/get", { access_token });
    expect(accounts).toMatchObject(
      examples.accounts.map(({ key: _, numbers: __, ...fields }) => fields),
    );
    const { added } = await app.call("/transactions/sync", { access_token });
    const byDate = (list: unknown) =>
      (list as { date: string; original_description?: unknown }[]).toSorted((a, b) =>
        a.date.localeCompare(b.date),
      );
    const { original_description: _, ...newest } = byDate(examples.transactions).at(-1) ?? {};
    expect(byDate(added)).toHaveLength(examples.transactions.length);
    expect(byDate(added).at(-1)).toMatchObject(newest);
    if (bank.accounts.numbers) {
      const { numbers } = await app.call("/auth/get", { access_token });
      const [[network = "", values]] = Object.entries(examples.accounts[0]?.numbers ?? {}) as [
        [string, object],
      ];
      expect((numbers as Record<string, object[]>)[network]?.[0]).toMatchObject(values);
    }
    const isOnDisk = readdirSync(app.folder).some((file) =>
      readFileSync(join(app.folder, file)).includes("s3cret-of-ada"),
    );
    expect(isOnDisk).toBe(false);
    expect(app.logged.join("")).not.toContain("s3cret-of-ada");
  },
);
