import { expect, test } from "vitest";
import type { SessionStep } from "../../server/domain/link/session-step.ts";
import type { ContractContext } from "./contract-context.ts";
import { brokenItems } from "./items.ts";
import {
  NOTHING,
  NOW,
  sampleClient,
  sampleItem,
  sampleSession,
  sampleToken,
  tracesOf,
  whole,
} from "./samples.ts";

/** The contract of every store for Link sessions. */
export const sessionsContract = ({ empty }: ContractContext): void => {
  const session = sampleSession();
  const credentials: SessionStep = { at: "credentials", institutionId: "ins_1" };
  const connection = connectedTo("item-1");

  const withSession = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    await store.sessions.start(session);
    return store;
  };

  test("a session is found by its token, and by its id", async () => {
    const { sessions } = await withSession();
    await sessions.start(sampleSession({ linkSessionId: "session-2", tokenDigest: "token-2" }));
    expect(await sessions.byTokenDigest("session-token-1")).toEqual(session);
    expect(await sessions.byTokenDigest("session-1")).toBeNull();
    expect(await sessions.byLinkSessionId("session-1")).toEqual(session);
    expect(await sessions.byLinkSessionId("session-token-1")).toBeNull();
  });

  test("a session is of a client that exists, and has an id and a token of its own", async () => {
    const { sessions } = await withSession();
    const other = { linkSessionId: "session-2", tokenDigest: "token-2" };
    await expect(sessions.start(sampleSession({ ...other, clientId: "nobody" }))).rejects.toThrow();
    for (const duplicate of [{ linkSessionId: "session-1" }, { tokenDigest: "session-token-1" }])
      expect(await sessions.start(sampleSession({ ...other, ...duplicate }))).toBe(false);
    expect(await sessions.byTokenDigest("token-2")).toBeNull();
    expect(await sessions.byTokenDigest("session-token-1")).toEqual(session);
  });

  test("a session whose time is over is forgotten when one starts a minute later", async () => {
    const { sessions } = await withSession();
    const next = (name: string, createdAt: number) =>
      sessions.start(
        sampleSession({
          linkSessionId: `session-${name}`,
          tokenDigest: `token-${name}`,
          createdAt,
          expiresAt: createdAt + 1,
        }),
      );
    await next("2", session.expiresAt - 1);
    expect(await sessions.byTokenDigest("session-token-1")).toEqual(session);
    await next("3", session.expiresAt + 60_000);
    expect(await sessions.byTokenDigest("session-token-1")).toBeNull();
  });

  test("a session advances from the revision that it is at, and from no other", async () => {
    const { sessions } = await withSession();
    expect(await sessions.advance(session, { step: credentials })).toBe(true);
    const next = { ...session, step: credentials, revision: 1 };
    expect(await sessions.byTokenDigest("session-token-1")).toEqual(next);

    expect(await sessions.advance(session, { step: { at: "institution" } })).toBe(false);
    expect(await sessions.advance({ ...session, revision: 2 }, { step: connection })).toBe(false);
    expect(await sessions.byTokenDigest("session-token-1")).toEqual(next);

    expect(await sessions.advance(next, { step: { at: "institution" } })).toBe(true);
    expect(await sessions.byTokenDigest("session-token-1")).toEqual({ ...session, revision: 2 });
  });

  test("a session that was never started does not advance", async () => {
    const { sessions } = await withSession();
    const unknown = sampleSession({ linkSessionId: "session-2" });
    expect(await sessions.advance(unknown, { step: credentials })).toBe(false);
    expect(await sessions.byTokenDigest("session-token-1")).toEqual(session);
  });

  test("a session that connects advances and creates the Item", async () => {
    const store = await withSession();
    const newItem = sampleItem("1");
    expect(await store.sessions.advance(session, { step: connection, newItem: newItem })).toBe(
      true,
    );
    const next = { ...session, step: connection, revision: 1 };
    expect(await store.sessions.byTokenDigest("session-token-1")).toEqual(next);
    expect(await tracesOf(store, newItem)).toEqual(whole(newItem));
  });

  test("a session that has moved on does not connect, and leaves nothing behind", async () => {
    const store = await withSession();
    await store.sessions.advance(session, { step: credentials });
    const newItem = sampleItem("1");
    expect(await store.sessions.advance(session, { step: connection, newItem: newItem })).toBe(
      false,
    );
    expect(await store.sessions.byTokenDigest("session-token-1")).toEqual({
      ...session,
      step: credentials,
      revision: 1,
    });
    expect(await tracesOf(store, newItem)).toEqual(NOTHING);
  });

  test.each(Object.entries(brokenItems()))(
    "a session does not connect an Item with %s, and nothing changes",
    async (_, change) => {
      const store = await withSession();
      const first = sampleItem("1");
      await store.items.create(first);
      await expect(
        store.sessions.advance(session, { step: connection, newItem: change }),
      ).rejects.toThrow();
      expect(await store.sessions.byTokenDigest("session-token-1")).toEqual(session);
      expect(await store.items.byItemId("item-2")).toBeNull();
      expect(await store.items.accounts("item-2")).toEqual([]);
      expect(await store.publicTokens.byDigest("public-2")).toBeNull();
      expect(await tracesOf(store, first)).toEqual(whole(first));
      expect(await store.sessions.advance(session, { step: credentials })).toBe(true);
    },
  );

  /** Two sessions in update mode, opened by one public token. */
  const withOpenSession = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    const { publicToken } = sampleItem("1");
    await store.items.create(sampleItem("1"));
    const of = { updateItemId: "item-1", publicTokenDigest: publicToken.digest };
    const first = sampleSession(of);
    const second = sampleSession({ ...of, linkSessionId: "session-2", tokenDigest: "token-2" });
    await store.sessions.start(first);
    await store.sessions.start(second);
    const exchangedAt = async () =>
      (await store.publicTokens.byDigest(publicToken.digest))?.exchangedAt;
    return { ...store, first, second, used: exchangedAt, digest: publicToken.digest };
  };
  const handedOver = (name: string) => ({
    step: connection,
    publicToken: sampleToken("1", { digest: `handed-over-${name}` }),
  });

  test("a session uses up the public token that opened it when it connects, and not before", async () => {
    const { sessions, publicTokens, first, second, used, digest } = await withOpenSession();
    await sessions.advance(first, { step: credentials });
    expect(await used()).toBeNull();
    // A change of an outdated session has no effect.
    expect(await sessions.advance(first, handedOver("late"))).toBe(false);
    expect(await used()).toBeNull();
    expect(await sessions.advance({ ...first, revision: 1 }, handedOver("1"))).toBe(true);
    expect(await used()).toBe(NOW);
    expect(await publicTokens.redeem(digest, NOW + 1)).toBe(false);
    expect(await publicTokens.byDigest("handed-over-1")).toMatchObject({ exchangedAt: null });

    expect(await sessions.advance(second, handedOver("2"))).toBe(false);
    expect(await sessions.byTokenDigest("token-2")).toEqual(second);
    expect(await publicTokens.byDigest("handed-over-2")).toBeNull();
    expect(await sessions.advance(second, { step: credentials })).toBe(true);
  });

  test("a session connects even if its public token has expired or was purged", async () => {
    const { sessions, first, second, used, purgeExpired: forget } = await withOpenSession();
    const late = { ...connection, finishedAt: NOW + 3_000_000 };
    expect(await sessions.advance(first, { step: late })).toBe(true);
    expect(await used()).toBe(NOW + 3_000_000);
    const never = {
      sessionExpiry: 0,
      dashboardSessionExpiry: 0,
      clientSecretEnd: 0,
      personSessionUse: 0,
      deadLetter: 0,
      institutionRequest: 0,
      endedGrantKey: 0,
    };
    const none = { ...never, deliveryAttempt: 0, consumerReportEnd: 0 };
    await forget({ ...none, publicTokenExpiry: NOW * 2 });
    expect(await sessions.advance(second, handedOver("2"))).toBe(true);
  });

  test("a public token's exchange and the ends of its sessions at once: exactly one counts", async () => {
    for (const isFirst of [true, false]) {
      const { sessions, publicTokens, first, second, digest } = await withOpenSession();
      const exchange = () => publicTokens.redeem(digest, NOW);
      const end = (session: typeof first) =>
        sessions.advance(session, handedOver(session.linkSessionId));
      const calls = [() => end(first), () => end(second)];
      const answers = await Promise.all(
        [...(isFirst ? [exchange] : []), ...calls, ...(isFirst ? [] : [exchange])].map((go) =>
          go(),
        ),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
      for (const { linkSessionId, tokenDigest } of [first, second]) {
        const session = await sessions.byTokenDigest(tokenDigest);
        const isConnected = session?.step.at === "connected";
        const token = await publicTokens.byDigest(`handed-over-${linkSessionId}`);
        expect(token !== null).toBe(isConnected);
      }
    }
  });

  test("exactly one of many concurrent moves from a step counts, and the others leave nothing", async () => {
    const store = await withSession();
    const calls = Array.from({ length: 40 }, (_, n) => ({
      step: connectedTo(`item-${n}`),
      created: n % 2 === 0 ? sampleItem(`${n}`) : null,
    }));
    const answers = await Promise.all(
      calls.map(({ step, created }) =>
        store.sessions.advance(session, { step, ...(created && { newItem: created }) }),
      ),
    );
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await store.sessions.byTokenDigest("session-token-1")).toEqual({
      ...session,
      step: calls[answers.indexOf(true)]?.step,
      revision: 1,
    });
    for (const [n, { created }] of calls.entries())
      if (created)
        expect(await tracesOf(store, created)).toEqual(answers[n] ? whole(created) : NOTHING);
  });
};

/** The end of a session, with an Item. */
const connectedTo = (itemId: string): SessionStep => ({
  at: "connected",
  institutionId: "ins_1",
  itemId,
  accounts: [],
  publicTokens: [],
  finishedAt: NOW,
});
