import fc from "fast-check";
import { expect, test } from "vitest";
import { isConfigMessage, isPageMessage } from "./message-guards.ts";
import { ConfigMessage, PageMessage } from "./messages.ts";

const noise = fc.oneof(
  fc.anything(),
  fc.record(
    {
      service: fc.constantFrom("link", "other", 1),
      type: fc.constantFrom("config", "open", "exit", "ping", "hello", null),
      version: fc.constantFrom(1, 2, "1"),
      config: fc.oneof(fc.object(), fc.constantFrom(null, [], "x")),
      force: fc.constantFrom(true, false, 0, undefined),
      extra: fc.anything(),
    },
    { requiredKeys: [] },
  ),
);

test("the frame's guards accept the same messages as the schemas", () => {
  fc.assert(
    fc.property(noise, (data) => {
      expect(isConfigMessage(data)).toBe(ConfigMessage.safeParse(data).success);
      expect(isPageMessage(data)).toBe(PageMessage.safeParse(data).success);
    }),
    { numRuns: 5000 },
  );
});

test("the messages the page sends are accepted", () => {
  expect(isConfigMessage({ service: "link", type: "config", version: 1, config: {} })).toBe(true);
  expect(isPageMessage({ type: "open" })).toBe(true);
  expect(isPageMessage({ type: "exit", force: true })).toBe(true);
  expect(isPageMessage({ type: "ping" })).toBe(true);
});
