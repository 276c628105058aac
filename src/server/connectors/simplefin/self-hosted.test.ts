import { expect, test } from "vitest";
import type { Account } from "../../../protocol/account.ts";
import { describedApp } from "../described-app.fixture.ts";
import { type MockReply, mockServer } from "../mock-server.fixture.ts";
import { account, base64, row } from "./bridge-app.fixture.ts";

type Set = { accounts: { id: string }[] };
type App = Awaited<ReturnType<typeof describedApp>>["app"];

/** An app that reads a server of somebody's own, which replies to each request for accounts. */
const setUp = async (reply: (query: URLSearchParams) => MockReply, claimed = "") => {
  const queries: URLSearchParams[] = [];
  const server = await mockServer(({ method }, { pathname, searchParams }) => {
    if (method === "POST")
      return { body: claimed || `${server.origin.replace("//", "//app:word@")}/simplefin` };
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

/** The accounts of two bridges behind one server, whose ids begin with the bridge's name. */
const bridged = (): Set => ({
  accounts: [
    account("bridge:ACT-1", "Everyday", "A", { transactions: [row("t-1", "2026-01-12")] }),
    account("lunch:77", "Giro", "B", { transactions: [row("t-1", "2026-01-13")] }),
  ],
});

/** The reply of a server that has version 1 alone. */
const firstVersion =
  (set: () => Set) =>
  (query: URLSearchParams): MockReply =>
    query.has("version")
      ? { status: 400, body: { accounts: [], errors: ["version 1.0 only"] } }
      : { body: { ...set(), errors: [] } };

test("a server that refuses version 2 is asked for its own, and for 2 no more", async () => {
  const { app, link, pull, queries } = await setUp(firstVersion(bridged));
  const { access_token } = await link();
  await pull();
  await pull();
  expect(await namesOf(app, access_token)).toEqual(["Everyday", "Giro"]);
  expect((await app.call("/transactions/sync", { access_token })).added).toHaveLength(2);
  expect(queries.filter((query) => query.has("version"))).toHaveLength(1);
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
