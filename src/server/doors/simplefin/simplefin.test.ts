import { expect, test } from "vitest";
import { CLAIM_LIFETIME_MS, endGrant } from "../../domain/grants/make-grant.ts";
import {
  appWithDoors,
  CARD_HOLDER,
  claim,
  grantTo,
  linkWithTransactions,
  readUrl,
} from "../doors.fixture.ts";
import { AccountSetV1, AccountSetV2 } from "./shapes.fixture.ts";

type App = Awaited<ReturnType<typeof appWithDoors>>;

const DAY_MS = 86_400_000;

/** A reader of all accounts of an Item, and its access address. */
const reader = async (changes: Parameters<typeof grantTo>[2] = {}) => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app);
  const { grant, secret: claimToken } = await grantTo(app, item, changes);
  const { body: url } = await claim(app, claimToken);
  const v1 = async (query = "") =>
    AccountSetV1.parse((await readUrl(app, url, "/accounts", query)).json());
  return { app, item, grant, claimToken, url, v1 };
};

const fetchAudit = async (app: App) =>
  (await app.services.store.audit.last(50)).map(({ action, subject, actor, details }) => ({
    action,
    subject,
    actor: actor.kind,
    details: JSON.parse(details),
  }));

test("a setup token is claimed once, and its access address reads the accounts of the grant", async () => {
  const { app, item, claimToken, url, v1 } = await reader();
  expect(await claim(app, claimToken)).toMatchObject({ statusCode: 403, body: "Forbidden" });
  expect((await readUrl(app, url, "/info")).json()).toEqual({ versions: ["1.0", "2.0"] });
  const { errors, accounts } = await v1();
  expect(errors).toEqual([]);
  expect(accounts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(item.accounts.map(({ name, mask }) => `${name} (${mask})`)),
  );
  expect(accounts.length).toBe(item.accounts.length);
  expect(accounts.map(({ currency }) => currency)).toContain("USD");
});

test("the balance of a card is negative by what is owed", async () => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app, "ins_109508", CARD_HOLDER);
  const { body: url } = await claim(app, (await grantTo(app, item)).secret);
  const card = item.accounts.find(({ type }) => type === "credit");
  expect(Number(card?.balances.current)).toBeGreaterThan(0);
  const { accounts } = AccountSetV1.parse((await readUrl(app, url)).json());
  const own = accounts.find(({ name }) => name.startsWith(String(card?.name)));
  expect(Number(own?.balance)).toBe(-Number(card?.balances.current));
  expect(own?.["available-balance"]).toBe(own?.balance);
});

test("money that comes in is positive, and a day is noon in UTC", async () => {
  const { app, item, v1 } = await reader();
  const { transactions } = await app.call("/transactions/get", {
    access_token: item.access_token,
    start_date: "2025-11-01",
    end_date: "2026-01-15",
    options: { count: 500 },
  });
  const { accounts } = await v1("?pending=1");
  const shown = new Map(
    accounts
      .flatMap((account) => account.transactions ?? [])
      .map((transaction) => [transaction.id, transaction]),
  );
  const all = transactions as {
    transaction_id: string;
    pending_transaction_id: string | null;
    amount: number;
    date: string;
    pending: boolean;
  }[];
  expect(all.length).toBeGreaterThan(20);
  for (const { transaction_id, pending_transaction_id, amount, date, pending } of all) {
    const one = shown.get(pending_transaction_id ?? transaction_id);
    expect(Number(one?.amount)).toBe(0 - amount);
    expect(one?.amount).toMatch(/^-?\d+\.\d\d$/);
    const noon = Date.parse(`${date}T12:00:00Z`) / 1000;
    expect([one?.posted, one?.pending]).toEqual(pending ? [0, true] : [noon, undefined]);
  }
});

test("version 2 has its connections, and the errors of each with a code", async () => {
  const { app, item, url } = await reader();
  const read = async () =>
    AccountSetV2.parse((await readUrl(app, url, "/accounts", "?version=2&balances-only=1")).json());
  const { connections, accounts, errlist } = await read();
  expect(errlist).toEqual([]);
  expect(connections).toMatchObject([{ conn_id: item.item_id, org_id: "ins_109508" }]);
  expect(new Set(accounts.map(({ conn_id }) => conn_id))).toEqual(new Set([item.item_id]));
  expect(accounts.flatMap((account) => account.transactions ?? [])).toEqual([]);
  await app.call("/sandbox/item/reset_login", { access_token: item.access_token });
  expect((await read()).errlist).toEqual([
    {
      code: "con.auth",
      msg: `Connection to ${connections[0]?.name} may need attention`,
      conn_id: item.item_id,
    },
  ]);
});

