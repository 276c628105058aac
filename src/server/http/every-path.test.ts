import { expect, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";
import { BODY_LIMITS, loadEndpoints } from "../api/index.ts";
import { bridgeEndpoints } from "../bridge/index.ts";
import KNOWN_PATHS from "./known-paths.fixture.json" with { type: "json" };
import { unofferedPath } from "./unoffered-paths.ts";

const endpoints = await loadEndpoints();

const paths = [...endpoints, ...bridgeEndpoints].map(({ path }) => path);

test("every path responds 405 to another method, with the one it takes", async () => {
  const { request } = await testApp();
  for (const url of paths)
    for (const method of ["GET", "PUT", "DELETE", "PATCH", "HEAD"] as const) {
      const answer = await request({ method, url });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, "POST"]);
      if (method !== "HEAD") expect(answer.json().error_code).toBe("METHOD_NOT_ALLOWED");
    }
});

test("every path refuses another content type, broken JSON, and JSON that is no object", async () => {
  const { request } = await testApp();
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
      const answer = await request({
        method: "POST",
        url,
        payload,
        headers: { "content-type": type },
      });
      expect([answer.statusCode, answer.json().error_code]).toEqual([400, "INVALID_BODY"]);
    }
});

test("every path refuses a body without a content type, or none at all", async () => {
  const { request } = await testApp();
  for (const url of paths) {
    const answer = await request({ method: "POST", url });
    expect([answer.statusCode, answer.json().error_code]).toEqual([400, "INVALID_BODY"]);
  }
});

test("every path refuses a body that is too large", async () => {
  const { request } = await testApp();
  const limits = new Map<string, number | undefined>([
    ...Object.entries(BODY_LIMITS),
    ...bridgeEndpoints.map(({ path, bodyLimit }) => [path, bodyLimit] as const),
  ]);
  for (const url of paths) {
    const payload = JSON.stringify({ client_id: "x".repeat(limits.get(url) ?? 65_536) });
    const answer = await request({
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

test("every path names all the fields that are missing", async () => {
  const { post } = await testApp();
  const { body } = await post("/item/public_token/exchange", {});
  expect(body).toMatchObject({
    error_type: "INVALID_REQUEST",
    error_code: "MISSING_FIELDS",
    error_message: "the following required fields are missing: public_token, client_id, secret",
    display_message: null,
  });
});

test("a required field that is misspelt is missing, and its right name is said", async () => {
  const { post, credentials } = await testApp();
  const { status, body } = await post("/accounts/get", { ...credentials, acces_token: "x" });
  expect([status, body.error_code, body.error_message]).toEqual([
    400,
    "MISSING_FIELDS",
    "the following required fields are missing: access_token; " +
      "the following fields are not known to this path: acces_token; did you mean access_token?",
  ]);
});

test("every path carries its request_id in body and header, also when it refuses", async () => {
  const { request } = await testApp();
  for (const url of [...paths, "/nowhere", "/item/../x", "/%"]) {
    const answer = await request({ method: "POST", url, payload: {} });
    expect(answer.json().request_id).toMatch(/^[0-9A-Za-z]{15}$/);
    expect(answer.headers["service-request-id"]).toBe(answer.json().request_id);
  }
});

test("an unknown path is 404 for every method", async () => {
  const { request } = await testApp();
  for (const method of ["GET", "POST", "PUT"] as const) {
    const answer = await request({ method, url: "/nowhere" });
    expect([answer.statusCode, answer.json().error_code]).toEqual([404, "NOT_FOUND"]);
  }
});

test("every path that applications know is there, or refused with a sentence that says so", async () => {
  const { request } = await testApp();
  const missing = KNOWN_PATHS.filter((path) => !paths.some((own) => own === path));
  expect(missing.filter((path) => unofferedPath(path) === undefined)).toEqual([]);
  expect(paths.filter((path) => missing.includes(path))).toEqual([]);
  const answer = await request({ method: "POST", url: "/transfer/create", payload: {} });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    404,
    { error_code: "NOT_FOUND", error_message: expect.stringContaining("moves no money") },
  ]);
});

test("each path that the sentence of an absent path names is there", () => {
  const sentences = KNOWN_PATHS.map((path) => unofferedPath(path) ?? "");
  const named = sentences.flatMap((sentence) => sentence.match(/(?<!\w)(?:\/[a-z_]+)+/g) ?? []);
  expect(named).toContain("/link/token/create");
  expect(named.filter((path) => !paths.some((own) => own === path))).toEqual([]);
});
