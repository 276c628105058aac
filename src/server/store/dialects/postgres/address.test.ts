import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionOptions, PeerCertificate } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { describeAddress, readAddress } from "./address.ts";

const configOf = (address: string) => readAddress(address).config;
const tlsOf = (address: string) => configOf(address).ssl as ConnectionOptions | false;

test("an address says host, port, database, user and password", () => {
  expect(configOf("postgres://jo:a%2Fb%40c@db.example:6543/link?sslmode=disable")).toMatchObject({
    host: "db.example",
    port: 6543,
    database: "link",
    user: "jo",
    password: "a/b@c",
    ssl: false,
    application_name: "service-link",
  });
  expect(configOf("postgresql://jo@[::1]/link")).toMatchObject({ host: "::1", port: 5432 });
});

test("a Unix socket is named by its folder", () => {
  for (const address of [
    "postgres://jo@/link?host=/run/postgresql",
    "postgres:///link?host=/run/postgresql",
    "postgres://jo@%2Frun%2Fpostgresql/link",
  ])
    expect(configOf(address)).toMatchObject({ host: "/run/postgresql", ssl: false });
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
    // Any name that TLS takes for the host, since the driver may not pass it on.
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
  expect(configOf(address)).toMatchObject({
    connectionTimeoutMillis: 3000,
    max: 4,
    application_name: "a",
  });
  expect(readAddress("postgres://jo@localhost/link").namesStatements).toBe(true);
  expect(readAddress("postgres://jo@localhost/link?pgbouncer=true").namesStatements).toBe(false);
});

test.each([
  ["postgres://jo:hunter2@localhost", "names no database"],
  ["postgres://jo:hunter2@one,two/link", "not a URL|several hosts"],
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

test("for people it is the database and the host", () => {
  expect(describeAddress("postgres://jo:hunter2@db.example/link")).toBe("link at db.example:5432");
  expect(describeAddress("postgres:///link?host=/run/postgresql")).toBe("link in /run/postgresql");
  expect(describeAddress("postgres://jo:hunter2@db.example")).toBe("PostgreSQL");
});
