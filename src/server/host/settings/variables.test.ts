import { expect, test } from "vitest";
import { testApp } from "../../../testing/test-app/test-app.ts";
import { isOutboundHost } from "../../domain/outbound-hosts.ts";
import { readSettings } from "./settings.ts";

test.each([
  ["https://link.example.com", "https://link.example.com"],
  ["https://link.example.com/", "https://link.example.com"],
  ["https://link.example.com:8443", "https://link.example.com:8443"],
  ["http://localhost:8080", "http://localhost:8080"],
  ["http://[::1]:8080", "http://[::1]:8080"],
])("PUBLIC_URL %s is accepted", (PUBLIC_URL, origin) => {
  expect(readSettings({}, { PUBLIC_URL }).publicUrl).toBe(origin);
});

test.each([
  "link.example.com",
  "",
  "http://link.example.com",
  "https://link.example.com/base",
  "https://link.example.com?a=b",
  "https://user:secret@link.example.com",
  "ftp://localhost",
  "javascript:alert(1)",
])("PUBLIC_URL %j is refused", (PUBLIC_URL) => {
  expect(() => readSettings({}, { PUBLIC_URL })).toThrow(/^PUBLIC_URL: must be /);
});

test("without PUBLIC_URL the origin is the address that the server listens at", async () => {
  const app = await testApp();
  const port = await app.listen({ host: "localhost", port: 0 });
  expect(app.services.publicUrl()).toBe(`http://localhost:${port}`);
});

test("PUBLIC_URL overrides the address that the server listens at", async () => {
  const app = await testApp({ PUBLIC_URL: "https://link.example.com" });
  await app.listen({ host: "localhost", port: 0 });
  expect(app.services.publicUrl()).toBe("https://link.example.com");
});

const FROM = "Acme <accounts@acme.example>";

test.each([
  ["smtps://user:p%40ss@mail.example.com", FROM],
  ["smtp://mail.example.com:2525/", "accounts@acme.example"],
  ["smtp://[::1]:25", FROM],
])("mail is sent by %s from %s", (SMTP_URL, MAIL_FROM) => {
  expect(readSettings({}, { SMTP_URL, MAIL_FROM }).mail).toEqual({
    url: SMTP_URL,
    from: MAIL_FROM,
  });
});

test.each([
  "https://user:hush@mail.example.com",
  "mail.example.com hush",
  "smtp://user:hush%zz@mail.example.com",
  "smtp://user:hush@mail.example.com/path",
  "smtp://user:hush@mail.example.com?pool=1",
  "",
])("SMTP_URL %j is refused, and not repeated", (SMTP_URL) => {
  const read = () => readSettings({}, { SMTP_URL, MAIL_FROM: FROM });
  expect(read).toThrow(/^SMTP_URL: must be like smtps:/);
  expect(read).not.toThrow(/hush/);
});

test.each(["0", "-3", "1.5", "two", "9999"])(
  "STATEMENT_MONTHS %j is refused",
  (STATEMENT_MONTHS) => {
    expect(readSettings({}, {}).statementMonths).toBe(24);
    expect(readSettings({}, { STATEMENT_MONTHS: "120" }).statementMonths).toBe(120);
    expect(() => readSettings({}, { STATEMENT_MONTHS })).toThrow(/^STATEMENT_MONTHS: /);
  },
);

test.each([
  "Acme",
  "a@b@c",
  "Acme <a@b.example",
  "a@b.example\r\nBcc: c@d.example",
  "a b@c.example",
])("MAIL_FROM %j is refused", (MAIL_FROM) => {
  const read = () => readSettings({}, { SMTP_URL: "smtp://localhost", MAIL_FROM });
  expect(read).toThrow(/^MAIL_FROM: must be like /);
});

test("a mail server requires a sender and the reverse; without both there is no mail", () => {
  expect(readSettings({}, {}).mail).toBeNull();
  expect(() => readSettings({}, { MAIL_FROM: FROM })).toThrow(/go together/);
  expect(() => readSettings({}, { SMTP_URL: "smtp://localhost" })).toThrow(/go together/);
});

const read = (list: string) => readSettings({}, { OUTBOUND_HOSTS: list }).outboundHosts;

test("hosts are normalized like those of URLs, and any host is allowed without a list", () => {
  expect(readSettings({}, {}).outboundHosts).toBeNull();
  expect(read("Hooks.Example.com, *.Bank.example,10.1,[2001:DB8:0::1],bücher.example")).toEqual([
    "hooks.example.com",
    "*.bank.example",
    "10.0.0.1",
    "[2001:db8::1]",
    "xn--bcher-kva.example",
  ]);
});

test.each([
  "",
  "*",
  "*.",
  "a.example,",
  "https://a.example",
  "a.example:443",
  "a.example/b",
  "a.*.example",
  "*a.example",
  "*.10.0.0.1",
  "*.[::1]",
  "u@a.example",
  "a b",
])("%j is refused with a valid example", (list) => {
  expect(() => read(list)).toThrow(/^OUTBOUND_HOSTS\.\d: must be host names, such as/);
});

test.each([
  ["https://hooks.example.com:8443/a?b", true],
  ["https://HOOKS.example.com/", true],
  ["https://a.b.bank.example/", true],
  ["https://bank.example/", false],
  ["https://evilbank.example/", false],
  ["https://hooks.example.com.evil.example/", false],
  ["https://hooks.example.com@evil.example/", false],
  ["https://x.hooks.example.com/", false],
  ["https://hooks.example.com./", false],
])("whether %s may be called: %s", (url, is) => {
  expect(isOutboundHost(new URL(url).hostname, read("hooks.example.com,*.bank.example"))).toBe(is);
});
