import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import SQLite from "better-sqlite3";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { CLIENT_PAIR } from "../../../demo/bank/certificates.fixture.ts";
import { certificateEnd } from "../../server/domain/institutions/client-secrets-problem.ts";
import { declareRegistration } from "../../server/domain/institutions/institution-registration.ts";
import type { ServeOptions } from "../../server/host/settings/settings.ts";
import { addLaterMigration } from "../../testing/later-migration.ts";
import { sampleInstitution } from "../../testing/store-contract/institutions.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { buildCommand } from "../../testing/test-command.ts";
import { checkAll } from "../start-checks/start-checks.ts";
import { doctorReport } from "./print-doctor-report.ts";

beforeAll(buildCommand);

const NOW = Date.now();

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Returns the findings with a free port, by the names of the checks. */
const findings = async (
  folder: string,
  variables: Record<string, string> = {},
  options: ServeOptions = { port: "0" },
  now = NOW,
) => {
  const report = await checkAll({ data: folder, ...options }, variables, now);
  return Object.fromEntries(report.map(({ name, ...finding }) => [name, finding]));
};

/** Returns a folder in which a server was started and stopped. */
const startServer = async () => {
  const folder = newFolder();
  const app = await testApp({}, folder);
  await app.server.close();
  await app.services.store.close();
  return folder;
};

test("a new folder is right, and stays unchanged", async () => {
  const folder = newFolder();
  const list = await findings(folder);
  expect(Object.values(list).map(({ is }) => is)).toEqual(Array(11).fill("right"));
  expect(readdirSync(folder)).toEqual([]);
});

test("a folder that a server has used is right", async () => {
  const list = await findings(await startServer());
  expect(Object.values(list).filter(({ is }) => is !== "right")).toEqual([]);
  expect(list["Master key"]?.says).toBe("is the one that the store was made under");
  expect(list.Store?.says).toBe("opens, and is up to date");
});

test("the end of a certificate for an institution is reported a month before", async () => {
  const folder = newFolder();
  const app = await testApp({}, folder);
  const { store, vault, clock } = app.services;
  await store.institutions.put([sampleInstitution("ins_500001")]);
  const declaration = {
    ...{ institutionId: "ins_500001", issuer: "https://bank.example", clientId: "we-there" },
    secrets: { certificate: CLIENT_PAIR },
  };
  await store.institutions.connect(declareRegistration(vault, declaration, clock()));
  await app.server.close();
  await store.close();
  const until = certificateEnd(CLIENT_PAIR.certificate) ?? 0;
  const at = async (now: number) => (await findings(folder, {}, { port: "0" }, now)).Certificates;
  expect(await at(NOW)).toEqual({ is: "right", says: "are good for a month at least" });
  expect(await at(until - 29 * 86_400_000)).toMatchObject({
    is: "odd",
    says: "that for ins_500001 expires on 2126-10-29",
    advice: expect.stringContaining("connect it again"),
  });
  expect((await at(until + 1))?.says).toBe("that for ins_500001 expired on 2126-10-29");
});

test.each([
  [{}, "right", "http://localhost:0/oauth/return"],
  [{ PUBLIC_URL: "https://link.example.com" }, "right", "https://link.example.com/oauth/return"],
  [{ TLS_PROXY: "on" }, "odd", "this machine alone"],
  [
    { TLS_PROXY: "on", PUBLIC_URL: "https://link.example.com" },
    "right",
    "https://link.example.com/oauth/return",
  ],
])("the redirect URI for institutions is reported: %j", async (variables, is, words) => {
  const { "Public URL": finding } = await findings(newFolder(), variables);
  expect(finding).toMatchObject({ is, says: expect.stringContaining(words) });
});

test("another master key is wrong", async () => {
  const folder = await startServer();
  const list = await findings(folder, { SERVICE_LINK_MASTER_KEY: "cd".repeat(32) });
  expect(list["Master key"]).toMatchObject({ is: "wrong" });
  rmSync(join(folder, "master.key"));
  expect((await findings(folder))["Master key"]?.says).toContain("master.key is missing");
});

test("another environment's folder is wrong, and its environment is named", async () => {
  const production = { SERVICE_ENV: "production", SERVICE_LINK_MASTER_KEY: "ab".repeat(32) };
  const list = await findings(await startServer(), production);
  expect(list.Environment).toMatchObject({ is: "wrong" });
  expect(list.Environment?.advice).toContain("SERVICE_ENV=sandbox");
});

test("a folder that other users may read is odd", async () => {
  const folder = await startServer();
  chmodSync(folder, 0o755);
  expect((await findings(folder))["Data folder"]).toMatchObject({ is: "odd" });
});

test("a store of a newer version, and a file that is no store, are wrong", async () => {
  const folder = await startServer();
  const file = join(folder, "service-link.db");
  const database = new SQLite(file);
  database.prepare("insert into kysely_migration values ('9999-later', '2030-01-01')").run();
  database.close();
  expect((await findings(folder)).Store).toMatchObject({ is: "wrong" });
  expect((await findings(folder)).Store?.says).toContain("9999-later");
  writeFileSync(file, "this is no database at all".repeat(100));
  expect((await findings(folder)).Store).toMatchObject({ is: "wrong" });
});

