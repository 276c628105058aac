import { expect, test } from "vitest";
import type {
  EmailCode,
  PortalSession,
  PortalUser,
} from "../../server/domain/portal-users/portal-user.ts";
import type { Store } from "../../server/domain/store.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, SAMPLE_ORIGIN, sampleClient, sampleItem, sampleJob } from "./samples.ts";

const samplePerson = (name: string): PortalUser => ({
  personId: `person-${name}`,
  emailDigest: `email-${name}`,
  sealedEmail: `sealed-${name}`,
  createdAt: NOW,
});

const sampleSession = (name: string, changes: Partial<PortalSession> = {}): PortalSession => ({
  sessionDigest: `session-${name}`,
  itemId: `item-${name}`,
  personId: null,
  openedAt: NOW,
  seenAt: NOW,
  ...changes,
});

/** The code that proves the address of `samplePerson`. */
const sampleCode = (session: string, person: string): EmailCode => ({
  sessionDigest: `session-${session}`,
  codeDigest: `code-${session}`,
  emailDigest: `email-${person}`,
  sealedEmail: `sealed-${person}`,
  expiresAt: NOW + 1000,
  sent: 1,
  guesses: 0,
});

const address = (name: string) => ({ addressId: `address-${name}`, expiresAt: NOW + 1000 });

/** Opens the session of an Item, and proves an address in the session. */
const claimItem = async (
  { portalUsers }: Store,
  name: string,
  person: string,
): Promise<boolean> => {
  await portalUsers.openSession(sampleSession(name), address(name));
  const code = sampleCode(name, person);
  await portalUsers.setCode(code, 3);
  return portalUsers.claim(code, samplePerson(person));
};

