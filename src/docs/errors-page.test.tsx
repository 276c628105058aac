import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ERRORS } from "../protocol/errors/errors.ts";
import { readErrors } from "./errors-page.tsx";

const markdown = readFileSync(join(import.meta.dirname, "../../docs/errors.md"), "utf8");

test("the page of errors has every code of the catalogue, with its type and remedy", () => {
  const errors = readErrors(markdown);
  expect(new Set(errors.map(({ code }) => code))).toEqual(
    new Set(Object.entries(ERRORS).map(([name, row]) => ("code" in row ? row.code : name))),
  );
  expect(errors.find(({ code }) => code === "ITEM_LOGIN_REQUIRED")).toMatchObject({
    type: ERRORS.ITEM_LOGIN_REQUIRED.type,
    status: String(ERRORS.ITEM_LOGIN_REQUIRED.status),
    remedy: expect.stringMatching(/./),
  });
});
