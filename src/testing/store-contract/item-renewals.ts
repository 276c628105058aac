import { expect, test } from "vitest";
import type { ItemAccount } from "../../server/domain/items/item.ts";
import type { SessionStep } from "../../server/domain/link/session-step.ts";
import type { Store } from "../../server/domain/store.ts";
import {
  startVerification,
  type Verification,
} from "../../server/domain/verification/verification.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleItem, sampleJob, sampleSession } from "./samples.ts";

/** Sets an account's verification if it still equals that of `account`. */
const verify = (store: Store, account: ItemAccount, verification: Verification) =>
  store.items.recordVerification({
    itemId: account.itemId,
    accountId: account.account.account_id,
    verification,
    expected: account.verification,
  });

/** The contract of every store for the Item that a session updates. */
export const itemRenewalsContract = ({ empty }: ContractContext): void => {
  const session = sampleSession();
  const credentials: SessionStep = { at: "credentials", institutionId: "ins_1" };

  const withSession = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    await store.sessions.start(session);
    return store;
  };

  test("a renewed Item keeps its accounts, except for new data", async () => {
    const store = await withSession();
    const newItem = sampleItem("1", { error: "ITEM_LOGIN_REQUIRED" });
    await store.items.create(newItem);
    const [savings, checking] = newItem.accounts;
    if (!savings || !checking) throw new Error("the sample has two accounts");
    const accountAfterLogin = {
      ...savings,
      key: "new-key",
      account: { ...savings.account, name: "New" },
    };
    const renewal = {
      itemId: "item-1",
      sealedLogin: "sealed again",
      accounts: [accountAfterLogin],
      loggedInAt: NOW + 1,
    };
    const consent = {
      linkSessionId: session.linkSessionId,
      itemId: "item-1",
      clientId: "client-1",
      institutionId: "ins_1",
      version: "2026-12",
      scope: ["auth" as const],
      givenAt: NOW,
      expiresAt: NOW + 5,
    };
    expect(
      await store.sessions.advance(session, {
        step: credentials,
        itemRenewal: renewal,
        consentRecord: consent,
      }),
    ).toBe(true);
    expect(await store.items.accounts("item-1")).toEqual([accountAfterLogin, checking]);
    expect(await store.items.byItemId("item-1")).toEqual({
      ...newItem.item,
      sealedLogin: "sealed again",
      error: null,
      loggedInAt: NOW + 1,
      consentExpiresAt: NOW + 5,
    });
    expect(await store.consents.ofItem("item-1")).toEqual([consent]);
  });

  test("an Item that is renewed keeps how far its accounts are proven by then", async () => {
    const store = await withSession();
    const newItem = sampleItem("1");
    const [savings, checking] = newItem.accounts;
    if (!savings || !checking) throw new Error("the sample has two accounts");
    const read = startVerification("automatic", NOW);
    savings.verification = read;
    await store.items.create(newItem);
    const verification = { ...read, status: "automatically_verified" as const };
    expect(await verify(store, savings, verification)).toBe(true);
    const renew = async (accounts: ItemAccount[], revision: number) => {
      const renewal = { itemId: "item-1", sealedLogin: "again", accounts, loggedInAt: NOW };
      const at = { ...session, revision };
      expect(await store.sessions.advance(at, { step: credentials, itemRenewal: renewal })).toBe(
        true,
      );
      return (await store.items.accounts("item-1")).map(({ verification }) => verification);
    };
    const newVerification = startVerification("automatic", NOW + 1);
    const newAccounts = [savings, { ...checking, verification: newVerification }];
    expect(await renew(newAccounts, 0)).toEqual([verification, newVerification]);
    const vouchedFor = newAccounts.map((newAccount) => ({ ...newAccount, verification: null }));
    expect(await renew(vouchedFor, 1)).toEqual([null, null]);
  });

  test("an Item that its user has ended is not renewed, and the session does not move", async () => {
    const store = await withSession();
    const newItem = sampleItem("1", { error: "USER_PERMISSION_REVOKED" });
    await store.items.create(newItem);
    const renewal = { itemId: "item-1", sealedLogin: "new", accounts: [], loggedInAt: NOW + 1 };
    expect(await store.sessions.advance(session, { step: credentials, itemRenewal: renewal })).toBe(
      false,
    );
    expect(await store.sessions.byTokenDigest("session-token-1")).toEqual(session);
    expect(await store.items.byItemId("item-1")).toEqual(newItem.item);
  });

  test("an Item whose user has chosen again has these accounts, and jobs follow from the others", async () => {
    const store = await withSession();
    const newItem = sampleItem("1");
    await store.items.create(newItem);
    const [savings, checking] = newItem.accounts;
    if (!savings || !checking) throw new Error("the sample has two accounts");
    const newAccount = {
      ...savings,
      key: "added",
      account: { ...savings.account, account_id: "added" },
    };
    const renew = async (accounts: ItemAccount[], revision: number) => {
      const removedIds: string[][] = [];
      const itemRenewal = {
        ...{ itemId: "item-1", sealedLogin: "again", accounts, loggedInAt: NOW },
        choice: {
          offeredKeys: ["added", "declined"],
          revocationJobs: (ids: readonly string[]) => {
            removedIds.push([...ids]);
            return ids.map((id) => sampleJob(id));
          },
        },
      };
      const at = { ...session, revision };
      expect(await store.sessions.advance(at, { step: credentials, itemRenewal })).toBe(true);
      return removedIds;
    };
    const { account_id } = savings.account;
    expect(await renew([checking, newAccount], 0)).toEqual([[account_id]]);
    expect(await store.items.accounts("item-1")).toEqual([checking, newAccount]);
    expect(await store.jobs.count(sampleJob("x").name)).toBe(1);
    expect(Object.fromEntries((await store.items.accountKeys("item-1")) ?? [])).toEqual({
      [savings.key]: account_id,
      [checking.key]: checking.account.account_id,
      added: null,
      declined: null,
    });
    expect(await renew([savings, checking], 1)).toEqual([["added"]]);
    expect(await store.items.accounts("item-1")).toEqual([checking, savings]);
    expect((await store.items.accountKeys("item-1"))?.get("added")).toBe("added");
  });

  test("an Item that is gone is not renewed, and the session does not move", async () => {
    const store = await withSession();
    await store.items.create(sampleItem("1"));
    await store.items.remove(sampleItem("1").item, NOW);
    const renewal = {
      itemId: "item-1",
      sealedLogin: "sealed again",
      accounts: [],
      loggedInAt: NOW,
    };
    expect(await store.sessions.advance(session, { step: credentials, itemRenewal: renewal })).toBe(
      false,
    );
    expect(await store.sessions.byTokenDigest("session-token-1")).toEqual(session);
    expect((await store.items.byItemId("item-1"))?.sealedLogin).toBe("");
  });
};
