import { once } from "node:events";
import { errorCodes } from "fastify";
import { describe, expect, test } from "vitest";
import { answersIn, listening, refusalIn } from "../../testing/test-app/socket.ts";
import { testApp } from "../../testing/test-app/test-app.ts";
import { DOOR_NAMES } from "../domain/grants/grant.ts";
import { CLIENT_ERRORS } from "./faults.ts";

const DOORS = DOOR_NAMES.join(",");

/** The status in one of Fastify's own errors. */
const toStatus = (code: string): number => {
  const error: Error & { statusCode?: number } = new errorCodes[code as keyof typeof errorCodes](
    ...["a", "b", "c"],
  );
  return error.statusCode ?? 500;
};

/** An error in the declaration of routes, which no request causes. */
const AT_START = ["FST_ERR_CTP_INSTANCE_ALREADY_STARTED"];

test("each error that Fastify has for a request has a row", () => {
  const codes = Object.keys(errorCodes).filter((code) => toStatus(code) < 500);
  expect(codes.length).toBeGreaterThan(8);
  expect(Object.keys(CLIENT_ERRORS).toSorted()).toEqual(
    codes.filter((code) => !AT_START.includes(code)).toSorted(),
  );
});

const SECRET = "s".repeat(101);
const LONG = "x".repeat(101);

/** The head and body of a request, as bytes. */
const bytes = (line: string, headers: readonly string[] = [], body = ""): string =>
  [`${line} HTTP/1.1`, "host: localhost", "connection: close", ...headers, "", body].join("\r\n");

const post = (
  path: string,
  body: string,
  headers: readonly string[] = [],
  type = "application/json",
) =>
  bytes(
    `POST ${path}`,
    [
      ...(type === "" ? [] : [`content-type: ${type}`]),
      ...(headers.length > 0 ? headers : [`content-length: ${Buffer.byteLength(body)}`]),
    ],
    body,
  );

const MULTIPART = "multipart/form-data; boundary=x";

/** Requests that never reach a handler, each with its refusal. */
const REFUSED: readonly [string, string, number, string][] = [
  ["a path that cannot be decoded", bytes("GET /institution-logos/%E0%A4%A"), 404, "NOT_FOUND"],
  ["a parameter that cannot be decoded", bytes("GET /pluggy/items/%zz"), 404, "NOT_FOUND"],
  ["an unknown path", bytes(`GET /${LONG}`), 404, "NOT_FOUND"],
  ["another method", bytes("PUT /item/get"), 405, "METHOD_NOT_ALLOWED"],
  [
    "a body of another type",
    post("/item/get", "a=b", [], "application/x-www-form-urlencoded"),
    400,
    "INVALID_BODY",
  ],
  ["a body without a type", post("/item/get", "{}", [], ""), 400, "INVALID_BODY"],
  ["a type that is none", post("/item/get", "{}", [], ";;;"), 400, "INVALID_BODY"],
  ["a form with files", post("/item/get", "--x\r\n\r\n", [], MULTIPART), 400, "INVALID_BODY"],
  [
    "a body that is too large",
    post("/item/get", `{"a":"${"x".repeat(70_000)}"}`),
    400,
    "INVALID_BODY",
  ],
  [
    "a length that is too large",
    post("/item/get", "{}", ["content-length: 99999999"]),
    400,
    "INVALID_BODY",
  ],
  [
    "a length beyond all numbers",
    post("/item/get", "{}", [`content-length: ${"9".repeat(40)}`]),
    400,
    "INVALID_HEADERS",
  ],
  ["a negative length", post("/item/get", "{}", ["content-length: -1"]), 400, "INVALID_HEADERS"],
  ["an empty body", post("/item/get", ""), 400, "INVALID_BODY"],
  ["a body that is no JSON", post("/item/get", `{"secret":"${SECRET}"`), 400, "INVALID_BODY"],
  ["a body that is no object", post("/item/get", "[]"), 400, "INVALID_BODY"],
  [
    "a body that names a prototype",
    post("/item/get", `{"__proto__":{"a":1}}`),
    400,
    "INVALID_BODY",
  ],
  [
    "a constructor with a prototype",
    post("/item/get", `{"constructor":{"prototype":{}}}`),
    400,
    "INVALID_BODY",
  ],
  [
    "a compressed body",
    bytes(
      "POST /item/get",
      ["content-type: application/json", "content-encoding: gzip", "content-length: 2"],
      "{}",
    ),
    400,
    "INVALID_BODY",
  ],
  [
    "chunks that are none",
    post("/item/get", "zz\r\n", ["transfer-encoding: chunked"]),
    400,
    "INVALID_BODY",
  ],
  [
    "another transfer encoding",
    post("/item/get", "{}", ["transfer-encoding: gzip"]),
    400,
    "INVALID_HEADERS",
  ],
  [
    "headers that are too large",
    bytes("GET /", [`x: ${"y".repeat(40_000)}`]),
    431,
    "INVALID_HEADERS",
  ],
  ["a target that is too long", bytes(`GET /${"x".repeat(40_000)}`), 431, "INVALID_HEADERS"],
  ["no host", "GET / HTTP/1.1\r\nconnection: close\r\n\r\n", 400, "INVALID_HEADERS"],
  [
    "an expectation",
    bytes("POST /item/get", ["expect: a miracle", "content-length: 0"]),
    417,
    "INVALID_HEADERS",
  ],
  ["no HTTP at all", `${SECRET}\r\n\r\n`, 400, "INVALID_HEADERS"],
  ["a tunnel", "CONNECT x:1 HTTP/1.1\r\nhost: x:1\r\n\r\n", 405, "METHOD_NOT_ALLOWED"],
];

