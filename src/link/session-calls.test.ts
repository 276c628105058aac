import { afterEach, expect, test, vi } from "vitest";
import { BridgeRefusal } from "./bridge-client.ts";
import {
  bank,
  code,
  connection,
  device,
  form,
  nothing,
  offer,
  openLink,
  refusal,
  SECRET,
  selection,
  session,
} from "./session.fixture.ts";

afterEach(() => void vi.useRealTimers());

test("the page gets no accounts if the user had no choice among them", async () => {
  const { page, send, messages, answer, openings } = openLink();
  await answer("start", session("one"));
  page({ type: "open" });
  send({ type: "institution.selected", institution: bank });
  await answer("institution/select", form);
  send({ type: "credentials.submitted", credentials: {} });
  await answer("credentials/submit", {
    ...nothing,
    connection: { ...connection, accounts: null },
  });
  send({ type: "next.requested" });
  expect(messages.at(-1)).toEqual({
    type: "success",
    publicToken: "public",
    metadata: {
      link_session_id: openings[0]?.link_session_id,
      institution: { name: "One", institution_id: "ins_1" },
    },
  });
});

test("consent comes before the form", async () => {
  const { page, send, names, pending, answer } = openLink();
  await answer("start", session("one"));
  page({ type: "open" });
  send({ type: "institution.selected", institution: bank });
  await answer("institution/select", { ...form, consent: offer });
  send({ type: "consent.given" });
  expect(pending()).toEqual(["consent/give"]);
  await answer("consent/give");
  expect(names().slice(-4)).toEqual(["LOADING", "CONSENT", "LOADING", "CREDENTIAL"]);
});

test("a submission is sent again once the captcha is solved, and its event comes once", async () => {
  const { page, send, names, pending, answer, refuse } = openLink();
  await answer("start", session("one"));
  page({ type: "open" });
  send({ type: "institution.selected", institution: bank });
  await answer("institution/select", form);
  send({ type: "credentials.submitted", credentials: {} });
  const challenge = { ...refusal, error_code: "RECAPTCHA_REQUIRED" as const };
  await refuse("credentials/submit", new BridgeRefusal(challenge));
  send({ type: "captcha.started" });
  await answer("captcha/challenge", { challenge: {} });
  await answer("solve");
  await answer("captcha/solve");
  expect(pending()).toEqual(["credentials/submit"]);
  expect(names().slice(-5)).toEqual([
    "SUBMIT_CREDENTIALS",
    "LOADING",
    "ERROR",
    "RECAPTCHA",
    "LOADING",
  ]);
});

test("a query typed before the search has loaded is searched for afterwards", async () => {
  const { page, send, pending, answer, arrive, state } = openLink({}, { isLate: true });
  await answer("start", session("one"));
  page({ type: "open" });
  send({ type: "search.typed", query: "on" });
  expect(pending()).toEqual([]);
  await arrive();
  expect(pending()).toEqual(["institutions/search"]);
  await answer("institutions/search", { institutions: [bank] });
  expect(state()).toMatchObject({ query: "on", results: [bank] });
});

test("a local search renders once per keystroke", async () => {
  const { page, send, pending, answer, drawings } = openLink({}, { localSearch: () => [bank] });
  await answer("start", session("one"));
  page({ type: "open" });
  const states = drawings();
  send({ type: "search.typed", query: "on" });
  expect(states.slice(1)).toEqual([expect.objectContaining({ query: "on", results: [bank] })]);
  expect(pending()).toEqual([]);
});

test("the server looks up routing numbers and web addresses, which the frame does not have", async () => {
  const { page, send, pending, answer, state } = openLink({}, { localSearch: () => [] });
  await answer("start", session("one"));
  page({ type: "open" });
  for (const query of ["011401533", "elder.example", "https://elder.example/login"]) {
    send({ type: "search.typed", query });
    expect(pending(), query).toEqual(["institutions/search"]);
    await answer("institutions/search", { institutions: [bank] });
    expect(state()).toMatchObject({ query, results: [bank] });
  }
  for (const query of ["one", "12345", "1st. bank", "St. One"]) {
    send({ type: "search.typed", query });
    expect(pending(), query).toEqual([]);
  }
});

test("the bank of the last routing number alone is asked for, once the user pauses", async () => {
  vi.useFakeTimers();
  const { page, send, pending, answer, refuse, state } = openLink();
  await answer("start", session("one"));
  page({ type: "open" });
  send({ type: "institution.selected", institution: bank });
  await answer("institution/select", form);
  const type = (number: string) => send({ type: "number.typed", number, isWrong: false });
  type("021000021");
  type("011401533");
  expect(pending()).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(pending()).toEqual(["institutions/name"]);
  await answer("institutions/name", { name: "One" });
  expect(state()).toMatchObject({ bank: { number: "011401533", name: "One" } });

  type("021000021");
  await vi.advanceTimersByTimeAsync(200);
  send({ type: "credentials.submitted", credentials: {} });
  await refuse("institutions/name", new BridgeRefusal(refusal));
  expect(state()).toMatchObject({ name: "LOADING.credentials" });
});

test("another code, and the list of devices, are asked for at the bridge", async () => {
  const { page, send, answer, state } = openLink();
  await answer("start", session("one"));
  page({ type: "open" });
  send({ type: "institution.selected", institution: bank });
  await answer("institution/select", form);
  send({ type: "credentials.submitted", credentials: {} });
  await answer("credentials/submit", { ...nothing, challenge: code });
  send({ type: "code.requested" });
  await answer("mfa/resend", { sent: false, resend_after: 12 });
  expect(state()).toMatchObject({ name: "MFA", resend: "early", challenge: { resend_after: 12 } });
  send({ type: "devices.requested" });
  await answer("mfa/devices", { ...nothing, challenge: device });
  expect(state()).toMatchObject({ name: "MFA", resend: null, challenge: device });
});

