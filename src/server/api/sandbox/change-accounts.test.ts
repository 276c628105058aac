import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  allTransactions,
  itemWithChoice,
  syncedCopy,
} from "../../../testing/test-app/account-choice.ts";

type Setup = Awaited<ReturnType<typeof itemWithChoice>>;

const fire = ({ app, access_token }: Setup, fields: object) =>
  app.post("/sandbox/item/fire_webhook", { ...app.credentials, access_token, ...fields });
const close = ({ app, access_token }: Setup, account_id: string) =>
  app.post("/sandbox/item/close_account", { ...app.credentials, access_token, account_id });
const itemCodes = async ({ webhooks }: Setup) =>
  (await webhooks())
    .filter(({ webhook_type }) => webhook_type === "ITEM")
    .map(({ webhook_code }) => webhook_code);
const offer = async ({ update }: Setup) => {
  const { selection, choose } = await update();
  return { ids: selection.accounts.map(({ id }) => id), selection, choose };
};

test.each(["pass_good", "mfa_code"])(
  "an account that is opened is there at the next update, and served when chosen (%s)",
  async (password) => {
    const item = await itemWithChoice(2, { password });
    const { app, access_token, shared } = item;
    const before = (await offer(item)).ids;
    for (let n = 0; n < 2; n++)
      expect((await fire(item, { webhook_code: "NEW_ACCOUNTS_AVAILABLE" })).body).toMatchObject({
        webhook_fired: true,
      });
    expect(await itemCodes(item)).toEqual(["NEW_ACCOUNTS_AVAILABLE", "NEW_ACCOUNTS_AVAILABLE"]);
    await app.call("/transactions/refresh", { access_token });
    expect(await itemCodes(item)).toEqual([]);
    const { ids, selection, choose } = await offer(item);
    const [newId = "", ...others] = ids.filter((id) => !before.includes(id));
    expect(others).toEqual([]);
    expect(selection.chosen).toEqual(shared);
    expect(selection.accounts.find(({ id }) => id === newId)).toMatchObject({
      name: "New Savings",
      subtype: "savings",
    });
    await choose([...shared, newId]);
    await itemCodes(item);
    const own = (await allTransactions(app, access_token)).filter(
      ({ account_id }) => account_id === newId,
    );
    expect(own).toMatchObject([{ name: "Opening deposit", amount: -250 }]);
    const { numbers } = await app.call("/auth/get", { access_token });
    expect(JSON.stringify(numbers)).toContain(newId);
    // The next new account is another one.
    await fire(item, { webhook_code: "NEW_ACCOUNTS_AVAILABLE" });
    expect((await offer(item)).ids).toHaveLength(ids.length + 1);
  },
);

test("an account that is no longer shared is revoked once, and can be shared again", async () => {
  const item = await itemWithChoice(2);
  const [stayingId = "", leavingId = ""] = item.shared;
  const revocation = { webhook_code: "USER_ACCOUNT_REVOKED", account_id: leavingId };
  expect((await fire(item, revocation)).body).toMatchObject({ webhook_fired: true });
  expect((await fire(item, revocation)).body).toMatchObject({ webhook_fired: false });
  expect(await itemCodes(item)).toEqual(["USER_ACCOUNT_REVOKED"]);
  expect(await item.accountIds()).toEqual([stayingId]);
  const { ids, selection, choose } = await offer(item);
  expect([selection.chosen, ids.includes(leavingId)]).toEqual([[stayingId], true]);
  await choose([stayingId, leavingId]);
  expect((await item.accountIds()).toSorted()).toEqual([stayingId, leavingId].toSorted());
});

test("an account that is closed is gone for good, however often it is closed", async () => {
  const item = await itemWithChoice(2);
  const [stayingId = "", leavingId = ""] = item.shared;
  for (let n = 0; n < 2; n++)
    expect((await close(item, leavingId)).body).toMatchObject({ account_closed: true });
  expect(await itemCodes(item)).toEqual(["USER_ACCOUNT_REVOKED"]);
  expect(await item.accountIds()).toEqual([stayingId]);
  expect((await offer(item)).ids).not.toContain(leavingId);
  expect((await close(item, stayingId)).body).toMatchObject({ account_closed: true });
  expect(await itemCodes(item)).toEqual(["USER_PERMISSION_REVOKED"]);
});

