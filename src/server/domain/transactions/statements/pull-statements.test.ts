import { expect, test } from "vitest";
import { z } from "zod";
import { StatementsAccount } from "../../../../protocol/statements.ts";
import { testApp } from "../../../../testing/test-app/test-app.ts";

const BANK = "ins_109508";
const List = z.object({ accounts: z.array(StatementsAccount) });

const listed = async (app: Awaited<ReturnType<typeof testApp>>, access_token: string) => {
  const { accounts } = List.parse(await app.call("/statements/list", { access_token }));
  return accounts.flatMap(({ statements }) => statements);
};

test("a list of a thousand statements of an account is read, a longer one refused, and the list before kept", async () => {
  const app = await testApp();
  const { access_token } = await app.link(BANK, ["statements"]);
  const before = await listed(app, access_token);
  const { statements } = app.services.directory.connectorOf(BANK);
  if (!statements) throw new Error("the sandbox has statements");
  const { list } = statements;
  let length = 1001;
  Object.assign(statements, {
    list: async (...request: Parameters<typeof list>) => {
      const [first] = await list(...request);
      return Array.from({ length }, (_, at) => ({ ...first, key: `${at}` }));
    },
  });
  const period = { access_token, start_date: "2025-12-01", end_date: "2025-12-31" };
  await app.call("/statements/refresh", period);
  await app.runJobs();
  expect(await listed(app, access_token)).toEqual(before);
  const other = await app.link(BANK, ["statements"]);
  const { body } = await app.post("/statements/list", {
    ...app.credentials,
    access_token: other.access_token,
  });
  expect(body).toMatchObject({
    error_code: "UNSUPPORTED_RESPONSE",
    error_message: "the institution lists more than 1000 statements of an account",
  });
  length = 1000;
  expect(await listed(app, other.access_token)).toHaveLength(1000);
  Object.assign(statements, { list });
});
