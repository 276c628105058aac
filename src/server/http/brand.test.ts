import { runInNewContext } from "node:vm";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { brandOf, DEFAULT_BRAND } from "../../protocol/brand/brand.ts";
import { isBrandName } from "../../protocol/brand/brand-name.ts";
import { browser } from "../../testing/test-app/dashboard.ts";
import { testReceiver } from "../../testing/test-app/receiver.ts";
import { fetchReports } from "../../testing/test-app/reports.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { readSettings } from "../host/settings/settings.ts";
import { textAsset } from "./assets.ts";
import { brandAssets } from "./brand-assets.ts";

const BRAND = { SERVICE_BRAND: "Acme Bank" };
const query = { institution_id: "ins_109508", country_codes: ["US"] };

describe("with a brand of its own", () => {
  test("the API takes keys and version by the brand's headers, and by ours", async () => {
    const { post, keys } = await testApp(BRAND);
    for (const prefix of ["acmebank", "service"]) {
      const answer = await post("/institutions/get_by_id", query, {
        [`${prefix}-client-id`]: keys.client_id,
        [`${prefix}-secret`]: keys.secret,
        [`${prefix}-version`]: "2019-05-29",
      });
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        "service-version": "2019-05-29",
        "acmebank-version": "2019-05-29",
      });
    }
  });

  test("a version that does not exist is refused by the name of the brand's header", async () => {
    const { post, credentials } = await testApp(BRAND);
    const { status, body } = await post(
      "/institutions/get_by_id",
      { ...credentials, ...query },
      { "acmebank-version": "2000-01-01" },
    );
    expect([status, body.error_code]).toEqual([400, "INVALID_HEADERS"]);
    expect(body.error_message).toMatch(/^AcmeBank-Version must be one of /);
  });

  test("another brand's headers are ignored", async () => {
    const { post, keys } = await testApp();
    const { body } = await post("/institutions/get_by_id", query, {
      "acmebank-client-id": keys.client_id,
      "acmebank-secret": keys.secret,
    });
    expect(body.error_code).toBe("MISSING_FIELDS");
  });

  test("the request_id goes out under the brand's name with a PDF, and not with JSON", async () => {
    const app = await testApp(BRAND);
    const { access_token } = await app.link("ins_109508", ["assets"]);
    const asset_report_token = await fetchReports(app).createReady([access_token]);
    const pdf = (changes = {}) =>
      app.post("/asset_report/pdf/get", { ...app.credentials, asset_report_token, ...changes });
    const { headers, bytes } = await pdf();
    expect(headers["content-type"]).toBe("application/pdf");
    expect(headers["acmebank-request-id"]).toMatch(/^[0-9A-Za-z]{15}$/);
    expect(headers["acmebank-request-id"]).toBe(headers["service-request-id"]);
    expect(bytes.toString()).not.toContain("service-link");
    const refusal = await pdf({ asset_report_token: "x" });
    expect(refusal.headers["service-request-id"]).toBe(refusal.body.request_id);
    expect(refusal.headers).not.toHaveProperty("acmebank-request-id");
  });

  test("the request_id of every other answer goes out under both names", async () => {
    const app = await testApp(BRAND);
    for (const url of ["/", "/docs", "/health", "/no/such/path", "/account/connections"]) {
      const { headers } = await app.request({ url, headers: { accept: "text/html" } });
      expect(headers["acmebank-request-id"]).toMatch(/^[0-9A-Za-z]{15}$/);
      expect(headers["acmebank-request-id"]).toBe(headers["service-request-id"]);
    }
  });

  test("a PDF that fails before its first byte is refused in JSON, without the PDF's header", async () => {
    const app = await testApp(BRAND);
    const { access_token } = await app.link("ins_109508", ["assets"]);
    const asset_report_token = await fetchReports(app).createReady([access_token]);
    app.services.renderReportPdf = async function* () {
      yield* [];
      throw new Error("no ink");
    };
    // The report for other days than the stored ones is printed on request.
    const options = { days_to_include: 5 };
    const body = { ...app.credentials, asset_report_token, options };
    const refusal = await app.post("/asset_report/pdf/get", body);
    expect([refusal.status, refusal.body.error_code]).toEqual([500, "INTERNAL_SERVER_ERROR"]);
    expect(refusal.headers).not.toHaveProperty("acmebank-request-id");
  });

  test("a webhook has the brand's headers in addition to ours", async () => {
    const app = await testApp(BRAND);
    const receiver = await testReceiver();
    const { access_token } = await app.link("ins_109508", ["auth"], { webhook: receiver.url });
    await app.call("/sandbox/item/fire_webhook", { access_token, webhook_code: "ERROR" });
    await app.runJobs();
    const { headers = {} } = receiver.received[0] ?? {};
    for (const name of ["verification", "version", "webhook-id"]) {
      expect(headers[`service-${name}`], name).toBeTruthy();
      expect(headers[`acmebank-${name}`], name).toBe(headers[`service-${name}`]);
    }
    expect(headers["user-agent"]).toBe("acmebank-link-webhooks");
  });

  test("the front page and the reference bear its name", async () => {
    const { request } = await testApp(BRAND);
    const front = await request({ url: "/", headers: { accept: "text/html" } });
    expect(front.body).toContain("<title>Acme Bank</title>");
    const reference = await request({ url: "/openapi.json" });
    expect(reference.json().info.title).toBe("Acme Bank");
    expect(reference.body).toContain('"ACMEBANK-CLIENT-ID"');
    expect(reference.body).toContain('"AcmeBank-Version"');
    expect(front.body + reference.body).not.toMatch(/service-?link|\bService\b|\bSERVICE-/i);
    expect(reference.body).toContain("the command `keys` shows them");
  });

  test("a command that a refusal names is named without the program's name", async () => {
    const { request, call, app } = await withDashboard();
    const frame = await request({ url: "/link.html?origin=https://shop.example" });
    const redirect = await app
      .post("/link/token/create", {
        ...app.credentials,
        client_name: "Shop",
        country_codes: ["US"],
        language: "en",
        products: ["auth"],
        user: { client_user_id: "1" },
        redirect_uri: "https://shop.example/back",
      })
      .then(({ body }) => String(body.error_message));
    const setup = await call("operator/setup", { code: "used", password: "a long password" });
    const texts = [frame.body, redirect, String(setup.display_message)];
    expect(texts).toEqual([
      expect.stringContaining("with: keys --allow-origin https://shop.example"),
      expect.stringContaining("with: keys --allow-redirect-uri https://shop.example/back"),
      expect.stringContaining("with: dashboard setup"),
    ]);
    expect(texts.join(" ")).not.toMatch(/service-?link/i);
  });
});

