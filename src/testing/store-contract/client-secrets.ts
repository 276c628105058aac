import fc, { type Arbitrary } from "fast-check";
import { expect, test } from "vitest";
import { CONSENTED_PRODUCTS } from "../../protocol/vocabulary.ts";
import {
  afterAdding,
  afterEnding,
  type ClientSecret,
  MAX_SECRETS,
  secretWith,
} from "../../server/domain/clients/client-secret.ts";
import type { Store } from "../../server/domain/store.ts";
import { anyText } from "../any-text.ts";
import type { ContractContext } from "./contract-context.ts";
import { NOW, sampleClient, sampleSecret } from "./samples.ts";

const text = anyText().map((string) => string.replaceAll("\0", ""));
const HOUR_MS = 60 * 60 * 1000;
const time = fc.integer({ min: 0, max: 8.64e15 });

/** The secrets of a client, the oldest first. */
export const anySecrets: Arbitrary<ClientSecret[]> = fc
  .uniqueArray(
    fc.record({
      secretId: fc.uuid(),
      name: text,
      digest: text,
      lastFour: text,
      createdAt: time,
      usedAt: fc.option(time, { nil: null }),
      endsAt: fc.option(time, { nil: null }),
      restrictions: fc.record({
        products: fc.option(fc.subarray([...CONSENTED_PRODUCTS], { minLength: 1 }), { nil: null }),
        readOnly: fc.boolean(),
        networks: fc.array(text),
      }),
    }),
    {
      maxLength: MAX_SECRETS,
      comparator: (a, b) => a.secretId === b.secretId || a.createdAt === b.createdAt,
    },
  )
  .map((secrets) => secrets.toSorted((a, b) => a.createdAt - b.createdAt));

/**
 * A step in the life of a client's secrets: adding a secret, ending a secret, or letting time pass.
 */
const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ add: fc.constantFrom(0, 1, 24, 168, null) }) },
  { weight: 2, arbitrary: fc.record({ end: fc.nat({ max: 9 }), evenLast: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      pass: fc.oneof(
        fc.integer({ min: 1, max: 3 * HOUR_MS }),
        fc.constantFrom(HOUR_MS, 24 * HOUR_MS, 168 * HOUR_MS),
      ),
    }),
  },
);

/** The contract of every store about the secrets of clients. */
export const clientSecretsContract = ({ empty, runs }: ContractContext): void => {
  test("each secret works exactly until the end that was promised first, or until it is ended", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 20 }), async (steps) => {
        const store = await empty();
        await store.clients.add(sampleClient({ secrets: [sampleSecret("0")] }));
        /** When each secret ends according to the steps so far. */
        const promised = new Map([["0", Number.POSITIVE_INFINITY]]);
        let now = NOW;
        const living = () => [...promised].filter(([, end]) => now < end);
        for (const step of steps) {
          if ("pass" in step) now += step.pass;
          else if ("add" in step) await add(store, step.add, now, promised);
          else {
            const [secret] = [...promised].at(step.end % promised.size) ?? [""];
            const others = living().filter(([one]) => one !== secret);
            const best = (ends: typeof others) =>
              Math.max(0, ...ends.map(([, end]) => standing(end)));
            const isAllowed =
              others.length < living().length && (step.evenLast || best(others) === best(living()));
            const change = store.clients.changeSecrets("client-1", (secrets) =>
              afterEnding(secrets, `id of ${secret}`, { evenLast: step.evenLast, now }),
            );
            if (isAllowed) {
              await change;
              promised.set(secret, now);
            } else await expect(change).rejects.toThrow();
          }
          const client = await store.clients.byClientId("client-1");
          const found = [...promised.keys()].filter((secret) =>
            secretWith(client, sampleSecret(secret).digest, now),
          );
          expect(found).toEqual(living().map(([secret]) => secret));
        }
        await store.close();
      }),
      { numRuns: runs },
    );
  });

  test("a change keeps when secrets were used, and other clients have theirs", async () => {
    const { clients } = await empty();
    await clients.add(sampleClient({ secrets: [sampleSecret("a"), sampleSecret("b")] }));
    const other = sampleClient({ clientId: "client-2", publicKey: "public-key-2" });
    await clients.add(other);
    const use = { clientId: "client-1", secretId: "id of a" };
    await clients.addSecretUses([
      { ...use, at: 7 },
      { ...use, at: 5 },
      { ...use, secretId: "nobody's", at: 5 },
    ]);
    const isKnown = await clients.changeSecrets("client-1", ([a]) =>
      a ? [{ ...a, name: "first", endsAt: 9, usedAt: 1 }, sampleSecret("c")] : [],
    );
    expect(isKnown).toBe(true);
    expect((await clients.byClientId("client-1"))?.secrets).toEqual([
      sampleSecret("a", { name: "first", endsAt: 9, usedAt: 7 }),
      sampleSecret("c"),
    ]);
    expect(await clients.byClientId("client-2")).toEqual(other);
    expect((await clients.all()).map(({ client }) => client.secrets.length)).toEqual([2, 1]);
    expect(await clients.changeSecrets("nobody", () => [sampleSecret("d")])).toBe(false);
  });

  test("ended secrets are deleted once they are forgotten, and no others", async () => {
    const store = await empty();
    const ends = [NOW - 1, NOW, NOW + 1, null];
    const secrets = ends.map((endsAt) => sampleSecret(`of ${endsAt}`, { endsAt }));
    await store.clients.add(sampleClient({ secrets }));
    await store.purgeExpired({ ...NOTHING, clientSecretEnd: NOW });
    const left = (await store.clients.byClientId("client-1"))?.secrets;
    expect(left?.map(({ endsAt }) => endsAt)).toEqual([NOW + 1, null]);
  });
};

/** Orders secrets by how long the client can rely on them. */
const standing = (end: number): number => (end === Number.POSITIVE_INFINITY ? 2 : 1);

const NOTHING = {
  sessionExpiry: 0,
  dashboardSessionExpiry: 0,
  personSessionUse: 0,
  publicTokenExpiry: 0,
  consumerReportEnd: 0,
  deliveryAttempt: 0,
  deadLetter: 0,
  institutionRequest: 0,
  endedGrantKey: 0,
};

/** Adds a secret as the model predicts, or expects the refusal. */
async function add(
  store: Store,
  hours: number | null,
  now: number,
  promised: Map<string, number>,
): Promise<void> {
  const secret = String(promised.size);
  const othersEnd = hours === null ? null : now + hours * HOUR_MS;
  const after = new Map(
    [...promised].map(([one, end]) => [
      one,
      end === Number.POSITIVE_INFINITY ? (othersEnd ?? end) : end,
    ]),
  );
  const isAllowed = [...after.values()].filter((end) => now < end).length < MAX_SECRETS;
  const added = sampleSecret(secret, { createdAt: now });
  const change = store.clients.changeSecrets("client-1", (secrets) =>
    afterAdding(secrets, added, { othersEnd, now }),
  );
  if (!isAllowed) return expect(change).rejects.toThrow(`at most ${MAX_SECRETS} secrets`);
  await change;
  for (const [one, end] of after) promised.set(one, end);
  promised.set(secret, Number.POSITIVE_INFINITY);
}
