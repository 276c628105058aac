import { expect, test } from "vitest";
import { withEarlyCalls } from "./early-calls.ts";
import type { Send } from "./request.ts";

const BODY = '{"period":"day"}';

/** A page whose document has called `me` and `overview`; its server records late calls, and refuses some paths. */
const open = (...refused: string[]) => {
  const respond = (path: string, isLate: boolean): ReturnType<Send> =>
    Promise.resolve({
      ok: !refused.includes(path),
      headers: new Headers(),
      json: async () => (isLate ? "late" : "early"),
    });
  const send: Send = (address) => respond(address.replace("/dashboard/api/", ""), true);
  const call = withEarlyCalls(send, {
    me: { body: "{}", response: respond("me", false) },
    overview: { body: BODY, response: respond("overview", false) },
  });
  return async (path: string, body = "{}") => {
    const init = { method: "POST" as const, headers: {}, body, signal: AbortSignal.any([]) };
    return (await call(`/dashboard/api/${path}`, init)).json();
  };
};

test("the first calls have the responses to the document's own calls, once", async () => {
  const call = open();
  expect([await call("me"), await call("attention"), await call("overview", BODY)]).toEqual([
    "early",
    "late",
    "early",
  ]);
  expect([await call("me"), await call("overview", BODY)]).toEqual(["late", "late"]);
});

test.each([
  ["a refusal", "me"],
  ["a sign-out", "sign-out"],
  ["a sign-in", "session"],
])("an early response is of no use after %s", async (_, path) => {
  const call = open("me");
  await call(path);
  expect(await call("overview", BODY)).toBe("late");
});

test("an early response is of no use once the session is asked for again: it may be another one", async () => {
  const call = open();
  expect([await call("me"), await call("me")]).toEqual(["early", "late"]);
  expect(await call("overview", BODY)).toBe("late");
});

test("another body has no early response", async () => {
  expect(await open()("overview", '{"period":"day","client_id":"client-1"}')).toBe("late");
});
