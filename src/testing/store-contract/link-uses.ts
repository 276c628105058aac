import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type LinkEventRecord,
  type LinkUse,
  REACHED,
} from "../../server/domain/dashboard/traffic.ts";
import type { LinkSession } from "../../server/domain/link/link-session.ts";
import type { SessionStep } from "../../server/domain/link/session-step.ts";
import type { Store } from "../../server/domain/store.ts";
import { samples } from "../property-samples.ts";
import type { ContractContext } from "./contract-context.ts";
import { counter, NOW, sampleClient, sampleEvent, sampleSession } from "./samples.ts";

const DAY_MS = 86_400_000;

/** The contract of every store for uses of Link. */
export const linkUsesContract = ({ empty }: ContractContext): void => {
  test("a funnel adds up to the uses of Link of its days, however far each has come by now", async () => {
    const store = await empty();
    const nextRun = counter();
    const ids: string[] = [];
    const anyEvent = fc.record({
      session: fc.nat(3),
      step: fc.nat(STEPS.length - 1),
      errorCode: fc.constantFrom(null, "INVALID_CREDENTIALS", "ITEM_LOCKED"),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyEvent, { maxLength: 5 }), { maxLength: 5 }),
        async (batches) => {
          const run = nextRun();
          const clientIds = [0, 1].map((n) => `client-${run}-${n}`);
          for (const clientId of clientIds)
            await store.clients.add(sampleClient({ clientId, publicKey: clientId }));
          // Each session began an hour before the requested time of day.
          const sessions: LinkSession[] = [0, 1, 5, 6].map((days, n) =>
            sampleSession({
              linkSessionId: `session-${run}-${n}`,
              tokenDigest: `token-${run}-${n}`,
              clientId: clientIds[n % 2] ?? "",
              createdAt: NOW - days * DAY_MS - 3_600_000,
            }),
          );
          for (const session of sessions) {
            ids.push(session.linkSessionId);
            await store.sessions.start(session);
          }
          for (const [at, batch] of batches.entries()) {
            const events: LinkEventRecord[] = [];
            for (const { session: n, step, errorCode } of batch) {
              const session = sessions[n];
              if (!session) continue;
              await store.sessions.advance(session, { step: STEPS[step] ?? { at: "institution" } });
              sessions[n] = { ...session, revision: session.revision + 1 };
              events.push(
                sampleEvent(`${run}-${at}-${events.length}`, {
                  linkSessionId: session.linkSessionId,
                  errorCode,
                }),
              );
            }
            // Two parts; a session may have no event in one of them.
            const half = Math.floor(events.length / 2);
            await store.traffic.add([
              { requests: [], events: events.slice(0, half) },
              { requests: [], events: events.slice(half) },
            ]);
          }
          const uses = await fetchUses(store, ids);
          for (const clientId of [...clientIds, null])
            for (const days of [0, 1, 5])
              expect(await store.traffic.funnel(clientId, NOW - days * DAY_MS)).toEqual(
                funnelOf(uses, clientId, startOfDay(NOW - days * DAY_MS)),
              );
        },
      ),
      { numRuns: samples(12) },
    );
  });

  test("a day that is forgotten is in no funnel", async () => {
    const store = await empty();
    await store.clients.add(sampleClient());
    for (const days of [0, 1, 2]) {
      const linkSessionId = `session-${days}`;
      const createdAt = NOW - days * DAY_MS;
      await store.sessions.start(
        sampleSession({ linkSessionId, tokenDigest: linkSessionId, createdAt }),
      );
      const event = sampleEvent(`${days}`, { linkSessionId });
      await store.traffic.add([{ requests: [], events: [event] }]);
    }
    const opened = async () =>
      (await store.traffic.funnel(null, NOW - 9 * DAY_MS)).steps.find(
        ({ reached }) => reached === "opened",
      )?.count;
    expect(await opened()).toBe(3);
    await store.traffic.purge(NOW - DAY_MS - 1, 10);
    expect(await opened()).toBe(2);
    expect(await store.traffic.linkUseById("session-2")).toBeNull();
  });
};

const LOGIN = { institutionId: "ins_2", itemId: "item", sealedLogin: "sealed" };

const STEPS: readonly SessionStep[] = [
  { at: "institution" },
  { at: "credentials", institutionId: "ins_1" },
  { at: "credentials", institutionId: "ins_2" },
  {
    at: "accounts",
    ...LOGIN,
    sealedState: null,
    consentExpiresAt: null,
    sealedOffer: "sealed",
    duplicate: null,
  },
  { at: "exited", status: null, from: "credentials", finishedAt: NOW },
  {
    at: "connected",
    institutionId: "ins_1",
    itemId: "item",
    publicTokens: [],
    finishedAt: NOW,
  },
];

const startOfDay = (at: number): number => at - (at % DAY_MS);

async function fetchUses({ traffic }: Store, ids: readonly string[]): Promise<LinkUse[]> {
  const uses = await Promise.all(ids.map((id) => traffic.linkUseById(id)));
  return uses.filter((use) => use !== null);
}

/** Counts the funnel of uses of Link one by one. */
function funnelOf(uses: readonly LinkUse[], clientId: string | null, since: number) {
  const own = uses.filter(
    (use) => use.startedAt >= since && (clientId === null || use.clientId === clientId),
  );
  const countUses = (isCounted: (use: LinkUse) => boolean) => own.filter(isCounted).length;
  const chosen = new Set(own.flatMap(({ institutionId }) => institutionId ?? []));
  return {
    steps: REACHED.map((reached) => ({
      reached,
      count: countUses((use) => use.reached === reached),
    })),
    institutions: new Map(
      [...chosen].map((id) => [
        id,
        {
          chosen: countUses((use) => use.institutionId === id),
          connected: countUses((use) => use.institutionId === id && use.reached === "connected"),
        },
      ]),
    ),
    errors: new Map(
      [...new Set(own.flatMap(({ errorCode }) => errorCode ?? []))].map((code) => [
        code,
        countUses(({ errorCode }) => errorCode === code),
      ]),
    ),
  };
}
