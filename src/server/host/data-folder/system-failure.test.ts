import { expect, test } from "vitest";
import { systemFailure } from "./system-failure.ts";

test("too many open files are reported with their fix for any file", () => {
  for (const code of ["EMFILE", "ENFILE"]) {
    const failure = Object.assign(new Error(`${code}: too many open files, scandir`), { code });
    expect(systemFailure(failure)?.message).toMatch(
      /as many files open as it may; raise the limit/,
    );
  }
  expect(systemFailure(new Error("EMFILE"))).toBeNull();
});
