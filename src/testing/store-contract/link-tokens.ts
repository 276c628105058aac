import { expect, test } from "vitest";
import { NEW_GUARD } from "../../server/domain/link/attempt-guard.ts";
import type { ContractContext } from "./contract-context.ts";
import {
  NOW,
  sampleClient,
  sampleItem,
  sampleJob,
  sampleLinkToken,
  sampleSession,
  sampleToken,
} from "./samples.ts";

const DAY = 86_400_000;

/** The contract of every store for link tokens and their single session. */
export const linkTokensContract = ({ empty }: ContractContext): void => {
  const token = sampleLinkToken();
  const session = sampleSession({ linkTokenDigest: token.digest });
  const next = sampleSession({ linkSessionId: "session-2", tokenDigest: "session-token-2" });

  const withToken = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    await store.linkTokens.create(token);
    return store;
  };
  const withSession = async () => {
    const store = await withToken();
    expect(await store.sessions.start(session)).toBe(true);
    return store;
  };

  test("a link token is found by its digest, and made once", async () => {
    const store = await withToken();
    expect(await store.linkTokens.byDigest(token.digest)).toEqual(token);
    expect(await store.linkTokens.byDigest("link-2")).toBeNull();
    await expect(store.linkTokens.create(token)).rejects.toThrow();
    await expect(
      store.linkTokens.create({ ...token, digest: "link-2", clientId: "nobody" }),
    ).rejects.toThrow();
  });

  test("a link token has one session, however many start at once", async () => {
    const store = await withToken();
    const starts = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        store.sessions.start({
          ...session,
          linkSessionId: `session-${n}`,
          tokenDigest: `session-token-${n}`,
        }),
      ),
    );
    expect(starts.filter(Boolean)).toHaveLength(1);
    const current = await store.sessions.byLinkTokenDigest(token.digest);
    expect(current?.linkSessionId).toBe(`session-${starts.indexOf(true)}`);
  });

  test("sessions without a link token are not in each other's way", async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    expect(await store.sessions.start(sampleSession())).toBe(true);
    expect(await store.sessions.start(next)).toBe(true);
  });

  test("a session that is reopened has a new token, and its old one is dead", async () => {
    const store = await withSession();
    const replacement = { ...session, tokenDigest: "new-token", origin: "https://other.example" };
    expect(await store.sessions.reopen(session, replacement)).toBe(true);
    expect(await store.sessions.byTokenDigest("session-token-1")).toBeNull();
    expect(await store.sessions.byTokenDigest("new-token")).toEqual({
      ...replacement,
      revision: 1,
    });
    expect(await store.sessions.reopen(session, replacement)).toBe(false);
    expect(await store.sessions.advance(session, { step: { at: "institution" } })).toBe(false);
  });

  test("a reopened session forgets its submission, and can hand over a token", async () => {
    const store = await withSession();
    await store.items.create(sampleItem("1"));
    await store.sessions.claim(session, "first", NOW, NOW + 1000);
    const publicToken = sampleToken("1", { digest: "public-again" });
    const replacement = { ...session, tokenDigest: "new-token" };
    expect(await store.sessions.reopen(session, replacement, { publicToken })).toBe(true);
    expect(await store.sessions.submission(replacement)).toBeNull();
    expect(await store.publicTokens.byDigest("public-again")).toEqual(publicToken);
    const late = sampleToken("1", { digest: "public-late" });
    expect(await store.sessions.reopen(session, replacement, { publicToken: late })).toBe(false);
    expect(await store.publicTokens.byDigest("public-late")).toBeNull();
  });

  test("another session replaces the existing one, and keeps its guard", async () => {
    const store = await withSession();
    const guard = { ...NEW_GUARD, wrong: 2 };
    await store.sessions.claim(session, "first", NOW, NOW + 1000);
    await store.sessions.refuse(session, { submission: "first", sealed: "sealed" }, { guard });
    const other = { ...next, linkTokenDigest: token.digest, resumeDigest: "resume-2" };
    const job = sampleJob("1");
    expect(await store.sessions.reopen(session, other, { jobs: [job] })).toBe(true);
    const row = { ...other, guard, revision: 1 };
    expect(await store.sessions.byLinkTokenDigest(token.digest)).toEqual(row);
    expect(await store.sessions.byTokenDigest("session-token-2")).toEqual(row);
    expect(await store.sessions.byTokenDigest("session-token-1")).toBeNull();
    expect(await store.sessions.submission(session)).toBeNull();
    expect(await store.sessions.advance(session, { step: { at: "institution" } })).toBe(false);
    expect(await store.sessions.reopen(session, other, { jobs: [sampleJob("2")] })).toBe(false);
    expect(await store.jobs.count(job.name)).toBe(1);
  });

  test("how far an expired session came stays stored until its token is deleted", async () => {
    const store = await withSession();
    const login = { institutionId: "ins_1", itemId: "item-1", sealedLogin: "sealed" };
    const offer = {
      ...{ sealedState: null, consentExpiresAt: null },
      ...{ sealedOffer: "sealed", duplicate: null },
    };
    const step = { at: "accounts" as const, ...login, ...offer };
    await store.sessions.claim(session, "first", NOW, NOW + 1000);
    const answers = { submission: "first", sealed: "sealed answer" };
    expect(await store.sessions.advance(session, { step, submissionAnswer: answers })).toBe(true);
    const start = (name: string, createdAt: number) =>
      store.sessions.start({
        ...next,
        linkSessionId: name,
        tokenDigest: name,
        createdAt,
        expiresAt: createdAt + 1,
      });
    await start("a", session.expiresAt - 1);
    expect((await store.sessions.byLinkTokenDigest(token.digest))?.step).toEqual(step);
    await start("b", session.expiresAt + 60_000);
    const noSession = await store.sessions.byLinkTokenDigest(token.digest);
    expect(noSession?.step).toEqual({ at: "expired", from: "accounts" });
    expect(await store.sessions.submission(session)).toBeNull();
    await start("c", token.expiresAt + 7 * DAY - 1);
    expect(await store.sessions.byLinkTokenDigest(token.digest)).toEqual(noSession);
    await start("d", token.expiresAt + 7 * DAY + 60_000);
    expect(await store.sessions.byLinkTokenDigest(token.digest)).toBeNull();
    expect(await store.linkTokens.byDigest(token.digest)).toBeNull();
  });

  test("how a session ended is not forgotten when its time is over", async () => {
    const store = await withSession();
    const step = {
      at: "exited" as const,
      status: "requires_code" as const,
      from: "mfa" as const,
      finishedAt: NOW,
    };
    await store.sessions.advance(session, { step });
    await store.sessions.start({ ...next, createdAt: session.expiresAt });
    expect((await store.sessions.byLinkTokenDigest(token.digest))?.step).toEqual(step);
  });
};
