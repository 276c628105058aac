import { expect, test } from "vitest";
import type { Transaction } from "../../../protocol/transaction.ts";
import { sampleTransaction } from "../../../testing/store-contract/samples.ts";
import { readerAccounts } from "../../domain/grants/reader-account.ts";
import { appWithDoors, linkAt, linkWithTransactions } from "../doors.fixture.ts";
import { callDoor, reader } from "./reader.fixture.ts";
import {
  Account,
  Balances,
  Details,
  Refusal,
  Requisition,
  Transactions,
} from "./shapes.fixture.ts";
import { getTransactions } from "./transactions.ts";

const DAY_MS = 86_400_000;

test("an account has its details, balances and transactions, with the sign of the protocol", async () => {
  const { app, get, link } = await reader();
  const { accounts } = await link();
  const grantId = (await app.services.store.grants.list())[0]?.grant.grantId ?? "";
  const [ref] = await app.services.store.grants.accounts(grantId);
  const stored = await app.services.store.items.accounts(ref?.itemId ?? "");
  expect(accounts.length).toBe(stored.length);
  for (const id of accounts) {
    expect(Account.parse(await get(`/accounts/${id}/`)).status).toBe("READY");
    const { account } = Details.parse(await get(`/accounts/${id}/details/`));
    const own = stored.find((shown) => shown.account.mask === account.maskedPan);
    expect(account.currency).toBe(own?.account.balances.iso_currency_code);
    const isSavings = ["savings", "money market", "cd"].includes(String(own?.account.subtype));
    expect(account.cashAccountType === "SVGS").toBe(isSavings);
    const isDebt = ["credit", "loan"].includes(String(own?.account.type));
    const { balances } = Balances.parse(await get(`/accounts/${id}/balances/`));
    const current = Number(own?.account.balances.current);
    expect(Number(balances[0]?.balanceAmount.amount)).toBe(isDebt ? 0 - current : current);
    const { transactions } = Transactions.parse(await get(`/accounts/${id}/transactions/`));
    const rows = await app.services.store.transactions.inPeriod(
      ref?.itemId ?? "",
      { from: "2025-10-17", to: "2026-01-16" },
      own?.account.account_id,
    );
    const shown = [...transactions.booked, ...transactions.pending];
    expect(shown.map(({ transactionId }) => transactionId).toSorted()).toEqual(
      rows.map((row) => row.pending_transaction_id ?? row.transaction_id).toSorted(),
    );
    for (const { amount, date, pending, ...row } of rows) {
      const id = row.pending_transaction_id ?? row.transaction_id;
      const list = pending ? transactions.pending : transactions.booked;
      const one = list.find(({ transactionId }) => transactionId === id);
      expect(Number(one?.transactionAmount.amount)).toBe(0 - amount);
      expect(one?.valueDate).toBe(date);
      expect(one?.[amount > 0 ? "creditorName" : "debtorName"]).toBeTruthy();
    }
  }
});

/** A reader of an account with 1,200 transactions on one day, the first 30 pending. */
const readerOfMany = async () => {
  const one = await reader();
  const { app, grant, get, link } = one;
  const [id = ""] = (await link()).accounts;
  const [ref] = await app.services.store.grants.accounts(grant.grantId);
  const itemId = ref?.itemId ?? "";
  const { account } = Details.parse(await get(`/accounts/${id}/details/`));
  const stored = await app.services.store.items.accounts(itemId);
  const own = stored.find((shown) => shown.account.mask === account.maskedPan);
  const accountId = own?.account.account_id ?? "";
  const { transactions } = app.services.store;
  const feed = await transactions.feed(itemId);
  if (!feed) throw new Error("the account has transactions");
  const added = Array.from({ length: 1200 }, (_, at) =>
    sampleTransaction(`${at}`, { account_id: accountId, date: "2026-01-14", pending: at < 30 }),
  );
  await transactions.apply(feed, { added, modified: [], removed: [] }, feed);
  return { ...one, id, itemId, accountId, transactions };
};

