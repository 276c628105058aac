import { expect, test } from "vitest";
import type { AuditStore } from "../../server/domain/audit/audit-entry.ts";
import type { Grant } from "../../server/domain/grants/grant.ts";
import { NOTHING_EXPIRED } from "./consumer-reports.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, SAMPLE_ORIGIN, sampleClient, sampleItem } from "./samples.ts";

/** A grant of SimpleFIN. */
export const sampleGrant = (changes: Partial<Grant> = {}): Grant => ({
  grantId: "grant-1",
  door: "simplefin",
  clientId: null,
  name: "Ledger",
  fromDate: "2024-01-01",
  pending: "as_they_are",
  until: NOW + 1000,
  createdAt: NOW,
  usedAt: null,
  usedFrom: null,
  ...changes,
});

/** The contract of every store for grants. */
export const grantsContract = ({ empty }: ContractContext): void => {
  const fetchEntries = async (audit: AuditStore) =>
    (await audit.last(10)).map(({ action, actor, details }) => [
      action,
      actor,
      JSON.parse(details),
    ]);

  /** A store with three Items, and a grant of the first two. */
  const withGrant = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    const all = ["1", "2", "3"].map((name) => ({
      ...sampleItem(name),
      clientUserId: `user-${name}`,
    }));
    for (const each of all) await store.items.create(each);
    const refs = all.flatMap(({ item, accounts }) =>
      accounts.slice(0, 1).map(({ account }) => ({
        itemId: item.itemId,
        accountId: account.account_id,
      })),
    );
    const secrets = { claim: { digest: "claim-1", expiresAt: NOW + 500 }, secretDigest: null };
    await store.grants.add(sampleGrant(), secrets, refs.slice(0, 2));
    return { ...store, refs, itemIds: all.map(({ item }) => item.itemId) };
  };

  test("a grant is found with its accounts, by its id and by each of its Items", async () => {
    const { grants, refs, itemIds } = await withGrant();
    const [first = "", , third = ""] = itemIds;
    expect(await grants.byId("grant-1")).toEqual({ grant: sampleGrant(), secretDigest: null });
    expect(await grants.byId("grant-2")).toBeNull();
    expect(await grants.accounts("grant-1")).toEqual(refs.slice(0, 2));
    for (const list of [await grants.list(), await grants.list([first])])
      expect(list).toEqual([{ grant: sampleGrant(), accounts: refs.slice(0, 2) }]);
    for (const none of [[third], []]) expect(await grants.list(none)).toEqual([]);
  });

  test("a change replaces accounts, and keeps the ids that readers have of those that stay", async () => {
    const { grants, refs } = await withGrant();
    const [first, second, third] = refs;
    if (!first || !second || !third) throw new Error("no accounts");
    await grants.setReaderIds("grant-1", [{ ...second, readerId: "reader-2" }]);
    const changes = {
      name: "Journal",
      fromDate: null,
      pending: "as_they_are" as const,
      until: null,
    };
    expect(await grants.change("grant-1", changes, [second, third])).toBe(true);
    expect((await grants.byId("grant-1"))?.grant).toEqual(sampleGrant(changes));
    expect(
      await grants.readerIds("grant-1", { itemIds: refs.map(({ itemId }) => itemId) }),
    ).toEqual([
      { ...second, readerId: "reader-2" },
      { ...third, readerId: null },
    ]);
    expect(await grants.change("grant-2", changes, [first])).toBe(false);
    expect(await grants.accounts("grant-2")).toEqual([]);
  });

  test("members are found by their Items, by an id or none, by joining and by person; ids can be forgotten", async () => {
    const { grants, refs, itemIds } = await withGrant();
    const [first, second] = refs;
    if (!first || !second) throw new Error("no accounts");
    await grants.setReaderIds("grant-1", [{ ...first, readerId: "reader-1" }]);
    const found = async (filter: Parameters<typeof grants.members>[1]) =>
      (await grants.members("grant-1", filter)).map(({ itemId, accountId }) => ({
        itemId,
        accountId,
      }));
    expect(await found({ itemIds })).toEqual([first, second]);
    expect(await found({ readerId: "reader-1" })).toEqual([first]);
    expect(await found({ readerId: null })).toEqual([second]);
    expect(await found({ joins: true })).toEqual([]);
    const person = { clientId: "client-1", userId: null, clientUserId: "user-1" };
    expect(await found({ person })).toEqual([first]);
    for (const none of [{ clientUserId: "another" }, { clientId: "client-2" }])
      expect(await found({ person: { ...person, ...none } })).toEqual([]);
    expect(await grants.setJoins("grant-1", [second.itemId], true)).toBe(true);
    expect(await grants.setJoins("grant-1", [second.itemId], true)).toBe(false);
    const joined = refs.slice(0, 2).filter(({ itemId }) => itemId === second.itemId);
    expect(await found({ joins: true })).toEqual(joined);
    expect(await found({ readerId: "reader-1" })).toEqual([first]);
    await grants.forgetReaderIds("grant-1", [first]);
    expect(await found({ readerId: null })).toEqual([first, second]);
  });

  test("a claim succeeds once, before its end and that of the grant", async () => {
    const { grants } = await withGrant();
    expect(await grants.claim("claim-1", "secret-1", NOW + 500)).toBeNull();
    expect(await grants.claim("claim-2", "secret-1", NOW)).toBeNull();
    const claims = ["secret-1", "secret-2"].map((each) => grants.claim("claim-1", each, NOW));
    const results = await Promise.all(claims);
    expect(results.toSorted()).toEqual(["grant-1", null]);
    const { secretDigest } = (await grants.byId("grant-1")) ?? {};
    expect(secretDigest).toBe(results[0] === null ? "secret-2" : "secret-1");
  });

  test("a secret is known as ended once it is claimed, or its grant has ended, for as long as it is kept", async () => {
    const store = await withGrant();
    const { grants } = store;
    const ended = async () => {
      const keys = ["claim-1", "secret-1", "secret-2", "wrong"];
      const known = await Promise.all(keys.map((key) => grants.isEndedKey(key)));
      return keys.filter((_, at) => known[at]);
    };
    const secrets = { claim: null, secretDigest: "secret-2" };
    await grants.add(sampleGrant({ grantId: "grant-2", clientId: "client-1" }), secrets, []);
    // A late claim does not count as a guess.
    expect(await ended()).toEqual(["claim-1"]);
    await grants.claim("claim-1", "secret-1", NOW);
    expect(await ended()).toEqual(["claim-1"]);
    await grants.end("grant-1", NOW);
    expect(await ended()).toEqual(["claim-1", "secret-1"]);
    await store.clients.remove("client-1", { onlyEmpty: false, now: NOW + 1 });
    expect(await ended()).toEqual(["claim-1", "secret-1", "secret-2"]);
    await store.purgeExpired({ ...NOTHING_EXPIRED, consumerReportEnd: 0, endedGrantKey: NOW });
    expect(await ended()).toEqual(["secret-2"]);
  });

  test("a grant loses the accounts of an Item, and ends with its last one", async () => {
    const { grants, refs, itemIds } = await withGrant();
    const [first = "", , third = ""] = itemIds;
    expect(await grants.end("grant-1", NOW, [third])).toBe(false);
    expect(await grants.end("grant-1", NOW, [first])).toBe(true);
    expect(await grants.accounts("grant-1")).toEqual(refs.slice(1, 2));
    expect(await grants.end("grant-1", NOW)).toBe(true);
    expect(await grants.byId("grant-1")).toBeNull();
    expect(await grants.end("grant-1", NOW)).toBe(false);
  });

  test("a removed Item, or account, is taken from its grants, with an entry in the audit log", async () => {
    const { audit, grants, items, refs, itemIds } = await withGrant();
    const [first = "", second = ""] = itemIds;
    const item = await items.byItemId(first);
    if (!item) throw new Error("no Item");
    await items.remove(item, NOW);
    expect(await grants.accounts("grant-1")).toEqual(refs.slice(1, 2));
    const accountId = refs[1]?.accountId ?? "";
    await items.removeAccounts(second, [accountId], SAMPLE_ORIGIN, () => []);
    expect(await grants.byId("grant-1")).toBeNull();
    expect(await fetchEntries(audit)).toEqual([
      ["grant.change", { kind: "client", name: "client-1" }, { removed_items: [first] }],
      ["grant.end", SAMPLE_ORIGIN.actor, { removed_accounts: [accountId] }],
    ]);
  });

  test("an erased Item, and one whose consent is over, leave their grants, with entries by who did it", async () => {
    const { audit, grants, items, portalUsers, refs, itemIds } = await withGrant();
    const [first = "", second = ""] = itemIds;
    const item = await items.byItemId(first);
    const other = await items.byItemId(second);
    if (!item || !other) throw new Error("no Item");
    const revoked = { ...item, error: "USER_PERMISSION_REVOKED" } as const;
    const stale = { ...item, loggedInAt: NOW - 1 };
    expect(await items.compareAndSetStatus(stale, revoked, [], SAMPLE_ORIGIN)).toBe(false);
    expect(await grants.accounts("grant-1")).toEqual(refs.slice(0, 2));
    expect(await items.compareAndSetStatus(item, revoked, [], SAMPLE_ORIGIN)).toBe(true);
    expect(await grants.accounts("grant-1")).toEqual(refs.slice(1, 2));
    await portalUsers.eraseItem(other, SAMPLE_ORIGIN, []);
    expect(await fetchEntries(audit)).toEqual([
      ["grant.change", SAMPLE_ORIGIN.actor, { removed_items: [first] }],
      ["grant.end", SAMPLE_ORIGIN.actor, { removed_items: [second] }],
    ]);
  });

  test("the removal of a client ends the grants of its applications at once, with entries", async () => {
    const { audit, clients, grants } = await withGrant();
    const secrets = { claim: null, secretDigest: "secret-2" };
    const ofClient = sampleGrant({ grantId: "grant-2", door: "pluggy", clientId: "client-1" });
    await grants.add(ofClient, secrets, []);
    await clients.remove("client-1", { onlyEmpty: false, now: NOW });
    expect(await grants.byId("grant-2")).toBeNull();
    const [entry] = await audit.last(1);
    expect(entry).toMatchObject({ action: "grant.end", subject: "grant-2", clientId: "client-1" });
  });

  test("the first use of a day from a network is told apart from later ones", async () => {
    const { grants } = await withGrant();
    const use = (day: string, address: string, at = NOW) =>
      grants.recordUse({ grantId: "grant-1", at, day, address });
    expect(await use("2024-02-29", "10.0.0.1")).toBe(true);
    expect(await use("2024-02-29", "10.0.0.1")).toBe(false);
    expect(await use("2024-02-29", "10.0.0.2", NOW + 1)).toBe(true);
    expect((await grants.byId("grant-1"))?.grant).toMatchObject({
      usedAt: NOW + 1,
      usedFrom: "10.0.0.2",
    });
    expect(await use("2024-03-01", "10.0.0.1")).toBe(true);
    await grants.end("grant-1", NOW);
    expect(await use("2024-03-02", "10.0.0.1")).toBe(false);
  });

  test("an agreement belongs to its grant, is replaced once, and ends with it", async () => {
    const { grants, grantAgreements } = await withGrant();
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
    await grantAgreements.create({ ...agreement, agreementId: "agreement-2" });
    await grantAgreements.remove("grant-1", "agreement-2");
    expect(await grantAgreements.byId("grant-1", "agreement-2")).toBeNull();
    expect(await grantAgreements.byId("grant-1", "agreement-1")).not.toBeNull();
    await grants.end("grant-1", NOW);
    expect(await grantAgreements.byId("grant-1", "agreement-1")).toBeNull();
  });
};
