import { expect, test } from "vitest";
import { client as clientFixture } from "../client.fixture.ts";
import { nextFocus } from "./focus.ts";
import type { ClientState, Notice, SignInState } from "./state.ts";

const signIn: SignInState = {
  view: "SIGN_IN",
  mode: "client",
  reason: null,
  error: null,
  busy: false,
};
const client: ClientState = {
  view: "CLIENT",
  answer: {
    environment: "sandbox",
    operator: false,
    member: null,
    role: "admin",
    products: [],
    client: clientFixture,
    versions: [],
    session_ends_in: 1,
    request_id: "r",
  },
  version: "2019-05-29",
  confirm: false,
  busy: null,
  notice: null,
};
const withNotice = (about: Notice["about"], kind: Notice["kind"], more = {}): ClientState => ({
  ...client,
  notice: { about, kind, text: "", ...more },
});
const confirming = { ...client, confirm: true };

test.each([
  [
    "the first field, if signing in is the first thing",
    signIn,
    { view: "LOADING" },
    false,
    "#client_id",
  ],
  [
    "the title, if the page says why to sign in again",
    { ...signIn, reason: "over" },
    client,
    false,
    "h1",
  ],
  ["the title of the client", client, signIn, false, "h1"],
  [
    "the field that was wrong",
    { ...signIn, error: { field: "secret", text: "", seconds: null } },
    { ...signIn, busy: true },
    false,
    "#secret",
  ],
  ["the button that asked, after a no", client, confirming, true, "#change-version"],
  [
    "the version, after a yes",
    withNotice("version", "success"),
    confirming,
    true,
    "[name=version]:checked",
  ],
  ["the origin that was wrong", withNotice("origin", "failure"), client, false, "#origin"],
  [
    "the way back of a removed origin",
    withNotice("origins", "success", { undoOrigin: "o" }),
    client,
    true,
    "#undo-removal",
  ],
  [
    "the field for origins, once it is back",
    withNotice("origins", "success"),
    client,
    true,
    "#origin",
  ],
  ["the version, if the focused element is gone", client, client, true, "[name=version]:checked"],
] as const)("the focus goes to %s", (_, state, before, focus, selector) => {
  expect(nextFocus(state, before, focus)).toBe(selector);
});

test("the focus stays if nothing took it away", () => {
  expect(nextFocus(client, { ...client, version: "2020-09-14" }, false)).toBe(null);
  expect(nextFocus(withNotice("origins", "success"), client, false)).toBe(null);
  expect(nextFocus({ ...client, busy: "add-origin" }, client, true)).toBe(null);
  const wrong = withNotice("origin", "failure");
  expect(nextFocus({ ...wrong, busy: null }, wrong, false)).toBe(null);
  const waiting = { ...signIn, error: { field: null, text: "", seconds: 2 } };
  expect(nextFocus(waiting, signIn, false)).toBe(null);
});
