import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from "node:fs";

/** Writes a file for its owner only; never replaces an existing one. */
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
    // Removes the empty file that a full disk leaves, since it would look complete.
    rmSync(file, { force: true });
    throw failure instanceof Error ? Object.assign(failure, { path: file }) : failure;
  } finally {
    closeSync(descriptor);
  }
};