test("transactions of more than a piece are all sent, newest first", async () => {
  const { get, id, itemId, accountId, transactions } = await readerOfMany();
  const listIds = (list: readonly Transaction[], isPending: boolean) =>
    list
      .filter(({ pending }) => pending === isPending)
      .map((row) => row.pending_transaction_id ?? row.transaction_id)
      .toReversed();
  const days = { from: "2025-10-17", to: "2026-01-16" };
  const rows = await transactions.inPeriod(itemId, days, accountId);
  const shown = Transactions.parse(await get(`/accounts/${id}/transactions/`)).transactions;
  expect(shown.booked.map((row) => row.transactionId)).toEqual(listIds(rows, false));
  expect(shown.pending.map((row) => row.transactionId)).toEqual(listIds(rows, true));
});

test("a page of transactions is read once the one before has been taken, so that memory is bounded", async () => {
  const { app, tokens, id, transactions } = await readerOfMany();
  const { pages } = transactions;
  let count = 0;
  transactions.pages = async function* (...of) {
    for await (const page of pages(...of)) {
      count += 1;
      yield page;
    }
  };
  const { body } = await getTransactions(
    {
      ...{ params: { id }, query: new URLSearchParams(), body: "", address: "127.0.0.1" },
      authorization: `Bearer ${tokens.access}`,
      header: () => undefined,
    },
    { ...app.services, charge: () => {} },
  );
  if (typeof body === "string") throw new Error("the response is sent in pieces");
  const pieces = body[Symbol.asyncIterator]();
  for (const taken of [0, 1, 2]) {
    await pieces.next();
    expect(count).toBe(taken);
  }
});

test("date_from and date_to restrict transactions, and the agreement does", async () => {
  const { get, link, call } = await reader();
  const agreement = await call("POST", "/agreements/enduser/", {
    institution_id: "ins_109508",
    max_historical_days: 30,
  });
  const { accounts } = await link({ agreement: agreement.json().id });
  const [id] = accounts;
  const days = async (query = "") => {
    const { transactions } = Transactions.parse(await get(`/accounts/${id}/transactions/${query}`));
    return transactions.booked.map(({ bookingDate }) => bookingDate);
  };
  const all = await days();
  expect(all).toEqual(all.toSorted().toReversed());
  expect(all.at(-1) ?? "").toMatch(/^2025-12-(1[6-9]|2)/);
  expect(await days("?date_from=2020-01-01")).toEqual(all);
  const some = await days("?date_from=2025-12-20&date_to=2025-12-31");
  expect(some).toEqual(all.filter((day) => day >= "2025-12-20" && day <= "2025-12-31"));
  expect(some.length).toBeGreaterThan(0);
  for (const [query, field] of [
    ["?date_from=yesterday", "date_from"],
    ["?date_from=2025-02-30", "date_from"],
    ["?date_to=2025-1-1", "date_to"],
    ["?date_from=2027-01-01", "date_from"],
    ["?date_from=2025-12-31&date_to=2025-12-01", "date_from"],
  ] as const)
    expect(Refusal.parse(await get(`/accounts/${id}/transactions/${query}`))).toHaveProperty(field);
});

test("an account shows what its user agreed to, for as long as they agreed", async () => {
  const { app, tokens, link, call } = await reader();
  const agreement = await call("POST", "/agreements/enduser/", {
    institution_id: "ins_109508",
    access_valid_for_days: 1,
    access_scope: ["balances"],
  });
  const { accounts, id: requisitionId } = await link({ agreement: agreement.json().id });
  const [id] = accounts;
  const status = async (path: string, token = tokens.access) =>
    (await call("GET", path, undefined, token)).status;
  expect(await status(`/accounts/${id}/balances/`)).toBe(200);
  for (const part of ["details", "transactions"])
    expect(await status(`/accounts/${id}/${part}/`)).toBe(403);
  app.advanceClock(DAY_MS);
  const { access } = (
    await callDoor(app, "POST", "/token/refresh/", { body: { refresh: tokens.refresh } })
  ).json();
  const over = await call("GET", `/accounts/${id}/balances/`, undefined, access);
  expect([over.status, over.json()]).toEqual([
    401,
    {
      summary: `End User Agreement (EUA) ${agreement.json().id} has expired`,
      detail: expect.stringContaining("EUA was valid for 1 days and it expired at 2026-01-16"),
      status_code: 401,
      type: "AccessExpiredError",
    },
  ]);
  const requisition = await call("GET", `/requisitions/${requisitionId}/`, undefined, access);
  expect(requisition.json()).toMatchObject({ status: "EX", accounts: [] });
});

