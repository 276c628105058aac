import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testDatabases } from "../../testing/postgres/test-databases.ts";
import { endGrant } from "../domain/grants/make-grant.ts";
import {
  appWithDoors,
  claim,
  grantTo,
  linkWithTransactions,
  ofxRequest,
  readUrl,
} from "./doors.fixture.ts";
import { callDoor, reader } from "./gocardless/reader.fixture.ts";
import { callPluggy, listRefs, pluggyGrant, signIn } from "./pluggy/pluggy.fixture.ts";

type App = Awaited<ReturnType<typeof appWithDoors>>;

const databases = await testDatabases();

const OPERATOR = { kind: "operator", name: "test" } as const;

/**
 * Two servers on one PostgreSQL with separate caches, and a reader per door on the first server.
 */
const twoServers = async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-doors-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const DATABASE_URL = await databases.newDatabase();
  const first = await appWithDoors({ DATABASE_URL }, undefined, folder);
  const second = await appWithDoors({ DATABASE_URL }, undefined, folder);
  const item = await linkWithTransactions(first);
  return { first, second, readers: await openReaders(first, item) };
};

/** A reader per door: its grant, a read, and the protocol's response after the grant's end. */
const openReaders = async (app: App, item: Awaited<ReturnType<typeof linkWithTransactions>>) => {
  const simplefin = await grantTo(app, item);
  const { body: url } = await claim(app, simplefin.secret);
  const ofx = await grantTo(app, item, { door: "ofx" });
  const pluggy = await pluggyGrant(app, listRefs(item));
  const apiKey = await signIn(app, pluggy.keys);
  const gocardless = await reader({ accounts: listRefs(item) }, app);
  const { grantId: user } = ofx.grant;
  return [
    {
      ...simplefin,
      read: async () => (await readUrl(app, url)).status,
      open: 200,
      refused: 403,
    },
    {
      ...ofx,
      read: async () => {
        const payload = ofxRequest({ user, password: ofx.secret, messages: "", version: 102 });
        const { body } = await app.request({ method: "POST", url: "/ofx", payload });
        return Number(/<CODE>(\d+)/.exec(body)?.[1]);
      },
      open: 0,
      refused: 15500,
    },
    {
      ...pluggy,
      read: async () => (await callPluggy(app, apiKey, "GET", "/items")).status,
      open: 200,
      refused: 401,
    },
    {
      ...gocardless,
      read: async () =>
        (await callDoor(app, "GET", "/requisitions/", { token: gocardless.tokens.access })).status,
      open: 200,
      refused: 401,
    },
  ];
};

test("a grant that ends in one process is refused in another by its next call, on every door", async () => {
  const { second, readers } = await twoServers();
  for (const { grant, read, open, refused } of readers) {
    expect([grant.door, await read()]).toEqual([grant.door, open]);
    await endGrant(second.services, grant.grantId, OPERATOR);
    expect([grant.door, await read()]).toEqual([grant.door, refused]);
  }
});

test("grants that a client forbids in one process are refused in another within a second", async () => {
  const { first, second, readers } = await twoServers();
  for (const { read, open } of readers) expect(await read()).toBe(open);
  await second.services.store.clients.setGrantsAllowed(
    first.keys.client_id,
    false,
    first.services.clock(),
  );
  first.advanceClock(1000);
  for (const { grant, read, refused } of readers)
    expect([grant.door, await read()]).toEqual([grant.door, refused]);
});
