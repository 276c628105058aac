import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { mailServer } from "../../testing/test-app/mail-server.ts";
import { createMailer } from "./mail.ts";
import { MARK_PNG } from "./mark-picture.ts";

const MAIL = {
  mailId: "mail1",
  to: "ann@mail.example",
  subject: "Votre accès",
  text: "Bonjour",
  html: "<p>Bonjour</p>",
};
const FROM = "Acme <accounts@acme.example>";

const open = (url: string, stepLimit?: number) => {
  const mailer = createMailer({ url, from: FROM, ...(stepLimit && { stepLimit }) });
  if (!mailer) throw new Error("there is a URL");
  onTestFinished(() => mailer.close());
  return mailer;
};

const catchFailure = (sending: Promise<void>) =>
  sending.then(
    () => null,
    (failure) => failure,
  );

test("a mail arrives as text and HTML, under a stable id", async () => {
  const server = await mailServer({ user: "link", pass: "p@ss/word" });
  const mailer = open(server.url);
  await mailer.send(MAIL);
  await mailer.send(MAIL);
  const [first, second] = server.received;
  expect(first).toMatchObject({ from: "accounts@acme.example", to: ["ann@mail.example"] });
  expect(first?.message).toContain("Message-ID: <mail1@acme.example>");
  expect(second?.message).toContain("Message-ID: <mail1@acme.example>");
  expect(first?.message).toContain("Auto-Submitted: auto-generated");
  expect(first?.message).toContain("Content-Type: text/plain");
  expect(first?.message).toContain("<p>Bonjour</p>");
});

test("a mail brings its mark or its client's logo along, and goes without a logo that is gone", async () => {
  const server = await mailServer();
  const mailer = open(server.url);
  const logo = Buffer.from("the logo");
  const named = (name: string) => ({ ...MAIL, html: `<img src="cid:${name}" alt="">Shop` });
  await mailer.send(named("mark"));
  await mailer.send(named("logo"), logo);
  await mailer.send(named("logo"), null);
  const [mark, own, gone] = server.received.map(({ message }) => message);
  expect(mark?.replaceAll("\r\n", "")).toContain(MARK_PNG);
  expect(mark).toContain("Content-ID: <mark>");
  expect(own).toContain(logo.toString("base64"));
  expect(own).not.toContain("mark.png");
  expect(gone).not.toMatch(/cid:|image\/png/);
  expect(gone).toContain("Shop");
});

test("a sender that is an address alone bears the name of the brand", async () => {
  const server = await mailServer();
  const from = "accounts@acme.example";
  const mailer = createMailer({ url: server.url, from, name: "Acme, Bank" });
  onTestFinished(() => mailer?.close());
  await mailer?.send(MAIL);
  await open(server.url).send(MAIL);
  const senders = server.received.map(({ message }) => /^From: (.*)$/m.exec(message)?.[1]?.trim());
  expect(senders).toEqual(['"Acme, Bank" <accounts@acme.example>', FROM]);
});

test("line breaks of a bank's name begin no header of a mail", async () => {
  const server = await mailServer();
  const mailer = open(server.url);
  for (const end of ["\r\n", "\n", "\r", "\r\n\r\n"])
    await mailer.send({ ...MAIL, subject: `Bank${end}Bcc: eve@mail.example${end}is down` });
  expect(server.received).toHaveLength(4);
  for (const { to, message } of server.received) {
    const [head = ""] = message.split("\r\n\r\n");
    expect(to).toEqual(["ann@mail.example"]);
    expect(head).not.toMatch(/^bcc:/im);
    expect(head).toContain("Content-Type: multipart/alternative");
  }
});

test("a wrong password can be corrected, and no message repeats it", async () => {
  const { port } = await mailServer({ user: "link", pass: "right" });
  const failure = await catchFailure(open(`smtp://link:wr0ng@127.0.0.1:${port}`).send(MAIL));
  expect(failure).toMatchObject({ name: "MailFailure", isFinal: false });
  expect(failure.message).toBe(
    `127.0.0.1:${port} did not take the mail, EAUTH, at AUTH, answer 535`,
  );
  expect(JSON.stringify([failure.stack, failure.cause])).not.toMatch(/wr0ng|right|ann@/);
});

test.each([
  [550, true],
  [421, false],
  [451, false],
])("an address that the server refuses with %i is refused for good: %s", async (code, isFinal) => {
  const server = await mailServer();
  server.behaviour.refuse = code;
  const failure = await catchFailure(open(server.url).send(MAIL));
  expect([failure.name, failure.isFinal]).toEqual(["MailFailure", isFinal]);
  expect(failure.message).not.toContain("ann@");
  expect(server.received).toEqual([]);
});

test("a silent mail server times out", async () => {
  const sockets: { destroy(): void }[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => {
    silent.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const address = silent.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const failure = await catchFailure(open(`smtp://127.0.0.1:${port}`, 100).send(MAIL));
  expect([failure.name, failure.isFinal]).toEqual(["MailFailure", false]);
});

test("without a mail server there is no mailer", () => {
  expect(createMailer(null)).toBeNull();
});
