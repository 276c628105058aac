import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freePorts } from "../../testing/free-ports.ts";
import { addLaterMigration } from "../../testing/later-migration.ts";
import { databaseOf, query } from "../../testing/postgres/databases.ts";
import { testDatabases } from "../../testing/postgres/test-databases.ts";
import {
  CERTIFICATE,
  EXPIRED_CERTIFICATE,
  EXPIRED_KEY,
  KEY,
  NEXT_KEY,
} from "../../testing/test-app/certificate.ts";
import { mailServer } from "../../testing/test-app/mail-server.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { buildCommand, runCommand } from "../../testing/test-command.ts";
import { runCli } from "../run-cli.fixture.ts";
import { checkAll } from "./start-checks.ts";

beforeAll(buildCommand);

const databases = await testDatabases();

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-checks-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const LINE = ["--port", "0", "--host", "127.0.0.1"];

/** Expects that both commands refuse with the same sentence, and leave the folder empty. */
const expectRefusal = async (variables: Record<string, string>, sentence: string | RegExp) => {
  const folder = newFolder();
  const line = [...LINE, "--data", folder];
  const start = await runCli(["serve", "--no-demo", ...line], { variables });
  expect(start).toMatchObject({ code: 1, out: "", err: expect.stringMatching(sentence) });
  expect(start.err).toMatch(/^service-link: [^\n]+; [^\n]+\n$/);
  const report = await runCli(["doctor", ...line], { variables });
  expect(report).toMatchObject({ code: 1, out: expect.stringMatching(sentence) });
  expect(report.out).toMatch(/✗ .*\n +→ /);
  expect(readdirSync(folder)).toEqual([]);
};

/** The findings in a new folder, by the names of the checks. */
const findings = async (variables: Record<string, string>, now = Date.now()) => {
  const all = await checkAll({ data: newFolder(), port: "0" }, variables, now);
  return Object.fromEntries(all.map(({ name, ...finding }) => [name, finding]));
};

const tlsFiles = (cert: string, key: string) => {
  const folder = newFolder();
  const [TLS_CERT, TLS_KEY] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  writeFileSync(TLS_CERT, cert);
  writeFileSync(TLS_KEY, key);
  return { TLS_CERT, TLS_KEY };
};

test("a database that was migrated and never served needs no master key yet", async () => {
  const found = await findings({ DATABASE_URL: await databases.migratedDatabase() });
  expect(found["Master key"]).toEqual({
    is: "right",
    says: "none yet: the first start makes it",
  });
});

test("a standby that takes writes is none, and one in SQLite is refused by its variable", async () => {
  const DATABASE_URL = await databases.migratedDatabase();
  const found = await findings({ DATABASE_URL, DATABASE_READ_URL: DATABASE_URL });
  expect(found.Standby).toMatchObject({
    is: "odd",
    says: expect.stringMatching(/^no standby of DATABASE_READ_URL can be read: .*is no standby/),
  });
  expect((await findings({ DATABASE_READ_URL: DATABASE_URL })).Standby).toMatchObject({
    is: "wrong",
    says: expect.stringContaining("which has no standby"),
  });
});

describe("a database that doctor and serve both refuse", () => {
  let roles = 0;

  /** Creates a user without any own object. Returns the database address of the user. */
  const newUser = async (address: string, grants: (user: string) => string[]) => {
    const user = `user_${process.pid}_${roles++}`;
    await query(address, `create role ${user} login`);
    for (const grant of grants(user)) await query(address, grant);
    onTestFinished(async () => {
      await query(address, `drop owned by ${user}`);
      await query(databaseOf(address, "postgres"), `drop role ${user}`);
    });
    return address.replace("postgres@", `${user}@`);
  };
  const writesRows = (user: string) =>
    `grant select, insert, update, delete on all tables in schema public to ${user}`;

  test("without the right to create tables", async () => {
    const address = await databases.newDatabase();
    const DATABASE_URL = await newUser(address, () => []);
    await expectRefusal({ DATABASE_URL }, "this user may not do what the store needs");
  });

  test("without the right to change the tables that a newer version changes", async () => {
    const address = await databases.migratedDatabase();
    addLaterMigration();
    const DATABASE_URL = await newUser(address, (user) => [
      `grant create on schema public to ${user}`,
      writesRows(user),
    ]);
    await expectRefusal({ DATABASE_URL }, "permission denied for table");
  });

  test("without the right to write", async () => {
    const address = await databases.migratedDatabase();
    const DATABASE_URL = await newUser(address, (user) => [
      `grant select on all tables in schema public to ${user}`,
    ]);
    await expectRefusal({ DATABASE_URL }, "permission denied for table");
  });

  test.each(["newDatabase", "migratedDatabase"] as const)(
    "that can only be read: %s",
    async (make) => {
      const DATABASE_URL = await databases[make]();
      const name = /\/(\w+)\?/.exec(DATABASE_URL)?.[1];
      await query(DATABASE_URL, `alter database ${name} set default_transaction_read_only = on`);
      await expectRefusal(
        { DATABASE_URL },
        "can only be read: it is a standby, or set to read only",
      );
    },
  );

  test("unlike one that is up to date, with only the right to write rows", async () => {
    const address = await databases.migratedDatabase();
    const DATABASE_URL = await newUser(address, (user) => [writesRows(user)]);
    // The table looks like that of an extension or another program.
    await query(address, "create table of_another_program (id int)");
    expect((await findings({ DATABASE_URL })).Store).toMatchObject({ is: "right" });
    expect((await testApp({ DATABASE_URL }, newFolder())).keys.client_id).toBeTruthy();
  });
});