test("a connection that needs its user is named in errors, and the others go on", async () => {
  const { app, item, v1, grant, url } = await reader();
  const second = await linkWithTransactions(app, "ins_109511");
  await endGrant(app.services, grant.grantId, { kind: "operator", name: "test" });
  expect((await readUrl(app, url)).status).toBe(403);
  const both = [item, second].flatMap(({ item_id, accounts }) =>
    accounts.map(({ account_id }) => ({ itemId: item_id, accountId: account_id })),
  );
  const { secret: claimToken } = await grantTo(app, item, { accounts: both });
  const { body } = await claim(app, claimToken);
  await app.call("/sandbox/item/reset_login", { access_token: second.access_token });
  const answer = AccountSetV1.parse((await readUrl(app, body)).json());
  expect(answer.errors).toEqual([expect.stringMatching(/^Connection to .* may need attention$/)]);
  expect(answer.accounts.length).toBe(both.length);
  await expect(v1()).rejects.toThrow();
});

test("a grant shows transactions from its first day on, and is over after its last one", async () => {
  const { app, v1, url } = await reader({ fromDate: "2026-01-05", until: "2026-01-20" });
  const posted = (await v1()).accounts
    .flatMap((account) => account.transactions ?? [])
    .map((transaction) => transaction.posted);
  expect(Math.min(...posted)).toBeGreaterThanOrEqual(Date.parse("2026-01-05T00:00:00Z") / 1000);
  app.advanceClock(5 * DAY_MS);
  expect((await readUrl(app, url)).status).toBe(200);
  app.advanceClock(DAY_MS);
  expect(await readUrl(app, url)).toMatchObject({ status: 403, text: "Forbidden" });
});

test("start-date, end-date and account restrict what is returned", async () => {
  const { v1 } = await reader();
  const all = (await v1()).accounts.flatMap((account) => account.transactions ?? []);
  const at = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1000;
  const [from, to] = [at("2025-12-10"), at("2025-12-20")];
  const some = (await v1(`?start-date=${from}&end-date=${to}`)).accounts;
  const ids = some.flatMap((account) => account.transactions ?? []).map(({ id }) => id);
  expect(ids).toEqual(
    all.filter(({ posted }) => posted >= from && posted < to).map(({ id }) => id),
  );
  expect(ids.length).toBeGreaterThan(0);
  const [first] = some;
  const one = await v1(`?account=${first?.id}`);
  expect(one.accounts.map(({ id }) => id)).toEqual([first?.id]);
  const unknown = await v1("?account=another");
  expect([unknown.accounts, unknown.errors.length]).toEqual([[], 1]);
});

test("a request returns 90 days at most, and says so", async () => {
  const { v1 } = await reader();
  const years = await v1("?start-date=0");
  expect(years.errors).toEqual([expect.stringContaining("90 days")]);
  const posted = years.accounts
    .flatMap((account) => account.transactions ?? [])
    .map((transaction) => transaction.posted);
  expect(Math.min(...posted)).toBeGreaterThan(Date.parse("2025-10-10T00:00:00Z") / 1000);
  const [from, to] = ["2025-07-01", "2025-09-01"].map(
    (day) => Date.parse(`${day}T00:00:00Z`) / 1000,
  );
  const earlier = await v1(`?start-date=${from}&end-date=${to}`);
  expect(earlier.errors).toEqual([]);
  expect(earlier.accounts.flatMap((account) => account.transactions ?? []).length).toBeGreaterThan(
    0,
  );
});

test("a bad parameter is named, and nothing is returned", async () => {
  const { app, url } = await reader();
  for (const [query, message] of [
    ["?start-date=yesterday", "start-date must be seconds since 1970"],
    ["?pending=yes", "pending must be 1 or 0"],
    ["?version=3", "version must be 1 or 2"],
  ] as const) {
    const answer = await readUrl(app, url, "/accounts", query);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      accounts: [],
      errors: [expect.stringContaining(message)],
    });
  }
});

test("a setup token is refused after a day", async () => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app);
  const { secret: claimToken } = await grantTo(app, item);
  app.advanceClock(CLAIM_LIFETIME_MS);
  expect((await claim(app, claimToken)).statusCode).toBe(403);
});

