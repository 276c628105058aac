import { expect, test } from "vitest";
import {
  allTransactions,
  itemWithChoice,
  syncedCopy,
} from "../../../testing/test-app/account-choice.ts";
import { portalBrowser } from "../../../testing/test-app/portal.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { digest } from "../../domain/identifiers.ts";

const listCodes = (webhooks: Record<string, unknown>[]) =>
  webhooks.map(({ webhook_code }) => webhook_code).toSorted();

test.each(["pass_good", "mfa_code"])(
  "in an update with a choice shared accounts are ticked, and the rest is offered (%s)",
  async (password) => {
    const { shared, update, accountIds } = await itemWithChoice(1, { password });
    const { selection, choose } = await update();
    const ids = selection.accounts.map(({ id }) => id);
    expect([selection.chosen, selection.mode, selection.existing]).toEqual([
      shared,
      "several",
      null,
    ]);
    expect(ids.length).toBeGreaterThan(1);
    const connection = await choose(ids);
    expect(connection.accounts?.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect((await accountIds()).toSorted()).toEqual(ids.toSorted());
  },
);

test("an account that is added is served from then on, with its whole history", async () => {
  const item = await itemWithChoice(1);
  const { app, access_token, webhooks } = item;
  const copy = syncedCopy(app, access_token);
  const before = (await copy.follow()).size;
  const [newId = ""] = await addOne(item);
  const codes = listCodes(await webhooks());
  expect(codes).toContain("SYNC_UPDATES_AVAILABLE");
  expect(codes).not.toContain("NEW_ACCOUNTS_AVAILABLE");
  const all = await allTransactions(app, access_token);
  const dates = all
    .filter(({ account_id }) => account_id === newId)
    .map((transaction) => String((transaction as { date?: string }).date))
    .toSorted();
  expect((dates[0] ?? "") < "2024-06-01").toBe(true);
  expect((await copy.follow()).size).toBe(before + dates.length);
  expect([...(await copy.follow()).keys()].toSorted()).toEqual(
    all.map(({ transaction_id }) => transaction_id).toSorted(),
  );
  const { numbers } = await app.call("/auth/get", { access_token });
  expect(JSON.stringify(numbers)).toContain(newId);
});

test("an account that is unticked is revoked, and its application is notified, once", async () => {
  const item = await itemWithChoice(2);
  const { app, access_token, item_id, shared, webhooks, accountIds } = item;
  const [stayingId = "", leavingId = ""] = shared;
  const { processor_token } = await app.call("/processor/token/create", {
    access_token,
    account_id: leavingId,
    processor: "amberpay",
  });
  const { choose } = await item.update();
  await choose([stayingId]);
  const [revocation, ...others] = (await webhooks()).filter(
    ({ webhook_code }) => webhook_code === "USER_ACCOUNT_REVOKED",
  );
  expect([revocation?.account_id, revocation?.item_id, others]).toEqual([leavingId, item_id, []]);
  expect(await accountIds()).toEqual([stayingId]);
  expect(JSON.stringify(await allTransactions(app, access_token))).not.toContain(leavingId);
  expect(
    await app.services.store.processorTokens.byDigest(digest(String(processor_token))),
  ).toBeNull();
  await app.call("/transactions/refresh", { access_token });
  expect(listCodes(await webhooks())).not.toContain("USER_ACCOUNT_REVOKED");
});

test("an account that is shared again has the id and the transactions that it had", async () => {
  const item = await itemWithChoice(2);
  const { app, access_token, shared, webhooks } = item;
  const [stayingId = "", leavingId = ""] = shared;
  const copy = syncedCopy(app, access_token);
  const before = [...(await copy.follow()).keys()].toSorted();
  await (await item.update()).choose([stayingId]);
  await webhooks();
  expect((await copy.follow()).size).toBeLessThan(before.length);
  const again = await item.update();
  expect(again.selection.chosen).toEqual([stayingId]);
  expect(again.selection.accounts.map(({ id }) => id)).toContain(leavingId);
  await again.choose([stayingId, leavingId]);
  expect(listCodes(await webhooks())).not.toContain("USER_ACCOUNT_REVOKED");
  expect([...(await copy.follow()).keys()].toSorted()).toEqual(before);
});

test("an account that its user withdrew on the account site is offered, and not ticked", async () => {
  const { app, item_id, shared, update, accountIds } = await itemWithChoice(2);
  const [stayingId = "", leavingId = ""] = shared;
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  await person.post("connection/stop-sharing", { connection_id: item_id, account_id: leavingId });
  const { selection, choose } = await update();
  expect(selection.chosen).toEqual([stayingId]);
  await choose([stayingId, leavingId]);
  expect((await accountIds()).toSorted()).toEqual([stayingId, leavingId].toSorted());
});

test("two updates at once, in two processes: the one that ends last counts, and no account is made twice", async () => {
  const { app, shared, update, webhooks, accountIds } = await itemWithChoice(1);
  const through = await testApp({}, app.folder);
  const [first, second] = [await update(), await update(undefined, { through })];
  const ids = first.selection.accounts.map(({ id }) => id);
  expect(second.selection.accounts.map(({ id }) => id)).toEqual(ids);
  await Promise.all([first.choose(ids), second.choose(ids)]);
  expect((await accountIds()).toSorted()).toEqual(ids.toSorted());
  const [third, last] = [await update(), await update()];
  await third.choose(ids);
  await last.choose(shared);
  expect(await accountIds()).toEqual(shared);
  const revocations = listCodes(await webhooks()).filter((code) => code === "USER_ACCOUNT_REVOKED");
  expect(revocations).toHaveLength(ids.length - shared.length);
});

test("a window that is closed between the choice's list and its end changes nothing", async () => {
  const { app, item_id, shared, update, webhooks, accountIds } = await itemWithChoice(1);
  const before = await app.services.store.items.byItemId(item_id);
  const { session } = await update();
  await session.bridge("session/exit", { status: "requires_account_selection" });
  const late = await session.bridge("accounts/select", { account_ids: shared });
  expect(late.body.error_code).toBe("INVALID_LINK_SESSION");
  expect([await accountIds(), await webhooks()]).toEqual([shared, []]);
  expect(await app.services.store.items.byItemId(item_id)).toEqual(before);
});

test("an account that is withdrawn between the list and the choice comes back with the choice", async () => {
  const { app, item_id, shared, update, accountIds } = await itemWithChoice(2);
  const { selection, choose } = await update();
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  const account_id = shared[1];
  await person.post("connection/stop-sharing", { connection_id: item_id, account_id });
  await choose(selection.chosen);
  expect((await accountIds()).toSorted()).toEqual(shared.toSorted());
});

test("an Item that is removed, or ended by its user, before the choice stays so", async () => {
  const { app, access_token, item_id, shared, update } = await itemWithChoice(2);
  const [first, second] = [await update(), await update()];
  const person = portalBrowser(app);
  await person.openFromLink(item_id);
  await person.post("connection/end", { connection_id: item_id });
  const refusal = await first.session.bridge("accounts/select", { account_ids: shared });
  expect(refusal.body.error_code).toBe("USER_PERMISSION_REVOKED");
  await app.call("/item/remove", { access_token });
  const late = await second.session.bridge("accounts/select", { account_ids: shared });
  expect(late.body.error_code).toBe("ITEM_NOT_FOUND");
});

test("an empty choice, or one of accounts that are not offered, is refused and changes nothing", async () => {
  const { shared, update, accountIds } = await itemWithChoice(1);
  const { session } = await update();
  for (const [account_ids, code] of [
    [[], "INVALID_FIELD"],
    [["nobody's"], "INVALID_ACCOUNT_ID"],
  ] as const)
    expect((await session.bridge("accounts/select", { account_ids })).body.error_code).toBe(code);
  expect(await accountIds()).toEqual(shared);
});

test("an update with a choice offers one, even if new Items have none or share one account", async () => {
  const { shared, update } = await itemWithChoice(2);
  const several = await update({
    account_selection: "disabled",
    update: { account_selection_enabled: true },
  });
  expect([several.selection.mode, several.selection.chosen]).toEqual(["several", shared]);
  const one = await update({
    account_selection: "one",
    update: { account_selection_enabled: true },
  });
  expect([one.selection.mode, one.selection.chosen]).toEqual(["one", []]);
});

test("an Item whose client has lost its products since is updated with those that it has", async () => {
  const { app, shared, update, accountIds } = await itemWithChoice(1);
  await app.services.store.clients.setProducts(app.keys.client_id, ["identity"]);
  const { selection, choose } = await update();
  const ids = selection.accounts.map(({ id }) => id);
  await choose(ids);
  expect(await accountIds()).toEqual(expect.arrayContaining([...shared, ...ids]));
});

test("every choice has a consent of its own, if consent is required", async () => {
  const app = await testApp();
  const BANK = { institution_id: "ins_116834" };
  const { access_token, item_id } = await app.link(BANK.institution_id);
  const { link_token } = await app.call("/link/token/create", {
    ...{ client_name: "Shop", language: "en", country_codes: ["GB"] },
    ...{ user: { client_user_id: "user-1" }, access_token },
    update: { account_selection_enabled: true },
  });
  const { bridge } = await app.startLink({ token: link_token });
  const credentials = { username: "user_good", password: "pass_good" };
  const early = await bridge("credentials/submit", { ...BANK, credentials });
  expect(early.body.error_code).toBe("ADDITIONAL_CONSENT_REQUIRED");
  await bridge("consent/give", { ...BANK, version: "2026-12" });
  const { body } = await bridge("credentials/submit", { ...BANK, credentials });
  const { chosen } = body.selection as { chosen: string[] };
  const { consents } = app.services.store;
  expect(await consents.ofItem(item_id)).toEqual([]);
  expect((await bridge("accounts/select", { account_ids: chosen.slice(0, 1) })).status).toBe(200);
  expect(await consents.ofItem(item_id)).toHaveLength(1);
});

test("update needs the access token of an Item", async () => {
  const { app } = await itemWithChoice(1);
  const refusal = await app.post("/link/token/create", {
    ...app.credentials,
    client_name: "Shop",
    language: "en",
    country_codes: ["US"],
    products: ["auth"],
    user: { client_user_id: "user-1" },
    update: { account_selection_enabled: true },
  });
  expect(refusal.body).toMatchObject({
    error_code: "INVALID_FIELD",
    error_message: "update must be left out without an access_token",
  });
});

/** Shares all offered accounts; returns the Item's new accounts. */
async function addOne({ update, shared }: Awaited<ReturnType<typeof itemWithChoice>>) {
  const { selection, choose } = await update();
  const ids = selection.accounts.map(({ id }) => id);
  await choose(ids);
  return ids.filter((id) => !shared.includes(id));
}