test("an impossible change is refused, and changes nothing", async () => {
  const item = await itemWithChoice(1);
  const { app, access_token, shared } = item;
  for (const [fields, code] of [
    [{ webhook_code: "USER_ACCOUNT_REVOKED" }, "SANDBOX_WEBHOOK_INVALID"],
    [{ webhook_code: "USER_ACCOUNT_REVOKED", account_id: "nobody's" }, "INVALID_ACCOUNT_ID"],
    [{ webhook_code: "ERROR", account_id: shared[0] }, "INVALID_FIELD"],
  ] as const)
    expect((await fire(item, fields)).body.error_code).toBe(code);
  expect((await close(item, "nobody's")).body.error_code).toBe("INVALID_ACCOUNT_ID");
  await app.call("/item/webhook/update", { access_token, webhook: null });
  const { body } = await fire(item, { webhook_code: "NEW_ACCOUNTS_AVAILABLE" });
  expect(body.error_code).toBe("SANDBOX_WEBHOOK_INVALID");
  expect([await itemCodes(item), await item.accountIds()]).toEqual([[], shared]);
});

test("with any openings, closings and choices of accounts, a copy by /transactions/sync equals /transactions/get", async () => {
  const Step = fc.oneof(
    fc.record({ do: fc.constant("open" as const) }),
    fc.record({ do: fc.constantFrom("close" as const, "revoke" as const), at: fc.nat(3) }),
    fc.record({
      do: fc.constant("choose" as const),
      picks: fc.array(fc.boolean(), { maxLength: 8 }),
    }),
    fc.record({ do: fc.constantFrom("follow" as const, "refresh" as const, "day" as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const item = await itemWithChoice(2);
      const { app, access_token } = item;
      const copy = syncedCopy(app, access_token);
      await copy.follow();
      const revocations: unknown[] = [];
      for (const step of steps) {
        const ids = await item.accountIds();
        if (step.do === "open") await fire(item, { webhook_code: "NEW_ACCOUNTS_AVAILABLE" });
        if (step.do === "revoke" || step.do === "close") {
          const account_id = ids[step.at % ids.length] ?? "";
          // Removing the last account would end the Item.
          if (ids.length === 1) continue;
          if (step.do === "close") await close(item, account_id);
          else await fire(item, { webhook_code: "USER_ACCOUNT_REVOKED", account_id });
          expect(await item.accountIds()).not.toContain(account_id);
          revocations.push(account_id);
        }
        if (step.do === "choose") {
          app.advanceClock(1000);
          const { ids: all, choose } = await offer(item);
          const picks = all.filter((_, at) => step.picks[at]);
          const choice = picks.length > 0 ? picks : all.slice(0, 1);
          await choose(choice);
          revocations.push(...ids.filter((id) => !choice.includes(id)));
          expect((await item.accountIds()).toSorted()).toEqual(choice.toSorted());
        }
        if (step.do === "follow") await copy.follow();
        if (step.do === "refresh") {
          app.advanceClock(60_000);
          await app.call("/transactions/refresh", { access_token });
        }
        if (step.do === "day") {
          app.advanceClock(86_400_000);
          await app.runJobs();
        }
      }
      const accountWebhooks = (await item.webhooks()).filter(
        ({ webhook_code }) => webhook_code === "USER_ACCOUNT_REVOKED",
      );
      expect(accountWebhooks.map(({ account_id }) => account_id).toSorted()).toEqual(
        revocations.toSorted(),
      );
      const all = await allTransactions(app, access_token);
      const own = await item.accountIds();
      expect(all.every(({ account_id }) => own.includes(account_id))).toBe(true);
      const listIds = (some: Iterable<{ transaction_id: string }>) =>
        [...some].map(({ transaction_id }) => transaction_id).toSorted();
      expect(listIds((await copy.follow()).values())).toEqual(listIds(all));
      expect(listIds((await syncedCopy(app, access_token).follow()).values())).toEqual(
        listIds(all),
      );
    }),
    { numRuns: 6 },
  );
}, 120_000);
