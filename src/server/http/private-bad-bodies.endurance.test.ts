import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { samples } from "../../testing/property-samples.ts";
import { badBodies } from "../../testing/test-app/bad-bodies.ts";
import { requestSchemaOf } from "../../testing/test-app/bodies.ts";
import { OWN, signedIn, signInOperator } from "../../testing/test-app/dashboard.ts";
import { LOOK_ALIKES, likeAnything, likeBody } from "../../testing/test-app/look-alikes.ts";
import { portalBrowser } from "../../testing/test-app/portal.ts";
import { linkConfig, testApp } from "../../testing/test-app/test-app.ts";
import { bridgeEndpoints } from "../bridge/index.ts";
import { INDEX_PATH } from "../bridge/session/institution-index.ts";
import { dashboardCalls } from "../dashboard/index.ts";
import { SignInRequest } from "../portal/email.ts";
import { portalActions } from "../portal/index.ts";
import { CredentialFields } from "./credentials.ts";
import { exampleOf } from "./openapi/example.ts";
import { OpenRequest } from "./routes/portal.ts";

/** The endpoints of the bridge and the Dashboard. */
const privateForms = [
  ...bridgeEndpoints.map((endpoint) => ({ ...endpoint, about: "nobody" })),
  ...dashboardCalls,
  ...portalActions
    .filter(({ path }) => path !== "/account/erase")
    .map((action) => ({ ...action, about: "person" })),
  { path: "/account/open", request: OpenRequest, about: "nobody" },
  { path: "/account/sign-in", request: SignInRequest, about: "nobody" },
  {
    path: "/dashboard/api/session",
    request: z.strictObject(CredentialFields.shape),
    about: "nobody",
  },
  { path: "/dashboard/api/sign-out", request: z.strictObject({}), about: "nobody" },
];

describe.each(privateForms.map(({ path, request, about }) => ({ path, request, about })))(
  "$path",
  ({ path, request, about }) => {
    let setup: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      let end = async () => {};
      const app = await testApp({}, undefined, (close) => {
        end = close;
      });
      setup = await open(app);
      return end;
    });

    const open = async (newApp: Awaited<ReturnType<typeof testApp>>) => {
      const { app, dashboard } = await signedIn(newApp);
      if (about === "operator") await signInOperator(app, dashboard);
      if (about !== "person") return { app, dashboard };
      const person = portalBrowser(app);
      await person.openFromLink((await app.link()).item_id);
      return { app, dashboard: person };
    };

    const schema = requestSchemaOf({ request });
    const good = z.record(z.string(), z.unknown()).parse(exampleOf(schema, {}, true));

    test("every field that is missing, wrong or unknown is refused by its name", async () => {
      const { app, dashboard } = setup;
      const headers = { origin: OWN, cookie: dashboard.cookie() };
      for (const { what, body, code, names } of badBodies(schema, good)) {
        const answer = await app.post(path, body, headers);
        const { error_code, error_message } = answer.body;
        expect([what, answer.status, error_code]).toEqual([what, 400, code]);
        expect(String(error_message)).toContain(names);
      }
    });

    test("no body leads to a 5xx", async () => {
      const { app, dashboard } = setup;
      const headers = { origin: OWN, cookie: dashboard.cookie() };
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            likeBody([good, ...badBodies(schema, good).map(({ body }) => body)], ["foreign"]),
            likeAnything,
          ),
          async (body) => {
            const answer = await app.post(path, body ?? null, headers);
            expect(answer.status).toBeLessThan(500);
            expect(answer.headers["service-request-id"]).toMatch(/^[0-9A-Za-z]{15}$/);
          },
        ),
        { numRuns: samples(25) },
      );
      expect(errorsIn(app.logged)).toEqual([]);
    });
  },
);

const errorsIn = (lines: readonly string[]) =>
  lines.filter((line) => line.includes("unexpected error"));