test("a folder elsewhere without the right to create an SQLite file is refused by both", async () => {
  const folder = newFolder();
  const [data, elsewhere] = [join(folder, "data"), join(folder, "elsewhere")];
  for (const folder of [data, elsewhere]) mkdirSync(folder);
  chmodSync(data, 0o777);
  chmodSync(folder, 0o755);
  chmodSync(elsewhere, 0o555);
  const options = {
    asUser: true,
    variables: { DATABASE_URL: join(elsewhere, "link.db"), LOG_LEVEL: "silent" },
  };
  for (const command of [["serve", "--no-demo"], ["doctor"]]) {
    const { code, out, err } = await runCommand([...command, ...LINE, "--data", data], options);
    const sentence = `${elsewhere} may not be read or written by this user`;
    expect([code, out + err]).toEqual([1, expect.stringContaining(sentence)]);
  }
  expect(readdirSync(data)).toEqual([]);
});

describe("a certificate", () => {
  test("that has expired is refused by both", async () => {
    const variables = tlsFiles(EXPIRED_CERTIFICATE, EXPIRED_KEY);
    await expectRefusal(
      variables,
      `(${variables.TLS_CERT}) expired on 2021-01-01`.replace(/[()]/g, "\\$&"),
    );
  });

  test("that belongs to another key is refused by both", async () => {
    await expectRefusal(
      tlsFiles(CERTIFICATE, NEXT_KEY),
      "are not a certificate and its key in PEM",
    );
  });

  test.each([
    ["2026-01-01", "wrong", "is not valid before 2026-11-21"],
    ["2030-01-01", "right", "until 2126-10-28"],
    ["2126-10-20", "odd", "expires on 2126-10-28, in 8 days"],
    ["2126-11-01", "wrong", "expired on 2126-10-28"],
  ])("is judged by the time, %s", async (day, is, words) => {
    const { TLS } = await findings(tlsFiles(CERTIFICATE, KEY), Date.parse(day));
    expect(TLS).toMatchObject({ is, says: expect.stringContaining(words) });
  });

  test("for another name than the public one is odd", async () => {
    const PUBLIC_URL = "https://link.example.com";
    const { TLS } = await findings({ ...tlsFiles(CERTIFICATE, KEY), PUBLIC_URL });
    expect(TLS).toMatchObject({
      is: "odd",
      says: expect.stringContaining("not for link.example.com"),
    });
  });
});

test("a limit on an unknown path is refused by both", async () => {
  await expectRefusal(
    { RATE_LIMIT_CHANGES: '{"/nowhere/get":{"item":5}}' },
    "names /nowhere/get, which is no path",
  );
});

describe("Redis and the mail server, without which a server starts", () => {
  /** Speaks as much of Redis' protocol as a server that requires a password does. */
  const refusingRedis = () =>
    new Promise<number>((resolve) => {
      const server = createServer((socket) => {
        socket.on("error", () => {});
        socket.on("data", () => socket.write("-NOAUTH Authentication required.\r\n"));
      });
      onTestFinished(() => void server.close());
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        resolve(typeof address === "object" && address ? address.port : 0);
      });
    });

  test("Redis that is unreachable, or refuses this user, is odd", async () => {
    const [closedPort] = await freePorts(1);
    for (const [port, words] of [
      [closedPort, "ECONNREFUSED"],
      [await refusingRedis(), "NOAUTH"],
    ]) {
      const { Redis } = await findings({ REDIS_URL: `redis://u:hunter2@127.0.0.1:${port}` });
      expect(Redis).toMatchObject({ is: "odd", says: expect.stringContaining(`${words}`) });
      expect(JSON.stringify(Redis)).not.toContain("hunter2");
    }
  });

  test("a mail server that accepts the user is right; another one is odd, and no mail is sent", async () => {
    const server = await mailServer({ user: "link", pass: "right" });
    const checked = async (SMTP_URL: string) =>
      (await findings({ SMTP_URL, MAIL_FROM: "a@acme.example" }))["Mail server"];
    expect(await checked(server.url)).toEqual({
      is: "right",
      says: `127.0.0.1:${server.port} answers`,
    });
    const refused = await checked(server.url.replace("right", "wr0ng"));
    expect(refused).toMatchObject({ is: "odd", says: expect.stringContaining("EAUTH") });
    expect(JSON.stringify(refused)).not.toMatch(/wr0ng|right/);
    const [closedPort] = await freePorts(1);
    expect(await checked(`smtp://127.0.0.1:${closedPort}`)).toMatchObject({ is: "odd" });
    expect(server.received).toEqual([]);
  });
});
