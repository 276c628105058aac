import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** The folders whose code determines the branches that a seed reaches. */
const CODE = ["src", "sim"];

/** Returns the digest of a tree's code: file names and texts. */
const digestOf = (root: string): string => {
  const hash = createHash("sha256");
  const files = CODE.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx,mjs,json}`, { cwd: root }),
  );
  for (const file of files.map((each) => each.replaceAll("\\", "/")).sort())
    hash
      .update(`${file}\n`)
      .update(readFileSync(join(root, file)))
      .update("\n");
  return hash.digest("hex").slice(0, 24);
};

/**
 * Returns the stored result of work for the same code and CPU seconds; otherwise does the work, and
 * stores the result. A continued run therefore skips the simulation of the whole service.
 */
export const keptReach = async (
  { root, folder, seconds }: { root: string; folder: string; seconds: number },
  work: () => Promise<string>,
): Promise<string> => {
  const file = join(folder, `${digestOf(root)}-${seconds}.json`);
  if (existsSync(file)) return readFileSync(file, "utf8");
  const text = await work();
  // Results of other code are invalid.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
  return text;
};
