import { expect, test } from "vitest";
import { PORTAL_WORDS } from "../i18n/portal.ts";
import type { ConnectionsAnswer } from "../protocol/connections.ts";
import { linkError } from "../protocol/errors/errors.ts";
import { createController } from "./controller.ts";
import { connection } from "./open-portal.fixture.tsx";
import type { Outcome } from "./request.ts";

const success = (changes: Partial<ConnectionsAnswer> = {}): Outcome => ({
  kind: "success",
  answer: { email: null, connections: [connection()], session_ends_in: 5000, ...changes },
});
const DONE: Outcome = { kind: "success", answer: {} };
const NO_ANSWER: Outcome = { kind: "no-answer" };
const SESSION_OVER: Outcome = { kind: "error", error: linkError("INVALID_ACCOUNT_SESSION") };
const words = PORTAL_WORDS.en;

/** Opens a controller. The test decides when the server responds. */
const openDeferred = () => {
  const pending: { path: string; answer: (outcome: Outcome) => void }[] = [];
  const timers: (() => void)[] = [];
  const hold = (path: string) => new Promise<Outcome>((answer) => pending.push({ path, answer }));
  const controller = createController({
    language: "en",
    words,
    request: hold,
    startTimer: (_, run) => {
      timers.push(run);
      return () => timers.splice(timers.indexOf(run), 1);
    },
  });
  const settle = async () => {
    for (let turns = 0; turns < 20; turns++) await Promise.resolve();
  };
  return {
    ...controller,
    timers,
    /** The paths of the pending calls. */
    waiting: async () => {
      await settle();
      return pending.map(({ path }) => path);
    },
    /** Responds to the oldest call of a path, and waits for all consequences. */
    answer: async (path: string, outcome: Outcome) => {
      await settle();
      const index = pending.findIndex((call) => call.path === path);
      expect(index, `${path} is asked for`).toBeGreaterThanOrEqual(0);
      pending.splice(index, 1)[0]?.answer(outcome);
      await settle();
    },
    current: () => controller.state.value,
  };
};

/** Opens a controller with the connections of a session in view. */
const openConnections = async () => {
  const at = openDeferred();
  void at.start("");
  await at.answer("connections", success());
  return at;
};

const disconnect = { about: "disconnect", connectionId: "item-1" } as const;

test("requests run one after the other, so that no response is older than the view", async () => {
  const at = await openConnections();
  void at.sendCode("ann@example.com");
  at.ask(disconnect);
  void at.confirm();
  expect(await at.waiting()).toEqual(["email"]);
  await at.answer("email", DONE);
  expect(await at.waiting()).toEqual(["connection/end"]);
  await at.answer("connection/end", success({ connections: [connection({ status: "ended" })] }));
  expect(at.current()).toMatchObject({
    answer: { connections: [{ status: "ended" }] },
    comeBack: { email: "ann@example.com" },
    busy: false,
  });
});

test.each([
  ["saved", DONE, null],
  ["not saved", NO_ANSWER, { kind: "failure", text: words.noAnswer }],
])("a file that is %s at last keeps changes made meanwhile", async (_, outcome, notice) => {
  const at = await openConnections();
  void at.download("data", (fetch) => fetch);
  void at.sendCode("ann@example.com");
  await at.answer("email", DONE);
  void at.confirmCode("12345678");
  await at.answer("email/confirm", success({ email: "ann@example.com" }));
  void at.sendCode("bob@example.com");
  await at.answer("data", outcome);
  expect(at.current()).toMatchObject({
    answer: { email: "ann@example.com" },
    comeBack: { busy: true },
    busy: false,
    notice,
  });
});

test("a response after the end of a session shows nothing of it", async () => {
  const at = await openConnections();
  void at.download("data", (fetch) => fetch);
  void at.sendCode("ann@example.com");
  await at.answer("email", SESSION_OVER);
  await at.answer("data", NO_ANSWER);
  expect(at.current()).toMatchObject({ view: "SIGN_IN", reason: "session-end" });
});

test("signing out is reported even if another request was pending", async () => {
  const at = await openConnections();
  void at.sendCode("ann@example.com");
  void at.signOut();
  await at.answer("email", DONE);
  void at.confirmCode("12345678");
  await at.answer("sign-out", DONE);
  await at.answer("email/confirm", SESSION_OVER);
  expect(at.current()).toMatchObject({ view: "SIGN_IN", reason: "signed-out" });
});

test("the address stays while its code is being verified", async () => {
  const at = await openConnections();
  void at.sendCode("ann@example.com");
  await at.answer("email", DONE);
  void at.confirmCode("12345678");
  at.changeAddress();
  await at.answer("email/confirm", NO_ANSWER);
  expect(at.current()).toMatchObject({
    comeBack: { email: "ann@example.com", error: words.noAnswer },
  });
});

test("a page that becomes visible while its session is being opened makes no request", async () => {
  const at = openDeferred();
  void at.start("address-1");
  void at.reload();
  await at.answer("open", success());
  expect(at.current()).toMatchObject({ view: "CONNECTIONS" });
  expect(await at.waiting()).toEqual([]);
});

test("if two addresses are opened in turn, the last one is shown", async () => {
  const at = openDeferred();
  void at.start("address-1");
  void at.start("address-2");
  await at.answer("open", success({ email: "ann@example.com" }));
  expect(at.current()).toEqual({ view: "LOADING" });
  await at.answer("open", success({ email: "bob@example.com" }));
  expect(at.current()).toMatchObject({ answer: { email: "bob@example.com" } });
});

test("a mailed address that is opened while another mail is requested stays in view", async () => {
  const at = openDeferred();
  void at.start("");
  await at.answer("connections", SESSION_OVER);
  void at.signIn("ann@example.com");
  void at.start("mail.address-1");
  await at.answer("sign-in", DONE);
  expect(at.current()).toMatchObject({ view: "MAILED" });
});

test("the session's end is queried until there is a response", async () => {
  const at = await openConnections();
  for (const outcome of [NO_ANSWER, SESSION_OVER]) {
    expect(at.timers).toHaveLength(1);
    at.timers[0]?.();
    await at.answer("connections", outcome);
  }
  expect(at.current()).toMatchObject({ view: "SIGN_IN", reason: "session-end" });
  at.timers[0]?.();
  expect(await at.waiting()).toEqual([]);
});
