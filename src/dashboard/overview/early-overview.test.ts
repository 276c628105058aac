import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { Outcome, Request } from "../request.ts";
import { withEarlyOverview } from "./early-overview.ts";

const BODY = { period: "day" };

/** The calls of a page, whose server numbers its answers and refuses some paths. */
const open = (page: string, search: string, ...refused: string[]) => {
  const asked: string[] = [];
  const request = (async (path: string) => {
    asked.push(path);
    return refused.includes(path)
      ? { kind: "no-answer" }
      : { kind: "success", answer: asked.length };
  }) as unknown as Request;
  const route = signal({ page, id: null, query: new URLSearchParams(search) });
  return { asked, call: withEarlyOverview(request, { route }) };
};

const numberOf = (outcome: Outcome<unknown>) => outcome.kind === "success" && outcome.answer;

test("the overview's own request has the answer to the early one, once", async () => {
  const { asked, call } = open("", "");
  expect(asked).toEqual(["overview"]);
  await call("me", {});
  await call("attention", {});
  expect(numberOf(await call("overview", BODY))).toBe(1);
  expect(numberOf(await call("overview", BODY))).toBe(4);
});

test.each([
  ["a refusal", "me"],
  ["a sign-out", "sign-out"],
  ["a sign-in", "session"],
])("the early answer is of no use after %s", async (_, path) => {
  const { call } = open("", "", "me");
  await call(path, {});
  expect(numberOf(await call("overview", BODY))).toBe(3);
});

test("another period, client or page has no early answer", async () => {
  const { call } = open("", "");
  expect(numberOf(await call("overview", { ...BODY, client_id: "client-1" }))).toBe(2);
  expect(open("", "client=client-1").asked).toEqual([]);
  expect(open("", "period=month").asked).toEqual([]);
  expect(open("keys", "").asked).toEqual([]);
});
