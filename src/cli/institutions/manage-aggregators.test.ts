import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startAggregator } from "../../../demo/aggregator/server.mjs";
import { plainBank } from "../../server/connectors/enable-banking/aggregator-app.fixture.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { runCli } from "../run-cli.fixture.ts";

const pemPair = (type: "rsa") =>
  generateKeyPairSync(type, {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });

const setup = async ({ minutesAhead = 0, redirectUrl = "" } = {}) => {
  const app = await testApp();
  const folder = mkdtempSync(join(tmpdir(), "service-link-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { publicKey, privateKey } = pemPair("rsa");
  const file = join(folder, "app.pem");
  writeFileSync(file, privateKey);
  const clock = () => Date.now() + minutesAhead * 60_000;
  const aggregator = await startAggregator({
    applications: [
      {
        ...{ id: "app-1", publicKey, environment: "SANDBOX" },
        redirectUrls: [redirectUrl || "http://localhost:8080/oauth/return"],
      },
    ],
    banks: [plainBank(), plainBank({ name: "Fjord Bank", country: "NO" })],
    clock,
  });
  onTestFinished(() => aggregator.close());
  const run = async (variables: Record<string, string>, ...line: string[]) => {
    const { out, err } = await runCli(
      ["institutions", "aggregators", ...line, "--data", app.folder],
      { variables: { PUBLIC_URL: "http://localhost:8080", ...variables } },
    );
    return { out, failure: err.replaceAll(`${folder}/`, "") };
  };
  const add = (...more: string[]) =>
    run(
      {},
      ...["add", "enable-banking", "--application-id", "app-1", "--key", file],
      ...["--address", aggregator.address, ...more],
    );
  return { app, aggregator, add, run, file, folder };
};

test("a key of one person is listed as theirs, and their address is stored sealed", async () => {
  const { app, add, run } = await setup();
  expect((await add("--person", "not an address")).failure).toContain(
    "--person must be a mail address",
  );
  expect((await add("--person", "Aino@Mail.example ")).out).toContain(
    "2 banks, for aino@mail.example alone\n",
  );
  expect((await run({}, "list")).out).toContain(", for aino@mail.example alone\n");
  const [key] = await app.services.store.institutions.aggregators();
  expect(JSON.stringify(key)).not.toContain("aino");
});

test("a key is added with its banks, listed without a secret, and removed", async () => {
  const { app, add, run } = await setup();
  const { out, failure } = await add();
  expect(failure).toBe("");
  expect(out).toMatch(
    /^(enable-banking-[0-9a-f]{12}) added: 2 banks\nredirect URI {2}http:\/\/localhost:8080\/oauth\/return\n$/,
  );
  const [id = ""] = out.split(" ");
  expect((await app.services.store.institutions.all()).map(({ name }) => name)).toEqual([
    "Harbour Bank",
    "Fjord Bank",
  ]);
  const list = (await run({}, "list")).out;
  expect(list).toMatch(/app-1 at http:\/\/localhost:\d+: 2 banks, read /);
  expect(list).not.toContain("PRIVATE");
  expect((await run({}, "remove", id)).out).toBe(`${id} removed, with its banks\n`);
  expect(await app.services.store.institutions.all()).toEqual([]);
  const entries = await app.services.store.audit.after(0, 99);
  expect(
    entries.flatMap(({ action }) => (action.startsWith("aggregator") ? [action] : [])),
  ).toEqual(["aggregator.add", "aggregator.remove"]);
});

test.each([
  [
    "another redirect address",
    { redirectUrl: "https://other.example/" },
    [],
    /redirect address http:\/\/localhost:8080\/oauth\/return is not registered/,
  ],
  [
    "a clock that is wrong",
    { minutesAhead: -30 },
    [],
    /the clock of this machine is 30 minutes ahead/,
  ],
  ["an application that is not active", {}, ["inactive"], /the application is not active/],
])("%s is refused with what to do, and nothing is stored", async (_, change, quirks, words) => {
  const { app, aggregator, add } = await setup(change);
  aggregator.behaveLike(...quirks);
  expect((await add()).failure).toMatch(words);
  expect(await app.services.store.institutions.aggregators()).toEqual([]);
});

test("a wrong key, address or environment is refused before anything is asked", async () => {
  const { run, file, folder, aggregator } = await setup();
  const wrong = join(folder, "wrong.pem");
  writeFileSync(wrong, "no key");
  const line = (key: string, address: string) => [
    "add",
    "enable-banking",
    "--application-id",
    "app-1",
    "--key",
    key,
    "--address",
    address,
  ];
  expect((await run({}, ...line(wrong, aggregator.address))).failure).toContain(
    "wrong.pem is no private key",
  );
  expect((await run({}, ...line(file, "http://bank.example"))).failure).toContain(
    "--address must begin with https://",
  );
  expect(
    (await run({ OUTBOUND_HOSTS: "other.example" }, ...line(file, "https://api.example"))).failure,
  ).toContain("not in OUTBOUND_HOSTS");
  expect(
    (await run({}, "add", "another", "--application-id", "x", "--key", file)).failure,
  ).toContain("another is no aggregator; they are enable-banking");
  expect(aggregator.requests).toEqual([]);
});
