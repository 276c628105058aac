import { expect, test } from "vitest";
import { reader } from "./reader.fixture.ts";
import { Refusal } from "./shapes.fixture.ts";

/** The names of a refusal's fields, except for its status. */
const parseFields = (json: unknown) =>
  Object.keys(Refusal.parse(json)).filter((name) => name !== "status_code");

test("a wrong field is named, and nothing is made", async () => {
  const { app, get, call } = await reader();
  const good = { redirect: "http://localhost/x", institution_id: "ins_109508" };
  for (const [body, field] of [
    [{ ...good, redirect: "https://evil.example/" }, "redirect"],
    [{ ...good, redirect: "http://evil.example/" }, "redirect"],
    [{ ...good, redirect: "javascript:alert(1)" }, "redirect"],
    [{ ...good, redirect: "http://localhost/x?a=b" }, "redirect"],
    [{ ...good, redirect: `http://localhost/${"x".repeat(2000)}` }, "redirect"],
    [{ ...good, institution_id: "ins_0" }, "institution_id"],
    [{ ...good, institution_id: 7 }, "institution_id"],
    [{ ...good, agreement: "another" }, "agreement"],
    [{ ...good, reference: "x".repeat(257) }, "reference"],
    [{ ...good, user_language: "english" }, "user_language"],
    [{ ...good, ssn: "078-05-1120" }, "ssn"],
    [{ ...good, account_selection: "yes" }, "account_selection"],
    ["{", "summary"],
    ["[]", "summary"],
  ] as const) {
    const { status, json } = await call("POST", "/requisitions/", body);
    expect([status, parseFields(json())[0]]).toEqual([400, field]);
    expect(JSON.stringify(json())).not.toContain("078-05-1120");
  }
  for (const [body, field] of [
    [{ institution_id: "ins_109508", max_historical_days: 731 }, "max_historical_days"],
    [{ institution_id: "ins_109508", access_valid_for_days: 0 }, "access_valid_for_days"],
    [{ institution_id: "ins_109508", access_scope: ["all"] }, "access_scope"],
    [{}, "institution_id"],
  ] as const) {
    const { status, json } = await call("POST", "/agreements/enduser/", body);
    expect([status, parseFields(json())[0]]).toEqual([400, field]);
  }
  for (const path of ["/requisitions/?limit=x", "/requisitions/?offset=-1"])
    expect((await call("GET", path)).status).toBe(400);
  expect((await get("/requisitions/")).count).toBe(0);
  expect((await get("/agreements/enduser/")).count).toBe(0);
  expect(app.logged.join("\n")).not.toContain("078-05-1120");
});
