import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs work in a copy of the service, which may be broken. Removes the copy afterwards. */
export const withCopy = async <Result>(
  root: string,
  work: (copy: string) => Promise<Result>,
): Promise<Result> => {
  const copy = mkdtempSync(join(tmpdir(), "service-link-mutant-"));
  try {
    for (const entry of ["src", "sim", "package.json", "tsconfig.json", "vitest.config.ts", "docs"])
      cpSync(join(root, entry), join(copy, entry), { recursive: true });
    for (const folder of ["node_modules", "scripts", "demo", "public", "build", "packages"])
      symlinkSync(join(root, folder), join(copy, folder));
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
};