test.each(REFUSED)("%s is refused in the shape of errors", async (_, text, status, code) => {
  const { exchange, logged } = await listening({ DOORS });
  const [answer] = answersIn(await exchange(text));
  if (!answer) throw new Error("there was no answer");
  expect([answer.status, refusalIn(answer)[0]]).toEqual([status, code]);
  expect(logged.join("")).not.toMatch(/unexpected error|"stack"|ssss/);
  expect(JSON.stringify(answer)).not.toMatch(/ssss|node_modules|at .*\.ts:\d/);
});

test("another protocol on the same connection is refused, and the connection stays HTTP's", async () => {
  const { dial, logged } = await listening({ DOORS });
  const socket = dial();
  const pieces: Buffer[] = [];
  socket.on("data", (piece) => void pieces.push(piece));
  socket.write(bytes("GET /nowhere", ["upgrade: websocket"]).replace("close", "upgrade"));
  await once(socket, "data");
  // Node drops bytes that arrive together with such a request.
  socket.write(bytes(`GET /${LONG}`));
  await once(socket, "close");
  const answers = answersIn(Buffer.concat(pieces).toString());
  const refusals = answers.map((answer) => [answer.status, refusalIn(answer)[0]]);
  expect(refusals).toEqual([
    [404, "NOT_FOUND"],
    [404, "NOT_FOUND"],
  ]);
  expect(logged.join("")).not.toMatch(/unexpected error|"stack"/);
});

test.each([
  ["of 101 characters", bytes(`POST /simplefin/claim/${SECRET}`, ["content-length: 0"])],
  ["of 8,000", bytes(`GET /gocardless/api/v2/accounts/${"x".repeat(8000)}`)],
  ["that decodes to 101", bytes(`GET /pluggy/items/${"%C3%A9".repeat(101)}`)],
])("a path parameter %s is refused in the words of its door", async (_, text) => {
  const { exchange, logged } = await listening({ DOORS });
  const [answer] = answersIn(await exchange(text));
  expect(answer?.status).toBe(404);
  expect(JSON.stringify(answer?.json)).toMatch(/there is no such path/i);
  expect(logged.join("")).not.toMatch(/unexpected error|"stack"|ssss/);
  expect(JSON.stringify(answer)).not.toMatch(/ssss|node_modules|at .*\.ts:\d/);
});

describe("a body that is shorter or longer than it says", () => {
  test.each(["/item/get", "/bridge/session/start", "/dashboard/session/start", "/account/session"])(
    "is refused at %s",
    async (url) => {
      const { request, logged } = await testApp();
      for (const length of ["1", "100"]) {
        const headers = { "content-type": "application/json", "content-length": length };
        const { statusCode } = await request({ method: "POST", url, headers, payload: "{}xx" });
        expect(statusCode).toBeGreaterThanOrEqual(400);
        expect(statusCode).toBeLessThan(500);
      }
      expect(logged.join("")).not.toContain("unexpected error");
    },
  );
});

test.each([
  ["/simplefin/accounts", "GET"],
  ["/ofx", "POST"],
  ["/pluggy/auth", "POST"],
  ["/gocardless/api/v2/token/new/", "POST"],
] as const)(
  "%s refuses what is no request in its own words, or those of all",
  async (url, method) => {
    const { request, logged } = await testApp({ DOORS });
    for (const payload of ["", "{", "x".repeat(70_000), `{"__proto__":1}`])
      for (const type of ["application/json", "text/plain", ";;", MULTIPART]) {
        const headers = { "content-type": type };
        const answer = await request({
          method,
          url,
          headers,
          ...(method === "POST" && { payload }),
        });
        expect(answer.statusCode).toBeGreaterThanOrEqual(400);
        expect(answer.statusCode).toBeLessThan(500);
        expect(answer.body).not.toMatch(/node_modules|\n +at /);
      }
    expect(logged.join("")).not.toContain("unexpected error");
  },
);
