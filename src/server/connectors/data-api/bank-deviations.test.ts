import { describe, expect, test } from "vitest";
import { withPerson } from "../../domain/presence.ts";
import { berlinBank, PERSON } from "./dialects/berlin-group/berlin-bank.fixture.ts";

const PERIOD = { from: "2025-06-20", to: "2026-06-15" };

/**
 * A deviation of the demo bank, the connection settings that cover it, and the error without them.
 */
describe.each<[fault: string, deviations: object, refusal: string]>([
  ["berlin-date-needed", { headers: { date: "{date}" } }, "UNSUPPORTED_RESPONSE"],
  ["berlin-token-role-needed", { tokenQuery: { role: "DEDICATED_AISP" } }, "UNSUPPORTED_RESPONSE"],
  ["berlin-person-headers-needed", { unattendedAddress: "203.0.113.9" }, "UNSUPPORTED_RESPONSE"],
  ["berlin-lists-refused", { consent: "global" }, "UNSUPPORTED_RESPONSE"],
  ["berlin-pending-refused", { bookingStatus: "booked" }, "UNSUPPORTED_RESPONSE"],
])("a bank with %s", (fault, deviations, refusal) => {
  const readAt = async (declared: object) => {
    const bank = await berlinBank(declared);
    bank.misbehave(fault);
    const { login } = await bank.signIn();
    // A pull for which no person waits.
    return (await bank.connector.transactions(login, PERIOD)).length;
  };

  test("is read by a connection that declares it, and refused otherwise", async () => {
    expect(await readAt(deviations)).toBeGreaterThan(100);
    await expect(readAt({})).rejects.toMatchObject({ code: refusal });
  });
});

test("a bank with a short history is asked for no longer period, and nothing is refused", async () => {
  const days = async (declared: object) => {
    const { signIn, connector, calls, misbehave } = await berlinBank(declared);
    misbehave("berlin-history-short");
    const { login } = await signIn();
    const rows = await connector.transactions(login, PERIOD);
    const asked = calls.flatMap(({ url }) => url.searchParams.get("dateFrom") ?? []);
    return { rows: rows.length, asked: [...new Set(asked)] };
  };
  const declared = await days({ historyDays: 90 });
  expect(declared.asked).toEqual(["2026-03-18"]);
  const undeclared = await days({});
  expect(undeclared.asked.length).toBeGreaterThan(2);
  expect(declared.rows).toBeGreaterThanOrEqual(undeclared.rows);
});

test("an address for unattended reads comes without the rest of a person", async () => {
  const { signIn, connector, calls } = await berlinBank({ unattendedAddress: "203.0.113.9" });
  const { login } = await signIn();
  const before = calls.length;
  await connector.transactions(login, PERIOD);
  for (const { headers } of calls.slice(before)) {
    expect(headers).toMatchObject({ "psu-ip-address": "203.0.113.9" });
    expect(headers).not.toHaveProperty("psu-user-agent");
  }
});

test("addresses of a bank have the parameters that its connection declares", async () => {
  const declared = { authorizationQuery: { bic: "LANTDE2L" }, tokenQuery: { role: "AISP" } };
  const { start, calls, signIn } = await berlinBank(declared);
  const { url } = await withPerson(PERSON, () => start());
  expect(new URL(url).searchParams.get("bic")).toBe("LANTDE2L");
  await signIn();
  const tokens = calls.filter((call) => call.url.pathname === "/token");
  expect(tokens.length).toBeGreaterThan(0);
  for (const call of tokens) expect(call.url.searchParams.get("role")).toBe("AISP");
});
