import { expect, test } from "vitest";
import { endGrant } from "../domain/grants/make-grant.ts";
import {
  appGrant,
  appWithDoors,
  claim,
  grantTo,
  linkWithTransactions,
  ofxRequest,
  readUrl,
} from "./doors.fixture.ts";
import { callDoor } from "./gocardless/reader.fixture.ts";
import { callPluggy } from "./pluggy/pluggy.fixture.ts";

const OPERATOR = { kind: "operator", name: "test" } as const;
const DAY_MS = 86_400_000;

/**
 * A reader per door: its sign-in with a secret, valid by default, and the statuses of success and
 * refusal.
 */
const openReaders = async () => {
  const app = await appWithDoors();
  const item = await linkWithTransactions(app);
  const simplefin = await grantTo(app, item);
  const { body: url } = await claim(app, simplefin.secret);
  const ofx = await grantTo(app, item, { door: "ofx" });
  const gocardless = await appGrant(app, "gocardless");
  const pluggy = await appGrant(app, "pluggy");
  const ofxStatus = async (password: string) => {
    const payload = ofxRequest({ user: ofx.grant.grantId, password, messages: "", version: 102 });
    const { statusCode, body } = await app.request({ method: "POST", url: "/ofx", payload });
    return statusCode === 200 ? Number(/<CODE>(\d+)/.exec(body)?.[1]) : statusCode;
  };
  const address = new URL(url);
  const readers = [
    {
      ...{ grant: simplefin.grant, secret: address.password, open: 200, refused: 403 },
      read: async (secret: string) => {
        address.password = secret;
        return (await readUrl(app, address.href)).status;
      },
    },
    { grant: ofx.grant, secret: ofx.secret, open: 0, refused: 15500, read: ofxStatus },
    {
      ...{ ...gocardless, open: 200, refused: 401 },
      read: async (secret_key: string) => {
        const body = { secret_id: gocardless.grant.grantId, secret_key };
        return (await callDoor(app, "POST", "/token/new/", { body })).status;
      },
    },
    {
      ...{ ...pluggy, open: 200, refused: 401 },
      read: async (clientSecret: string) => {
        const body = { clientId: pluggy.grant.grantId, clientSecret };
        return (await callPluggy(app, "", "POST", "/auth", body)).status;
      },
    },
  ];
  return { app, item, readers };
};

const wrongOf = (secret: string, n: number): string => `${secret.slice(0, -2)}${10 + n}`;

test("a reader that goes on after the end of its grant costs no other one of its network anything", async () => {
  const { app, readers } = await openReaders();
  for (const ended of readers) {
    await endGrant(app.services, ended.grant.grantId, OPERATOR);
    for (let n = 0; n < 25; n++) expect(await ended.read(ended.secret)).toBe(ended.refused);
    const others = readers.slice(readers.indexOf(ended) + 1);
    for (const { read, secret, open, grant } of others)
      expect([grant.door, await read(secret)]).toEqual([grant.door, open]);
  }
});

test("a right key reads, however many wrong ones its network sends on any door", async () => {
  const { readers } = await openReaders();
  const [first, ...others] = readers;
  if (!first) throw new Error("no reader");
  const statuses = new Set<number>();
  for (let n = 0; n < 30; n++) statuses.add(await first.read(wrongOf(first.secret, n)));
  expect(statuses).toEqual(new Set([first.refused, 429]));
  for (const { read, secret, open } of [first, ...others]) expect(await read(secret)).toBe(open);
  for (const { read, secret, open, refused } of others)
    expect([open, refused]).not.toContain(await read(wrongOf(secret, 1)));
});

test("an ended key and a wrong one get the same words while their network guesses, and before", async () => {
  const { app, item, readers } = await openReaders();
  const [first] = readers;
  if (!first) throw new Error("no reader");
  const { body } = await claim(app, (await grantTo(app, item)).secret);
  const fetchWords = async (password: string) => {
    const address = new URL(body);
    [address.username, address.password] = [first.grant.grantId, password];
    const { status, text, headers } = await readUrl(app, address.href);
    return { status, text, retryAfter: headers["retry-after"] };
  };
  await endGrant(app.services, first.grant.grantId, OPERATOR);
  expect(await fetchWords(wrongOf(first.secret, 1))).toEqual(await fetchWords(first.secret));
  for (let n = 0; n < 20; n++) await fetchWords(wrongOf(first.secret, n));
  const refusal = await fetchWords(first.secret);
  expect(refusal.status).toBe(429);
  expect(await fetchWords(wrongOf(first.secret, 1))).toEqual(refusal);
  expect((await readUrl(app, body)).status).toBe(200);
});

test("a token that was claimed before is no guess, and one that is too late is none", async () => {
  const { app, item } = await openReaders();
  const [used, late] = [await grantTo(app, item), await grantTo(app, item)];
  expect((await claim(app, used.secret)).statusCode).toBe(200);
  for (let n = 0; n < 15; n++) expect((await claim(app, used.secret)).statusCode).toBe(403);
  app.advanceClock(DAY_MS);
  for (let n = 0; n < 15; n++) expect((await claim(app, late.secret)).statusCode).toBe(403);
  const statuses = [];
  for (let n = 0; n < 15; n++)
    statuses.push((await claim(app, wrongOf(late.secret, n))).statusCode);
  expect(new Set(statuses)).toEqual(new Set([403, 429]));
  const good = await grantTo(app, item);
  expect((await claim(app, good.secret)).statusCode).toBe(200);
});

test("a key is known as ended for 90 days, and a guess from then on", async () => {
  const { app, readers } = await openReaders();
  const [ended] = readers;
  if (!ended) throw new Error("no reader");
  await endGrant(app.services, ended.grant.grantId, OPERATOR);
  const refusals = async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 15; n++) statuses.add(await ended.read(ended.secret));
    return [...statuses].toSorted();
  };
  app.advanceClock(89 * DAY_MS);
  await app.runJobs();
  expect(await refusals()).toEqual([403]);
  app.advanceClock(2 * DAY_MS);
  await app.runJobs();
  expect(await refusals()).toEqual([403, 429]);
});
