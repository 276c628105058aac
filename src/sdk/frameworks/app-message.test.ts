import fc from "fast-check";
import { expect, expectTypeOf, test } from "vitest";
import type { HapticMessage } from "../../protocol/link/messages.ts";
import { type LinkMessage, parseMessage } from "./app-message.ts";

// `link/app-address.test.ts` tests that every message of Link is parsed completely.

test.each<[string, unknown]>([
  ["the address of a site", "https://bank.example/?public_token=public-sandbox-1"],
  ["a scheme that only begins alike", "servicelinks://connected?public_token=1"],
  ["a type that is not known", "servicelink://later?event_name=OPEN"],
  ["a connection without a token", "servicelink://connected?public_token=&link_session_id=s"],
  ["an event without a name", "servicelink://event?event_name="],
  ["a broken percent encoding", "servicelink://event?event_name=%E0%A4%A"],
  ["accounts that are no JSON", "servicelink://connected?public_token=p&accounts=%5B"],
  ["broken JSON", '{"type":"exit"'],
  ["a message without metadata", { type: "exit", error: null }],
  ["a token that is no text", { type: "connected", public_token: {}, metadata: {} }],
  ["null", null],
  ["nothing", undefined],
])("%s is no message", (_, message) => {
  expect(parseMessage(message)).toBeNull();
});

test("anything that an app may get is parsed or null, without an exception", () => {
  const part = fc.constantFrom("servicelink://", "connected", "exit", "event", "?", "&", "=", "%");
  const address = fc
    .array(fc.oneof(part, fc.string()), { maxLength: 12 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(fc.oneof(address, fc.anything(), fc.json()), (message) => {
      const result = parseMessage(message);
      expect(result === null || typeof result.kind === "string").toBe(true);
    }),
  );
});

test("an address to which the platform has added a slash is the same message", () => {
  const query = "event_name=OPEN&link_session_id=s";
  expect(parseMessage(`servicelink://event/?${query}`)).toEqual(
    parseMessage(`servicelink://event?${query}`),
  );
});

test("keys of Object.prototype are fields like others", () => {
  const message = parseMessage("servicelink://event?event_name=OPEN&__proto__=x&constructor=y");
  expect(message).toMatchObject({ kind: "event", name: "OPEN" });
  expect(Object.getPrototypeOf(Object(message).metadata)).toBe(Object.prototype);
});

test("a tested name narrows an event's metadata", () => {
  type Event = Extract<LinkMessage, { kind: "event" }>;
  expectTypeOf<
    Extract<Event, { name: "ERROR" }>["metadata"]["error_message"]
  >().toEqualTypeOf<string>();
  expectTypeOf<Extract<LinkMessage, { kind: "haptic" }>["feedback"]>().toEqualTypeOf<
    HapticMessage["feedback"]
  >();
});