test("a connection that needs its user is refused until it is mended by another requisition, whose accounts have the same ids", async () => {
  const { app, get, link, requisition } = await reader();
  const before = await link();
  const [id] = before.accounts;
  const transactions = async () =>
    Transactions.parse(await get(`/accounts/${id}/transactions/`)).transactions.booked.map(
      ({ transactionId }) => transactionId,
    );
  const first = await transactions();
  const [grantId] = (await app.services.store.grants.list()).map(({ grant }) => grant.grantId);
  const [ref] = await app.services.store.grants.accounts(grantId ?? "");
  const item = await app.services.store.items.byItemId(ref?.itemId ?? "");
  if (!item) throw new Error("no Item");
  await app.services.store.items.compareAndSetStatus(item, {
    error: "ITEM_LOGIN_REQUIRED",
    loggedInAt: item.loggedInAt,
  });
  expect(await get(`/accounts/${id}/transactions/`)).toEqual({
    summary: "Couldn't update account transactions",
    detail: "Access has expired or it has been revoked. To restore access reconnect the account.",
    status_code: 401,
    type: "AccessExpiredError",
  });
  expect((await get(`/accounts/${id}/`)).status).toBe("EXPIRED");
  const again = await requisition();
  await linkAt(app, again.link, { renew: true });
  const after = Requisition.parse(await get(`/requisitions/${again.id}/`));
  expect(after.accounts).toEqual(before.accounts);
  expect(await transactions()).toEqual(first);
});

test("a deleted requisition takes its accounts along, and its agreement", async () => {
  const { get, link, call } = await reader();
  const agreement = await call("POST", "/agreements/enduser/", { institution_id: "ins_109508" });
  const { accounts, id } = await link({ agreement: agreement.json().id });
  expect((await call("DELETE", `/requisitions/${id}/`)).json()).toMatchObject({
    summary: "Requisition deleted",
  });
  expect((await call("DELETE", `/requisitions/${id}/`)).status).toBe(404);
  expect(await get(`/accounts/${accounts[0]}/`)).toMatchObject({
    summary: `Account ID ${accounts[0]} not found`,
    status_code: 404,
  });
  expect((await call("GET", `/agreements/enduser/${agreement.json().id}/`)).status).toBe(404);
});

test("another grant's ids are unknown, whatever they are of", async () => {
  const { app, link, call } = await reader();
  const agreement = await call("POST", "/agreements/enduser/", { institution_id: "ins_109508" });
  const { accounts, id } = await link({ agreement: agreement.json().id });
  const other = await reader({ name: "Other" }, app);
  for (const [method, path] of [
    ["GET", `/requisitions/${id}/`],
    ["DELETE", `/requisitions/${id}/`],
    ["GET", `/agreements/enduser/${agreement.json().id}/`],
    ["DELETE", `/agreements/enduser/${agreement.json().id}/`],
    ["GET", `/accounts/${accounts[0]}/`],
    ["GET", `/accounts/${accounts[0]}/details/`],
    ["GET", `/accounts/${accounts[0]}/balances/`],
    ["GET", `/accounts/${accounts[0]}/transactions/`],
  ] as const)
    expect([path, (await other.call(method, path)).status]).toEqual([path, 404]);
  await expect(other.requisition({ agreement: agreement.json().id })).rejects.toThrow(
    "agreement must be one of this grant",
  );
  expect((await call("GET", `/requisitions/${id}/`)).status).toBe(200);
});

test("a grant of accounts that are linked already shows them by their ids, without a requisition", async () => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app);
  const accounts = item.accounts.map(({ account_id: accountId }) => ({
    itemId: item.item_id,
    accountId,
  }));
  const { grant, get } = await reader({ accounts }, app);
  const named = await readerAccounts(app.services, grant, [item.item_id]);
  const [{ readerId = "" } = {}] = named;
  expect(new Set(named.map((account) => account.readerId)).size).toBe(accounts.length);
  expect(Transactions.parse(await get(`/accounts/${readerId}/transactions`))).toBeTruthy();
  expect(Details.parse(await get(`/accounts/${readerId}/details`)).account.iban).toBeUndefined();
});
