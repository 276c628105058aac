import { expect, test } from "vitest";
import type { LinkError } from "../protocol/errors/errors.ts";
import { BridgeRefusal } from "./bridge-client.ts";
import { bank, form, nothing, openLink, selection, session } from "./session.fixture.ts";

const site = { ...form, fields: [] };
const START = "https://link.example/oauth/start?ticket=t";
const redirect = { url: START, expires_at: "2026-01-01T00:15:00.000Z" };
const refusal = (error_code: LinkError["error_code"]) =>
  new BridgeRefusal({
    error_type: "API_ERROR",
    error_code,
    error_message: "why",
    display_message: null,
  });

/** Link just before the user leaves for the institution. */
const atSite = async () => {
  const link = openLink();
  await link.answer("start", session("one"));
  link.page({ type: "open" });
  link.send({ type: "institution.selected", institution: bank });
  await link.answer("institution/select", site);
  return link;
};

test("the window opens within the click, goes to the institution, and is closed once the user is back", async () => {
  const { send, navigations, answer, state, pending } = await atSite();
  send({ type: "oauth.opened" });
  expect(navigations).toEqual([{ urls: [], isClosed: false }]);
  await answer("credentials/submit", { ...nothing, redirect });
  expect(navigations).toEqual([{ urls: [START], isClosed: false }]);
  await answer("redirect/await", { returned: false });
  await answer("redirect/await", { returned: true });
  expect(pending()).toEqual(["redirect/return"]);
  expect(navigations[0]?.isClosed).toBe(true);
  await answer("redirect/return", { ...nothing, selection });
  expect(state().name).toBe("SELECT_ACCOUNT");
});

test("the window is closed if the institution cannot be reached", async () => {
  const { send, navigations, refuse, state } = await atSite();
  send({ type: "oauth.opened" });
  await refuse("credentials/submit", refusal("INSTITUTION_DOWN"));
  expect(navigations).toEqual([{ urls: [], isClosed: true }]);
  expect(state().name).toBe("ERROR.list");
});

test("a window that is opened again replaces the first", async () => {
  const { send, navigations, answer, pending } = await atSite();
  send({ type: "oauth.opened" });
  send({ type: "oauth.opened" });
  expect(navigations.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  expect(pending()).toEqual(["credentials/submit", "credentials/submit"]);
  await answer("credentials/submit", { ...nothing, redirect });
  await answer("credentials/submit", { ...nothing, redirect });
  expect(navigations.map(({ urls }) => urls.length)).toEqual([0, 1]);
  expect(pending()).toEqual(["redirect/await"]);
});

test("an error for a replaced window is ignored", async () => {
  const { send, refuse, state, names, pending } = await atSite();
  send({ type: "oauth.opened" });
  send({ type: "oauth.opened" });
  await refuse("credentials/submit", refusal("INVALID_LINK_SESSION"));
  expect(state().name).toBe("OAUTH.waiting");
  expect(names()).not.toContain("ERROR");
  expect(pending()).toEqual(["credentials/submit"]);
});

test("after a cancel nothing waits for the window or navigates it", async () => {
  const { send, navigations, answer, refuse, state, names, pending } = await atSite();
  send({ type: "oauth.opened" });
  await answer("credentials/submit", { ...nothing, redirect });
  send({ type: "back.requested" });
  expect(navigations[0]?.isClosed).toBe(true);
  send({ type: "back.requested" });
  await refuse("redirect/await", refusal("INVALID_LINK_SESSION"));
  expect([state().name, pending()]).toEqual(["SELECT_INSTITUTION", []]);
  expect(names()).not.toContain("ERROR");
});

test("waiting goes on while the server cannot be reached", async () => {
  const { send, answer, refuse, state, pending } = await atSite();
  send({ type: "oauth.opened" });
  await answer("credentials/submit", { ...nothing, redirect });
  await refuse("redirect/await", refusal("LINK_UNREACHABLE"));
  expect([state().name, pending()]).toEqual(["OAUTH.waiting", ["redirect/await"]]);
});

test("the user is told if the session has ended meanwhile", async () => {
  const { send, answer, refuse, state } = await atSite();
  send({ type: "oauth.opened" });
  await answer("credentials/submit", { ...nothing, redirect });
  await refuse("redirect/await", refusal("INVALID_LINK_SESSION"));
  expect(state().name).toBe("ERROR.leave");
});

test("no call is made once Link is closed", async () => {
  const { send, answer, pending } = await atSite();
  send({ type: "oauth.opened" });
  await answer("credentials/submit", { ...nothing, redirect });
  send({ type: "exit.forced" });
  await answer("redirect/await", { returned: false });
  expect(pending()).not.toContain("redirect/await");
});

test("a resumed session waits for its user", async () => {
  const { page, answer, state, pending } = openLink({ token: "link-sandbox-1" });
  page({ type: "open" });
  await answer("start", { ...session("one"), resume_point: { at: "redirect", form: site } });
  expect([state().name, pending()]).toEqual(["OAUTH.waiting", ["prepare", "redirect/await"]]);
});
