import { expect, test } from "vitest";
import type { NewRedirect } from "../../server/domain/link/redirect-store.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleSession } from "./samples.ts";

const redirect: NewRedirect = {
  stateDigest: "state",
  via: "redirect",
  ticketDigest: "ticket",
  sealedUrl: "sealed",
  expiresAt: NOW + 1000,
};

/** The contract of every store for redirects to institutions and back. */
export const redirectsContract = ({ empty }: ContractContext): void => {
  const underWay = async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    const session = sampleSession();
    await store.sessions.start(session);
    const step = { at: "credentials", institutionId: "ins_1" } as const;
    expect(await store.sessions.advance(session, { step, redirect })).toBe(true);
    return { store, session };
  };

  test("a redirect comes with its session's move, or not at all", async () => {
    const { store, session } = await underWay();
    const late = { ...redirect, stateDigest: "late", ticketDigest: "late" };
    expect(await store.sessions.advance(session, { step: session.step, redirect: late })).toBe(
      false,
    );
    expect(await store.redirects.byStateDigest("late")).toBeNull();
    expect(await store.redirects.byTicketDigest("ticket")).toEqual({
      ...redirect,
      linkSessionId: session.linkSessionId,
      cookieDigest: null,
      returnedAt: null,
      stateIdDigest: null,
      stateIdUsedAt: null,
    });
  });

  test("each secret of a redirect is used once", async () => {
    const { redirects } = (await underWay()).store;
    const back = { returnedAt: NOW, stateIdDigest: "id" };
    for (const use of [
      () => redirects.useTicket("ticket", "cookie"),
      () => redirects.useState("state", back),
      () => redirects.useStateId("id", NOW),
    ])
      expect((await Promise.all([use(), use(), use()])).toSorted()).toEqual([false, false, true]);
    expect(await redirects.byStateIdDigest("id")).toMatchObject({
      cookieDigest: "cookie",
      returnedAt: NOW,
      stateIdUsedAt: NOW,
    });
    expect(await redirects.useTicket("unknown", "cookie")).toBe(false);
    expect(await redirects.useState("unknown", back)).toBe(false);
    expect(await redirects.useStateId("unknown", NOW)).toBe(false);
  });

  test("a redirect follows a session that gets another id, and goes with it in the end", async () => {
    const { store, session } = await underWay();
    const row = await store.sessions.byLinkSessionId(session.linkSessionId);
    if (!row) throw new Error("the session is stored");
    await store.sessions.reopen(row, { ...row, linkSessionId: "another" });
    expect(await store.redirects.byStateDigest("state")).toMatchObject({
      linkSessionId: "another",
    });
    const never = {
      dashboardSessionExpiry: 0,
      clientSecretEnd: 0,
      personSessionUse: 0,
      publicTokenExpiry: 0,
      consumerReportEnd: 0,
      deliveryAttempt: 0,
      deadLetter: 0,
      institutionRequest: 0,
      endedGrantKey: 0,
    };
    await store.purgeExpired({ ...never, sessionExpiry: session.expiresAt });
    expect(await store.redirects.byStateDigest("state")).toBeNull();
  });
};
