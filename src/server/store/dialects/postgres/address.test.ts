import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionOptions, PeerCertificate } from "node:tls";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { samples } from "../../../../testing/property-samples.ts";
import { describeAddress, readAddress } from "./address.ts";

const toConfig = (address: string) => readAddress(address).hosts[0];
const tlsOf = (address: string) => toConfig(address).ssl as ConnectionOptions | false;

test("an address says host, port, database, user and password", () => {
  expect(toConfig("postgres://jo:a%2Fb%40c@db.example:6543/link?sslmode=disable")).toMatchObject({
    host: "db.example",
    port: 6543,
    database: "link",
    user: "jo",
    password: "a/b@c",
    ssl: false,
    application_name: "service-link",
  });
  expect(toConfig("postgresql://jo@[::1]/link")).toMatchObject({ host: "::1", port: 5432 });
});

test("a Unix socket is named by its folder", () => {
  for (const address of [
    "postgres://jo@/link?host=/run/postgresql",
    "postgres:///link?host=/run/postgresql",
    "postgres://jo@%2Frun%2Fpostgresql/link",
  ])
    expect(toConfig(address)).toMatchObject({ host: "/run/postgresql", ssl: false });
});

test("TLS is off on this machine only; another host has to prove its identity", () => {
  for (const host of ["localhost", "127.0.0.1", "[::1]"])
    expect(tlsOf(`postgres://jo@${host}/link`)).toBe(false);
  const tls = tlsOf("postgres://jo@db.example/link");
  expect(tls).toMatchObject({ rejectUnauthorized: true, servername: "db.example" });
});

test.each([
  ["disable", null],
  ["require", { chain: false, host: false }],
  ["verify-ca", { chain: true, host: false }],
  ["verify-full", { chain: true, host: true }],
])("sslmode %s works for a name and for an IP address", (mode, checks) => {
  for (const host of ["db.example", "192.0.2.1"]) {
    const tls = tlsOf(`postgres://jo@${host}/link?sslmode=${mode}`);
    if (checks === null || tls === false) {
      expect(tls).toBe(false);
      continue;
    }
    expect(tls.rejectUnauthorized).toBe(checks.chain);
    const of = (subjectaltname: string) => ({ subjectaltname, subject: {} }) as PeerCertificate;
    // The driver may not pass the host's name to TLS.
    const other = tls.checkServerIdentity?.("localhost", of("DNS:localhost"));
    expect(other !== undefined).toBe(checks.host);
    const right = of(host === "db.example" ? "DNS:db.example" : "IP Address:192.0.2.1");
    expect(tls.checkServerIdentity?.("localhost", right)).toBeUndefined();
  }
});

test("with a root certificate sslmode=require verifies, as libpq does", () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-ca-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "ca.pem");
  writeFileSync(file, "a certificate");
  const tls = tlsOf(`postgres://jo@db.example/link?sslmode=require&sslrootcert=${file}`);
  expect(tls).toMatchObject({ ca: "a certificate", rejectUnauthorized: true });
});

test("an address sets the connection time-out, the pool's size, the application's name and pgbouncer", () => {
  const address = "postgres://jo@localhost/link?connect_timeout=3&pool_size=4&application_name=a";
  expect(toConfig(address)).toMatchObject({
    connectionTimeoutMillis: 3000,
    application_name: "a",
  });
  expect(readAddress(address)).toMatchObject({ poolSize: 4, hasPooler: false });
  expect(readAddress("postgres://jo@localhost/link?pgbouncer=true").hasPooler).toBe(true);
});

test("several hosts have their own ports and TLS, and a shorter connection time-out", () => {
  const address =
    "postgres://jo:pw@db-a:6432,localhost,[2001:db8::1]:7000/link?sslmode=verify-full";
  expect(readAddress(`${address}&target_session_attrs=primary`).hosts).toMatchObject([
    { host: "db-a", port: 6432, ssl: { servername: "db-a" }, connectionTimeoutMillis: 2000 },
    { host: "localhost", port: 5432, user: "jo", password: "pw" },
    { host: "2001:db8::1", port: 7000, database: "link" },
  ]);
  const [here, there] = readAddress("postgres://jo@localhost,db-a/link").hosts;
  expect(here.ssl).toBe(false);
  expect(there?.ssl).toMatchObject({ rejectUnauthorized: true });
});

