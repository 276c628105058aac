import { expect, test } from "vitest";
import { DAY_MS } from "../../../domain/calendar.ts";
import { berlinBank } from "./berlin-bank.fixture.ts";
import { type Change, changing } from "./changing.fixture.ts";
import { servedBank } from "./served-bank.fixture.ts";
import { ukBank } from "./uk-bank.fixture.ts";

const UK = { dialect: "uk" };
const BERLIN = { dialect: "berlin-group", approach: "redirect" as const };

test("accounts and rows of an Item stay through a renewal that gives accounts other ids", async () => {
  const { accountIds, linkItem, rows, update } = await servedBank(
    (place) => berlinBank(["ids-of-the-consent", "one-iban-of-two-currencies"], "redirect", place),
    BERLIN,
  );
  const { access_token } = await linkItem();
  const before = [await accountIds(access_token), (await rows(access_token)).toSorted(byId)];
  const { connection } = await update(access_token);
  expect(connection).not.toBeNull();
  const after = [await accountIds(access_token), (await rows(access_token)).toSorted(byId)];
  expect(after).toEqual(before);
});

test("a Mutable row that changes at the bank keeps its id", async () => {
  const { app, bank, linkItem, rows } = await servedBank(
    (place) => ukBank(["mutability"], place),
    UK,
  );
  const { access_token } = await linkItem();
  const [before] = await rows(access_token);
  const [row] = bank.books.a1 ?? [];
  if (!row || !before) throw new Error("there are rows");
  Object.assign(row, { cents: row.cents + 250, text: "Dinner with a tip" });
  await app.call("/transactions/refresh", { access_token });
  const changed = (await rows(access_token)).find(({ name }) => name === "Dinner with a tip");
  const ids = (await rows(access_token)).map(({ transaction_id }) => transaction_id);
  expect(changed?.amount).toBe(row.cents / 100);
  expect(new Set(ids).size).toBe(ids.length);
  expect(changed?.transaction_id).toBe(before.transaction_id);
});

test("an account that switches to another bank leaves the Item, and the others go on", async () => {
  const { app, bank, linkItem, accountIds, rows } = await servedBank(
    (place) => ukBank([], place),
    UK,
  );
  const { access_token } = await linkItem();
  expect(await accountIds(access_token)).toHaveLength(3);
  await rows(access_token);
  bank.deviate("switched");
  await app.call("/transactions/refresh", { access_token });
  await app.runJobs();
  expect(await accountIds(access_token)).toHaveLength(2);
  expect((await rows(access_token)).length).toBeGreaterThan(3);
});

test("rows before the days that a bank still lists stay stored", async () => {
  let listsFrom = "";
  const refusing: Change = ({ url }, response) =>
    url.pathname.endsWith("/transactions") && (url.searchParams.get("dateFrom") ?? "") < listsFrom
      ? Response.json({ tppMessages: [{ category: "ERROR", code: "NO" }] }, { status: 403 })
      : response;
  const { app, linkItem, rows, update } = await servedBank(
    (place) => changing(berlinBank([], "redirect", place), refusing),
    BERLIN,
  );
  const { access_token } = await linkItem();
  const before = (await rows(access_token, 80)).toSorted(byId);
  // The consent ends. Its user signs in after longer than the bank lists rows.
  app.advanceClock(110 * DAY_MS);
  listsFrom = new Date(app.services.clock() - 89 * DAY_MS).toISOString().slice(0, 10);
  await update(access_token);
  await app.call("/transactions/refresh", { access_token });
  expect((await rows(access_token, 190)).toSorted(byId)).toEqual(before);
});

test.each([
  ["uk", "oauth"],
  ["berlin-group", "redirect"],
] as const)("a consent that a bank of %s ends is renewed in place", async (dialect, approach) => {
  const { app, bank, linkItem, accountIds, rows, update } = await servedBank(
    (place) => (dialect === "uk" ? ukBank([], place) : berlinBank([], "redirect", place)),
    { dialect, approach },
  );
  const { access_token } = await linkItem();
  const before = [await accountIds(access_token), (await rows(access_token)).toSorted(byId)];
  if ("revoke" in bank) bank.revoke();
  else bank.expire();
  const { body } = await app.post("/transactions/refresh", { ...app.credentials, access_token });
  expect(body.error_code).toBe("ITEM_LOGIN_REQUIRED");
  const made = [...bank.consents.keys()];
  await update(access_token);
  await app.call("/transactions/refresh", { access_token });
  const after = [await accountIds(access_token), (await rows(access_token)).toSorted(byId)];
  expect(after).toEqual(before);
  // The UK reauthorizes the same consent; the Berlin Group creates a new one.
  const latest = [...bank.consents.keys()].at(-1);
  expect(latest === made.at(-1)).toBe(dialect === "uk");
});

const byId = (one: { transaction_id: string }, other: { transaction_id: string }) =>
  one.transaction_id.localeCompare(other.transaction_id);
