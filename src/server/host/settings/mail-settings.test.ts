import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

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
