import { expect, test } from "vitest";
import type { Account } from "../../../protocol/account.ts";
import { describedApp } from "../described-app.fixture.ts";
import { type MockReply, mockServer } from "../mock-server.fixture.ts";
import { account, base64, row } from "./bridge-app.fixture.ts";

type Set = { accounts: { id: string }[] };
type App = Awaited<ReturnType<typeof describedApp>>["app"];

/** An app that reads a self-hosted server, which replies to each request for accounts. */
const setUp = async (reply: (query: URLSearchParams) => MockReply) => {
  const queries: URLSearchParams[] = [];
  const server = await mockServer(({ method }, { pathname, searchParams }) => {
    if (method === "POST")
      return { body: `"${server.origin.replace("//", "//app:word@")}/simplefin"` };
    if (!pathname.endsWith("/accounts")) return { status: 404 };
    queries.push(searchParams);
    return reply(searchParams);
  });
  const described = await describedApp({
    ...{ institution_id: "ins_700001", name: "SimpleFIN", country_codes: ["US"] },
    protocol: "simplefin",
  });
  const link = () =>
    described.linkItem({ setup_token: base64(`${server.origin}/simplefin/claim/1`) });
  return { ...described, server, queries, link };
};

const accountsOf = async (app: App, access_token: string) =>
  (await app.call("/accounts/get", { access_token })).accounts as Account[];

const namesOf = async (app: App, access_token: string) =>
  (await accountsOf(app, access_token)).map(({ name }) => name).toSorted();

/** The accounts of two bridges on one server. Each id begins with its bridge's name. */
const bridged = (): Set => ({
  accounts: [
    account("bridge:ACT-1", "Everyday", "A", { transactions: [row("t-1", "2026-01-12")] }),
    account("lunch:77", "Giro", "B", { transactions: [row("t-1", "2026-01-13")] }),
  ],
});

/** The reply of a server with version 1 only. */
const firstVersion =
  (set: () => Set) =>
  (query: URLSearchParams): MockReply =>
    query.has("version")
      ? { status: 400, body: { accounts: [], errors: ["version 1.0 only"] } }
      : { body: { ...set(), errors: [] } };

test("a server that refuses version 2 is asked for its own, and for 2 once a day", async () => {
  const { app, link, pull, queries } = await setUp(firstVersion(bridged));
  const { access_token } = await link();
  await pull(0);
  await app.call("/accounts/balance/get", { access_token });
  const asked = () => queries.filter((query) => query.has("version"));
  expect(asked()).toHaveLength(1);
  expect(await namesOf(app, access_token)).toEqual(["Everyday", "Giro"]);
  expect((await app.call("/transactions/sync", { access_token })).added).toHaveLength(2);
  await pull();
  await app.call("/accounts/balance/get", { access_token });
  expect(asked()).toHaveLength(2);
});

test("a server that has refused version 2 once is read in it from the next day on", async () => {
  let isRefused = true;
  const reply = firstVersion(bridged);
  const { app, link, pull, queries } = await setUp((query) =>
    isRefused ? reply(query) : { body: bridged() },
  );
  const { access_token } = await link();
  isRefused = false;
  await pull();
  const before = queries.length;
  await app.call("/accounts/balance/get", { access_token });
  expect(queries.slice(before).map((query) => query.get("version"))).toEqual(["2"]);
});

test("a server that refuses both versions is not understood", async () => {
  const { open, server } = await setUp(() => ({ status: 400, body: "no" }));
  const { submit } = await open();
  const setup_token = base64(`${server.origin}/simplefin/claim/1`);
  expect((await submit({ setup_token })).body.error_code).toBe("UNSUPPORTED_RESPONSE");
});

test("accounts that a server of version 1 leaves out, since their bridge is down, stay with their transactions", async () => {
  let isDown = false;
  const reply = firstVersion(() => ({
    accounts: bridged().accounts.filter(({ id }) => !isDown || !id.startsWith("lunch:")),
  }));
  const { app, link, pull } = await setUp(reply);
  const { access_token } = await link();
  await pull();
  const sync = async (cursor?: string) => app.call("/transactions/sync", { access_token, cursor });
  const first = await sync();
  expect(first.added).toHaveLength(2);
  isDown = true;
  await pull();
  await pull();
  expect(await namesOf(app, access_token)).toEqual(["Everyday", "Giro"]);
  isDown = false;
  await pull();
  expect(await sync(String(first.next_cursor))).toMatchObject({ added: [], removed: [] });
});

/** A card at a scraping server, whose balance is unknown today. */
const card = (transactions: object[]) =>
  account("max:1234", "Max ····1234", "max", {
    ...{ balance: "0.00", extra: { kind: "credit_card" }, transactions },
  });

const WITHOUT_BALANCE = {
  ...{ code: "act.balance_unavailable", msg: "0.00 is shown", account_id: "max:1234" },
};

