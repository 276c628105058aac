import { expect, test } from "vitest";
import type { GrantLink } from "../../server/domain/grants/grant-link.ts";
import type { SessionMove } from "../../server/domain/link/link-session.ts";
import type { ContractContext } from "./contract-context.ts";
import { sampleGrant } from "./grants.ts";
import {
  NOW,
  SAMPLE_ORIGIN,
  sampleClient,
  sampleItem,
  sampleLinkToken,
  sampleSession,
} from "./samples.ts";

const sampleLink = (changes: Partial<GrantLink> = {}): GrantLink => ({
  linkId: "link-1",
  grantId: "grant-1",
  linkTokenDigest: "link-token-1",
  details: '{"reference":"one"}',
  accessDays: 90,
  createdAt: NOW,
  expiresAt: NOW + 1000,
  linkedAt: null,
  itemId: null,
  ...changes,
});

const NO_SECRETS = { claim: null, secretDigest: "secret-1" };

/** The contract of every store for the links of applications' grants. */
export const grantLinksContract = ({ empty }: ContractContext): void => {
  /** A store with an application's grant, a link of it, and the session of that. */
  const withLink = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    const grant = sampleGrant({ door: "gocardless", clientId: "client-1" });
    await store.grants.add(grant, NO_SECRETS, []);
    await store.linkTokens.create(sampleLinkToken({ digest: "link-token-1" }));
    await store.grantLinks.create(sampleLink());
    const session = sampleSession({ linkTokenDigest: "link-token-1" });
    await store.sessions.start(session);
    const newItem = sampleItem("1");
    const { itemId, institutionId } = newItem.item;
    const connect: SessionMove = {
      step: { at: "connected", institutionId, itemId, publicTokens: [], finishedAt: NOW + 5 },
      newItem,
      result: {
        ...{ itemId, institutionId, sealedToken: "", sealedAccounts: null },
        ...{ isNew: true, connectedAt: NOW + 5 },
      },
    };
    const accounts = newItem.accounts
      .map(({ account }) => ({ itemId, accountId: account.account_id }))
      .toSorted((a, b) => a.accountId.localeCompare(b.accountId));
    return { ...store, grant, session, connect, itemId, accounts };
  };

  test("an application's grant lives without accounts, until it is ended", async () => {
    const { grants, grantLinks, grant } = await withLink();
    expect(await grants.byId("grant-1")).toEqual({ grant, secretDigest: "secret-1" });
    expect(await grants.accounts("grant-1")).toEqual([]);
    expect(await grants.end("grant-1", ["item-1"])).toBe(false);
    expect(await grants.end("grant-1")).toBe(true);
    expect(await grants.byId("grant-1")).toBeNull();
    expect(await grantLinks.byId("grant-1", "link-1")).toBeNull();
  });

  test("an Item joins the grant in the transaction that connects it, with an entry in the audit log", async () => {
    const { grants, grantLinks, audit, sessions, ...all } = await withLink();
    expect(await sessions.advance(all.session, all.connect)).toBe(true);
    expect(await grants.accounts("grant-1")).toEqual(all.accounts);
    expect(await grants.accounts("grant-1", ["item-2"])).toEqual([]);
    const linked = sampleLink({ itemId: all.itemId, linkedAt: NOW + 5 });
    expect(await grantLinks.byId("grant-1", "link-1")).toEqual(linked);
    expect(await grantLinks.linked("grant-1", all.itemId)).toEqual([linked]);
    expect(await audit.last(1)).toMatchObject([
      {
        action: "grant.change",
        subject: "grant-1",
        actor: { kind: "user", name: "link-1" },
        details: JSON.stringify({ added_items: [all.itemId] }),
      },
    ]);
  });

  test("one of two browsers at a link connects an Item, and nothing of the other one joins", async () => {
    const { grants, sessions, session, connect, ...all } = await withLink();
    const other = sampleItem("2");
    const second = {
      ...connect,
      newItem: other,
      result: { ...connect.result, itemId: other.item.itemId },
    } as SessionMove;
    const outcomes = await Promise.all([
      sessions.advance(session, connect),
      sessions.advance(session, second),
    ]);
    expect(outcomes.toSorted()).toEqual([false, true]);
    const [winner] = outcomes[0] ? [all.itemId] : [other.item.itemId];
    const joined = new Set((await grants.accounts("grant-1")).map(({ itemId }) => itemId));
    expect([...joined]).toEqual([winner]);
  });

  test("nothing joins a grant that has ended", async () => {
    const { grants, sessions, session, connect } = await withLink();
    await grants.end("grant-1");
    expect(await sessions.advance(session, connect)).toBe(true);
    expect(await grants.accounts("grant-1")).toEqual([]);
  });

  test("a renewal adds no account to an Item of which the grant shows some", async () => {
    const { grants, grantLinks, sessions, items, session, connect, accounts, itemId } =
      await withLink();
    await sessions.advance(session, connect);
    expect(accounts.length).toBeGreaterThan(1);
    await items.removeAccounts(itemId, [accounts[1]?.accountId ?? ""], SAMPLE_ORIGIN, () => []);
    const { newItem: _, ...renewal } = connect;
    const [{ revision = 0 } = {}] = [await sessions.byLinkSessionId(session.linkSessionId)].flatMap(
      (found) => found ?? [],
    );
    expect(await sessions.advance({ ...session, revision }, renewal)).toBe(true);
    expect(await grants.accounts("grant-1")).toEqual(accounts.filter((_, at) => at !== 1));
    expect(await grantLinks.byId("grant-1", "link-1")).toMatchObject({ itemId });
  });

  test("links are listed by page, the newest first, and counted while they wait", async () => {
    const { grantLinks } = await withLink();
    for (const n of [2, 3])
      await grantLinks.create(
        sampleLink({ linkId: `link-${n}`, linkTokenDigest: `t-${n}`, createdAt: NOW + n }),
      );
    const page = await grantLinks.list("grant-1", { limit: 2, offset: 1 });
    expect([page.links.map(({ linkId }) => linkId), page.count]).toEqual([["link-2", "link-1"], 3]);
    expect(await grantLinks.list("grant-2", { limit: 2, offset: 0 })).toEqual({
      links: [],
      count: 0,
    });
    expect(await grantLinks.countOpen("grant-1", NOW)).toBe(3);
    expect(await grantLinks.countOpen("grant-1", NOW + 1000)).toBe(0);
    expect(await grantLinks.byId("grant-2", "link-1")).toBeNull();
  });

  test("the last link of an Item takes it from the grant when it is deleted", async () => {
    const { grants, grantLinks, sessions, session, connect, accounts, itemId } = await withLink();
    await sessions.advance(session, connect);
    await grantLinks.create(
      sampleLink({ linkId: "link-2", linkTokenDigest: "t-2", itemId, linkedAt: NOW }),
    );
    expect(await grantLinks.remove("grant-2", "link-1")).toBe(false);
    expect(await grantLinks.remove("grant-1", "link-1")).toBe(true);
    expect(await grants.accounts("grant-1")).toEqual(accounts);
    expect(await grantLinks.remove("grant-1", "link-2")).toBe(true);
    expect(await grants.accounts("grant-1")).toEqual([]);
    expect(await grants.byId("grant-1")).not.toBeNull();
    expect(await grantLinks.remove("grant-1", "link-2")).toBe(false);
  });

  test("an account gets the id of its application once, and is found by it in its grant alone", async () => {
    const { grants, sessions, session, connect, accounts, itemId } = await withLink();
    await sessions.advance(session, connect);
    const [first, second] = accounts;
    if (!first || !second) throw new Error("no accounts");
    await grants.setReaderIds("grant-1", [{ ...first, readerId: "reader-1" }]);
    await grants.setReaderIds("grant-1", [{ ...first, readerId: "reader-2" }]);
    expect(await grants.readerIds("grant-1", { readerId: "reader-1" })).toEqual([
      { ...first, readerId: "reader-1" },
    ]);
    expect(await grants.readerIds("grant-1", { readerId: "reader-2" })).toEqual([]);
    expect(await grants.readerIds("grant-2", { readerId: "reader-1" })).toEqual([]);
    expect(await grants.readerIds("grant-1", { readerId: null })).toEqual([
      { ...second, readerId: null },
    ]);
    expect((await grants.readerIds("grant-1", { itemIds: [itemId] })).length).toBe(2);
    expect(await grants.readerIds("grant-1", { itemIds: [] })).toEqual([]);
  });

  test("an agreement belongs to its grant, is replaced once, and ends with it", async () => {
    const { grants, grantAgreements } = await withLink();
    const agreement = {
      ...{ agreementId: "agreement-1", grantId: "grant-1" },
      ...{ details: "{}", createdAt: NOW },
    };
    await grantAgreements.create(agreement);
    expect(await grantAgreements.byId("grant-1", "agreement-1")).toEqual(agreement);
    expect(await grantAgreements.byId("grant-2", "agreement-1")).toBeNull();
    expect(await grantAgreements.list("grant-1", { limit: 1, offset: 0 })).toEqual({
      ...{ agreements: [agreement], count: 1 },
    });
    const replace = (to: string) =>
      grantAgreements.replace("grant-1", "agreement-1", { from: "{}", to });
    expect((await Promise.all([replace("[1]"), replace("[2]")])).toSorted()).toEqual([false, true]);
    await grantAgreements.remove("grant-2", "agreement-1");
    expect(await grantAgreements.byId("grant-1", "agreement-1")).not.toBeNull();
    await grants.end("grant-1");
    expect(await grantAgreements.byId("grant-1", "agreement-1")).toBeNull();
  });
};
