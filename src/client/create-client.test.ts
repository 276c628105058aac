import { inspect } from "node:util";
import { expect, test } from "vitest";
import { clientApp, clientOf, json, scriptedServer, success } from "./client.fixture.ts";
import type { ClientOptions } from "./client-types.ts";
import { ApiError, createClient } from "./index.ts";

test("each path of the OpenAPI document has a method, and each method calls its path", async () => {
  const { app, baseUrl } = await clientApp();
  const { paths } = (await app.server.inject({ method: "GET", url: "/openapi.json" })).json();
  const called: string[] = [];
  const { client } = clientOf(baseUrl, {
    fetch: async (url) => {
      called.push(new URL(String(url)).pathname);
      const headers = { "content-type": "application/pdf" };
      return /\/(pdf\/get|export|statements\/download)$/.test(called.at(-1) ?? "")
        ? new Response("%PDF", { headers })
        : Response.json({ request_id: "aB3dE6gH9jK2mN5" });
    },
  });
  const { verifyWebhook: _, ...methods } = client;
  for (const [name, method] of Object.entries(methods)) {
    const path = called.length;
    await (method as (request: object) => Promise<unknown>)({});
    const words = (called[path] ?? "").slice(1).replaceAll("/", "_").split("_");
    expect(name.toLowerCase()).toBe(words.join(""));
  }
  expect(called.toSorted()).toEqual(Object.keys(paths).toSorted());
});

test("a public token becomes an access token, and then data", async () => {
  const { client } = await clientApp();
  const { public_token } = await client.sandboxPublicTokenCreate({
    institution_id: "ins_109508",
    initial_products: ["auth", "assets"],
  });
  const { access_token } = await client.itemPublicTokenExchange({ public_token });
  const { accounts, request_id } = await client.accountsGet({ access_token });
  expect(accounts[0]).toMatchObject({ name: expect.any(String), type: "depository" });
  expect(request_id).toMatch(/^[0-9A-Za-z]{15}$/);
  expect((await client.categoriesGet()).categories.length).toBeGreaterThan(100);
});

test("an exchange is repeated after a lost connection, and its error tells whether it was run before", async () => {
  let loses: "request" | "response" | null = null;
  const options: Partial<ClientOptions> = {
    fetch: async (...call) => {
      const lost = loses;
      loses = null;
      if (lost === "request") throw new TypeError("the request was lost");
      const response = await fetch(...call);
      if (lost === "response") throw new TypeError("the response was lost");
      return response;
    },
  };
  const { client } = await clientApp({}, options);
  const exchange = async (lost: "request" | "response") => {
    const request = { institution_id: "ins_109508", initial_products: ["auth"] as const };
    const { public_token } = await client.sandboxPublicTokenCreate(request);
    loses = lost;
    return client.itemPublicTokenExchange({ public_token });
  };
  await expect(exchange("request")).resolves.toHaveProperty("access_token");
  await expect(exchange("response")).rejects.toMatchObject({
    error_code: "INVALID_PUBLIC_TOKEN",
    error_message: expect.stringContaining("has already been exchanged"),
    cause: { error_code: "CONNECTION_FAILED", cause: { message: "the response was lost" } },
  });
});

test("a report is read as the bytes of its PDF", async () => {
  const { app, client } = await clientApp();
  const { access_token } = await app.link("ins_109508", ["assets"]);
  const { asset_report_token } = await client.assetReportCreate({
    access_tokens: [access_token],
    days_requested: 30,
  });
  await expect(client.assetReportPdfGet({ asset_report_token })).rejects.toMatchObject({
    error_code: "PRODUCT_NOT_READY",
    status: 400,
  });
  await app.runJobs();
  const pdf = await client.assetReportPdfGet({ asset_report_token });
  expect(pdf).toBeInstanceOf(Uint8Array);
  expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe("%PDF-");
});

test("an error has the server's words, and the request_id that its log has", async () => {
  const { app, client } = await clientApp();
  const failure = await client
    .itemGet({ access_token: "access-sandbox-no" })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({
    name: "ApiError",
    path: "/item/get",
    error_type: "INVALID_INPUT",
    error_code: "INVALID_ACCESS_TOKEN",
    display_message: null,
    status: 400,
    causes: [],
    retryAfter: null,
  });
  const { message, request_id, error_message } = failure as Record<string, string>;
  expect(message).toBe(
    `/item/get: INVALID_ACCESS_TOKEN: ${error_message} (request_id ${request_id})`,
  );
  expect(app.logged.join("")).toContain(`"${request_id}"`);
});

test("the keys are sent as headers, with the version that the types describe", async () => {
  const { baseUrl, requests } = await scriptedServer(success);
  const { client } = clientOf(`${baseUrl}/behind/a/proxy/`);
  await client.accountsGet({ access_token: "access-sandbox-1" });
  expect(requests).toMatchObject([
    {
      url: "/behind/a/proxy/accounts/get",
      headers: {
        "service-client-id": "client",
        "service-secret": "not-to-be-seen",
        "service-version": "2020-09-14",
        "content-type": "application/json",
      },
      body: '{"access_token":"access-sandbox-1"}',
    },
  ]);
});

test("an older version is requested by its date, under any brand of the server", async () => {
  const { client } = await clientApp({ SERVICE_BRAND: "Acme Bank" }, { version: "2019-05-29" });
  const request = { institution_id: "ins_109508", country_codes: ["US"] as const };
  const { institution } = await client.institutionsGetById(request);
  expect(institution).toHaveProperty("mfa");
});