test("a store of an older version lists the changes of the next start", async () => {
  const folder = await startServer();
  addLaterMigration();
  expect((await findings(folder)).Store).toEqual({
    is: "right",
    says: "opens; the next start changes 9998-later",
  });
});

test("TLS files that are missing or invalid are wrong, and named", async () => {
  const folder = newFolder();
  const missing = join(folder, "none.pem");
  const args = { port: "0", host: "127.0.0.1" };
  const list = await findings(folder, { TLS_CERT: missing, TLS_KEY: missing }, args);
  expect(list.TLS).toMatchObject({ is: "wrong" });
  expect(list.TLS?.says).toContain(missing);
  const nonsense = join(folder, "nonsense.pem");
  writeFileSync(nonsense, "nonsense");
  const other = await findings(folder, { TLS_CERT: nonsense, TLS_KEY: nonsense }, args);
  expect(other.TLS?.says).toContain("are not a certificate and its key in PEM");
  await expect(testApp({ TLS_CERT: missing, TLS_KEY: missing }, folder)).rejects.toThrow(
    `TLS_CERT names a file that cannot be read: ENOENT: no such file or directory, open '${missing}'`,
  );
});

test("a port that is taken is wrong, with another one to choose", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const list = await findings(newFolder(), {}, { port: `${port}`, host: "127.0.0.1" });
  expect(list.Port).toMatchObject({
    is: "wrong",
    says: `port ${port} on 127.0.0.1 is taken by another program`,
  });
});

test("a port that the folder's own server uses is right; another server's port is wrong, and named", async () => {
  const app = await testApp();
  const host = "127.0.0.1";
  const port = await app.listen({ host, port: 0 });
  const args = { port: `${port}`, host };
  expect((await findings(app.folder, {}, args)).Port).toEqual({
    is: "right",
    says: `port ${port} on ${host} is held by this server, which is running`,
  });
  for (const folder of [newFolder(), await startServer()])
    expect((await findings(folder, {}, args)).Port).toMatchObject({
      is: "wrong",
      says: `port ${port} on ${host} is taken by another server`,
    });
});

test("a clock that is years off is wrong", async () => {
  expect((await findings(newFolder(), {}, { port: "0" }, 0)).Clock).toMatchObject({
    is: "wrong",
    says: "the clock says 1970-01-01T00:00:00.000Z",
  });
});

test("a clock that is before the store's last change is odd", async () => {
  const folder = await startServer();
  const day = 24 * 60 * 60 * 1000;
  expect((await findings(folder, {}, { port: "0" }, NOW - day)).Clock).toMatchObject({
    is: "odd",
    says: expect.stringContaining("which is before the store's last change"),
  });
});

test("files that other users may read are odd, and named", async () => {
  const folder = await startServer();
  chmodSync(join(folder, "keys.json"), 0o644);
  expect((await findings(folder)).Files).toMatchObject({
    is: "odd",
    advice: `chmod 600 ${join(folder, "keys.json")}`,
  });
});

test("an address of metrics that is taken is odd", async () => {
  const app = await testApp({ METRICS_ADDRESS: "127.0.0.1:0" });
  const variables = { METRICS_ADDRESS: `${app.metricsPort}` };
  expect((await findings(newFolder(), variables)).Metrics).toMatchObject({ is: "odd" });
});

test("settings that prevent a start are wrong, in their own words", async () => {
  const list = await findings(newFolder(), { SERVICE_ENV: "playground" });
  expect(list.Settings).toMatchObject({ is: "wrong" });
  expect(list.Settings?.says).toContain("SERVICE_ENV");
});

test("the report is a list of problems and fixes", () => {
  expect(
    doctorReport(
      [
        { name: "Node", is: "right", says: "20.20.2" },
        { name: "Data folder", is: "odd", says: "is open to others", advice: "chmod 700 data" },
        { name: "Port", is: "wrong", says: "8080 is taken", advice: "choose another one" },
      ],
      { hasColors: false },
    ),
  ).toMatchInlineSnapshot(`
    "
      ✓ Node         20.20.2
      ! Data folder  is open to others
                     → chmod 700 data
      ✗ Port         8080 is taken
                     → choose another one

    "
  `);
});

const LONG = [
  { name: "Node", is: "right", says: "24.1.0" },
  {
    name: "Data folder",
    is: "wrong",
    says: "cannot be read: /srv/service-link/a-folder-with-a-name-that-fits-nowhere",
    advice: "let this user read it, or choose another one with --data",
  },
] as const;

test("in a terminal a long reason is indented, and a path is not broken", () => {
  expect(doctorReport(LONG, { hasColors: false, columns: 50 })).toMatchInlineSnapshot(`
    "
      ✓ Node         24.1.0
      ✗ Data folder  cannot be read:
                     /srv/service-link/a-folder-with-a-name-that-fits-nowhere
                     → let this user read it, or
                       choose another one with --data

    "
  `);
});

test("a file has every reason on one line", () => {
  expect(doctorReport(LONG, { hasColors: false })).toContain(`  ${LONG[1].says}\n`);
});

test("colours change nothing but the colours", () => {
  const hasColors = doctorReport(LONG, { hasColors: true, columns: 50 });
  expect(hasColors).toContain("\u001b[31m✗");
  expect(stripVTControlCharacters(hasColors)).toBe(
    doctorReport(LONG, { hasColors: false, columns: 50 }),
  );
});
