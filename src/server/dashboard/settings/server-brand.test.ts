import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { browser, signedIn, signInOperator } from "../../../testing/test-app/dashboard.ts";
import { testApp } from "../../../testing/test-app/test-app.ts";

/** Opens an app with the operator signed in, in a new folder or one that was used before. */
const openApp = async (variables: Record<string, string> = {}, folder?: string) => {
  const app = await testApp(variables, folder);
  const operator = browser(app);
  await signInOperator(app, operator);
  const ask = async (path: "show" | "set", body: object = {}) => {
    const { status, body: answer } = await operator.post(`server-brand/${path}`, body);
    const { request_id: _, session_ends_in: __, ...brand } = answer;
    return { status, ...brand };
  };
  return { app, ask };
};
const query = { institution_id: "ins_109508", country_codes: ["US"] };

test("the operator's brand applies from the next start on, with its headers and texts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-"));
  const { app, ask } = await openApp({}, folder);
  expect(await ask("show")).toEqual({
    status: 200,
    name: "Service",
    source: "default",
    stored_name: "",
    next_name: "Service",
  });
  const set = await ask("set", { name: " Acme Bank " });
  expect(set).toMatchObject({ name: "Service", stored_name: "Acme Bank", next_name: "Acme Bank" });
  const call = (server: typeof app) =>
    server.post("/institutions/get_by_id", { ...app.credentials, ...query });
  expect((await call(app)).headers).not.toHaveProperty("acmebank-version");

  const next = await openApp({}, folder);
  expect(await next.ask("show")).toMatchObject({ name: "Acme Bank", source: "dashboard" });
  expect((await call(next.app)).headers).toHaveProperty("acmebank-version");
  const front = await next.app.request({ url: "/", headers: { accept: "text/html" } });
  expect(front.body).toContain("<title>Acme Bank</title>");

  expect(await next.ask("set", { name: "" })).toMatchObject({
    name: "Acme Bank",
    stored_name: "",
    next_name: "Service",
  });
  expect(await (await openApp({}, folder)).ask("show")).toMatchObject({ source: "default" });
});

test("options and variables take precedence over the Dashboard, which then sets nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-"));
  await (await openApp({}, folder)).ask("set", { name: "Acme" });
  const { app, ask } = await openApp({ SERVICE_BRAND: "Tally" }, folder);
  const brand = { name: "Tally", source: "SERVICE_BRAND", stored_name: "Acme", next_name: "Tally" };
  expect(await ask("show")).toEqual({ status: 200, ...brand });
  const { sequence } = await app.services.store.audit.head();
  expect(await ask("set", { name: "Other" })).toMatchObject({
    status: 400,
    error_code: "INVALID_FIELD",
    display_message: "The name is set by SERVICE_BRAND, which takes precedence.",
  });
  expect(await ask("show")).toMatchObject(brand);
  expect((await app.services.store.audit.head()).sequence).toBe(sequence);
});

test.each(["acme", "9Lives", "Acme-Pay", "Acme  Pay", "Société", "A".repeat(41), "Map", "<b>"])(
  "the name %j is refused with the rule, and nothing is stored",
  async (name) => {
    const { ask } = await openApp();
    expect(await ask("set", { name })).toMatchObject({
      status: 400,
      error_code: "INVALID_FIELD",
      display_message: expect.stringMatching(/^The name must be up to 40 ASCII letters/),
    });
    expect(await ask("show")).toMatchObject({ stored_name: "", next_name: "Service" });
  },
);

test("a client can neither see nor set the server's brand", async () => {
  const { app, dashboard } = await signedIn();
  for (const [path, body] of [
    ["server-brand/show", {}],
    ["server-brand/set", { name: "Acme" }],
  ] as const)
    expect((await dashboard.post(path, body)).body.error_code).toBe("NOT_FOUND");
  expect(await app.services.store.settings.get("brand")).toBeNull();
});
