import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endpoints } from "../api/index.ts";
import { bridgeEndpoints } from "../bridge/index.ts";
import { testApp } from "../test-app.ts";

const paths = [...endpoints, ...bridgeEndpoints].map(({ path }) => path);
const withKeys = endpoints.map(({ path }) => path);

describe("every path", () => {
  test("answers another method with 405 and the one it takes", async () => {
    const { server } = await testApp();
    for (const url of paths)
      for (const method of ["GET", "PUT", "DELETE", "PATCH", "HEAD"] as const) {
        const answer = await server.inject({ method, url });
        expect([answer.statusCode, answer.headers.allow]).toEqual([405, "POST"]);
        if (method !== "HEAD") expect(answer.json().error_code).toBe("METHOD_NOT_ALLOWED");
      }
  });

  test("refuses another content type, broken JSON, and JSON that is no object", async () => {
    const { server } = await testApp();
    const bodies: [string, string][] = [
      ["text/plain", "{}"],
      ["application/x-www-form-urlencoded", "a=b"],
      ["multipart/form-data; boundary=x", "--x--"],
      ["application/json", ""],
      ["application/json", "{"],
      ["application/json", "[]"],
      ["application/json", "null"],
      ["application/json", '"text"'],
      ["application/json", '{"__proto__":{"x":1}}'],
      ["application/json", '{"constructor":{"prototype":{}}}'],
      ["not a content type", "{}"],
    ];
    for (const url of paths)
      for (const [type, payload] of bodies) {
        const answer = await server.inject({
          method: "POST",
          url,
          payload,
          headers: { "content-type": type },
        });
        expect([answer.statusCode, answer.json().error_code]).toEqual([400, "INVALID_BODY"]);
      }
  });

  test("refuses a body without a content type, or none at all", async () => {
    const { server } = await testApp();
    for (const url of paths) {
      const answer = await server.inject({ method: "POST", url });
      expect([answer.statusCode, answer.json().error_code]).toEqual([400, "INVALID_BODY"]);
    }
  });

  test("refuses a body that is too large", async () => {
    const { server } = await testApp();
    const payload = JSON.stringify({ client_id: "x".repeat(70_000) });
    for (const url of paths) {
      const answer = await server.inject({
        method: "POST",
        url,
        payload,
        headers: { "content-type": "application/json" },
      });
      expect([answer.statusCode, answer.json().error_message]).toEqual([
        400,
        "the body is too large",
      ]);
    }
  });

  test("names all the fields that are missing", async () => {
    const { post } = await testApp();
    const { body } = await post("/item/public_token/exchange", {});
    expect(body).toMatchObject({
      error_type: "INVALID_REQUEST",
      error_code: "MISSING_FIELDS",
      error_message: "the following required fields are missing: public_token, client_id, secret",
      display_message: null,
    });
  });

  test("refuses an unknown field by its name", async () => {
    const { post, keys } = await testApp();
    const { client_id, secret } = keys;
    for (const endpoint of endpoints) {
      const fields = Object.keys(endpoint.request.shape);
      const { body } = await post(endpoint.path, { client_id, secret, surprise: 1 });
      expect(["UNKNOWN_FIELDS", "MISSING_FIELDS"]).toContain(body.error_code);
      if (body.error_code === "UNKNOWN_FIELDS") expect(body.error_message).toContain("surprise");
      else expect(fields.some((field) => String(body.error_message).includes(field))).toBe(true);
    }
  });

  test("carries its request_id in body and header, also when it refuses", async () => {
    const { server } = await testApp();
    for (const url of [...paths, "/nowhere", "/item/../x", "/%"]) {
      const answer = await server.inject({ method: "POST", url, payload: {} });
      expect(answer.json().request_id).toMatch(/^[0-9A-Za-z]{15}$/);
      expect(answer.headers["service-request-id"]).toBe(answer.json().request_id);
    }
  });
});

test("an unknown path is 404 for every method", async () => {
  const { server } = await testApp();
  for (const method of ["GET", "POST", "PUT"] as const) {
    const answer = await server.inject({ method, url: "/nowhere" });
    expect([answer.statusCode, answer.json().error_code]).toEqual([404, "NOT_FOUND"]);
  }
});

describe("keys", () => {
  test("are taken from the body or from headers", async () => {
    const { post, keys } = await testApp();
    const { client_id, secret } = keys;
    const query = { institution_id: "ins_109508", country_codes: ["US"] };
    const path = "/institutions/get_by_id";
    const headers = { "service-client-id": client_id, "service-secret": secret };
    expect((await post(path, { client_id, secret, ...query })).status).toBe(200);
    expect((await post(path, query, headers)).status).toBe(200);
    expect((await post(path, { secret, ...query }, headers)).status).toBe(200);
  });

  test("that are wrong or somebody else's are refused alike", async () => {
    const { post, keys } = await testApp();
    const query = { institution_id: "ins_109508", country_codes: ["US"] };
    const refusals = await Promise.all(
      [
        { client_id: keys.client_id, secret: "wrong" },
        { client_id: "nobody", secret: keys.secret },
        { client_id: keys.secret, secret: keys.client_id },
      ].map((wrong) => post("/institutions/get_by_id", { ...wrong, ...query })),
    );
    for (const { status, body } of refusals)
      expect([status, body.error_code, body.error_message]).toEqual([
        400,
        "INVALID_API_KEYS",
        "invalid client_id or secret provided",
      ]);
  });

  test("cannot be a public_key in this version", async () => {
    const { post, keys } = await testApp();
    for (const path of [
      "/institutions/get_by_id",
      "/institutions/search",
      "/sandbox/public_token/create",
    ]) {
      const { body } = await post(path, { public_key: keys.public_key });
      expect(body.error_code).toBe("INCOMPATIBLE_API_VERSION");
    }
  });
});

