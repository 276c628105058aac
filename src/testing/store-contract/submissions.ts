import fc from "fast-check";
import { expect, test } from "vitest";
import type { ItemAccount } from "../../server/domain/items/item.ts";
import { NEW_GUARD } from "../../server/domain/link/attempt-guard.ts";
import type { SessionStep } from "../../server/domain/link/session-step.ts";
import type { Store } from "../../server/domain/store.ts";
import type { Verification } from "../../server/domain/verification/verification.ts";
import { samples } from "../property-samples.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleItem, sampleSession } from "./samples.ts";

/** Sets an account's verification if it still equals that of `account`. */
const verify = (store: Store, account: ItemAccount, verification: Verification) =>
  store.items.recordVerification({
    itemId: account.itemId,
    accountId: account.account.account_id,
    verification,
    expected: account.verification,
  });

/** The contract of every store for the submissions of a session. */
export const submissionsContract = ({ empty }: ContractContext): void => {
  const session = sampleSession();
  const until = NOW + 1000;
  const credentials: SessionStep = { at: "credentials", institutionId: "ins_1" };
  const toAnswer = (submission: string) => ({ submission, sealed: `sealed ${submission}` });

  const withSession = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    await store.sessions.start(session);
    return store;
  };

  test("a place is claimed by one submission at a time, and by each once", async () => {
    const { sessions } = await withSession();
    const claim = (name: string, now = NOW) => sessions.claim(session, name, now, now + 1000);
    expect(await sessions.submission(session)).toBeNull();
    expect(await claim("first")).toBe(true);
    expect(await sessions.submission(session)).toEqual({ name: "first", until, answer: null });
    expect(await claim("second")).toBe(false);
    await sessions.refuse(session, toAnswer("first"), { guard: NEW_GUARD });
    expect((await sessions.submission(session))?.answer).toBe("sealed first");
    expect(await claim("first")).toBe(false);
    expect(await claim("second")).toBe(true);
  });

  test("an expired submission can be claimed again once, or by another one", async () => {
    const { sessions } = await withSession();
    await sessions.claim(session, "first", NOW, until);
    for (const name of ["first", "second"])
      expect(await sessions.claim(session, name, until - 1, until)).toBe(false);
    expect(await sessions.claim(session, "first", until, until + 1000)).toBe(true);
    expect(await sessions.claim(session, "first", until, until + 1000)).toBe(false);
    expect(await sessions.claim(session, "second", until + 1000, until + 2000)).toBe(true);
    await sessions.renewClaim(session, "first", until + 9000);
    await sessions.renewClaim(session, "second", until + 3000);
    expect((await sessions.submission(session))?.until).toBe(until + 3000);
    expect(await sessions.claim(session, "first", until + 2000, until + 4000)).toBe(false);
  });

  test("a place that was taken while the clock ran three hours ahead is free once it is right", async () => {
    const { sessions } = await withSession();
    const AHEAD = 3 * 3_600_000;
    await sessions.claim(session, "first", NOW + AHEAD, until + AHEAD);
    expect(await sessions.claim(session, "second", NOW, until)).toBe(true);
    expect(await sessions.claim(session, "third", NOW, until)).toBe(false);
  });

  test("a response and its effects are stored together, or neither is", async () => {
    const store = await withSession();
    const { sessions } = store;
    const move = { step: credentials, submissionAnswer: toAnswer("first") };
    expect(await sessions.advance(session, move)).toBe(false);
    await sessions.claim(session, "first", NOW, until);
    expect(await sessions.advance(session, { ...move, submissionAnswer: toAnswer("other") })).toBe(
      false,
    );
    expect((await sessions.byTokenDigest("session-token-1"))?.step).toEqual(session.step);
    expect(await sessions.advance(session, move)).toBe(true);
    expect((await sessions.submission(session))?.answer).toBe("sealed first");
    const again = { ...session, revision: 1 };
    expect(await sessions.advance(again, move)).toBe(false);
  });

  test("a refusal counts, proves or disproves, and moves nothing; a second one has no effect", async () => {
    const store = await withSession();
    const newItem = sampleItem("1");
    await store.items.create(newItem);
    await store.sessions.claim(session, "first", NOW, until);
    const verification = {
      status: "pending_manual_verification" as const,
      since: NOW,
      wrong: 1,
    };
    const accountVerification = { itemId: "item-1", accountId: "account-savings", verification };
    const guard = { wrong: 1, solved: 2, due: true, proven: true };
    await store.sessions.refuse(session, toAnswer("first"), { guard, accountVerification });
    expect(await store.sessions.byTokenDigest("session-token-1")).toEqual({ ...session, guard });
    expect((await store.items.accounts("item-1")).map((account) => account.verification)).toEqual([
      verification,
      null,
    ]);
    await store.sessions.refuse(session, toAnswer("first"), { guard: NEW_GUARD });
    expect((await store.sessions.byTokenDigest("session-token-1"))?.guard).toEqual(guard);
  });

  test("an account's verification is recorded for a dead token too, but never over a newer one", async () => {
    const store = await withSession();
    const verification = { status: "pending_manual_verification" as const, since: NOW, wrong: 0 };
    const newItem = sampleItem("1");
    const accounts = newItem.accounts.map((account) => ({ ...account, verification }));
    await store.items.create({ ...newItem, accounts });
    await store.sessions.claim(session, "first", NOW, until);
    await store.sessions.reopen(session, { ...session, tokenDigest: "new-token" });
    const once = { ...verification, wrong: 1 };
    const accountVerification = {
      itemId: "item-1",
      accountId: "account-savings",
      verification: once,
      expected: verification,
    };
    const refuse = () =>
      store.sessions.refuse(session, toAnswer("first"), { guard: NEW_GUARD, accountVerification });
    expect(await refuse()).toBe(true);
    expect(await refuse()).toBe(false);
    const current = await store.sessions.byTokenDigest("new-token");
    if (!current) throw new Error("the session was reopened");
    expect(await store.sessions.advance(current, { step: credentials, accountVerification })).toBe(
      false,
    );
    expect(await store.sessions.byTokenDigest("new-token")).toEqual(current);
    expect((await store.items.accounts("item-1")).map((account) => account.verification)).toEqual([
      once,
      verification,
    ]);
  });

  test("a reopened session keeps its counts; a submission in progress counts as wrong", async () => {
    const { sessions } = await withSession();
    await sessions.claim(session, "first", NOW, until);
    const guard = { wrong: 4, solved: 1, due: false, proven: true };
    await sessions.refuse(session, toAnswer("first"), { guard });
    // `session` was read before the attempt was counted.
    const second = { ...session, tokenDigest: "token-2" };
    expect(await sessions.reopen(session, second)).toBe(true);
    const current = await sessions.byTokenDigest("token-2");
    expect(current?.guard).toEqual(guard);
    if (!current) throw new Error("the session was reopened");
    await sessions.claim(current, "second", NOW, until);
    expect(await sessions.reopen(current, { ...current, tokenDigest: "token-3" })).toBe(true);
    expect((await sessions.byTokenDigest("token-3"))?.guard).toEqual({
      wrong: 5,
      solved: 1,
      due: false,
      proven: false,
    });
  });

  test("concurrent submissions are each carried out once, and one at a time", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 20 }),
        async (names) => {
          const { sessions, close } = await withSession();
          const claims = await Promise.all(
            names.map((name) => sessions.claim(session, name, NOW, until)),
          );
          expect(claims.filter(Boolean)).toHaveLength(1);
          const winner = names[claims.indexOf(true)];
          expect((await sessions.submission(session))?.name).toBe(winner);
          await close();
        },
      ),
      { numRuns: samples(20) },
    );
  });

  test("a refusal may send the user to another step, unless the session has moved on", async () => {
    const { sessions } = await withSession();
    const answer = { submission: "first", sealed: "refused" };
    const institution = { at: "institution" } as const;
    await sessions.claim(session, "first", NOW, NOW + 1000);
    expect(await sessions.refuse(session, answer, { guard: NEW_GUARD, step: credentials })).toBe(
      true,
    );
    const current = await sessions.byTokenDigest("session-token-1");
    expect(current).toEqual({ ...session, step: credentials, revision: 1 });
    expect((await sessions.submission(session))?.answer).toBe("refused");
    // A caller with an outdated session does not replace the response that advanced the session.
    expect(await sessions.claim(session, "second", NOW, NOW + 1000)).toBe(false);
    await sessions.refuse(
      session,
      { ...answer, submission: "second" },
      { guard: NEW_GUARD, step: institution },
    );
    expect(await sessions.byTokenDigest("session-token-1")).toEqual(current);
    expect((await sessions.submission(session))?.answer).toBe("refused");
  });

  test("an account's verification is recorded from its known status only", async () => {
    const store = await withSession();
    const newItem = sampleItem("1");
    const verification = { status: "pending_manual_verification" as const, since: NOW, wrong: 0 };
    const [savings, checking] = newItem.accounts.map((account) => ({ ...account, verification }));
    if (!savings || !checking) throw new Error("the sample has two accounts");
    await store.items.create({ ...newItem, accounts: [savings, checking] });
    const proof = { ...verification, status: "manually_verified" as const };
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => verify(store, savings, proof)),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect((await store.items.accounts("item-1")).map((account) => account.verification)).toEqual([
      proof,
      verification,
    ]);
  });
};
