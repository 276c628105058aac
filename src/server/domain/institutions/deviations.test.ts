import { expect, test } from "vitest";
import {
  Deviations,
  deviationHeaders,
  deviationsFrom,
  deviationTexts,
  NO_DEVIATIONS,
} from "./deviations.ts";

const TEXTS = [
  "header:x-fapi-financial-id=0015",
  "authorize:bic=LANTDE2L",
  "token:role=DEDICATED_AISP",
  "person-headers=none",
  "unattended-address=203.0.113.7",
  "period=none",
  "history-days=90",
  "assertion-audience=token_endpoint",
  "authorization-response=jarm",
  "metadata=oauth2",
  "consent=global",
  "consent-days=90",
  "pre-step=oauth",
  "booking-status=booked",
  "card-accounts=listed",
  "bulk=balances,transactions",
  "lacks=identity,assets",
];

test("each deviation is declared by a text, and shown by the same", () => {
  const result = deviationsFrom(TEXTS);
  expect("deviations" in result && deviationTexts(result.deviations)).toEqual(TEXTS);
  expect(deviationTexts(NO_DEVIATIONS)).toEqual([]);
  const fields = "deviations" in result ? Object.entries(result.deviations) : [];
  const none: Record<string, unknown> = NO_DEVIATIONS;
  const unset = fields.filter(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(none[name]),
  );
  expect(unset).toEqual([]);
});

test.each([
  ["history-days=0", "is wrong at historyDays"],
  ["history-days=ninety", "is wrong at historyDays"],
  ["unattended-address=localhost", "is wrong at unattendedAddress"],
  ["header:X Y=1", "is wrong at headers.x y"],
  ["token:a b=1", "is wrong at tokenQuery.a b"],
  ["booking-status", "must be name=value"],
  ["headers=x", "must be name=value with a name of header:<name>, authorize:<name>"],
])("%s is refused with its place", (text, problem) => {
  expect(deviationsFrom([text])).toEqual({ problem: expect.stringContaining(problem) });
});

test("a header's date is that of the request in the form of HTTP", () => {
  const deviations = Deviations.parse({ headers: { date: "{date}", "x-own": "1" } });
  expect(deviationHeaders(deviations, Date.UTC(2026, 5, 15, 12))).toEqual({
    date: "Mon, 15 Jun 2026 12:00:00 GMT",
    "x-own": "1",
  });
});
