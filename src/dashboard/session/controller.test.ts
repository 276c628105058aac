import { effect } from "@preact/signals";
import { expect, test } from "vitest";
import { createController } from "./controller.ts";
import { failure, NO_ANSWER, SESSION_OVER, success } from "./outcomes.fixture.ts";
import type { Outcome, Request } from "./request.ts";
import type { State } from "./state.ts";

/** Opens a controller in front of a server that gives these outcomes, with a timer that the test runs. */
const open = (...outcomes: Outcome[]) => {
  const requests: [string, object?][] = [];
  const states: State[] = [];
  let timer: { ms: number; run: () => void } | null = null;
  const controller = createController({
    request: (async (path, body) => {
      requests.push([path, body]);
      return outcomes.shift() ?? NO_ANSWER;
    }) as Request,
    startTimer: (ms, run) => {
      const newTimer = { ms, run };
      timer = newTimer;
      return () => {
        if (timer === newTimer) timer = null;
      };
    },
  });
  effect(() => void states.push(controller.state.value));
  return {
    ...controller,
    requests,
    states,
    current: () => controller.state.value,
    /** The delay of the timer that runs, in ms; null without one. */
    timerMs: () => timer?.ms ?? null,
    /** Lets the timer's delay pass. */
    runTimer: async () => {
      const due = timer;
      timer = null;
      due?.run();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
};

/** Opens the controller of a client that has signed in. */
const openClient = async (...outcomes: Outcome[]) => {
  const at = open(success(), ...outcomes);
  await at.reload();
  expect(at.current()).toMatchObject({ view: "CLIENT", version: "2020-09-14", notice: null });
  return at;
};

test("without a session the client signs in, and sees its settings", async () => {
  const at = open(SESSION_OVER, success());
  await at.reload();
  expect(at.current()).toEqual({
    view: "SIGN_IN",
    mode: "client",
    reason: null,
    error: null,
    busy: false,
  });
  const signIn = at.signIn("client-1", "secret");
  expect(at.current()).toMatchObject({ view: "SIGN_IN", busy: true });
  await signIn;
  expect(at.current()).toMatchObject({ view: "CLIENT" });
  expect(at.requests).toEqual([
    ["me", {}],
    ["session", { client_id: "client-1", secret: "secret" }],
  ]);
  expect(JSON.stringify(at.states)).not.toContain('"secret":"secret"');
});

test.each([
  ["", "secret", "client_id"],
  ["client-1", "", "secret"],
])("an empty field is reported, and no request is made", async (id, secret, field) => {
  const at = open(SESSION_OVER);
  await at.reload();
  await at.signIn(id, secret);
  expect(at.current()).toMatchObject({ error: { field, text: `Enter the ${field}.` } });
  expect(at.requests).toEqual([["me", {}]]);
});

test("after too many attempts the seconds are counted down, and no request is made before", async () => {
  const at = open(SESSION_OVER, failure("RATE_LIMIT", 1500), success());
  await at.reload();
  await at.signIn("client-1", "wrong");
  for (const seconds of [2, 1]) {
    expect(at.current()).toMatchObject({ error: { seconds } });
    await at.signIn("client-1", "secret");
    expect(at.timerMs()).toBe(1000);
    await at.runTimer();
  }
  expect([at.current(), at.timerMs()]).toMatchObject([{ error: { seconds: 0 } }, null]);
  await at.signIn("client-1", "secret");
  expect(at.current()).toMatchObject({ view: "CLIENT" });
  expect(at.requests).toHaveLength(3);
});

test("a change to another version is confirmed first", async () => {
  const at = await openClient(success({ default_version: "2019-05-29" }));
  at.selectVersion("2019-05-29");
  at.openConfirm();
  expect(at.current()).toMatchObject({ version: "2019-05-29", confirm: true });
  at.closeConfirm();
  expect(at.current()).toMatchObject({ version: "2019-05-29", confirm: false });
  at.openConfirm();
  const change = at.changeVersion();
  expect(at.current()).toMatchObject({ confirm: true, busy: "version" });
  await change;
  expect(at.current()).toMatchObject({
    answer: { client: { default_version: "2019-05-29" } },
    version: "2019-05-29",
    confirm: false,
    busy: null,
    notice: { about: "version", kind: "success" },
  });
  expect(at.requests.slice(1)).toEqual([["version", { version: "2019-05-29" }]]);
});

test("a change without a response can be tried again", async () => {
  const at = await openClient(NO_ANSWER, success({ default_version: "2019-05-29" }));
  at.selectVersion("2019-05-29");
  at.openConfirm();
  await at.changeVersion();
  expect(at.current()).toMatchObject({ confirm: true, busy: null, notice: { kind: "failure" } });
  await at.changeVersion();
  expect(at.current()).toMatchObject({ confirm: false, notice: { kind: "success" } });
});

test("one change is made at a time", async () => {
  const at = await openClient(success({ allowed_origins: [] }));
  const removal = at.removeOrigin("https://shop.example");
  at.selectVersion("2017-03-08");
  await Promise.all([at.removeOrigin("https://shop.example"), at.signOut(), at.reload(), removal]);
  expect(at.requests).toHaveLength(2);
  expect(at.current()).toMatchObject({
    version: "2020-09-14",
    notice: { about: "origins", undoOrigin: "https://shop.example" },
  });
});

test("the selection stays while origins are added, and a wrong one is reported", async () => {
  const both = ["https://shop.example", "https://b.example"];
  const at = await openClient(success({ allowed_origins: both }), failure("INVALID_FIELD"));
  at.selectVersion("2017-03-08");
  expect(await at.addOrigin("  ")).toBe(false);
  expect(at.current()).toMatchObject({ notice: { about: "origin", kind: "failure" } });
  expect(await at.addOrigin("https://shop.example")).toBe(false);
  expect(at.current()).toMatchObject({
    notice: { text: "https://shop.example is allowed already." },
  });
  expect(await at.addOrigin(" https://b.example ")).toBe(true);
  expect(at.current()).toMatchObject({ version: "2017-03-08", notice: { about: "origins" } });
  expect(await at.addOrigin("c.example/")).toBe(false);
  expect(at.current()).toMatchObject({ notice: { about: "origin", kind: "failure" } });
  expect(at.requests.slice(1)).toEqual([
    ["origin/allow", { origin: "https://b.example" }],
    ["origin/allow", { origin: "c.example/" }],
  ]);
});

test("when the session's time is over, the server is asked whether it is", async () => {
  const at = await openClient(success(), SESSION_OVER);
  expect(at.timerMs()).toBe(6000);
  await at.runTimer();
  expect(at.current()).toMatchObject({ view: "CLIENT" });
  await at.runTimer();
  expect(at.current()).toMatchObject({
    view: "SIGN_IN",
    reason: "Your session has ended. Sign in again to go on.",
  });
  expect(at.timerMs()).toBe(null);
});

test.each([
  ["changing the version", "changeVersion"],
  ["adding an origin", "addOrigin"],
  ["removing one", "removeOrigin"],
] as const)("a session that is over leads to signing in when %s", async (_, action) => {
  const at = await openClient(SESSION_OVER);
  at.selectVersion("2019-05-29");
  await at[action]("https://a.example");
  expect(at.current()).toMatchObject({
    view: "SIGN_IN",
    reason: expect.stringMatching(/has ended/),
  });
});

test("a reload shows changes made elsewhere, and keeps the rest", async () => {
  const at = await openClient(
    success({ partner: true }),
    NO_ANSWER,
    success({ default_version: "2018-05-22" }),
  );
  at.selectVersion("2019-05-29");
  await at.reload();
  expect(at.current()).toMatchObject({
    version: "2019-05-29",
    answer: { client: { partner: true } },
  });
  const before = at.current();
  await at.reload();
  expect(at.current()).toBe(before);
  await at.reload();
  expect(at.current()).toMatchObject({ version: "2018-05-22" });
});

test("a response older than a change does not undo it", async () => {
  const at = await openClient(success({ partner: true }));
  const reload = at.reload();
  at.selectVersion("2017-03-08");
  await reload;
  expect(at.current()).toMatchObject({
    version: "2017-03-08",
    answer: { client: { partner: false } },
  });
});

test("a server that cannot be reached is tried again", async () => {
  const at = open(NO_ANSWER, success());
  await at.reload();
  expect(at.current()).toEqual({ view: "UNREACHABLE" });
  await at.reload();
  expect(at.states.map(({ view }) => view)).toEqual([
    "LOADING",
    "UNREACHABLE",
    "LOADING",
    "CLIENT",
  ]);
});

test("signing out removes all that is the client's", async () => {
  const at = await openClient(NO_ANSWER, success());
  await at.signOut();
  expect(at.current()).toMatchObject({
    view: "CLIENT",
    notice: { about: "sign-out", kind: "failure" },
  });
  await at.signOut();
  expect([at.current(), at.timerMs()]).toEqual([
    { view: "SIGN_IN", mode: "client", reason: "You are signed out.", error: null, busy: false },
    null,
  ]);
});