/** A host as written in an address, and the host of the connection. */
const HOSTS = fc.oneof(
  fc.constantFrom("db.example", "db-a", "a").map((name) => ({ text: name, name })),
  fc.ipV4().map((name) => ({ text: name, name })),
  fc.constant({ text: "[2001:db8::1]", name: "2001:db8::1" }),
  fc.constant({ text: "%2Frun%2Fpostgresql", name: "/run/postgresql" }),
  fc.constant({ text: "", name: "localhost" }),
);
const PLACES = fc.array(
  fc.record({ host: HOSTS, port: fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: null }) }),
  { minLength: 1, maxLength: 4 },
);

test("hosts and ports are read in every form that libpq has for them, and no form shows the password", () => {
  fc.assert(
    fc.property(PLACES, fc.string({ maxLength: 12 }), (places, password) => {
      const expected = places.map(({ host, port }) => ({ host: host.name, port: port ?? 5432 }));
      const login = `jo:${encodeURIComponent(`secret ${password}`)}`;
      const before = places.map(({ host, port }) => host.text + (port === null ? "" : `:${port}`));
      const hosts = places.map(({ host }) => encodeURIComponent(host.name)).join();
      const ports = places.map(({ port }) => port ?? "").join();
      for (const address of [
        `postgres://${login}@${before}/link`,
        `postgresql://${login}@/link?host=${hosts}&port=${ports}`,
        `postgres://${login}@ignored/link?port=${ports}&host=${hosts}`,
      ]) {
        const read = readAddress(address);
        expect(read.hosts.map(({ host, port }) => ({ host, port }))).toEqual(expected);
        expect(read.hosts[0].password).toBe(`secret ${password}`);
        expect(describeAddress(address)).not.toContain("secret");
      }
      const port = expected[0]?.port;
      const shared = readAddress(`postgres://${login}@/link?host=${hosts}&port=${port}`);
      expect(shared.hosts.every((host) => host.port === port)).toBe(true);
    }),
    { numRuns: samples(100) },
  );
});

test.each([
  ["postgres://jo:hunter2@localhost", "names no database"],
  ["postgres://jo:hunter2@one,two/link?port=1,2,3", "3 ports for 2 hosts"],
  ["postgres://jo:hunter2@one,two:65536/link", "not a URL"],
  ["postgres://jo:hunter2@one,two/link?port=0", "port must be a number from 1"],
  [
    "postgres://jo:hunter2@one,two/link?target_session_attrs=any",
    "target_session_attrs must be read-write or primary, since the server writes",
  ],
  ["postgres://jo:hunter2@localhost/link?schema=x", "the parameter schema, which is not one of"],
  ["postgres://jo:hunter2@localhost/link?sslmode=prefer", "sslmode must be one of disable"],
  ["postgres://jo:hunter2@localhost/link?pool_size=0", "pool_size must be a number"],
  ["postgres://jo:hunter2@localhost/link?pgbouncer=1", "pgbouncer must be true or false"],
  [
    "postgres://jo:hunter2@localhost/link?sslmode=verify-ca&sslcert=/x",
    "sslcert: /x cannot be read",
  ],
  ["postgres://jo:hunter2%@localhost/link", "%25"],
  ["postgres://jo:hunter2@localhost:port/link", "not a URL"],
])("%s is refused, without its password", (address, words) => {
  const read = () => readAddress(address);
  expect(read).toThrow(new RegExp(words));
  expect(read).not.toThrow("hunter2");
});

test("an address of standbys takes the attributes of hosts that only read, and no others", () => {
  const address = "postgres://jo@one,two/link?target_session_attrs=";
  for (const value of ["any", "prefer-standby", "standby", "read-only"])
    expect(readAddress(`${address}${value}`, "standby").hosts).toHaveLength(2);
  expect(() => readAddress(`${address}primary`, "standby")).toThrow(
    "target_session_attrs must be any or prefer-standby or standby or read-only, since it leads to standbys",
  );
});

test("for people it is the database and the host", () => {
  expect(describeAddress("postgres://jo:hunter2@db.example/link")).toBe("link at db.example:5432");
  expect(describeAddress("postgres:///link?host=/run/postgresql")).toBe("link in /run/postgresql");
  expect(describeAddress("postgres://jo:hunter2@db.example")).toBe("PostgreSQL");
  expect(describeAddress("postgres://jo:hunter2@a:1,[::1]/link")).toBe("link at a:1, ::1:5432");
});
