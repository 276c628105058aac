import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import type { TokenBank } from "../../domain/institutions/bank-description.ts";
import { readDescription } from "../../institutions/files/read-description.ts";
import { describedApp } from "../described-app.fixture.ts";
import { mockServer } from "../mock-server.fixture.ts";
import { plainBank } from "./plain-bank.fixture.ts";

type Row = Record<string, unknown>;

const PENDING: TokenBank["pending_transactions"] = {
  path: "/pending",
  list: "rows",
  account: "of",
  fields: { amount: "amount", date: "date", description: "text" },
};

/** An Item of a bank with two accounts and a common list of pending rows, which a test changes. */
const setup = async () => {
  const booked: Record<string, Row[]> = { a: [], b: [] };
  const pending: Row[] = [];
  const mock = await mockServer((_, { pathname }) => {
    if (pathname === "/accounts")
      return { body: ["a", "b"].map((id) => ({ id, name: id, balance: 10 })) };
    if (pathname === "/pending") return { body: { rows: pending } };
    return { body: { rows: booked[pathname.split("/")[2] ?? ""] } };
  });
  const bank = { ...plainBank(mock.origin), pending_transactions: PENDING };
  const opened = await describedApp(bank);
  const { access_token } = await opened.linkItem({ token: "token-1" });
  let cursor = "";
  const sync = async () => {
    await opened.pull();
    const page = await opened.app.call("/transactions/sync", { access_token, cursor });
    cursor = String(page.next_cursor);
    const rows = (name: string) =>
      (page[name] as Row[])
        .map(({ name, amount, pending }) => `${name} ${amount}${pending ? " pending" : ""}`)
        .toSorted();
    return {
      added: rows("added"),
      removed: (page.removed as Row[]).length,
      modified: rows("modified"),
    };
  };
  const accounts = async () => (await opened.app.call("/accounts/get", { access_token })).accounts;
  return { ...opened, mock, bank, booked, pending, sync, accounts };
};

const row = (of: string, amount: number, date = "2026-01-14", words = "BUS") => ({
  ...{ of, amount, date, text: words },
});

test("pending rows without ids are of the accounts that they name, and equal ones are two", async () => {
  const { pending, sync, mock } = await setup();
  pending.push(row("a", -2), row("b", -2), row("a", -2), row("closed", -9));
  expect(await sync()).toEqual({
    ...{ added: ["BUS 2 pending", "BUS 2 pending", "BUS 2 pending"], removed: 0, modified: [] },
  });
  // A list over all accounts is requested once per read. An unchanged list changes nothing.
  mock.requests.length = 0;
  expect(await sync()).toEqual({ added: [], removed: 0, modified: [] });
  expect(mock.requests.filter(({ url }) => url.pathname === "/pending")).toHaveLength(1);
});

test("a list of pending rows is replaced as a whole, whatever its order", async () => {
  const { pending, sync } = await setup();
  pending.push(row("a", -2), row("a", -3), row("b", -4));
  await sync();
  pending.splice(0, 3, row("b", -4), row("a", -3), row("a", -5));
  expect(await sync()).toEqual({ added: ["BUS 5 pending"], removed: 1, modified: [] });
  pending.splice(0);
  expect(await sync()).toEqual({ added: [], removed: 3, modified: [] });
});

test("a pending row that is booked under an id stays the same transaction, and none is lost or doubled", async () => {
  const { pending, booked, sync } = await setup();
  pending.push(row("a", -2), row("b", -2));
  await sync();
  pending.shift();
  booked.a?.push({ id: "t1", ...row("a", -2) });
  expect(await sync()).toEqual({ added: [], removed: 0, modified: ["BUS 2"] });
});

test("credentials are exchanged for a token, which the other requests carry, and which no request names", async () => {
  const tokens: string[] = [];
  let isGood = true;
  const mock = await mockServer(async (request, { pathname }) => {
    if (request.method === "POST") {
      const { id, key } = JSON.parse(await text(request));
      if (id !== "ada" || key !== "s3cret" || !isGood) return { status: 401 };
      tokens.push(`token-${tokens.length}`);
      // A bank may respond with 201 to a created token.
      return { status: 201, body: { data: { token: tokens.at(-1) } } };
    }
    if (request.headers["x-key"] !== tokens.at(-1)) return { status: 403 };
    if (pathname === "/accounts") return { body: [{ id: "a", name: "A", balance: 1 }] };
    return { body: { rows: [] } };
  });
  const word = (name: string, type: "text" | "password") => ({
    ...{ name, type, label: { en: name, fr: name } },
  });
  const bank: TokenBank = {
    ...plainBank(mock.origin),
    credentials: [word("id", "text"), word("key", "password")],
    token_exchange: {
      ...{ path: "/login", body: { id: "{id}", key: "{key}" } },
      ...{ token: "data.token", lifetime_seconds: 60 },
    },
    authentication: { scheme: "header", name: "X-Key", value: "{exchanged}" },
  };
  const { app, open, linkItem, pull } = await describedApp(bank);
  const wrong = await (await open()).submit({ id: "ada", key: "wrong" });
  expect(wrong.body.error_code).toBe("INVALID_CREDENTIALS");
  const { access_token } = await linkItem({ id: "ada", key: "s3cret" });
  await pull();
  const before = tokens.length;
  expect((await app.call("/accounts/balance/get", { access_token })).accounts).toHaveLength(1);
  expect(tokens.length).toBe(before + 1);
  expect(mock.requests.every(({ url }) => !/s3cret|token-/.test(url.href))).toBe(true);
  expect(app.logged.join("")).not.toMatch(/s3cret|token-\d/);
  isGood = false;
  const read = await app.post("/accounts/balance/get", { ...app.credentials, access_token });
  expect(read.body.error_code).toBe("ITEM_LOGIN_REQUIRED");
});

test.each([
  ["a path that names a secret", { accounts: { path: "/accounts/{key}" } }, "{key}"],
  ["an exchanged token without an exchange", { headers: { "x-a": "{exchanged}" } }, "{exchanged}"],
  [
    "an account in the path of a list over all of them",
    { pending_transactions: { ...PENDING, path: "/pending/{account}" } },
    "{account}",
  ],
  [
    "an exchange that names no credential",
    { token_exchange: { path: "/x", body: { a: "{b}" }, token: "t", lifetime_seconds: 60 } },
    "{b}",
  ],
])("%s is refused, with the name", (_, changes, name) => {
  const bank = plainBank("https://bank.example");
  const description = {
    ...bank,
    credentials: [{ name: "key", type: "password", label: { en: "Key", fr: "Clé" } }],
    authentication: { scheme: "bearer", token: "{key}" },
    ...changes,
    ...("accounts" in changes && { accounts: { ...bank.accounts, ...changes.accounts } }),
  };
  const result = readDescription(JSON.stringify(description));
  expect(JSON.stringify(result)).toContain(`has the unknown name ${name}`);
});
