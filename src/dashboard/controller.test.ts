import { expect, test } from "vitest";
import type { DashboardAnswer } from "../protocol/dashboard.ts";
import { linkError } from "../protocol/errors.ts";
import { createDesk } from "./desk.ts";
import type { Outcome } from "./outcome.ts";
import type { State } from "./state.ts";

const client: DashboardAnswer["client"] = {
  client_id: "client-1",
  public_key: "public-1",
  public_key_enabled: true,
  partner: false,
  products: ["auth"],
  account_selection: "several",
  allowed_origins: ["https://shop.example"],
  default_version: "2020-09-14",
};

const answered = (changes: Partial<DashboardAnswer["client"]> = {}): Outcome => ({
  kind: "answered",
  answer: {
    environment: "sandbox",
    client: { ...client, ...changes },
    versions: [],
    session_ends_in: 5000,
    request_id: "r",
  },
});
const refusedWith = (code: Parameters<typeof linkError>[0], waitMs = 0): Outcome => ({
  kind: "refused",
  error: { ...linkError(code), request_id: "r" },
  waitMs,
});
const OVER = refusedWith("INVALID_DASHBOARD_SESSION");
const LOST: Outcome = { kind: "lost" };

/** A desk whose server answers what the test has laid ready, and whose time the test moves. */
const desk = (...outcomes: Outcome[]) => {
  const asked: [string, object?][] = [];
  const states: State[] = [];
  let timer: { ms: number; what: () => void } | null = null;
  const made = createDesk({
    ask: async (path, body) => {
      asked.push(body ? [path, body] : [path]);
      return outcomes.shift() ?? LOST;
    },
    paint: (state) => void states.push(state),
    later: (ms, what) => {
      const one = { ms, what };
      timer = one;
      return () => {
        if (timer === one) timer = null;
      };
    },
  });
  return {
    ...made,
    asked,
    states,
    seen: () => states.at(-1),
    /** What is waited for, in ms; null for nothing. */
    waits: () => timer?.ms ?? null,
    /** Lets that time pass. */
    pass: async () => {
      const due = timer;
      timer = null;
      due?.what();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
};

/** A desk at which a client has signed in. */
const signedIn = async (...outcomes: Outcome[]) => {
  const at = desk(answered(), ...outcomes);
  await at.look();
  expect(at.seen()).toMatchObject({ view: "CLIENT", picked: "2020-09-14", told: null });
  return at;
};

test("who has no session signs in, and sees the client", async () => {
  const at = desk(OVER, answered());
  await at.look();
  expect(at.seen()).toEqual({ view: "SIGN_IN", note: null, trouble: null, busy: false });
  const done = at.signIn("client-1", "secret");
  expect(at.seen()).toMatchObject({ view: "SIGN_IN", busy: true });
  await done;
  expect(at.seen()).toMatchObject({ view: "CLIENT" });
  expect(at.asked).toEqual([["client"], ["session", { client_id: "client-1", secret: "secret" }]]);
  expect(JSON.stringify(at.states)).not.toContain('"secret":"secret"');
});

test.each([
  ["", "secret", "client_id"],
  ["client-1", "", "secret"],
])("an empty field is said to be empty, and nobody is asked", async (id, secret, field) => {
  const at = desk(OVER);
  await at.look();
  await at.signIn(id, secret);
  expect(at.seen()).toMatchObject({ trouble: { field, text: `Enter the ${field}.` } });
  expect(at.asked).toEqual([["client"]]);
});

test("after too many tries the seconds are counted down, and nobody is asked before", async () => {
  const at = desk(OVER, refusedWith("RATE_LIMIT", 1500), answered());
  await at.look();
  await at.signIn("client-1", "wrong");
  for (const seconds of [2, 1]) {
    expect(at.seen()).toMatchObject({ trouble: { seconds } });
    await at.signIn("client-1", "secret");
    expect(at.waits()).toBe(1000);
    await at.pass();
  }
  expect([at.seen(), at.waits()]).toMatchObject([{ trouble: { seconds: 0 } }, null]);
  await at.signIn("client-1", "secret");
  expect(at.seen()).toMatchObject({ view: "CLIENT" });
  expect(at.asked).toHaveLength(3);
});

test("another version is looked at, asked about and changed to", async () => {
  const at = await signedIn(answered({ default_version: "2019-05-29" }));
  at.pick("2019-05-29");
  at.consider();
  expect(at.seen()).toMatchObject({ picked: "2019-05-29", asking: true });
  at.keep();
  expect(at.seen()).toMatchObject({ picked: "2019-05-29", asking: false });
  at.consider();
  const done = at.change();
  expect(at.seen()).toMatchObject({ asking: true, busy: "version" });
  await done;
  expect(at.seen()).toMatchObject({
    answer: { client: { default_version: "2019-05-29" } },
    picked: "2019-05-29",
    asking: false,
    busy: null,
    told: { about: "version", went: "well" },
  });
  expect(at.asked.slice(1)).toEqual([["version", { version: "2019-05-29" }]]);
});

test("a change that the server does not answer stays to be tried again", async () => {
  const at = await signedIn(LOST, answered({ default_version: "2019-05-29" }));
  at.pick("2019-05-29");
  at.consider();
  await at.change();
  expect(at.seen()).toMatchObject({ asking: true, busy: null, told: { went: "badly" } });
  await at.change();
  expect(at.seen()).toMatchObject({ asking: false, told: { went: "well" } });
});

test("one thing is done at a time", async () => {
  const at = await signedIn(answered({ allowed_origins: [] }));
  const done = at.disallow("https://shop.example");
  at.pick("2017-03-08");
  await Promise.all([at.disallow("https://shop.example"), at.signOut(), at.look(), done]);
  expect(at.asked).toHaveLength(2);
  expect(at.seen()).toMatchObject({
    picked: "2020-09-14",
    told: { about: "origins", removed: "https://shop.example" },
  });
});

test("what is looked at stays while origins are added, and what is wrong with one is said", async () => {
  const both = ["https://shop.example", "https://b.example"];
  const at = await signedIn(answered({ allowed_origins: both }), refusedWith("INVALID_FIELD"));
  at.pick("2017-03-08");
  expect(await at.allow("  ")).toBe(false);
  expect(at.seen()).toMatchObject({ told: { about: "origin", went: "badly" } });
  expect(await at.allow("https://shop.example")).toBe(false);
  expect(at.seen()).toMatchObject({ told: { text: "https://shop.example is allowed already." } });
  expect(await at.allow(" https://b.example ")).toBe(true);
  expect(at.seen()).toMatchObject({ picked: "2017-03-08", told: { about: "origins" } });
  expect(await at.allow("c.example/")).toBe(false);
  expect(at.seen()).toMatchObject({ told: { about: "origin", went: "badly" } });
  expect(at.asked.slice(1)).toEqual([
    ["origin/allow", { origin: "https://b.example" }],
    ["origin/allow", { origin: "c.example/" }],
  ]);
});

test("when the session's time is over the server is asked, and says whether it is", async () => {
  const at = await signedIn(answered(), OVER);
  expect(at.waits()).toBe(6000);
  await at.pass();
  expect(at.seen()).toMatchObject({ view: "CLIENT" });
  await at.pass();
  expect(at.seen()).toMatchObject({
    view: "SIGN_IN",
    note: "Your session has ended. Sign in again to go on.",
  });
  expect(at.waits()).toBe(null);
});

test.each([
  ["changing the version", "change"],
  ["adding an origin", "allow"],
  ["removing one", "disallow"],
] as const)("a session that is over is told of when %s", async (_, action) => {
  const at = await signedIn(OVER);
  at.pick("2019-05-29");
  await at[action]("https://a.example");
  expect(at.seen()).toMatchObject({ view: "SIGN_IN", note: expect.stringMatching(/has ended/) });
});

test("looking again shows what another place has changed, and keeps the rest", async () => {
  const at = await signedIn(
    answered({ partner: true }),
    LOST,
    answered({ default_version: "2018-05-22" }),
  );
  at.pick("2019-05-29");
  await at.look();
  expect(at.seen()).toMatchObject({ picked: "2019-05-29", answer: { client: { partner: true } } });
  const before = at.seen();
  await at.look();
  expect(at.seen()).toBe(before);
  await at.look();
  expect(at.seen()).toMatchObject({ picked: "2018-05-22" });
});

test("what was asked before a change does not undo what the change has shown", async () => {
  const at = await signedIn(answered({ partner: true }));
  const looked = at.look();
  at.pick("2017-03-08");
  await looked;
  expect(at.seen()).toMatchObject({
    picked: "2017-03-08",
    answer: { client: { partner: false } },
  });
});

test("a server that cannot be reached is tried again", async () => {
  const at = desk(LOST, answered());
  await at.look();
  expect(at.seen()).toEqual({ view: "UNREACHED" });
  await at.look();
  expect(at.states.map(({ view }) => view)).toEqual(["UNREACHED", "OPENING", "CLIENT"]);
});

test("signing out leaves nothing of the client", async () => {
  const at = await signedIn(LOST, answered());
  await at.signOut();
  expect(at.seen()).toMatchObject({ view: "CLIENT", told: { about: "sign-out", went: "badly" } });
  await at.signOut();
  expect([at.seen(), at.waits()]).toEqual([
    { view: "SIGN_IN", note: "You are signed out.", trouble: null, busy: false },
    null,
  ]);
});
