import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MARK_PNG } from "../src/server/adapters/mark-picture.ts";

const PUBLIC = join(import.meta.dirname, "../public");
const MARK = readFileSync(join(PUBLIC, "favicon.svg"), "utf8");

/** The number of pictures in each file. */
const FILES: Record<string, number> = {
  "apple-touch-icon.png": 1,
  "favicon.ico": 3,
  "icon-192.png": 1,
  "icon-512.png": 1,
  "icon-maskable-512.png": 1,
};

test("mails show the mark as it is drawn", () => {
  const digest = createHash("sha256").update(MARK).digest("hex");
  expect(Buffer.from(MARK_PNG, "base64").toString("latin1")).toContain(`tEXtmark\0${digest}`);
});

test.each(Object.entries(FILES))("%s shows the mark as it is drawn", (name, count) => {
  const digest = createHash("sha256").update(MARK).digest("hex");
  const file = readFileSync(join(PUBLIC, name), "latin1");
  expect(file.split(`tEXtmark\0${digest}`)).toHaveLength(count + 1);
});
