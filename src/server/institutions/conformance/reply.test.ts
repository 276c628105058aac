import { expect, test } from "vitest";
import { createCall, readRows } from "./reply.ts";

const JSON_TYPE = { headers: { "content-type": "application/json" } };

test("replies are limited one by one and in all, and say so", async () => {
  const call = createCall({
    send: async (url) => new Response(JSON.stringify("a".repeat(Number(url))), JSON_TYPE),
    ...{ timeoutMs: 60_000, clock: () => 0 },
  });
  expect((await call("6000000")).failure).toBe("responds with more than 5 MB");
  for (let count = 0; count < 4; count++) expect((await call("4900000")).failure).toBeNull();
  const { body, failure } = await call("900000");
  expect([body, failure]).toEqual([undefined, "has sent more than 20 MB in all by now"]);
});

test("only the first rows of an endless list are inspected", () => {
  const rows = readRows(
    { accounts: Array.from({ length: 50_000 }, () => ({ id: 1 })) },
    "accounts",
  );
  expect(rows).toHaveLength(2000);
});
