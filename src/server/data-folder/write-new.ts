import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from "node:fs";

/** Writes a file for its owner only, unless there is one: what is there is never replaced. */
export const writeNew = (file: string, text: string): void => {
  let descriptor: number;
  try {
    descriptor = openSync(file, "wx", 0o600);
  } catch (failure) {
    if (failure instanceof Error && "code" in failure && failure.code === "EEXIST") return;
    throw failure;
  }
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } catch (failure) {
    // A full disk leaves an empty file, which would pass for the one that should be there.
    rmSync(file, { force: true });
    throw failure instanceof Error ? Object.assign(failure, { path: file }) : failure;
  } finally {
    closeSync(descriptor);
  }
};