test("a wrong address is told by a sentence, and so is a token of another environment", async () => {
  const { app, baseUrl, client } = await clientApp();
  const { client_id: clientId, secret } = app.keys;
  const messageAt = (address: string) =>
    clientOf(address, { clientId, secret, retries: 0 })
      .client.itemGet({ access_token: "x" })
      .catch(({ message }: Error) => message);
  expect(await messageAt(`${baseUrl}/docs`)).toMatch(
    /NOT_FOUND: there is no such path; baseUrl must be the address of the API.* \(request_id \w+\)/,
  );
  expect(await messageAt(baseUrl.replace("http", "https"))).toMatch(
    /no connection to https:\/\/127.* \(ERR_SSL_WRONG_VERSION_NUMBER\); is baseUrl right\?/,
  );
  const site = await scriptedServer((response) => response.end("<h1>Shop</h1>"));
  expect(await messageAt(site.baseUrl)).toContain("is not the API's; is baseUrl right?");
  const foreign = client.itemGet({ access_token: `access-production-${crypto.randomUUID()}` });
  await expect(foreign).rejects.toThrow("of another environment; this server serves sandbox");
});

test("wrong arguments are refused with a sentence, and nothing is sent", async () => {
  const { baseUrl, requests } = await scriptedServer(success);
  const { client } = clientOf(baseUrl);
  const anyClient = client as unknown as Record<string, (...all: unknown[]) => Promise<unknown>>;
  const messageOf = async (name: string, ...all: unknown[]) => {
    try {
      await anyClient[name]?.(...all);
    } catch (failure) {
      if (failure instanceof TypeError) return failure.message;
    }
    return "no TypeError";
  };
  for (const request of ["access-sandbox-secret", null, [], 5])
    for (const name of ["accountsGet", "transactionsGet", "institutionsGet"])
      expect(await messageOf(name, request)).toMatch(/^\/\w+\/get: the request must be an object/);
  expect(await messageOf("transactionsSync")).toContain("the request must be an object");
  expect(await messageOf("accountsGet", { access_token: 5n })).toContain("written as JSON");
  const options = { timeout: -1, retries: 0.5, signal: {} };
  expect(await messageOf("accountsGet", {}, options)).toBe(
    "/accounts/get: timeout must be a number of ms; retries must be 0 or more; signal must be an AbortSignal",
  );
  expect(requests).toEqual([]);
});

test("a redirect is an error, and the keys do not follow it", async () => {
  const target = await scriptedServer(success);
  for (const status of [301, 302, 307, 308]) {
    const { baseUrl } = await scriptedServer((response) =>
      response.writeHead(status, { location: `${target.baseUrl}/accounts/get` }).end(),
    );
    await expect(clientOf(baseUrl).client.accountsGet({ access_token: "x" })).rejects.toMatchObject(
      {
        error_code: "INVALID_RESPONSE",
        error_message: expect.stringContaining("redirects"),
      },
    );
  }
  expect(target.requests).toEqual([]);
});

test("neither the client nor an error shows the secret or a response's token", async () => {
  const { baseUrl } = await scriptedServer(
    (response) => response.end('{"access_token": "access-sandbox-secret", }'),
    json(200, { access_token: "access-sandbox-secret" }),
    (response) => response.destroy(),
  );
  const { client } = clientOf(baseUrl, { retries: 0 });
  const shown = [inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client)];
  for (const _ of [1, 2, 3]) {
    const failure = await client
      .itemPublicTokenExchange({ public_token: "public-sandbox-secret" })
      .catch((error: unknown) => error);
    shown.push(inspect(failure, { depth: 9, showHidden: true }), String(failure));
  }
  expect(shown.join("\n")).not.toMatch(/not-to-be-seen|sandbox-secret/);
});

test("wrong options are refused in one error, which names them and not their values", () => {
  const wrong: Record<string, unknown> = {
    baseUrl: "https://user:hunter2@link.example",
    clientId: "hunter 2",
    secret: "hunter2\nhunter2",
    version: "hunter 2",
    timeout: 0,
    retries: -1,
    fetch: "hunter2",
  };
  const message = messageOf(wrong);
  for (const name of Object.keys(wrong)) expect(message).toContain(`${name} must be`);
  expect(message).not.toContain("hunter");
  for (const baseUrl of ["", "link.example", "ftp://a", "https://a/?b", "https://a/#b", undefined])
    expect(messageOf({ ...wrong, baseUrl })).toContain("baseUrl must be");
  for (const empty of ["", undefined])
    expect(messageOf({ ...wrong, secret: empty })).toContain(
      "secret is empty: is the environment variable set that you take it from?",
    );
  for (const none of [null, "hunter2"])
    expect(messageOf(none)).toBe("createClient needs { baseUrl, clientId, secret }");
});

test("a client whose variables are not set is created, and its first call names them", async () => {
  const unset = ["", undefined].map((empty) => ({ baseUrl: empty, clientId: "c", secret: empty }));
  for (const options of [...unset, {}, undefined]) {
    const client = createClient(options as ClientOptions);
    for (const call of [client.categoriesGet(), client.verifyWebhook("{}", {})])
      await expect(call).rejects.toThrow(/baseUrl must be .*secret is empty/);
  }
});

test("an ApiError of another copy of the module is one as well, and no other error is", () => {
  // Another copy has its own class, but shares the mark.
  const failure = Object.assign(new Error("no"), { [Symbol.for("service-link ApiError")]: true });
  expect(failure).toBeInstanceOf(ApiError);
  for (const value of [new Error("no"), null, "ApiError", { name: "ApiError" }])
    expect(value instanceof ApiError).toBe(false);
});

function messageOf(options: unknown): string {
  try {
    createClient(options as ClientOptions);
  } catch (failure) {
    if (failure instanceof TypeError) return failure.message;
  }
  return "";
}
