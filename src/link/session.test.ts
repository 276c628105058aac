import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { Challenge, LoginForm, Selection, StartSessionResponse } from "../protocol/bridge.ts";
import type { LinkError } from "../protocol/errors.ts";
import type { InstitutionRow } from "../protocol/institution.ts";
import type { FrameMessage } from "../protocol/messages.ts";
import { BridgeRefusal, type Client } from "./client.ts";
import type { PageRequest } from "./host.ts";
import { allMoves } from "./machine/later-moves.ts";
import type { MachineEvent } from "./machine/machine-event.ts";
import type { State } from "./machine/states.ts";
import { runSessions } from "./session.ts";
import type { ShownSession } from "./session-options.ts";

const bank: InstitutionRow = {
  institution_id: "ins_1",
  name: "One",
  mark: "arch",
  color: "#123456",
};
const refusal: LinkError = {
  error_type: "ITEM_ERROR",
  error_code: "INVALID_CREDENTIALS",
  error_message: "no",
  display_message: null,
};

/** Link without its window: a page that listens, and a bridge whose answers the test gives. */
const link = (config: Record<string, unknown> = {}) => {
  const told: FrameMessage[] = [];
  const toldAfterwards: Parameters<Client["tellEvents"]>[0][] = [];
  const calls: { name: string; resolve(value: unknown): void; reject(error: unknown): void }[] = [];
  const openings: Parameters<Client["start"]>[0][] = [];
  const abandoned: Parameters<Client["abandon"]>[0][] = [];
  const prepared: Parameters<Client["prepare"]>[0][] = [];
  let tellFrame: (message: PageRequest) => void = () => undefined;
  let state: State = { name: "CLOSED" };
  let made = 0;
  let closeTab: () => void = () => undefined;
  let now = Date.parse("2026-01-01T00:00:00Z");
  const call = (name: string) => () =>
    new Promise<never>((resolve, reject) => {
      calls.push({ name, resolve: (value) => resolve(value as never), reject });
    });
  const client: Client = {
    requestId: "",
    prepare: (opening) => {
      prepared.push(opening);
      return call("prepare")();
    },
    start: (opening) => {
      openings.push(opening);
      client.requestId = `start-${openings.length}`;
      return call("start")();
    },
    search: call("search"),
    selectInstitution: call("selectInstitution"),
    giveConsent: call("giveConsent"),
    captchaChallenge: call("captchaChallenge"),
    solveCaptcha: call("solveCaptcha"),
    submitCredentials: call("submitCredentials"),
    submitMfa: call("submitMfa"),
    selectAccounts: call("selectAccounts"),
    exit: call("exit"),
    abandon: (session) => {
      abandoned.push(session);
      return Promise.resolve({});
    },
    tellEvents: (events) => {
      toldAfterwards.push(events);
      return Promise.resolve({});
    },
  };
  const send = runSessions({
    host: {
      origin: "https://shop.example",
      config,
      tell: (message) => told.push(structuredClone(message)),
      listen: (hear) => {
        tellFrame = hear;
      },
    },
    client,
    institutions: [bank],
    moves: () => allMoves,
    later: () => Promise.resolve({ solve: call("solve") }),
    searchHere: () => null,
    newId: (length) => `id${++made}`.padEnd(length, "x"),
    keptFor: (linkToken) => `${linkToken} is known as `.padEnd(32, ".") + "secret".padEnd(32, "."),
    whenGone: (leave) => {
      closeTab = leave;
    },
    paint: (painted) => {
      state = painted;
    },
    clock: () => now,
  });
  const settle = async (name: string, outcome: (one: (typeof calls)[number]) => void) => {
    const at = calls.findIndex((one) => one.name === name);
    const [one] = calls.splice(at, at < 0 ? 0 : 1);
    if (one) outcome(one);
    // A call's answer passes through a few promises before the machine hears of it.
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    return one !== undefined;
  };
  return {
    told,
    toldAfterwards,
    abandoned,
    openings,
    prepared,
    names: () =>
      told.map((message) =>
        message.type === "event" ? (message.metadata.view_name ?? message.name) : message.type,
      ),
    state: () => state,
    send,
    page: (message: PageRequest) => tellFrame(message),
    closeTab: () => closeTab(),
    passTime: (ms: number) => {
      now += ms;
    },
    pending: () => calls.map(({ name }) => name),
    answer: (name: string, value: unknown = {}) => settle(name, ({ resolve }) => resolve(value)),
    refuse: (name: string, error: unknown = new BridgeRefusal(refusal)) =>
      settle(name, ({ reject }) => reject(error)),
  };
};

