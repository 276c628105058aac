import { expect, test } from "vitest";
import { nextFocus } from "./focus.ts";
import type { ClientState, SignInState, Told } from "./state.ts";

const signIn: SignInState = { view: "SIGN_IN", note: null, trouble: null, busy: false };
const client: ClientState = {
  view: "CLIENT",
  answer: {
    environment: "sandbox",
    client: {
      client_id: "c",
      public_key: "p",
      public_key_enabled: true,
      partner: false,
      products: [],
      account_selection: "several",
      allowed_origins: [],
      default_version: "2020-09-14",
    },
    versions: [],
    session_ends_in: 1,
    request_id: "r",
  },
  picked: "2019-05-29",
  asking: false,
  busy: null,
  told: null,
};
const told = (about: Told["about"], went: Told["went"], more = {}): ClientState => ({
  ...client,
  told: { about, went, text: "", ...more },
});
const asking = { ...client, asking: true };

test.each([
  [
    "the first field, where signing in is the first thing",
    signIn,
    { view: "OPENING" },
    false,
    "#client_id",
  ],
  [
    "the title, where the page says why to sign in again",
    { ...signIn, note: "over" },
    client,
    false,
    "h1",
  ],
  ["the title of the client", client, signIn, false, "h1"],
  [
    "the field that was wrong",
    { ...signIn, trouble: { field: "secret", text: "", seconds: null } },
    { ...signIn, busy: true },
    false,
    "#secret",
  ],
  ["what asked, where the answer was no", client, asking, true, "#consider"],
  ["the version, where it was yes", told("version", "well"), asking, true, ":checked"],
  ["the origin that was wrong", told("origin", "badly"), client, false, "#origin"],
  [
    "the way back of a removed origin",
    told("origins", "well", { removed: "o" }),
    client,
    true,
    "#put-back",
  ],
  ["the field for origins, once it is back", told("origins", "well"), client, true, "#origin"],
  ["the version, where what was kept is gone", client, client, true, ":checked"],
] as const)("the focus goes to %s", (_, state, before, lost, selector) => {
  expect(nextFocus(state, before, lost)).toBe(selector);
});

test("the focus stays where nothing took it away", () => {
  expect(nextFocus(client, { ...client, picked: "2020-09-14" }, false)).toBe(null);
  expect(nextFocus(told("origins", "well"), client, false)).toBe(null);
  expect(nextFocus({ ...client, busy: "allow" }, client, true)).toBe(null);
  const wrong = told("origin", "badly");
  expect(nextFocus({ ...wrong, busy: null }, wrong, false)).toBe(null);
  const waiting = { ...signIn, trouble: { field: null, text: "", seconds: 2 } };
  expect(nextFocus(waiting, signIn, false)).toBe(null);
});