test("a token for this machine is claimed under any of its names, and the access address has that name", async () => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app);
  const { port } = new URL(app.services.publicUrl());
  for (const [host, name] of [
    [`127.0.0.1:${port}`, "127.0.0.1"],
    [`localhost:${port}`, "localhost"],
    [`bank.example:${port}`, "localhost"],
    ["127.0.0.1:1", "localhost"],
  ] as const) {
    const { secret } = await grantTo(app, item);
    const { body } = await app.request({
      method: "POST",
      url: `/simplefin/claim/${secret}`,
      headers: { host },
    });
    expect(new URL(body)).toMatchObject({ hostname: name, port, pathname: "/simplefin" });
  }
});

test("a grant that is not claimed yet is read by no password, not even by an empty one", async () => {
  const app = await appWithDoors();
  const { grant, secret } = await grantTo(app, await linkWithTransactions(app));
  for (const password of ["", secret, grant.grantId]) {
    const url = `http://${grant.grantId}:${password}@link.example/simplefin`;
    expect((await readUrl(app, url)).status).toBe(403);
  }
});

test("removal, the end of a consent, and a client without grants end a grant at once", async () => {
  for (const end of [
    (app: App, { access_token }: { access_token: string }) =>
      app.call("/item/remove", { access_token }),
    (app: App, { item_id }: { item_id: string }) =>
      app.services.store.items.byItemId(item_id).then((item) => {
        if (!item) throw new Error("no Item");
        return app.services.store.items.compareAndSetStatus(item, {
          error: "USER_PERMISSION_REVOKED",
          loggedInAt: item.loggedInAt,
        });
      }),
    (app: App) =>
      app.services.store.clients.setGrantsAllowed(app.client.clientId, false, app.services.clock()),
  ]) {
    const { app, item, url } = await reader();
    expect((await readUrl(app, url)).status).toBe(200);
    await end(app, item);
    expect((await readUrl(app, url)).status).toBe(403);
  }
});

test("making, ending and the first use of a day from a network are in the audit log, without secrets", async () => {
  const { app, grant, url, claimToken } = await reader();
  for (let n = 0; n < 3; n++) await readUrl(app, url);
  app.advanceClock(DAY_MS);
  await readUrl(app, url);
  await endGrant(app.services, grant.grantId, { kind: "operator", name: "test" });
  const own = (await fetchAudit(app)).filter(({ subject }) => subject === grant.grantId);
  expect(own.map(({ action, actor }) => [action, actor])).toEqual([
    ["grant.create", "operator"],
    ["grant.use", "reader"],
    ["grant.use", "reader"],
    ["grant.end", "operator"],
  ]);
  const { password } = new URL(url);
  const kept = JSON.stringify([own, app.logged]);
  for (const secret of [password, claimToken]) expect(kept).not.toContain(secret);
  expect(app.logged.join("")).toContain('"path":"/simplefin/claim/:token"');
});

test("each call is in usage, by the Item and its client", async () => {
  const { app, item, url } = await reader();
  await app.writeUsage();
  const before = await app.services.store.usage.totals("2026-01-01", "2026-02-01");
  for (const query of ["", "", "?balances-only=1"]) await readUrl(app, url, "/accounts", query);
  await app.writeUsage();
  const after = await app.services.store.usage.totals("2026-01-01", "2026-02-01");
  const toCalls = (totals: typeof after, name: string) =>
    totals.find(({ product }) => product === name)?.calls ?? 0;
  expect(toCalls(after, "transactions") - toCalls(before, "transactions")).toBe(2);
  expect(toCalls(after, "balance") - toCalls(before, "balance")).toBe(1);
  expect(item.item_id).not.toBe("");
});

test("guesses are throttled by network, and a door is closed unless it is switched on", async () => {
  const { app, url } = await reader();
  for (let n = 0; n < 10; n++) expect((await claim(app, `guess${n}`)).statusCode).toBe(403);
  expect((await claim(app, "guess")).statusCode).toBe(429);
  const wrong = url.replace(/:[^:@]+@/, ":wrong@");
  for (let n = 0; n < 10; n++) expect((await readUrl(app, wrong)).status).toBe(403);
  expect((await readUrl(app, wrong)).status).toBe(429);
  const closed = await appWithDoors({ DOORS: "" });
  expect((await readUrl(closed, url, "/info")).status).toBe(404);
});