/** The app under a brand, with calls of its Dashboard. */
const withDashboard = async () => {
  const app = await testApp(BRAND);
  const dashboard = browser(app);
  return {
    app,
    request: app.request,
    call: async (path: string, body: object) => (await dashboard.post(path, body)).body,
  };
};

const assetOf = (text: string) => textAsset(text, { type: "text/plain", cacheControl: "no-store" });

const assets = (script: string) => ({
  guide: () => undefined,
  linkDocument: () => '<!doctype html><html lang="en">',
  styleHash: "",
  scriptHashes: () => [],
  files: new Map([["/link.js", assetOf(script)]]),
  docs: assetOf("<title>service-link</title>"),
  dashboard: assetOf('<html lang="en">'),
});
const SCRIPT = 'self.Service={create:()=>"Service.create: no"}';

test("the page's script makes the brand's global, in addition to Service, in every encoding", () => {
  const { files, docs, dashboard, ...pages } = brandAssets(assets(SCRIPT), brandOf("Acme Bank"));
  const script = files.get("/link.js");
  if (!script) throw new Error("there is a script");
  const text = script.identity.toString();
  expect(brotliDecompressSync(script.br).toString()).toBe(text);
  expect(gunzipSync(script.gzip).toString()).toBe(text);
  const page: Record<string, unknown> = {};
  page.self = page;
  expect(runInNewContext(`${text};AcmeBank.create()+(Service===AcmeBank)`, page)).toBe(
    "AcmeBank.create: notrue",
  );
  expect(docs?.identity.toString()).toBe("<title>Acme Bank</title>");
  expect(dashboard?.identity.toString()).toContain(
    'data-brand="Acme Bank" data-headers="AcmeBank"',
  );
  expect(pages.linkDocument({} as never)).toContain('<html data-scheme="acmebanklink" lang="en">');
});

test("a page's own Service is left alone", () => {
  const { files } = brandAssets(assets(SCRIPT), brandOf("Acme"));
  const page: Record<string, unknown> = { Service: "mine" };
  page.self = page;
  expect(runInNewContext(`${files.get("/link.js")?.identity};Service`, page)).toBe("mine");
});

test("without a brand the built files are sent as they are", () => {
  const scriptAssets = assets(SCRIPT);
  expect(brandAssets(scriptAssets, DEFAULT_BRAND)).toBe(scriptAssets);
});

test("a name that is taken makes an identifier, a header and a scheme", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z][A-Za-z0-9]{0,12}( [A-Za-z0-9]{1,12}){0,2}$/), (name) => {
      fc.pre(isBrandName(name));
      const { identifier, scheme } = brandOf(name);
      expect(() => new Function(`const ${identifier} = 1;`)).not.toThrow();
      expect(() => new Headers({ [`${identifier}-Version`]: "1" })).not.toThrow();
      expect(new URL(`${scheme}://connected?a=b`).protocol).toBe(`${scheme}:`);
    }),
  );
});

test.each([
  "",
  "acme",
  "9Lives",
  "Acme-Pay",
  "Acme  Pay",
  "Acme ",
  "Société",
  "A".repeat(41),
  "Map",
  "Document",
  "HTML Element",
  "Option",
])("the brand %j stops the start with one sentence, as option and as variable", (name) => {
  expect(() => readSettings({}, { SERVICE_BRAND: name })).toThrow(
    /^SERVICE_BRAND: must be up to 40 ASCII letters[^\n]+$/,
  );
  expect(() => readSettings({ brand: name }, { SERVICE_BRAND: "Acme" })).toThrow(
    /^--brand: must be up to 40 ASCII letters[^\n]+$/,
  );
});

test("the option comes before the variable", () => {
  const brandOf = (...from: Parameters<typeof readSettings>) => {
    const { brand } = readSettings(...from);
    return brand && [brand.brand.name, brand.source];
  };
  expect(brandOf({ brand: "Acme" }, { SERVICE_BRAND: "Other" })).toEqual(["Acme", "--brand"]);
  expect(brandOf({}, { SERVICE_BRAND: "Other" })).toEqual(["Other", "SERVICE_BRAND"]);
  expect(brandOf({}, {})).toBeNull();
});
