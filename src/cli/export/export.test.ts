import { expect, test } from "vitest";
import { readStatements } from "../../server/formats/index.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { runCli } from "../run-cli.fixture.ts";

/** A listening app with an Item, and the command that exports the Item's transactions. */
const setUp = async () => {
  const app = await testApp();
  await app.listen({ host: "localhost", port: 0 });
  const item = await app.link("ins_109508", ["transactions"]);
  await app.runJobs();
  const { clock } = app.services;
  const run = (args: readonly string[], variables: Record<string, string> = {}) =>
    runCli(["export", ...args, "--data", app.folder], { clock, variables });
  const all = async (options = {}) =>
    (
      await app.call("/transactions/get", {
        access_token: item.access_token,
        start_date: "2024-01-15",
        end_date: "2026-01-15",
        options: { count: 500, ...options },
      })
    ).total_transactions;
  return { app, run, all, ...item };
};

const countTransactions = (text: string) =>
  readStatements(Buffer.from(text)).statements.flatMap(({ transactions }) => transactions).length;

test("all transactions of an Item go to the output", async () => {
  const { run, all, item_id, access_token } = await setUp();
  const { code, out, err } = await run(["--item", item_id]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(countTransactions(out)).toBe(await all());
  expect((await run([], { ACCESS_TOKEN: access_token })).out).toBe(out);
});

test("a format, a period and accounts are chosen", async () => {
  const { app, run, access_token } = await setUp();
  const { accounts } = (await app.call("/accounts/get", { access_token })) as {
    accounts: { account_id: string }[];
  };
  const [first = "", second = ""] = accounts.map(({ account_id }) => account_id);
  const variables = { ACCESS_TOKEN: access_token };
  const chosen = ["--account", first, "--account", second, "--from", "2026-01-01"];
  const { out } = await run(["--format", "camt", "--to", "2026-01-10", ...chosen], variables);
  const { formats, statements } = readStatements(Buffer.from(out));
  expect(formats).toEqual(["camt"]);
  expect(statements).toHaveLength(2);
  expect(statements[0]).toMatchObject({ from: "2026-01-01", to: "2026-01-10" });
});

test.each([
  [["--format", "xlsx"], /the server refuses: INVALID_FIELD: .*format/],
  [["--from", "yesterday"], /the server refuses: INVALID_FIELD: .*start_date/],
  [["--account", "x"], /the server refuses: INVALID_ACCOUNT_ID/],
])("%j is refused with a sentence, and nothing is written", async (args, message) => {
  const { run, access_token } = await setUp();
  const { code, out, err } = await run(args, { ACCESS_TOKEN: access_token });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(message);
});

test("outside the sandbox an Item is named by its access_token alone", async () => {
  const { run, item_id } = await setUp();
  const { code, err } = await run(["--item", item_id], { SERVICE_ENV: "development" });
  expect(code).toBe(1);
  expect(err).toContain("--item is for the sandbox alone");
});