const shown: ShownSession = {
  client_name: "Shop",
  language: "en",
  institutions: [bank],
  institution_index: null,
};
const session = (id: string): StartSessionResponse => ({
  ...shown,
  link_session_id: id,
  session_token: "token",
  expires_at: "2026-01-01T04:00:00.000Z",
  update: false,
  standing: { at: "institution" },
});

describe("a session", () => {
  test("of a link token is started when it is opened, under the names that are kept for it", async () => {
    const { page, answer, openings, prepared, send } = link({ token: "link-1" });
    const opening = {
      config: { token: "link-1" },
      origin: "https://shop.example",
      resume: "secret".padEnd(32, "."),
    };
    expect(prepared).toEqual([opening]);
    await answer("prepare", { ...shown, at_list: true });
    expect(openings).toEqual([]);
    page({ type: "open" });
    await answer("start", session("one"));
    send({ type: "exit.forced" });
    page({ type: "open" });
    const named = { ...opening, link_session_id: "link-1 is known as ".padEnd(32, ".") };
    expect(openings).toEqual([named, named]);
    expect(prepared).toHaveLength(1);
  });

  test("of anything else is started when it is loaded, and has a name of its own each time", async () => {
    for (const config of [{}, { token: "public-1" }, { token: ["link-1"] }, { key: "link-1" }]) {
      const { page, openings, prepared, send } = link(config);
      expect(openings).toHaveLength(1);
      page({ type: "open" });
      send({ type: "exit.forced" });
      page({ type: "open" });
      expect(openings).toHaveLength(2);
      const names = openings.flatMap(({ link_session_id, resume }) => [link_session_id, resume]);
      for (const name of names) expect(name).toMatch(/^\w{32}$/);
      expect(openings[0]?.link_session_id).not.toBe(openings[1]?.link_session_id);
      expect(prepared).toEqual([]);
    }
  });

  test("of a link token that is no good is refused before it is opened", async () => {
    const { refuse, told, openings } = link({ token: "link-1" });
    await refuse("prepare");
    expect(told).toMatchObject([{ type: "refused", error: refusal }]);
    expect(openings).toEqual([]);
  });

  test("of a link token that was opened first hears nothing of what it would have shown", async () => {
    const { page, answer, refuse, names, state } = link({ token: "link-1" });
    page({ type: "open" });
    await refuse("prepare");
    await answer("start", session("one"));
    expect(names()).toEqual(["ready", "OPEN", "LOADING", "SELECT_INSTITUTION"]);
    expect(state().name).toBe("SELECT_INSTITUTION");
  });

  test("starts before Link is opened, and says when it is ready", async () => {
    const { pending, answer, names } = link();
    expect(pending()).toEqual(["start"]);
    await answer("start", session("one"));
    expect(names()).toEqual(["ready"]);
  });

  test("lets the user begin before it has started, and tells the page at once", async () => {
    const { page, send, state, names, told, answer, openings } = link();
    page({ type: "open" });
    expect(state().name).toBe("SELECT_INSTITUTION");
    send({ type: "institution.selected", institution: bank });
    const begun = ["ready", "OPEN", "SELECT_INSTITUTION", "SELECT_INSTITUTION", "LOADING"];
    expect(names()).toEqual(begun);
    const link_session_id = openings[0]?.link_session_id;
    for (const message of told.slice(1))
      expect(message).toMatchObject({ metadata: { link_session_id, request_id: "start-1" } });
    await answer("start", session("one"));
    expect(names()).toEqual(begun);
  });

  test("that cannot start closes Link, and the next opening tries again", async () => {
    const { page, state, told, pending, refuse, answer, names, openings } = link();
    page({ type: "open" });
    await refuse("start");
    const { link_session_id = "" } = openings[0] ?? {};
    expect(names()).toEqual(["ready", "OPEN", "SELECT_INSTITUTION", "EXIT", "refused"]);
    expect(told.slice(-2)).toMatchObject([
      { metadata: { link_session_id, request_id: "start-1", error_code: "INVALID_CREDENTIALS" } },
      {
        error: refusal,
        metadata: { link_session_id, request_id: "start-1", institution: null, status: null },
      },
    ]);
    expect(state().name).toBe("CLOSED");
    page({ type: "open" });
    expect(pending()).toEqual(["start"]);
    await answer("start", session("two"));
    expect(told.slice(5)).toMatchObject([
      { name: "OPEN", metadata: { request_id: "start-2" } },
      { name: "TRANSITION_VIEW" },
    ]);
  });

  test("of a link token or with a webhook has its events told to the server once it is over, and no other has", async () => {
    for (const [config, isTold] of [
      [{ token: "link-sandbox-1" }, true],
      [{ token: "public-sandbox-1" }, false],
      [{ webhook: "https://shop.example/hook" }, true],
      [{}, false],
    ] as const) {
      const { page, send, told, answer, toldAfterwards } = link(config);
      for (let opening = 0; opening < 2; opening++) {
        page({ type: "open" });
        await answer("start", session(`${opening}`));
        send({ type: "exit.requested" });
        const names = told.splice(0).flatMap((one) => (one.type === "event" ? one.name : []));
        expect(names).toContain("EXIT");
        const last = toldAfterwards.splice(0);
        expect(last.map((events) => events.map(({ event_name }) => event_name))).toEqual(
          isTold ? [names] : [],
        );
      }
    }
  });

  test("that was left before it started has told everything, and is left on the server too", async () => {
    const { page, send, told, answer, names, openings, abandoned, pending } = link();
    page({ type: "open" });
    send({ type: "exit.requested" });
    const { link_session_id = "" } = openings[0] ?? {};
    expect(names()).toEqual(["ready", "OPEN", "SELECT_INSTITUTION", "EXIT", "exit"]);
    for (const message of told.slice(1))
      expect(message).toMatchObject({ metadata: { link_session_id, request_id: "start-1" } });
    expect(pending()).toEqual(["start"]);
    expect(abandoned).toMatchObject([{ ...openings[0], status: null }]);
    expect(abandoned[0]?.events.map(({ event_name }) => event_name)).toEqual([
      "OPEN",
      "TRANSITION_VIEW",
      "EXIT",
    ]);
    await answer("start", session("late"));
    expect(names()).toHaveLength(5);
    page({ type: "open" });
    expect(told.slice(5)).toMatchObject([
      {
        name: "OPEN",
        metadata: { link_session_id: openings[1]?.link_session_id, request_id: "start-2" },
      },
      { name: "TRANSITION_VIEW" },
    ]);
  });

  test("whose tab is closed is abandoned on the server, started or not, but for one of a link token", async () => {
    const namesOf = (events: { event_name: string }[] = []) =>
      events.map(({ event_name }) => event_name).filter((name) => name !== "TRANSITION_VIEW");
    for (const config of [{}, { token: "public-1" }, { token: "link-1" }])
      for (const isStarted of [true, false]) {
        const { page, answer, openings, abandoned, pending, told, closeTab } = link(config);
        closeTab();
        page({ type: "open" });
        if (isStarted) await answer("start", session("one"));
        const before = told.length;
        closeTab();
        expect(abandoned).toMatchObject(
          config.token === "link-1" ? [] : [{ ...openings[0], status: null }],
        );
        expect(pending()).not.toContain("exit");
        // Nobody is there to be told.
        expect(told).toHaveLength(before);
        if (config.token !== "link-1")
          expect(namesOf(abandoned[0]?.events)).toEqual(["OPEN", "EXIT"]);
      }
    const { page, answer, abandoned, state, closeTab } = link({ token: "public-1" });
    page({ type: "open" });
    const standing = { at: "connected" as const, institution: bank, connection };
    await answer("start", { ...session("one"), standing });
    expect(state().name).toBe("CONNECTED");
    closeTab();
    expect(abandoned.map(({ events }) => namesOf(events))).toEqual([["OPEN"]]);
  });

  test("that is too old when Link is opened is replaced by a new one", async () => {
    const { page, pending, answer, told, passTime, openings } = link();
    await answer("start", session("old"));
    passTime(4 * 3_600_000);
    page({ type: "open" });
    expect(pending()).toEqual(["start"]);
    await answer("start", { ...session("new"), expires_at: "2026-01-01T08:00:00.000Z" });
    expect(told.at(-1)).toMatchObject({
      metadata: { link_session_id: openings[1]?.link_session_id },
    });
  });

  test("does not hear what the bridge answers after its end", async () => {
    const { page, send, names, answer, state, pending } = link();
    await answer("start", session("one"));
    page({ type: "open" });
    send({ type: "institution.selected", institution: bank });
    send({ type: "exit.forced" });
    page({ type: "open" });
    await answer("start", session("two"));
    send({ type: "institution.selected", institution: bank });
    const before = names();
    expect(pending().filter((name) => name === "selectInstitution")).toHaveLength(2);
    await answer("selectInstitution", { institution: bank, fields: [] });
    expect(state().name).toBe("LOADING.institution");
    expect(names()).toEqual(before);
  });

  test("that a token starts shows what the token is about", async () => {
    const { page, state, names, answer } = link({ token: "link-sandbox-x" });
    page({ type: "open" });
    expect(state()).toMatchObject({ name: "LOADING.start" });
    await answer("start", { ...session("one"), update: true, standing: { at: "form", form } });
    expect(state()).toMatchObject({ name: "CREDENTIAL", update: true });
    expect(names()).toEqual(["ready", "OPEN", "LOADING", "CREDENTIAL"]);
  });

  test("whose link token was looked at by the time it is opened shows its list at once", async () => {
    const { page, names, state, answer } = link({ token: "link-sandbox-x" });
    const other = { ...bank, institution_id: "ins_2" };
    await answer("prepare", { ...shown, institutions: [other], at_list: true });
    page({ type: "open" });
    expect(state()).toMatchObject({ institutions: [other] });
    await answer("start", session("one"));
    expect(names()).toEqual(["ready", "OPEN", "SELECT_INSTITUTION"]);
  });

  test("that another window went on with since leaves the list for where it stands", async () => {
    for (const at_list of [true, false]) {
      const { page, names, answer } = link({ token: "link-sandbox-x" });
      await answer("prepare", { ...shown, at_list });
      page({ type: "open" });
      await answer("start", { ...session("one"), standing: { at: "form", form } });
      expect(names()).toEqual([
        "ready",
        "OPEN",
        at_list ? "SELECT_INSTITUTION" : "LOADING",
        "CREDENTIAL",
      ]);
    }
  });

  test("gives the page no accounts where the user was not asked to choose", async () => {
    const { page, send, told, answer, openings } = link();
    await answer("start", session("one"));
    page({ type: "open" });
    send({ type: "institution.selected", institution: bank });
    await answer("selectInstitution", form);
    send({ type: "credentials.submitted", credentials: {} });
    await answer("submitCredentials", {
      ...nothing,
      connection: { ...connection, accounts: null },
    });
    send({ type: "next.requested" });
    expect(told.at(-1)).toEqual({
      type: "success",
      publicToken: "public",
      metadata: {
        link_session_id: openings[0]?.link_session_id,
        institution: { name: "One", institution_id: "ins_1" },
      },
    });
  });

  test("asks for consent first, and for the form then", async () => {
    const { page, send, names, pending, answer } = link();
    await answer("start", session("one"));
    page({ type: "open" });
    send({ type: "institution.selected", institution: bank });
    await answer("selectInstitution", { ...form, consent: offer });
    send({ type: "consent.given" });
    expect(pending()).toEqual(["giveConsent"]);
    await answer("giveConsent");
    expect(names().slice(-4)).toEqual(["LOADING", "CONSENT", "LOADING", "CREDENTIAL"]);
  });

  test("sends what was held back again once the captcha is solved, and tells it once", async () => {
    const { page, send, names, pending, answer, refuse } = link();
    await answer("start", session("one"));
    page({ type: "open" });
    send({ type: "institution.selected", institution: bank });
    await answer("selectInstitution", form);
    send({ type: "credentials.submitted", credentials: {} });
    const asked = { ...refusal, error_code: "RECAPTCHA_REQUIRED" as const };
    await refuse("submitCredentials", new BridgeRefusal(asked));
    send({ type: "captcha.started" });
    await answer("captchaChallenge", { challenge: {} });
    await answer("solve");
    await answer("solveCaptcha");
    expect(pending()).toEqual(["submitCredentials"]);
    expect(names().slice(-5)).toEqual([
      "SUBMIT_CREDENTIALS",
      "LOADING",
      "ERROR",
      "RECAPTCHA",
      "LOADING",
    ]);
  });

  test("tells a search once, when the user pauses", async () => {
    vi.useFakeTimers();
    const { page, send, told, answer } = link();
    const starting = answer("start", session("one"));
    await vi.runAllTimersAsync();
    await starting;
    page({ type: "open" });
    for (const query of ["o", "on", "one"]) send({ type: "search.typed", query });
    await vi.advanceTimersByTimeAsync(499);
    const searches = () =>
      told.filter((message) => message.type === "event" && message.name === "SEARCH_INSTITUTION");
    expect(searches()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(searches()).toMatchObject([{ metadata: { institution_search_query: "one" } }]);
    vi.useRealTimers();
  });

  test("tells the same search again when it is begun anew, and once for each pause", async () => {
    vi.useFakeTimers();
    const { page, send, told, answer } = link();
    const starting = answer("start", session("one"));
    await vi.runAllTimersAsync();
    await starting;
    page({ type: "open" });
    const searches = () =>
      told.filter((message) => message.type === "event" && message.name === "SEARCH_INSTITUTION");
    for (const [query, times] of [
      ["plat", 1],
      ["", 1],
      ["plat", 2],
      ["plato", 3],
    ] as const) {
      send({ type: "search.typed", query });
      await vi.advanceTimersByTimeAsync(500);
      expect(searches()).toHaveLength(times);
    }
    // Cleared and typed again without a pause, it is one search.
    for (const query of ["", "plat", "", "plat"]) send({ type: "search.typed", query });
    await vi.advanceTimersByTimeAsync(500);
    expect(searches()).toHaveLength(4);
    vi.useRealTimers();
  });
});

const account = {
  id: "a",
  name: "A",
  mask: null,
  type: "depository",
  subtype: null,
  balance: null,
} as const;
const selection: Selection = { mode: "several", accounts: [account], unfit: [] };
const nothing = { challenge: null, selection: null, connection: null };
const connection = { public_token: "public", accounts: [account], manage_url: null };
const form: LoginForm = {
  institution: bank,
  url: null,
  health: "HEALTHY",
  purpose: "login",
  fields: [],
  consent: null,
};
const offer: NonNullable<LoginForm["consent"]> = {
  version: "2026-11",
  scope: ["auth"],
  days: 180,
  terms_url: "/legal/terms",
  privacy_url: "/legal/privacy",
};
const device: Challenge = { type: "device", devices: [{ id: "d", kind: "email", mask: "a•••" }] };
const code: Challenge = { type: "code", sent_to: "a•••" };
const ANSWERS: Record<string, unknown> = {
  prepare: { ...shown, at_list: true },
  start: session("any"),
  search: { institutions: [bank] },
  selectInstitution: form,
  giveConsent: {},
  captchaChallenge: { challenge: {} },
  solve: {},
  solveCaptcha: {},
  submitCredentials: { ...nothing, challenge: code },
  submitMfa: { ...nothing, selection },
  selectAccounts: connection,
};
const SECRET = "correct-horse-battery-staple";
const step = fc.oneof(
  fc
    .constantFrom<PageRequest>(
      { type: "open" },
      { type: "exit", force: false },
      { type: "exit", force: true },
    )
    .map((message) => ({ by: "page" as const, message })),
  fc
    .constantFrom<MachineEvent>(
      { type: "search.typed", query: "one" },
      { type: "institution.selected", institution: bank },
      { type: "credentials.submitted", credentials: { password: SECRET } },
      { type: "mfa.submitted", answers: [SECRET] },
      { type: "consent.given" },
      { type: "captcha.started" },
      { type: "network.lost" },
      { type: "network.back" },
      { type: "accounts.submitted" },
      { type: "next.requested" },
      { type: "back.requested" },
      { type: "exit.requested" },
    )
    .map((happening) => ({ by: "user" as const, happening })),
  fc.record({
    by: fc.constant("bridge" as const),
    name: fc.constantFrom(...Object.keys(ANSWERS)),
    refused: fc.constantFrom<null | LinkError["error_code"]>(
      null,
      null,
      "INVALID_CREDENTIALS",
      "RECAPTCHA_REQUIRED",
      "INSTITUTION_DOWN",
      "INVALID_SEND_METHOD",
    ),
  }),
  fc.integer({ min: -1000, max: 10_000 }).map((ms) => ({ by: "time" as const, ms })),
);

test("each round of a challenge is told with its kind, and no answer with it", async () => {
  const { page, send, told, names, state, answer, refuse } = link();
  await answer("start", session("one"));
  page({ type: "open" });
  send({ type: "institution.selected", institution: bank });
  await answer("selectInstitution", form);
  send({ type: "credentials.submitted", credentials: { password: SECRET } });
  await answer("submitCredentials", { ...nothing, challenge: device });
  const before = told.length;
  expect(told.at(-1)).toMatchObject({
    name: "TRANSITION_VIEW",
    metadata: { view_name: "MFA", mfa_type: "device" },
  });
  send({ type: "mfa.submitted", answers: [SECRET] });
  await answer("submitMfa", { ...nothing, challenge: code });
  send({ type: "mfa.submitted", answers: [SECRET] });
  await refuse("submitMfa", new BridgeRefusal({ ...refusal, error_code: "INVALID_MFA" }));
  expect(state()).toMatchObject({ name: "MFA", challenge: code });
  send({ type: "mfa.submitted", answers: [SECRET] });
  await answer("submitMfa", { ...nothing, selection });
  expect(names().slice(before)).toEqual([
    "SUBMIT_MFA",
    "LOADING",
    "MFA",
    "SUBMIT_MFA",
    "LOADING",
    "ERROR",
    "MFA",
    "SUBMIT_MFA",
    "LOADING",
    "SELECT_ACCOUNT",
  ]);
  const kinds = told.flatMap((message) =>
    message.type === "event" && message.metadata.mfa_type ? [message.metadata.mfa_type] : [],
  );
  expect(kinds).toEqual(["device", "device", "code", "code", "code", "code"]);
  expect(JSON.stringify(told)).not.toContain(SECRET);
});

test("whatever happens, the page hears OPEN first and at once, one last word with its event before it, one id, and times that never go back", async () => {
  const token = fc.constantFrom({}, { token: "public-1" }, { token: "link-1" });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), token, async (steps, config) => {
      const { told, page, send, answer, refuse, passTime, openings } = link(config);
      for (const one of steps) {
        if (one.by === "page") {
          page(one.message);
          const isOpening = told.findLast(({ type }) => type !== "ready")?.type === "event";
          if (one.message.type === "open") expect(isOpening).toBe(true);
        } else if (one.by === "user") send(one.happening);
        else if (one.by === "time") passTime(one.ms);
        else if (one.refused)
          await refuse(one.name, new BridgeRefusal({ ...refusal, error_code: one.refused }));
        else await answer(one.name, ANSWERS[one.name]);
      }
      let open = false;
      let view = "";
      let last = "";
      let event = "";
      let id: unknown;
      const ids = openings.map(({ link_session_id }) => link_session_id);
      for (const message of told) {
        if (message.type === "event") {
          if (message.name === "OPEN") {
            expect(open).toBe(false);
            open = true;
            view = "";
            id = message.metadata.link_session_id;
            expect(ids).toContain(id);
          }
          event = message.name;
          expect(open).toBe(true);
          for (const value of Object.values(message.metadata)) expect(value).toMatch(/./);
          expect(message.metadata.link_session_id).toBe(id);
          if (message.name === "TRANSITION_VIEW") {
            expect(message.metadata.view_name).not.toBe(view);
            view = message.metadata.view_name ?? "";
          }
          expect(message.metadata.timestamp >= last).toBe(true);
          last = message.metadata.timestamp;
        } else if (message.type === "success" || message.type === "exit") {
          expect(open).toBe(true);
          expect(event).toBe(message.type === "success" ? "HANDOFF" : "EXIT");
          expect(message.metadata.link_session_id).toBe(id);
          open = false;
        } else if (message.type === "refused") {
          if (open) expect(event).toBe("EXIT");
          open = false;
        } else expect(message.type).toBe("ready");
      }
      expect(JSON.stringify(told)).not.toContain(SECRET);
    }),
    { numRuns: 1000 },
  );
});