/** The contract of every store for the account site's users. */
export const portalUsersContract = ({ empty }: ContractContext): void => {
  const withItems = async (...names: string[]) => {
    const store = await empty();
    await store.clients.add(sampleClient());
    for (const [n, name] of names.entries())
      await store.items.create(sampleItem(name, { createdAt: NOW + n }));
    return store;
  };

  test("a one-time address opens one session, however many try at once", async () => {
    const { portalUsers } = await withItems("1");
    const openings = await Promise.all(
      ["a", "b", "c"].map((name) =>
        portalUsers.openSession(sampleSession(name, { itemId: "item-1" }), address("1")),
      ),
    );
    expect(openings.toSorted()).toEqual([false, false, true]);
    const sessions = await Promise.all(
      ["a", "b", "c"].map((name) => portalUsers.session(`session-${name}`)),
    );
    expect(sessions.filter((session) => session !== null)).toHaveLength(1);
  });

  test("a session is found until it ends, with when it was last seen", async () => {
    const { portalUsers } = await withItems("1");
    await portalUsers.openSession(sampleSession("1"), address("1"));
    await portalUsers.recordSeen("session-1", NOW + 5);
    expect(await portalUsers.session("session-1")).toEqual(sampleSession("1", { seenAt: NOW + 5 }));
    await portalUsers.endSession("session-1");
    expect(await portalUsers.session("session-1")).toBeNull();
    expect(await portalUsers.session("")).toBeNull();
  });

  test("an address that was proven is a person's, with every Item that they prove it for", async () => {
    const store = await withItems("1", "2", "3");
    expect(await claimItem(store, "1", "ada")).toBe(true);
    // The same address identifies the same person, so the store drops the new id.
    await store.portalUsers.openSession(sampleSession("2"), address("2"));
    const code = sampleCode("2", "ada");
    await store.portalUsers.setCode(code, 3);
    const other = { ...samplePerson("ada"), personId: "person-other" };
    expect(await store.portalUsers.claim(code, other)).toBe(true);
    expect(await store.portalUsers.byId("person-other")).toBeNull();
    expect(await store.portalUsers.byEmailDigest("email-ada")).toEqual(samplePerson("ada"));
    const session = await store.portalUsers.session("session-2");
    expect(session).toMatchObject({ itemId: null, personId: "person-ada" });
    const items = await store.portalUsers.items({ itemId: null, personId: "person-ada" });
    expect(items.map(({ item }) => item.itemId)).toEqual(["item-2", "item-1"]);
  });

  test("a person sees only their own Items, and a session only its own", async () => {
    const store = await withItems("1", "2", "3");
    await claimItem(store, "1", "ada");
    await claimItem(store, "2", "ben");
    const fetchIds = async (session: { itemId: string | null; personId: string | null }) =>
      (await store.portalUsers.items(session)).map(({ item }) => item.itemId);
    expect(await fetchIds({ itemId: null, personId: "person-ada" })).toEqual(["item-1"]);
    expect(await fetchIds({ itemId: null, personId: "person-ben" })).toEqual(["item-2"]);
    expect(await fetchIds({ itemId: "item-3", personId: null })).toEqual(["item-3"]);
    expect(await fetchIds({ itemId: null, personId: null })).toEqual([]);
    await store.items.remove(sampleItem("1").item, NOW);
    expect(await fetchIds({ itemId: null, personId: "person-ada" })).toEqual([]);
  });

  test("confirming another address moves a person's Items to its owner, and deletes the old person", async () => {
    const store = await withItems("1");
    await claimItem(store, "1", "ada");
    const code = sampleCode("1", "lovelace");
    await store.portalUsers.setCode(code, 3);
    expect(await store.portalUsers.claim(code, samplePerson("lovelace"))).toBe(true);
    expect(await store.portalUsers.byId("person-ada")).toBeNull();
    const [only] = await store.portalUsers.items({ itemId: null, personId: "person-lovelace" });
    expect(only?.item.itemId).toBe("item-1");
    expect(await store.portalUsers.session("session-1")).toMatchObject({
      personId: "person-lovelace",
    });
  });

  test("only the last code that was sent is valid, and once", async () => {
    const store = await withItems("1");
    const { portalUsers } = store;
    await portalUsers.openSession(sampleSession("1"), address("1"));
    const first = sampleCode("1", "ada");
    const second = { ...first, codeDigest: "code-second" };
    expect(await portalUsers.setCode(first, 2)).toBe(true);
    expect(await portalUsers.setCode(second, 2)).toBe(true);
    expect(await portalUsers.setCode({ ...first, codeDigest: "code-third" }, 2)).toBe(false);
    expect(await portalUsers.code("session-1")).toEqual({ ...second, sent: 2, guesses: 0 });
    expect(await portalUsers.claim(first, samplePerson("ada"))).toBe(false);
    expect(await portalUsers.byEmailDigest("email-ada")).toBeNull();
    const claims = await Promise.all(
      [1, 2, 3].map(() => portalUsers.claim(second, samplePerson("ada"))),
    );
    expect(claims.toSorted()).toEqual([false, false, true]);
    expect(await portalUsers.code("session-1")).toBeNull();
  });

  test("guesses of a code are counted up to a limit, and from zero for the next code", async () => {
    const { portalUsers } = await withItems("1");
    await portalUsers.openSession(sampleSession("1"), address("1"));
    await portalUsers.setCode(sampleCode("1", "ada"), 3);
    const counts = await Promise.all(
      [1, 2, 3, 4].map(() => portalUsers.countGuess("session-1", 2)),
    );
    expect(counts.toSorted()).toEqual([false, false, true, true]);
    expect(await portalUsers.code("session-1")).toMatchObject({ guesses: 2 });
    await portalUsers.setCode(sampleCode("1", "ada"), 3);
    expect(await portalUsers.code("session-1")).toMatchObject({ guesses: 0, sent: 2 });
    expect(await portalUsers.countGuess("session-none", 2)).toBe(false);
  });

  test("a person is mailed once in a while, however many ask at once", async () => {
    const store = await withItems("1");
    await claimItem(store, "1", "ada");
    const mail = (at: number) => store.portalUsers.recordMail("person-ada", at, at - 60);
    const answers = await Promise.all([1, 2, 3].map(() => mail(NOW)));
    expect(answers.toSorted()).toEqual([false, false, true]);
    expect(await mail(NOW + 59)).toBe(false);
    expect(await mail(NOW + 60)).toBe(true);
    expect(await store.portalUsers.recordMail("person-none", NOW, NOW)).toBe(false);
  });

  test("an Item is erased once, with its jobs, and not after its token was replaced", async () => {
    const store = await withItems("1");
    const { item } = sampleItem("1");
    const stale = { ...item, accessTokenGeneration: 1 };
    expect(await store.portalUsers.eraseItem(stale, SAMPLE_ORIGIN, [sampleJob("stale")])).toBe(
      false,
    );
    expect(await store.items.byItemId("item-1")).not.toBeNull();
    const erasures = await Promise.all(
      ["a", "b"].map((name) => store.portalUsers.eraseItem(item, SAMPLE_ORIGIN, [sampleJob(name)])),
    );
    expect(erasures.toSorted()).toEqual([false, true]);
    expect(await store.jobs.count("sample")).toBe(1);
    expect(await store.portalUsers.items({ itemId: "item-1", personId: null })).toEqual([]);
  });

  test("removing a person deletes their address and sessions, but not their Items", async () => {
    const store = await withItems("1");
    await claimItem(store, "1", "ada");
    await store.portalUsers.remove("person-ada");
    expect(await store.portalUsers.byId("person-ada")).toBeNull();
    expect(await store.portalUsers.byEmailDigest("email-ada")).toBeNull();
    expect(await store.portalUsers.session("session-1")).toBeNull();
    expect(await store.items.byItemId("item-1")).not.toBeNull();
  });
};
