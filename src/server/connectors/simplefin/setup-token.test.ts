import { expect, test } from "vitest";
import { FORM_WORDS } from "../../../i18n/forms.ts";
import type { MockReply } from "../mock-server.fixture.ts";
import { base64, bridgeApp } from "./bridge-app.fixture.ts";

test("a setup token works once; one of another kind, or of this server, is refused without a request", async () => {
  const { app, open, token, mock } = await bridgeApp();
  const setup_token = token();
  expect((await (await open()).submit({ setup_token })).status).toBe(200);
  const again = await (await open()).submit({ setup_token });
  expect(again.body).toMatchObject({ error_code: "INVALID_CREDENTIALS" });
  expect(again.body.error_message).toContain("was used before");
  expect(again.body.display_message).toBe(FORM_WORDS.en.ownToken.setupRefused);
  const count = mock.requests.length;
  const own = app.services.publicUrl();
  for (const [text, reason] of [
    ["not base64!", "is not a SimpleFIN setup token"],
    [base64(`${mock.origin}/shutdown`), "is not a SimpleFIN setup token"],
    [base64("ftp://127.0.0.1/claim"), "is not a SimpleFIN setup token"],
    [
      base64(`http://ada:secret@127.0.0.1:${new URL(mock.origin).port}/sf/claim/1`),
      "is not a SimpleFIN setup token",
    ],
    [base64(`${own}/simplefin/claim/1`), "this server's own"],
    [base64("https://bridge.example/simplefin/claim/1"), "the sandbox takes"],
  ] as const) {
    const { body } = await (await open()).submit({ setup_token: text });
    expect(body.error_code).toBe("INVALID_CREDENTIALS");
    expect(body.error_message).toContain(reason);
    expect(JSON.stringify(body)).not.toMatch(/ada|secret|bridge\.example/);
  }
  expect(mock.requests).toHaveLength(count);
});

test("a token of one name of this machine is claimed at a server that calls itself by another", async () => {
  const { open, mock } = await bridgeApp();
  const { port } = new URL(mock.origin);
  const { submit } = await open();
  const setup_token = base64(`http://localhost:${port}/sf/claim/by-name`);
  const { status } = await submit({ setup_token });
  expect(status).toBe(200);
});

test.each<[string, MockReply, string]>([
  [
    "leads to another host",
    { status: 302, headers: { location: "https://x.example/" } },
    "INVALID_CREDENTIALS",
  ],
  [
    "returns credentials of another host",
    { body: "https://ada:pw@other.example/sf" },
    "UNSUPPORTED_RESPONSE",
  ],
  [
    "returns an address without credentials",
    { body: "http://127.0.0.1/sf" },
    "UNSUPPORTED_RESPONSE",
  ],
  ["returns more than an address", { body: "x".repeat(5000) }, "INVALID_CREDENTIALS"],
  ["is down", { status: 503 }, "INSTITUTION_DOWN"],
])("a claim that %s is refused, and none of it is repeated", async (_, reply, code) => {
  const { app, open, token, answerClaim } = await bridgeApp();
  answerClaim(reply);
  const { body } = await (await open()).submit({ setup_token: token() });
  expect(body.error_code).toBe(code);
  expect(JSON.stringify(body) + app.logged.join("")).not.toMatch(/ada:pw|other\.example|xxxxx/);
});

test("production claims public https addresses alone", async () => {
  const { app, mock } = await bridgeApp({
    SERVICE_ENV: "development",
    SERVICE_LINK_MASTER_KEY: "ab".repeat(32),
    PUBLIC_URL: "https://link.example",
  });
  for (const address of [
    `${mock.origin}/sf/claim/1`,
    "http://bridge.example/claim/1",
    "https://10.0.0.8/claim/1",
    "https://169.254.169.254/claim/1",
    "https://[::1]/claim/1",
    "https://link.example/simplefin/claim/1",
  ]) {
    const { start } = app.services.directory.connectorOf("ins_700001");
    await expect(start("ins_700001", { setup_token: base64(address) })).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
    });
  }
  expect(mock.requests).toEqual([]);
});
