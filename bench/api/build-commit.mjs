// Builds another commit of this repository in a temporary folder.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PROJECT = join(import.meta.dirname, "../..");

const run = (command, args, cwd) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr || stdout}`);
  return stdout.trim();
};

/**
 * Builds a commit in a separate git worktree. Uses this folder's packages if the lockfile is the
 * same, and installs packages otherwise. Returns the commit's short name, its command, and a
 * function that removes the worktree.
 */
export const buildCommit = async (commit) => {
  const name = run("git", ["rev-parse", "--short", "--verify", `${commit}^{commit}`], PROJECT);
  const folder = mkdtempSync(join(tmpdir(), "service-link-commit-"));
  const tree = join(folder, "tree");
  const remove = () => {
    spawnSync("git", ["worktree", "remove", "--force", tree], { cwd: PROJECT });
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    run("git", ["worktree", "add", "--detach", tree, name], PROJECT);
    if (lockfile(tree) === lockfile(PROJECT))
      symlinkSync(join(PROJECT, "node_modules"), join(tree, "node_modules"), "dir");
    else run("npm", ["ci", "--no-audit", "--no-fund"], tree);
    console.error(`building ${name} …`);
    run("npm", ["run", "build"], tree);
    return { name, cli: join(tree, "dist/cli.js"), remove };
  } catch (failure) {
    remove();
    throw failure;
  }
};

const lockfile = (folder) => readFileSync(join(folder, "package-lock.json"), "utf8");
