import { describe, expect, test } from "vitest";
import { REVOKE_JOB } from "../../server/domain/connectors/revoke-job.ts";
import type { GrantLink } from "../../server/domain/grants/grant-link.ts";
import type { LinkToken, SessionMove } from "../../server/domain/link/link-session.ts";
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
  reference: null,
  details: '{"reference":"one"}',
  accessDays: 90,
  createdAt: NOW,
  expiresAt: NOW + 1000,
  linkedAt: null,
  itemId: null,
  ...changes,
});

const LOGIN = { institutionId: "ins_1", itemId: "item-of-login", sealedLogin: "login" };

/** The link token of a grant's link. */
const grantToken = (changes: Partial<LinkToken>): LinkToken => {
  const token = sampleLinkToken(changes);
  const hosted = { completionRedirectUri: null, namesReader: true };
  return { ...token, details: { ...token.details, hosted } };
};

const NO_SECRETS = { claim: null, secretDigest: "secret-1" };

/** The contract of every store for the links of applications' grants. */
export const grantLinksContract = ({ empty }: ContractContext): void => {
  /** A store with an application's grant, a link of the grant, and the link's session. */
  const withLink = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    const grant = sampleGrant({ door: "gocardless", clientId: "client-1" });
    await store.grants.add(grant, NO_SECRETS, []);
    const token = grantToken({ digest: "link-token-1" });
    await store.linkTokens.create(token);
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
    return { ...store, grant, token, session, connect, newItem, itemId, accounts };
  };

  test("an application's grant lives without accounts, until it is ended", async () => {
    const { grants, grantLinks, grant } = await withLink();
    expect(await grants.byId("grant-1")).toEqual({ grant, secretDigest: "secret-1" });
    expect(await grants.accounts("grant-1")).toEqual([]);
    expect(await grants.end("grant-1", NOW, ["item-1"])).toBe(false);
    expect(await grants.end("grant-1", NOW)).toBe(true);
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

  type Linked = Awaited<ReturnType<typeof withLink>>;

  /** All ways to end the link of a grant. */
  const ENDS: readonly [string, (store: Linked) => Promise<unknown>][] = [
    ["its grant ends", ({ grants }) => grants.end("grant-1", NOW)],
    ["it is deleted", ({ grantLinks }) => grantLinks.remove("grant-1", "link-1", NOW)],
    [
      "its client allows no grants",
      ({ clients }) => clients.setGrantsAllowed("client-1", false, NOW),
    ],
  ];

  describe.each(ENDS)("once %s, a link", (_, end) => {
    test("opens no session, and the one under way is over with the access of its login", async () => {
      const store = await withLink();
      const { sessions, jobs, linkTokens, session } = store;
      expect(await linkTokens.byDigest("link-token-1")).not.toBeNull();
      const step = { at: "accounts", ...LOGIN, sealedState: "state", sealedOffer: "" } as const;
      const offer = { ...step, consentExpiresAt: null, duplicate: null };
      expect(await sessions.advance(session, { step: offer })).toBe(true);
      await end(store);
      expect(await linkTokens.byDigest("link-token-1")).toBeNull();
      const over = await sessions.byLinkSessionId(session.linkSessionId);
      expect(over?.step).toEqual({ at: "expired", from: "accounts", hasLinkEnded: true });
      expect(await jobs.count(REVOKE_JOB)).toBe(1);
    });

    test("connects nothing by a submission that ends later, and the first of two at once counts", async () => {
      const before = await withLink();
      await end(before);
      expect(await before.sessions.advance(before.session, before.connect)).toBe(false);
      expect(await before.items.byItemId(before.itemId)).toBeNull();

      const store = await withLink();
      const [, isConnected] = await Promise.all([
        end(store),
        store.sessions.advance(store.session, store.connect),
      ]);
      expect((await store.items.byItemId(store.itemId)) !== null).toBe(isConnected);
      const over = await store.sessions.byLinkSessionId(store.session.linkSessionId);
      expect(over?.step.at).toBe(isConnected ? "connected" : "expired");
    });

    test("leaves nothing of a session that has started meanwhile", async () => {
      const store = await withLink();
      const { sessions, items, itemId, connect } = store;
      const token = grantToken({ digest: "link-token-2" });
      await store.linkTokens.create(token);
      const more = { linkId: "link-2", linkTokenDigest: token.digest };
      await store.grantLinks.create(sampleLink(more));
      await end(store);
      await store.grantLinks.remove("grant-1", "link-2", NOW);
      const late = { linkSessionId: "late", tokenDigest: "late", linkTokenDigest: token.digest };
      const session = sampleSession(late);
      await sessions.start(session);
      expect(await sessions.advance(session, connect)).toBe(false);
      expect(await items.byItemId(itemId)).toBeNull();
      const over = await sessions.byLinkSessionId("late");
      expect(over?.step).toMatchObject({ at: "expired", hasLinkEnded: true });
    });
  });

  test("a link is open until the end of its grant", async () => {
    const { grants, linkTokens, sessions, items, token, ...all } = await withLink();
    await grants.change("grant-1", { ...sampleGrant(), until: NOW + 5 }, []);
    expect(await linkTokens.byDigest(token.digest)).toEqual({
      ...{ ...token, grantUntil: NOW + 5, expiresAt: NOW + 5 },
    });
    expect(await sessions.advance(all.session, all.connect)).toBe(false);
    expect(await items.byItemId(all.itemId)).toBeNull();
    await grants.change("grant-1", { ...sampleGrant(), until: null }, []);
    expect(await linkTokens.byDigest(token.digest)).toEqual(token);
  });

  test("a link that renews an Item ends once that has left the grant", async () => {
    const { grants, grantLinks, linkTokens, sessions, items, newItem, itemId } = await withLink();
    await items.create(newItem);
    const [first] = newItem.accounts;
    const ref = { itemId, accountId: first?.account.account_id ?? "" };
    await grants.change("grant-1", { ...sampleGrant(), until: null }, [ref]);
    const token = grantToken({ digest: "link-token-2", updateItemId: itemId });
    await linkTokens.create(token);
    await grantLinks.create(sampleLink({ linkId: "link-2", linkTokenDigest: token.digest }));
    const ids = { linkSessionId: "renewal", tokenDigest: "renewal", linkTokenDigest: token.digest };
    await sessions.start(sampleSession({ ...ids, updateItemId: itemId }));
    expect(await linkTokens.byDigest(token.digest)).toEqual(token);
    await grants.end("grant-1", NOW, [itemId]);
    expect(await linkTokens.byDigest(token.digest)).toBeNull();
    expect(await linkTokens.byDigest("link-token-1")).not.toBeNull();
    const stepOf = async (id: string) => (await sessions.byLinkSessionId(id))?.step;
    expect(await stepOf("renewal")).toMatchObject({ at: "expired", hasLinkEnded: true });
    expect(await stepOf(sampleSession().linkSessionId)).not.toMatchObject({ at: "expired" });
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

  test("one link of a grant has a reference, also if two are created at once", async () => {
    const { grantLinks } = await withLink();
    const create = (n: number, reference: string | null) =>
      grantLinks.create(sampleLink({ linkId: `link-${n}`, linkTokenDigest: `t-${n}`, reference }));
    const [isSecond, isThird] = await Promise.all([create(2, "one"), create(3, "one")]);
    expect(isSecond).toBe(!isThird);
    expect([await create(5, "two"), await create(6, null)]).toEqual([true, true]);
    expect((await grantLinks.list("grant-1", { limit: 10, offset: 0 })).count).toBe(4);
    await grantLinks.remove("grant-1", isSecond ? "link-2" : "link-3", NOW);
    expect(await create(4, "one")).toBe(true);
  });

  test("the last link of an Item takes it from the grant when it is deleted", async () => {
    const { grants, grantLinks, sessions, session, connect, accounts, itemId } = await withLink();
    await sessions.advance(session, connect);
    await grantLinks.create(
      sampleLink({ linkId: "link-2", linkTokenDigest: "t-2", itemId, linkedAt: NOW }),
    );
    expect(await grantLinks.remove("grant-2", "link-1", NOW)).toBe(false);
    expect(await grantLinks.remove("grant-1", "link-1", NOW)).toBe(true);
    expect(await grants.accounts("grant-1")).toEqual(accounts);
    expect(await grantLinks.remove("grant-1", "link-2", NOW)).toBe(true);
    expect(await grants.accounts("grant-1")).toEqual([]);
    expect(await grants.byId("grant-1")).not.toBeNull();
    expect(await grantLinks.remove("grant-1", "link-2", NOW)).toBe(false);
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
};
