import { expect, test } from "vitest";
import { bank, connection, openLink, preview, refusal, session } from "./session.fixture.ts";

test("the session of a link token starts when Link is opened, with the credentials that the browser has for it", async () => {
  const { page, answer, openings, preparations, send } = openLink({ token: "link-1" });
  const opening = {
    config: { token: "link-1" },
    origin: "https://shop.example",
    resume: "secret".padEnd(32, "."),
  };
  expect(preparations).toEqual([opening]);
  await answer("prepare", { ...preview, at_list: true });
  expect(openings).toEqual([]);
  page({ type: "open" });
  await answer("start", session("one"));
  send({ type: "exit.forced" });
  page({ type: "open" });
  const withId = { ...opening, link_session_id: "link-1 is known as ".padEnd(32, ".") };
  expect(openings).toEqual([withId, withId]);
  expect(preparations).toHaveLength(1);
});

test("any other session starts when Link is loaded, with a new id each time", async () => {
  for (const config of [{}, { token: "public-1" }, { token: ["link-1"] }, { key: "link-1" }]) {
    const { page, openings, preparations, send } = openLink(config);
    expect(openings).toHaveLength(1);
    page({ type: "open" });
    send({ type: "exit.forced" });
    page({ type: "open" });
    expect(openings).toHaveLength(2);
    const names = openings.flatMap(({ link_session_id, resume }) => [link_session_id, resume]);
    for (const name of names) expect(name).toMatch(/^\w{32}$/);
    expect(openings[0]?.link_session_id).not.toBe(openings[1]?.link_session_id);
    expect(preparations).toEqual([]);
  }
});

test("an invalid link token is refused before Link is opened", async () => {
  const { refuse, messages, openings } = openLink({ token: "link-1" });
  await refuse("prepare");
  expect(messages).toMatchObject([{ type: "refused", error: refusal }]);
  expect(openings).toEqual([]);
});

test("a session that has started ignores the response of its preparation", async () => {
  const { page, answer, refuse, names, state } = openLink({ token: "link-1" });
  page({ type: "open" });
  await refuse("prepare");
  await answer("start", session("one"));
  expect(names()).toEqual(["ready", "OPEN", "LOADING", "SELECT_INSTITUTION"]);
  expect(state().name).toBe("SELECT_INSTITUTION");
});

test("a session starts before Link is opened, and the page hears when it is ready", async () => {
  const { pending, answer, names } = openLink();
  expect(pending()).toEqual(["start"]);
  await answer("start", session("one"));
  expect(names()).toEqual(["ready"]);
});

test("the user can begin before the session has started, and the page hears of it at once", async () => {
  const { page, send, state, names, messages, answer, openings } = openLink();
  page({ type: "open" });
  expect(state().name).toBe("SELECT_INSTITUTION");
  send({ type: "institution.selected", institution: bank });
  const firstEvents = ["ready", "OPEN", "SELECT_INSTITUTION", "SELECT_INSTITUTION", "LOADING"];
  expect(names()).toEqual(firstEvents);
  const link_session_id = openings[0]?.link_session_id;
  for (const message of messages.slice(1))
    expect(message).toMatchObject({ metadata: { link_session_id, request_id: "start-1" } });
  await answer("start", session("one"));
  expect(names()).toEqual(firstEvents);
});

