import { expect, test } from "vitest";
import { testApp } from "../../testing/test-app/test-app.ts";
import { loadEndpoints } from "../api/index.ts";
import { bridgeEndpoints } from "../bridge/index.ts";

const endpoints = await loadEndpoints();

/** The maximum depth of a 64 KB body, beyond the limit of recursion. */
const DEPTH = 10_000;

const DEEP = [
  "[".repeat(DEPTH) + "]".repeat(DEPTH),
  `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`,
];

test.each([...endpoints, ...bridgeEndpoints].map(({ path, request }) => [path, request] as const))(
  "%s refuses values of ten thousand levels, with keys and without",
  async (url, schema) => {
    const { request, credentials, logged } = await testApp();
    const keys = JSON.stringify(credentials).slice(1, -1);
    const headers = { "content-type": "application/json" };
    for (const lead of ["", `${keys},`])
      for (const field of ["unknown", "options", ...Object.keys(schema.shape)])
        for (const deep of DEEP) {
          const payload = `{${lead}"${field}":${deep}}`;
          const answer = await request({ method: "POST", url, headers, payload });
          expect(answer.statusCode, field).toBeGreaterThanOrEqual(400);
          expect(answer.statusCode, field).toBeLessThan(500);
          expect(answer.body.length).toBeLessThan(2000);
        }
    expect(logged.join("")).not.toContain("unexpected error");
  },
);
