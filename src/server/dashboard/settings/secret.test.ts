import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  browser,
  refuseAudit,
  rotateFirst,
  signedIn,
  storedClient,
} from "../../../testing/test-app/dashboard.ts";
import { holdTransactions } from "../../../testing/test-app/hold-transactions.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { livingSecrets } from "../../domain/clients/client-secret.ts";
import { digest } from "../../domain/identifiers.ts";

type App = Awaited<ReturnType<typeof testApp>>;

/** The fields of an unrestricted secret. */
const FREE = { name: "", products: null, read_only: false, networks: [], ends_at: null };

/** Returns the files of keys in an app's folder, and the secret in `keys.json`. */
const keyFiles = ({ folder }: App) => readdirSync(folder).filter((name) => name.startsWith("keys"));
const secretInFile = ({ folder }: App): string =>
  z
    .object({ secret: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, "keys.json"), "utf8"))).secret;

/** Returns the digest of the replacing secret. */
const currentDigest = async (app: App) => {
  const client = await storedClient(app);
  return client && livingSecrets(client, app.services.clock())[0]?.digest;
};

test("after concurrent rotations the file has the secret that the store has", async () => {
  const { app, dashboard } = await signedIn();
  holdTransactions(app.services, 3);
  const answers = await Promise.all([1, 2, 3].map(() => rotateFirst(dashboard, 24)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await currentDigest(app)).toBe(digest(secretInFile(app)));
  const renewal = answers.find(({ body }) => JSON.stringify(body).includes(secretInFile(app)));
  expect(renewal?.body.places).toMatchObject({ file: "renewed" });
  expect(keyFiles(app)).toEqual(["keys.json"]);
});

test("a secret that cannot be written to the file is rotated and shown, and the file is reported as stale", async () => {
  const { app, dashboard } = await signedIn();
  const { firstClientKeys } = app.services;
  const { prepareFile } = firstClientKeys;
  firstClientKeys.prepareFile = (clientId, secret) => {
    const file = prepareFile(clientId, secret);
    // A file cannot replace a directory.
    rmSync(join(app.folder, "keys.json"));
    mkdirSync(join(app.folder, "keys.json", "in-the-way"), { recursive: true });
    return file;
  };
  const { status, body } = await rotateFirst(dashboard, 24);
  expect([status, body.places]).toEqual([200, { file: "stale", variable: false }]);
  const { secret } = z.object({ secret: z.string() }).parse(body.keys);
  expect((await browser(app).signIn({ secret })).status).toBe(200);
});

test("a rotation that the store refuses leaves the file and its folder unchanged", async () => {
  const { app, dashboard } = await signedIn();
  refuseAudit(app);
  expect((await rotateFirst(dashboard, 24)).status).toBe(500);
  expect(await currentDigest(app)).toBe(digest(app.keys.secret));
  expect([keyFiles(app), secretInFile(app)]).toEqual([["keys.json"], app.keys.secret]);
});

test("the next start completes a rotation that a crash interrupted before the file was written", async () => {
  const { app, dashboard } = await signedIn();
  const { firstClientKeys } = app.services;
  const { prepareFile } = firstClientKeys;
  firstClientKeys.prepareFile = (clientId, secret) => {
    const file = prepareFile(clientId, secret);
    return file && { ...file, put: () => {} };
  };
  const { body } = await rotateFirst(dashboard, 24);
  const { secret } = z.object({ secret: z.string() }).parse(body.keys);
  expect(secretInFile(app)).toBe(app.keys.secret);
  const next = await testApp({}, app.folder);
  expect(next.keys.secret).toBe(secret);
  expect(keyFiles(app)).toEqual(["keys.json"]);
});

test("a second rotation during an overlap keeps the promised end of the oldest secret", async () => {
  const { app, dashboard } = await signedIn();
  await rotateFirst(dashboard, 24);
  await rotateFirst(dashboard, 1);
  app.advanceClock(24 * 3_600_000 - 1);
  expect((await browser(app).signIn()).status).toBe(200);
  app.advanceClock(1);
  expect((await browser(app).signIn()).status).toBe(400);
});

test("a name with control characters, or one that PostgreSQL cannot store, is refused to clients and operators", async () => {
  const { app, dashboard } = await signedIn();
  const [own] = (await storedClient(app))?.secrets ?? [];
  for (const name of ["\u001b[31mred", "a\u0000b", "one\nother", "\ud800", "\u202eevil"]) {
    const answers = [
      await dashboard.post("secret/change", { secret_id: own?.secretId, name }),
      await dashboard.post("secret/add", { ...FREE, name }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400]);
  }
  const { status } = await dashboard.post("secret/change", {
    secret_id: own?.secretId,
    name: "Zoë’s wörker 👩‍💻",
  });
  expect(status).toBe(200);
  expect((await storedClient(app))?.secrets).toHaveLength(1);
});
