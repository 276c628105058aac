import fc from "fast-check";
import { expect, test } from "vitest";
import type { ContractContext } from "./contract-context.ts";
import { anyClient, anyItem, anyLinkToken, anySession, anyStep } from "./records.ts";
import { tracesOf, whole } from "./samples.ts";

const anyRecords = anyClient.chain((client) =>
  fc.record({
    client: fc.constant(client),
    session: anySession(client.clientId),
    step: anyStep,
    linkToken: anyLinkToken(client.clientId),
    created: anyItem(client.clientId),
  }),
);

/** The contract of every store for round trips: a store returns records as they were written. */
export const roundTripsContract = ({ empty, runs }: ContractContext): void => {
  test("any record is read as it was written", async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords, async ({ client, session, step, linkToken, created }) => {
        const store = await empty();
        await store.clients.add(client);
        await store.sessions.start(session);
        expect(await store.clients.byClientId(client.clientId)).toEqual(client);
        expect(await store.sessions.byTokenDigest(session.tokenDigest)).toEqual(session);

        await store.linkTokens.create(linkToken);
        expect(await store.linkTokens.byDigest(linkToken.digest)).toEqual(linkToken);

        expect(await store.sessions.advance(session, { step, newItem: created })).toBe(true);
        const next = { ...session, step, revision: session.revision + 1 };
        expect(await store.sessions.byTokenDigest(session.tokenDigest)).toEqual(next);
        expect(await tracesOf(store, created)).toEqual(whole(created));
        await store.close();
      }),
      { numRuns: runs },
    );
  });
};
