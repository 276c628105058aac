import { expect, test } from "vitest";
import { compressJson, decompressJson } from "./compressed-json.ts";

test("JSON of any size survives a round trip, and no other bytes change", async () => {
  const others = Buffer.from("bytes from the same pool");
  for (const size of [0, 1, 4095, 4096, Buffer.poolSize, Buffer.poolSize + 1, 200_000]) {
    const json = JSON.stringify(["é".repeat(size)]);
    expect(decompressJson(await compressJson(json))).toBe(json);
  }
  expect(others.toString()).toBe("bytes from the same pool");
});