test("a session that cannot start closes Link, and the next opening tries again", async () => {
  const { page, state, messages, pending, refuse, answer, names, openings } = openLink();
  page({ type: "open" });
  await refuse("start");
  const { link_session_id = "" } = openings[0] ?? {};
  expect(names()).toEqual(["ready", "OPEN", "SELECT_INSTITUTION", "EXIT", "refused"]);
  expect(messages.slice(-2)).toMatchObject([
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
  expect(messages.slice(5)).toMatchObject([
    { name: "OPEN", metadata: { request_id: "start-2" } },
    { name: "TRANSITION_VIEW" },
  ]);
});

test("the events of a session that has started are reported to the server at its end", async () => {
  for (const config of [{ token: "link-sandbox-1" }, { token: "public-sandbox-1" }, {}]) {
    const { page, send, messages, answer, reports } = openLink(config);
    for (let opening = 0; opening < 2; opening++) {
      page({ type: "open" });
      await answer("start", session(`${opening}`));
      send({ type: "exit.requested" });
      const names = messages
        .splice(0)
        .flatMap((message) => (message.type === "event" ? message.name : []));
      expect(names).toContain("EXIT");
      const last = reports.splice(0);
      expect(last.map((events) => events.map(({ event_name }) => event_name))).toEqual([names]);
    }
  }
});

test("a session left before it has started ends on the server too, and the page gets all its events", async () => {
  const { page, send, messages, answer, names, openings, abandonments, pending } = openLink();
  page({ type: "open" });
  send({ type: "exit.requested" });
  const { link_session_id = "" } = openings[0] ?? {};
  expect(names()).toEqual(["ready", "OPEN", "SELECT_INSTITUTION", "EXIT", "exit"]);
  for (const message of messages.slice(1))
    expect(message).toMatchObject({ metadata: { link_session_id, request_id: "start-1" } });
  expect(pending()).toEqual(["start"]);
  expect(abandonments).toMatchObject([{ ...openings[0], status: null }]);
  expect(abandonments[0]?.events.map(({ event_name }) => event_name)).toEqual([
    "OPEN",
    "TRANSITION_VIEW",
    "EXIT",
  ]);
  await answer("start", session("late"));
  expect(names()).toHaveLength(5);
  page({ type: "open" });
  expect(messages.slice(5)).toMatchObject([
    {
      name: "OPEN",
      metadata: { link_session_id: openings[1]?.link_session_id, request_id: "start-2" },
    },
    { name: "TRANSITION_VIEW" },
  ]);
});

test("a start that completes after the user has left starts no other session", async () => {
  const { page, send, answer, abandonments, pending } = openLink();
  page({ type: "open" });
  send({ type: "exit.requested" });
  page({ type: "open" });
  await answer("start", session("late"));
  send({ type: "exit.requested" });
  expect(abandonments).toHaveLength(2);
  expect(pending()).toEqual(["start"]);
});

test("closing the tab abandons a session, started or not, unless it has a link token", async () => {
  const listNames = (events: { event_name: string }[] = []) =>
    events.map(({ event_name }) => event_name).filter((name) => name !== "TRANSITION_VIEW");
  for (const config of [{}, { token: "public-1" }, { token: "link-1" }])
    for (const isStarted of [true, false]) {
      const { page, answer, openings, abandonments, pending, messages, closeTab } =
        openLink(config);
      closeTab();
      page({ type: "open" });
      if (isStarted) await answer("start", session("one"));
      const before = messages.length;
      closeTab();
      expect(abandonments).toMatchObject(
        config.token === "link-1" ? [] : [{ ...openings[0], status: null }],
      );
      expect(pending()).not.toContain("exit");
      // The window is closed, so that no message arrives.
      expect(messages).toHaveLength(before);
      if (config.token !== "link-1")
        expect(listNames(abandonments[0]?.events)).toEqual(["OPEN", "EXIT"]);
    }
  const { page, answer, abandonments, state, closeTab } = openLink({ token: "public-1" });
  page({ type: "open" });
  const resume_point = { at: "connected" as const, institution: bank, connection };
  await answer("start", { ...session("one"), resume_point });
  expect(state().name).toBe("CONNECTED");
  closeTab();
  expect(abandonments.map(({ events }) => listNames(events))).toEqual([["OPEN"]]);
});

test("a session that has expired when Link is opened is replaced by a new one", async () => {
  const { page, pending, answer, messages, advanceClock, openings } = openLink();
  await answer("start", session("old"));
  advanceClock(4 * 3_600_000);
  page({ type: "open" });
  expect(pending()).toEqual(["start"]);
  await answer("start", { ...session("new"), expires_at: "2026-01-01T08:00:00.000Z" });
  expect(messages.at(-1)).toMatchObject({
    metadata: { link_session_id: openings[1]?.link_session_id },
  });
});

test("a response that arrives after a session's end is ignored", async () => {
  const { page, send, names, answer, state, pending } = openLink();
  await answer("start", session("one"));
  page({ type: "open" });
  send({ type: "institution.selected", institution: bank });
  send({ type: "exit.forced" });
  page({ type: "open" });
  await answer("start", session("two"));
  send({ type: "institution.selected", institution: bank });
  const before = names();
  expect(pending().filter((name) => name === "institution/select")).toHaveLength(2);
  await answer("institution/select", { institution: bank, fields: [] });
  expect(state().name).toBe("LOADING.institution");
  expect(names()).toEqual(before);
});
