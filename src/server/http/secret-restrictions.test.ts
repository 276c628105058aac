import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { CONSENTED_PRODUCTS } from "../../protocol/vocabulary.ts";
import { browser } from "../../testing/test-app/dashboard.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { loadEndpoints } from "../api/index.ts";
import { newSecret } from "../domain/clients/client-secret.ts";
import { type SecretRestrictions, UNRESTRICTED } from "../domain/clients/secret-restrictions.ts";

const endpoints = await loadEndpoints();

type App = Awaited<ReturnType<typeof testApp>>;

/** Adds a restricted secret to an app's client. */
const addSecret = async (
  { services, keys }: App,
  secret: string,
  restrictions: Partial<SecretRestrictions>,
): Promise<void> => {
  const origin = { clock: services.clock, random: randomBytes };
  const added = newSecret(secret, origin, { restrictions: { ...UNRESTRICTED, ...restrictions } });
  await services.store.clients.changeSecrets(keys.client_id, (secrets) => [...secrets, added]);
};

/** Calls a path with a secret; returns the refusal's code and message. */
const fetchRefusal = async (
  app: App,
  path: string,
  secret: string,
  fields: object = {},
  headers = {},
) => {
  const { client_id } = app.keys;
  const { body } = await app.post(path, { client_id, secret, ...fields }, headers);
  return [body.error_code, body.error_message];
};

const READ_ONLY = "a-secret-that-only-reads";
const ELSEWHERE = "a-secret-of-another-network";
const HERE = "a-secret-of-this-network";
const REFUSED = "UNAUTHORIZED_ROUTE_ACCESS";

/** The app shared by all paths, since no call has a valid body. */
let shared: App;
beforeAll(async () => {
  let end = async () => {};
  shared = await testApp({}, undefined, (close) => {
    end = close;
  });
  await addSecret(shared, READ_ONLY, { readOnly: true });
  await addSecret(shared, ELSEWHERE, { networks: ["10.0.0.0/8", "2001:db8::/32"] });
  await addSecret(shared, HERE, { networks: ["10.0.0.0/8", "127.0.0.0/8"] });
  for (const product of CONSENTED_PRODUCTS)
    await addSecret(shared, product, { products: [product] });
  return end;
});

describe.each(endpoints)("$path", ({ path, effect, products }) => {
  test("a path whose name is that of a read only reads, and each other one writes", () => {
    const isRead = /\/(get|get_by_id|search|sync|export|enrich|match|list|download)$/.test(path);
    expect(effect).toBe(isRead ? "read" : "write");
  });

  test("a read-only secret is refused if the path writes", async () => {
    const [code, message] = await fetchRefusal(shared, path, READ_ONLY);
    if (effect === "write")
      expect([code, message]).toEqual([
        REFUSED,
        `this secret is read-only, and ${path} changes something`,
      ]);
    else expect(code).not.toBe(REFUSED);
  });

  test("a secret of one product is refused if the path is of another", async () => {
    for (const product of CONSENTED_PRODUCTS) {
      const isAllowed = products.every((name) => name === product);
      const [code] = await fetchRefusal(shared, path, product);
      if (isAllowed) expect(code, product).not.toBe(REFUSED);
      else expect(code, product).toBe(REFUSED);
    }
  });

  test("a secret of another network is refused, and one of this network is not", async () => {
    expect(await fetchRefusal(shared, path, ELSEWHERE)).toEqual([
      REFUSED,
      "this secret may not be used from the address 127.0.0.1",
    ]);
    expect((await fetchRefusal(shared, path, HERE))[0]).not.toBe(REFUSED);
  });
});

test("a secret of some products asks for no others in a body, in any version", async () => {
  const app = await testApp();
  await addSecret(app, "auth", { products: ["auth", "cra_base_report"] });
  const session = {
    client_name: "Shop",
    language: "en",
    country_codes: ["US"],
    user: { client_user_id: "1" },
  };
  const refusal = (fields: object, version = "2020-09-14") =>
    fetchRefusal(
      app,
      "/link/token/create",
      "auth",
      { ...session, ...fields },
      {
        "service-version": version,
      },
    );
  expect((await refusal({ products: ["auth"] }))[0]).toBeUndefined();
  for (const version of ["2018-05-22", "2020-09-14"])
    expect(await refusal({ products: ["auth", "identity"] }, version)).toEqual([
      REFUSED,
      "this secret is restricted to auth, cra_base_report, and /link/token/create was called for identity",
    ]);
  for (const fields of [
    { products: ["auth"], additional_consented_products: ["income"] },
    { products: ["auth"], optional_products: ["income"] },
    { products: ["cra_base_report", "cra_income_insights"] },
  ])
    expect((await refusal(fields))[0]).toBe(REFUSED);
});

test("a call behind a proxy comes from the address that the proxy saw, not from forged ones before it", async () => {
  const app = await testApp({ TLS_PROXY: "true" });
  await addSecret(app, "secret", { networks: ["198.51.100.0/24"] });
  const from = async (address: string) =>
    (await fetchRefusal(app, "/institutions/get", "secret", {}, { "x-forwarded-for": address }))[0];
  expect(await from("192.0.2.1, 198.51.100.7")).toBe("MISSING_FIELDS");
  expect(await from("198.51.100.7, 192.0.2.1")).toBe(REFUSED);
});

test("a restricted secret that is refused changes nothing, and is used all the same", async () => {
  const app = await testApp();
  const { access_token } = await app.link();
  await addSecret(app, "secret", { readOnly: true });
  expect((await fetchRefusal(app, "/item/remove", "secret", { access_token }))[0]).toBe(REFUSED);
  expect(await app.call("/item/get", { access_token })).toMatchObject({ item: {} });
  await app.writeUsage();
  const client = await app.services.store.clients.byPublicKey(app.keys.public_key);
  expect(client?.secrets.map(({ usedAt }) => usedAt)).toEqual([
    app.services.clock(),
    app.services.clock(),
  ]);
});

test("a restricted secret does not sign in to the Dashboard, and its sessions end once it is restricted", async () => {
  const app = await testApp();
  await addSecret(app, "restricted", { networks: ["127.0.0.0/8"] });
  const refusal = await browser(app).signIn({ secret: "restricted" });
  expect([refusal.status, refusal.body.display_message]).toEqual([
    400,
    "This secret is restricted. Sign in with one that is not.",
  ]);
  const dashboard = browser(app);
  await dashboard.signIn();
  const restrictions = { ...UNRESTRICTED, readOnly: true };
  await app.services.store.clients.changeSecrets(app.keys.client_id, (secrets) =>
    secrets.map((secret) => ({ ...secret, restrictions })),
  );
  expect((await dashboard.reload()).body.error_code).toBe("INVALID_DASHBOARD_SESSION");
});