test("an account of which the server lacks the balance alone is read, and has none", async () => {
  let rows = [row("t-1", "2026-01-12")];
  const { app, link, pull } = await setUp(() => ({
    body: { errlist: [WITHOUT_BALANCE], errors: ["0.00 is shown"], accounts: [card(rows)] },
  }));
  const { access_token } = await link();
  await pull();
  rows = [...rows, row("t-2", "2026-01-13")];
  await pull();
  expect(await accountsOf(app, access_token)).toMatchObject([
    { type: "credit", balances: { current: null } },
  ]);
  expect((await app.call("/transactions/sync", { access_token })).added).toHaveLength(2);
});

test("an account and a row that are not understood cost nothing else, and nothing is removed meanwhile", async () => {
  let isOdd = false;
  const good = [row("t-1", "2026-01-12"), row("t-2", "2026-01-13")];
  const { app, link, pull } = await setUp(() => ({
    body: {
      accounts: [
        account("1", "Checking", "A", {
          transactions: isOdd ? [good[0], { id: "t-2", amount: "x" }, null] : good,
        }),
        isOdd ? { id: 7 } : account("2", "Savings", "A"),
      ],
    },
  }));
  const { access_token } = await link();
  await pull();
  const sync = async (cursor?: string) => app.call("/transactions/sync", { access_token, cursor });
  const first = await sync();
  expect(first.added).toHaveLength(2);
  isOdd = true;
  await pull();
  await pull();
  expect(await namesOf(app, access_token)).toEqual(["Checking", "Savings"]);
  const second = await sync(String(first.next_cursor));
  expect(second).toMatchObject({ added: [], modified: [], removed: [] });
  isOdd = false;
  good.pop();
  await pull();
  expect((await sync(String(second.next_cursor))).removed).toHaveLength(1);
});

test("an account of an id that two banks have is told by its bank, also while the other one is not understood or missing", async () => {
  const [one, other] = [
    account("1", "Everyday", "A", { transactions: [row("t-1", "2026-01-12")] }),
    account("1", "Giro", "B", { balance: "7.00" }),
  ];
  let set: object = { accounts: [one, other] };
  const { app, link, pull } = await setUp(() => ({ body: set }));
  const { access_token } = await link();
  await pull();
  const sync = async (cursor?: string) => app.call("/transactions/sync", { access_token, cursor });
  const { next_cursor } = await sync();
  for (const accounts of [
    [{ ...one, balance: "9.00" }, { id: "1" }],
    [{ ...one, balance: "9.00" }],
  ]) {
    set = { accounts, errors: [], errlist: [{ code: "con.", msg: "x", conn_id: "B" }] };
    await pull();
    const balances = (await accountsOf(app, access_token)).map(
      ({ name, balances: { current } }) => `${name} ${current}`,
    );
    expect(balances.toSorted()).toEqual(["Everyday 9", "Giro 7"]);
    expect(await sync(String(next_cursor))).toMatchObject({ added: [], removed: [] });
  }
});

test("an account whose sibling by its id was never understood is told by its bank, too", async () => {
  let accounts: object[] = [account("1", "Everyday", "A"), { id: "1" }];
  const { app, link, pull } = await setUp(() => ({ body: { accounts } }));
  const { access_token } = await link();
  accounts = [
    account("1", "Everyday", "A", { balance: "9.00" }),
    account("1", "Giro", "B", { balance: "7.00" }),
  ];
  await pull();
  expect(await accountsOf(app, access_token)).toMatchObject([
    { name: "Everyday", balances: { current: 9 } },
  ]);
});

test("pending rows without an id are read, equal ones apart, and become the booked ones", async () => {
  const held = (amount: string, more: object = {}) =>
    row("", null, { amount, transacted_at: Date.parse("2026-01-15T08:00:00Z") / 1000, ...more });
  let rows: object[] = [held("-2.00"), held("-2.00"), held("-3.00", { id: null })];
  const { app, link, pull } = await setUp(() => ({
    body: { accounts: [account("1", "Checking", "A", { transactions: rows })] },
  }));
  const { access_token } = await link();
  await pull(0);
  const sync = async (cursor?: string) => app.call("/transactions/sync", { access_token, cursor });
  const first = await sync();
  expect(first.added).toMatchObject([{ pending: true }, { pending: true }, { pending: true }]);
  rows = [
    row("b-1", "2026-01-15", { amount: "-2.00" }),
    row("b-2", "2026-01-15", { amount: "-2.00" }),
    row("b-3", "2026-01-15", { amount: "-3.00" }),
  ];
  await pull();
  const second = await sync(String(first.next_cursor));
  const { transactions } = await app.call("/transactions/get", {
    ...{ access_token, start_date: "2026-01-01", end_date: "2026-01-31" },
  });
  expect(transactions).toHaveLength(3);
  expect(transactions).not.toContainEqual(expect.objectContaining({ pending: true }));
  expect(Number((second.added as object[]).length)).toBe((second.removed as object[]).length);
});

test("days as text and an access address in quotes are read", async () => {
  const app = await setUp(() => ({
    body: {
      accounts: [
        account("1", "Checking", "A", {
          transactions: [{ ...row("t-1", null), posted: "1768219200" }],
        }),
      ],
    },
  }));
  const { access_token } = await app.link();
  await app.pull();
  const { added } = await app.app.call("/transactions/sync", { access_token });
  expect(added).toMatchObject([{ date: "2026-01-12" }]);
});
