import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testsIn } from "./tests-of.ts";

const FILES = {
  "src/server/domain/items/state.ts": "",
  "src/server/domain/items/state.test.ts": 'import "./state.ts";',
  "src/server/store/items/items.ts": 'import { a } from "../../domain/items/state.ts";',
  "src/server/api/items/get.ts": 'import { a } from "../../domain/items/state.ts";',
  "src/server/api/items/a.test.ts": "",
  "src/server/api/items/get.test.ts": "",
  "src/server/api/items/get.endurance.test.ts": "",
  "src/server/store/dialects/sqlite.test.ts": "",
};

test("a file has the tests of its folder, and those next to its importers, the nearest first", () => {
  const root = mkdtempSync(join(tmpdir(), "service-link-tests-of-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const testsOf = testsIn(root);
  expect(testsOf("src/server/domain/items/state.ts")).toEqual({
    own: ["src/server/domain/items/state.test.ts"],
    related: ["src/server/api/items/get.test.ts", "src/server/api/items/a.test.ts"],
  });
  expect(testsOf("src/server/store/items/items.ts")).toEqual({
    own: ["src/server/store/dialects/sqlite.test.ts"],
    related: [],
  });
});