test("a search that waits for its code is dropped when Link closes", async () => {
  const { page, send, pending, answer, arrive } = openLink({}, { isLate: true });
  await answer("start", session("one"));
  page({ type: "open" });
  send({ type: "search.typed", query: "on" });
  send({ type: "exit.requested" });
  await arrive();
  expect(pending()).not.toContain("institutions/search");
});

test("the form of an institution is requested at once, before it can be drawn", async () => {
  const { page, send, pending, answer, arrive, state } = openLink({}, { isLate: true });
  await answer("start", session("one"));
  page({ type: "open" });
  send({ type: "institution.selected", institution: bank });
  expect(pending()).toEqual(["institution/select"]);
  await answer("institution/select", form);
  expect(state().name).toBe("LOADING.institution");
  await arrive();
  await answer("nothing");
  expect(state().name).toBe("CREDENTIAL");
});

test("a search has one event, when the user pauses", async () => {
  vi.useFakeTimers();
  const { page, send, messages, answer } = openLink();
  const starting = answer("start", session("one"));
  await vi.runAllTimersAsync();
  await starting;
  page({ type: "open" });
  for (const query of ["o", "on", "one"]) {
    send({ type: "search.typed", query });
    await vi.advanceTimersByTimeAsync(499);
  }
  const searches = () =>
    messages.filter((message) => message.type === "event" && message.name === "SEARCH_INSTITUTION");
  expect(searches()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(searches()).toMatchObject([{ metadata: { institution_search_query: "one" } }]);
});

test("a repeated search has another event, one for each pause", async () => {
  vi.useFakeTimers();
  const { page, send, messages, answer } = openLink();
  const starting = answer("start", session("one"));
  await vi.runAllTimersAsync();
  await starting;
  page({ type: "open" });
  const searches = () =>
    messages.filter((message) => message.type === "event" && message.name === "SEARCH_INSTITUTION");
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
  // A cleared and retyped query without a pause counts as one search.
  for (const query of ["", "plat", "", "plat"]) send({ type: "search.typed", query });
  await vi.advanceTimersByTimeAsync(500);
  expect(searches()).toHaveLength(4);
});

test("each round of a challenge has an event with its kind, and no response in it", async () => {
  const { page, send, messages, names, state, answer, refuse } = openLink();
  await answer("start", session("one"));
  page({ type: "open" });
  send({ type: "institution.selected", institution: bank });
  await answer("institution/select", form);
  send({ type: "credentials.submitted", credentials: { password: SECRET } });
  await answer("credentials/submit", { ...nothing, challenge: device });
  const before = messages.length;
  expect(messages.at(-1)).toMatchObject({
    name: "TRANSITION_VIEW",
    metadata: { view_name: "MFA", mfa_type: "device" },
  });
  send({ type: "mfa.submitted", answers: [SECRET] });
  await answer("mfa/submit", { ...nothing, challenge: code });
  send({ type: "mfa.submitted", answers: [SECRET] });
  await refuse("mfa/submit", new BridgeRefusal({ ...refusal, error_code: "INVALID_MFA" }));
  expect(state()).toMatchObject({ name: "MFA", challenge: code });
  send({ type: "mfa.submitted", answers: [SECRET] });
  await answer("mfa/submit", { ...nothing, selection });
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
  const kinds = messages.flatMap((message) =>
    message.type === "event" && message.metadata.mfa_type ? [message.metadata.mfa_type] : [],
  );
  expect(kinds).toEqual(["device", "device", "code", "code", "code", "code"]);
  expect(JSON.stringify(messages)).not.toContain(SECRET);
});

test("a file's progress is shown, and how it reads with the last answers about its columns", async () => {
  const uploading = { onprogress: (_: object) => {}, onload: () => {} };
  class Upload {
    upload = uploading;
    open() {}
    setRequestHeader() {}
    send() {}
  }
  vi.stubGlobal("XMLHttpRequest", Upload);
  const { page, send, state, answer, refuse, pending } = openLink();
  await answer("start", session("one"));
  page({ type: "open" });
  send({ type: "institution.selected", institution: bank });
  await answer("institution/select", { ...form, purpose: "file" });
  send({ type: "credentials.submitted", credentials: { file: "QQ==" } });
  await vi.waitFor(() => expect(pending()).toEqual(["credentials/submit"]));
  uploading.onprogress({ loaded: 1, total: 4 });
  expect(state()).toMatchObject({ progress: { at: "sending", share: 0.25 } });
  await answer("credentials/submit", { ...nothing, challenge: code });
  expect(state().name).toBe("MFA");
  vi.unstubAllGlobals();

  send({ type: "columns.changed", answers: ["Date"] });
  send({ type: "columns.changed", answers: ["Amount"] });
  await vi.waitFor(() => expect(pending()).toEqual(["file/effect", "file/effect"]));
  await answer("file/effect", { effect: "one payment" });
  expect(state()).toMatchObject({ effect: "" });
  await answer("file/effect", { effect: "2 payments" });
  expect(state()).toMatchObject({ effect: "2 payments" });
  send({ type: "columns.changed", answers: ["Text"] });
  await vi.waitFor(() => expect(pending()).toEqual(["file/effect"]));
  await refuse("file/effect");
  expect(state()).toMatchObject({ name: "MFA", effect: "2 payments" });
});
