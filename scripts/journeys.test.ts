import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findJourneys, JOURNEYS } from "./journeys.mjs";

const PROJECT = join(import.meta.dirname, "..");

test("each area is a folder, and each of its journeys is there", () => {
  for (const [folder, journeys] of Object.entries(JOURNEYS)) {
    expect(existsSync(join(PROJECT, folder)), folder).toBe(true);
    for (const journey of journeys)
      expect(existsSync(join(PROJECT, "e2e", journey)), journey).toBe(true);
  }
});

test("a folder has the journeys of the closest area around it", () => {
  expect(findJourneys("src/link/views")).toEqual(JOURNEYS["src/link"]);
  expect(findJourneys("./src/server/bridge/oauth/")).toEqual(JOURNEYS["src/server/bridge/oauth"]);
  expect(findJourneys("src/linked")).toEqual(JOURNEYS.src);
  expect(findJourneys("bench")).toEqual([]);
});