describe("Service-Version", () => {
  const query = { institution_id: "ins_109508", country_codes: ["US"] };

  test("is said in every answer", async () => {
    const { post, keys } = await testApp();
    const { client_id, secret } = keys;
    for (const headers of [{}, { "service-version": "2020-09-14" }]) {
      const answer = await post(
        "/institutions/get_by_id",
        { client_id, secret, ...query },
        headers,
      );
      expect(answer.headers["service-version"]).toBe("2020-09-14");
    }
  });

  test("that does not exist is refused with the ones that do", async () => {
    const { post, keys } = await testApp();
    const { client_id, secret } = keys;
    const { status, body } = await post(
      "/institutions/get_by_id",
      { client_id, secret, ...query },
      { "service-version": "2020-09-15" },
    );
    expect([status, body.error_code, body.error_message]).toEqual([
      400,
      "INVALID_HEADERS",
      "Service-Version must be one of 2020-09-14",
    ]);
  });
});

describe("a token", () => {
  const wrong = {
    access_token: [
      ["", "INVALID_FIELD"],
      ["x", "INVALID_ACCESS_TOKEN"],
      ["x".repeat(201), "INVALID_FIELD"],
      ["access-sandbox-00000000-0000-4000-8000-000000000000", "INVALID_ACCESS_TOKEN"],
      ["access-production-00000000-0000-4000-8000-000000000000", "INVALID_ACCESS_TOKEN"],
      ["public-sandbox-00000000-0000-4000-8000-000000000000", "INVALID_ACCESS_TOKEN"],
      [null, "INVALID_FIELD"],
      [1, "INVALID_FIELD"],
      [["x"], "INVALID_FIELD"],
    ],
    public_token: [
      ["", "INVALID_FIELD"],
      ["x", "INVALID_PUBLIC_TOKEN"],
      ["public-sandbox-00000000-0000-4000-8000-000000000000", "INVALID_PUBLIC_TOKEN"],
      ["public-production-00000000-0000-4000-8000-000000000000", "INVALID_PUBLIC_TOKEN"],
      ["access-sandbox-00000000-0000-4000-8000-000000000000", "INVALID_PUBLIC_TOKEN"],
      [null, "INVALID_FIELD"],
      [{}, "INVALID_FIELD"],
    ],
  };

  /** What a path needs beside its token. */
  const beside: Record<string, object> = {
    "/link/token/create": {
      client_name: "Shop",
      language: "en",
      country_codes: ["US"],
      user: { client_user_id: "user-1" },
    },
  };

  test("that is none is refused, and its value is not repeated", async () => {
    const { post, keys } = await testApp();
    const { client_id, secret } = keys;
    for (const { path, request } of endpoints)
      for (const [field, values] of Object.entries(wrong)) {
        if (!(field in request.shape)) continue;
        for (const [value, code] of values) {
          const answer = await post(path, {
            client_id,
            secret,
            ...beside[path],
            [field]: value,
          });
          expect([path, value, answer.status, answer.body.error_code]).toEqual([
            path,
            value,
            400,
            code,
          ]);
          if (typeof value === "string" && value.length > 1)
            expect(JSON.stringify(answer.body)).not.toContain(value);
        }
      }
  });
});

/** JSON that looks a little like what the paths expect. */
const somethingLike = (shape: Record<string, unknown>, extra: Record<string, string>) =>
  fc.record(
    Object.fromEntries(
      [...Object.keys(shape), "surprise"].map((field) => [
        field,
        fc.oneof(
          fc.constant(extra[field] ?? "x"),
          fc.jsonValue(),
          fc.array(fc.constantFrom("US", "auth", "ins_109508", "x")),
          fc.integer(),
          fc.string({ unit: "binary" }),
        ),
      ]),
    ),
    { requiredKeys: [] },
  );

test("no body that anybody can think of is answered with a 5xx", async () => {
  const { post, keys, link, logged } = await testApp();
  const item = await link();
  const { status } = await post("/item/get", { ...keys, ...item });
  expect(status).toBe(400);
  const { client_id, secret } = keys;
  const known = { client_id, secret, access_token: item.access_token };
  for (const { path, request } of [...endpoints, ...bridgeEndpoints])
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(somethingLike(request.shape, known), fc.jsonValue()),
        fc.boolean(),
        async (body, signed) => {
          const keyed = signed && withKeys.includes(path) && typeof body === "object";
          const answer = await post(path, keyed ? { ...body, client_id, secret } : (body ?? null));
          expect(answer.status).toBeLessThan(500);
          expect(answer.body.request_id).toMatch(/^[0-9A-Za-z]{15}$/);
        },
      ),
      { numRuns: 150 },
    );
  expect(logged.filter((line) => line.includes("unexpected error"))).toEqual([]);
});