test("a page's configuration is refused by the name of the field that only looks right", async () => {
  const { startLink, keys, logged } = await testApp();
  for (const field of ["clientName", "product", "countryCodes", "key", "webhook", "user", "token"])
    for (const like of LOOK_ALIKES) {
      const config = field === "token" ? {} : linkConfig(keys.public_key);
      const { status, body } = await startLink({ ...config, [field]: like });
      expect([field, like, status, body.error_code]).toEqual([
        field,
        like,
        400,
        "INVALID_CONFIGURATION",
      ]);
      expect(String(body.error_message)).toContain(field);
    }
  expect(errorsIn(logged)).toEqual([]);
});

test("no configuration leads to a 5xx", async () => {
  const { startLink, keys, logged } = await testApp();
  const config = { ...linkConfig(keys.public_key), countryCodes: ["US"], user: {}, webhook: "x" };
  await fc.assert(
    fc.asyncProperty(likeBody([config, { token: "link-sandbox-x" }], [null]), async (anyBody) => {
      expect((await startLink(anyBody)).status).toBeLessThan(500);
    }),
    { numRuns: samples(200) },
  );
  expect(errorsIn(logged)).toEqual([]);
});

test("no custom user leads to a 5xx", async () => {
  const { post, keys, logged } = await testApp();
  const { client_id, secret } = keys;
  const override = {
    seed: "one",
    mfa: { type: "device" },
    recaptcha: "good",
    force_error: "USER_LOCKED",
    override_accounts: [{ type: "depository", subtype: "checking" }],
  };
  const users = fc.oneof(
    likeBody([override, { override_accounts: LOOK_ALIKES.slice(0, 1) }], [null]),
    likeAnything,
  );
  await fc.assert(
    fc.asyncProperty(users, async (user) => {
      const { status } = await post("/sandbox/public_token/create", {
        client_id,
        secret,
        institution_id: "ins_109508",
        initial_products: ["auth"],
        options: { override_username: "user_custom", override_password: JSON.stringify(user) },
      });
      expect(status).toBeLessThan(500);
    }),
    { numRuns: samples(200) },
  );
  expect(errorsIn(logged)).toEqual([]);
});

const PAGES = [
  "/",
  "/link.html",
  INDEX_PATH,
  "/legal/terms",
  "/my",
  "/account",
  "/account/connections",
  "/account/data",
  "/account/transactions?format=csv",
  "/docs",
  "/dashboard",
  "/dashboard/items",
  "/dashboard/api/me",
  "/openapi.json",
];
const HEADERS = [
  "accept",
  "accept-encoding",
  "authorization",
  "content-type",
  "cookie",
  "host",
  "if-none-match",
  "origin",
  "service-client-id",
  "service-secret",
  "service-version",
  "x-forwarded-for",
  "x-forwarded-host",
];

/** Text for a header, as bytes. */
const headerText = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    fc.integer({ min: 0x80, max: 0xff }).map((code) => String.fromCharCode(code)),
  ),
  maxLength: 60,
});
const queryText = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom("origin", "language", "product", "countryCodes", "isWebview", "byHand"),
        fc.constantFrom(
          "__proto__",
          "constructor",
          "toString",
          "length",
          "origin[]",
          "origin[length]",
        ),
        fc.string(),
      ),
      fc.oneof(fc.constantFrom("en", "auth", "US", "true", "null", "%E0%A4%A", "%00"), fc.string()),
    ),
    { maxLength: 6 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join("&"));

test.each([
  ["", {}],
  [", behind a proxy too", { TLS_PROXY: "true" }],
])("no query, header or cookie leads to a 5xx%s", async (_, variables) => {
  const { request, logged } = await testApp(variables);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PAGES),
      queryText,
      fc.dictionary(fc.constantFrom(...HEADERS), headerText),
      fc.constantFrom("GET", "HEAD", "POST"),
      async (path, query, headers, method) => {
        const url = `${path}?${query.replace(/[^\x21-\x7e]/g, "%20")}`;
        const answer = await request({
          method,
          url,
          headers,
          ...(method === "POST" && { payload: "{}" }),
        });
        expect(answer.statusCode).toBeLessThan(500);
        expect(answer.headers["service-request-id"]).toMatch(/^[0-9A-Za-z]{15}$/);
      },
    ),
    { numRuns: samples(500) },
  );
  expect(errorsIn(logged)).toEqual([]);
});
