import { expect, test } from "vitest";
import { LoginResponse, ResendCodeResponse } from "../../../protocol/link/bridge.ts";
import { linkToken, parseSession } from "../../../testing/test-app/link-token.ts";
import { PAGE, testApp } from "../../../testing/test-app/test-app.ts";
import { Fault } from "../../domain/fault.ts";

const BANK = { institution_id: "ins_109508" };
const SECOND = 1000;

type App = Awaited<ReturnType<typeof testApp>>;
type Link = Awaited<ReturnType<App["startLink"]>>;
type Answer = Awaited<ReturnType<Link["bridge"]>>;

const toCode = ({ body }: Answer) => body.error_code;
const parseBody = <T>(schema: { parse(body: unknown): T }, { status, body }: Answer): T => {
  expect([status, body.error_code]).toEqual([200, undefined]);
  const { request_id: _, ...answer } = body;
  return schema.parse(answer);
};

const signIn = async (link: Link, password: string) => {
  await link.bridge("institution/select", BANK);
  const credentials = { username: "user_good", password };
  return challengeIn(await link.bridge("credentials/submit", { ...BANK, credentials }));
};
const challengeIn = (answer: Answer) => parseBody(LoginResponse, answer).challenge;
const resend = async (link: Link) =>
  parseBody(ResendCodeResponse, await link.bridge("mfa/resend", {}));
const toConnector = (app: App) => app.services.directory.connectorOf(BANK.institution_id);

const atCode = async () => {
  const app = await testApp();
  const link = await app.startLink();
  const challenge = await signIn(link, "mfa_code");
  return { app, link, challenge };
};

test("another code is sent after 30 seconds, and says when the next one may be", async () => {
  const { app, link, challenge } = await atCode();
  expect(challenge).toEqual({ type: "code", sent_to: null, length: 4, resend_after: 30 });
  app.advanceClock(30 * SECOND);
  expect(await resend(link)).toEqual({ sent: true, resend_after: 30 });
  expect((await link.bridge("mfa/submit", { answers: ["1234"] })).status).toBe(200);
});

test("another code is refused before that, and the answer says when", async () => {
  const { app, link } = await atCode();
  app.advanceClock(12 * SECOND);
  expect(await resend(link)).toEqual({ sent: false, resend_after: 18 });
  app.advanceClock(17_001);
  expect(await resend(link)).toEqual({ sent: false, resend_after: 1 });
  app.advanceClock(SECOND);
  expect(await resend(link)).toEqual({ sent: true, resend_after: 30 });
});

test("a login sends five codes at most", async () => {
  const { app, link } = await atCode();
  for (const after of [30, 30, 30, null]) {
    app.advanceClock(30 * SECOND);
    expect(await resend(link)).toEqual({ sent: true, resend_after: after });
  }
  app.advanceClock(3600 * SECOND);
  expect(await resend(link)).toEqual({ sent: false, resend_after: null });
});

test("the retry of a resend sends no second code", async () => {
  const { app, link } = await atCode();
  app.advanceClock(30 * SECOND);
  const connector = toConnector(app);
  let sent = 0;
  const { resendCode } = connector;
  connector.resendCode = async (...request) => {
    sent++;
    return (await resendCode?.(...request)) ?? "";
  };
  const body = { submission_id: "0123456789abcdef" };
  const answers = [await link.bridge("mfa/resend", body), await link.bridge("mfa/resend", body)];
  for (const answer of answers)
    expect(parseBody(ResendCodeResponse, answer)).toEqual({ sent: true, resend_after: 30 });
  expect(sent).toBe(1);
});

test("an institution that refuses a resend for a time says when", async () => {
  const { app, link } = await atCode();
  app.advanceClock(30 * SECOND);
  toConnector(app).resendCode = async () => {
    throw new Fault("INSTITUTION_RATE_LIMIT", { retryAfterMs: 90 * SECOND });
  };
  expect(await resend(link)).toEqual({ sent: false, resend_after: 90 });
});

test("any other refusal of a resend is an error, and the code can still be entered", async () => {
  const { app, link } = await atCode();
  app.advanceClock(30 * SECOND);
  toConnector(app).resendCode = async () => {
    throw new Fault("INSTITUTION_NOT_RESPONDING");
  };
  expect(toCode(await link.bridge("mfa/resend", {}))).toBe("INSTITUTION_NOT_RESPONDING");
  expect((await link.bridge("mfa/submit", { answers: ["1234"] })).status).toBe(200);
});

test("a code that its connector cannot send again is not offered, and not sent", async () => {
  const app = await testApp();
  delete toConnector(app).resendCode;
  const link = await app.startLink();
  const challenge = await signIn(link, "mfa_code");
  expect(challenge).toEqual({ type: "code", sent_to: null, length: 4 });
  app.advanceClock(30 * SECOND);
  expect(toCode(await link.bridge("mfa/resend", {}))).toBe("INVALID_LINK_SESSION");
});

test("another challenge, and a session without one, has no code to send", async () => {
  const link = await (await testApp()).startLink();
  for (const path of ["mfa/resend", "mfa/devices"])
    expect(toCode(await link.bridge(path, {}))).toBe("INVALID_LINK_SESSION");
  await signIn(link, "mfa_questions_1_1");
  for (const path of ["mfa/resend", "mfa/devices"])
    expect(toCode(await link.bridge(path, {}))).toBe("INVALID_LINK_SESSION");
});

test("the code can go to another device of the list at once", async () => {
  const link = await (await testApp()).startLink();
  const list = await signIn(link, "mfa_device");
  const code = challengeIn(await link.bridge("mfa/submit", { answers: ["phone-1"] }));
  expect(code).toMatchObject({ resend_after: 30, other_devices: ["phone", "email"] });
  expect(challengeIn(await link.bridge("mfa/devices", {}))).toEqual(list);
  const mailed = challengeIn(await link.bridge("mfa/submit", { answers: ["email"] }));
  expect(mailed).toMatchObject({ other_devices: ["phone", "phone"] });
  expect((await link.bridge("mfa/submit", { answers: ["1234"] })).status).toBe(200);
});

test("codes to other devices count too", async () => {
  const link = await (await testApp()).startLink();
  await signIn(link, "mfa_device");
  for (const device of ["phone-1", "phone-2", "email", "phone-1"]) {
    const code = challengeIn(await link.bridge("mfa/submit", { answers: [device] }));
    expect(code).toHaveProperty("other_devices");
    expect((await link.bridge("mfa/devices", {})).status).toBe(200);
  }
  const last = challengeIn(await link.bridge("mfa/submit", { answers: ["email"] }));
  expect(last).toEqual({ type: "code", sent_to: expect.any(String), length: 4 });
  expect(toCode(await link.bridge("mfa/devices", {}))).toBe("INVALID_LINK_SESSION");
});

test("a reopened session keeps the rest of the wait", async () => {
  const app = await testApp();
  const token = await linkToken(app);
  const frame = "f4a2e1b0-0000-4000-8000-000000000001";
  await signIn(await app.startLink({ token }, PAGE, frame), "mfa_code");
  app.advanceClock(10 * SECOND);
  const again = await app.startLink({ token }, PAGE, frame);
  expect(parseSession(again).resume_point).toMatchObject({ challenge: { resend_after: 20 } });
});
