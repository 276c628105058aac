import { expect, test } from "vitest";
import { watchStatements } from "../../testing/postgres/count-statements.ts";
import { query } from "../../testing/postgres/databases.ts";
import { testDatabases } from "../../testing/postgres/test-databases.ts";
import { testApp } from "../../testing/test-app/test-app.ts";

const databases = await testDatabases();

/** The app on PostgreSQL, with production's default limits and counters. */
const appOnPostgres = async (more: Record<string, string> = {}) => {
  const DATABASE_URL = await databases.newDatabase();
  const app = await testApp({ DATABASE_URL, RATE_LIMITS: "on", ...more });
  return { ...app, DATABASE_URL };
};

const CALLS = 400;

const PERIOD = { start_date: "2020-01-01", end_date: "2099-01-01" };

/** An app without limits on PostgreSQL, with an Item whose transactions are complete. */
const appWithTransactions = async () => {
  const app = await appOnPostgres({ RATE_LIMITS: "off" });
  const { access_token } = await app.link("ins_109508", ["auth", "transactions"]);
  await app.runJobs();
  return { app, access_token };
};

test.each([
  ["/auth/get", {}],
  ["/item/get", {}],
  ["/transactions/get", { ...PERIOD, options: { count: 20 } }],
])("%s takes one statement if it was called before", async (path, body) => {
  const { app, access_token } = await appWithTransactions();
  // A page is cached from its second call on.
  for (let call = 0; call < 3; call++) await app.call(path, { access_token, ...body });
  const statementsOf = watchStatements();
  const statements = await statementsOf(async () => {
    for (let call = 0; call < 5; call++) await app.call(path, { access_token, ...body });
  });
  expect(statements).toHaveLength(5);
});

test("/transactions/get takes two statements for another page of a period, and the days of a new period", async () => {
  const { app, access_token } = await appWithTransactions();
  const page = (offset: number) =>
    app.call("/transactions/get", { access_token, ...PERIOD, options: { count: 20, offset } });
  for (let call = 0; call < 3; call++) await page(0);
  const statementsOf = watchStatements();
  expect(await statementsOf(() => page(20))).toHaveLength(2);
});

test("/transactions/sync takes one statement without changes, and two for the first pages", async () => {
  const { app, access_token } = await appWithTransactions();
  const sync = (cursor: unknown) =>
    app.call("/transactions/sync", { access_token, cursor, count: 500 });
  await sync("");
  const statementsOf = watchStatements();
  let page: Record<string, unknown> = { next_cursor: "", has_more: true };
  let pages = 0;
  const all = await statementsOf(async () => {
    for (; page.has_more; pages++) page = await sync(page.next_cursor);
  });
  expect(pages).toBeGreaterThan(1);
  expect(all).toHaveLength(2 * pages);
  const idle = await statementsOf(async () => {
    const next = await sync(page.next_cursor);
    expect(next).toMatchObject({ added: [], modified: [], removed: [], has_more: false });
    expect(next.accounts).toEqual((await app.call("/accounts/get", { access_token })).accounts);
  });
  expect(idle).toHaveLength(2);
});

test("calls of /accounts/get in succession take 1.05 statements each at most, limits included", async () => {
  const HIGH = { item: 1_000_000, client: 1_000_000 };
  const app = await appOnPostgres({
    RATE_LIMIT_CHANGES: JSON.stringify({ "/accounts/get": HIGH }),
  });
  const { access_token } = await app.link();
  const statementsOf = watchStatements();
  const statements = await statementsOf(async () => {
    for (let call = 0; call < CALLS; call++) await app.call("/accounts/get", { access_token });
  });
  expect(statements.length).toBeGreaterThanOrEqual(CALLS);
  expect(statements.length).toBeLessThanOrEqual(1.05 * CALLS);
});

test("concurrent calls of many Items, each under its own limit, are counted together", async () => {
  const app = await appOnPostgres();
  const links = await Promise.all(Array.from({ length: 20 }, () => app.link()));
  // The first call checks the client's secret, which a busy server has checked within the last
  // second.
  await app.call("/item/get", { access_token: links[0]?.access_token });
  const statementsOf = watchStatements();
  const statements = await statementsOf(async () => {
    for (let round = 0; round < CALLS / 40; round++)
      await Promise.all(
        [...links, ...links].map(({ access_token }) => app.call("/accounts/get", { access_token })),
      );
  });
  expect(statements.length).toBeLessThanOrEqual(1.5 * CALLS);
});

test("the Item's limit still refuses the call after the last one, over two processes", async () => {
  const app = await appOnPostgres();
  const { access_token } = await app.link();
  const other = await testApp({ DATABASE_URL: app.DATABASE_URL, RATE_LIMITS: "on" }, app.folder);
  const calls = Array.from({ length: 120 }, (_, n) =>
    [app, other][n % 2]?.post("/accounts/get", { ...app.credentials, access_token }),
  );
  const answers = await Promise.all(calls);
  expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(100);
  expect(answers.find((answer) => answer?.status === 429)?.body.error_code).toBe("ACCOUNTS_LIMIT");
  const statementsOf = watchStatements();
  const refused = await statementsOf(async () => {
    for (let call = 0; call < 20; call++)
      await app.post("/accounts/get", { ...app.credentials, access_token });
  });
  expect(refused.length).toBeLessThanOrEqual(10);
});

test("counts of calls are not logged, and those of wrong secrets are, in a table of their own", async () => {
  const app = await appOnPostgres();
  const { access_token } = await app.link();
  await app.call("/accounts/get", { access_token });
  await app.post("/accounts/get", { ...app.credentials, secret: "wrong", access_token });
  const { rows: tables } = await query(
    app.DATABASE_URL,
    "select relname, relpersistence from pg_class where relname in ('call_counter', 'rate_counter') order by relname",
  );
  expect(tables).toEqual([
    { relname: "call_counter", relpersistence: "u" },
    { relname: "rate_counter", relpersistence: "p" },
  ]);
  const { rows: keys } = await query(
    app.DATABASE_URL,
    "select split_part(key, ' ', 1) as kind from call_counter where key like '%/accounts/get' order by 1",
  );
  expect(keys).toEqual([{ kind: "client" }, { kind: "item" }]);
  const { rows: guards } = await query(
    app.DATABASE_URL,
    "select split_part(key, ' ', 1) as kind from rate_counter",
  );
  expect(guards).toEqual([{ kind: "secret" }]);
});
