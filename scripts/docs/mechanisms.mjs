// The index of mechanisms, as a page: its rows are in mechanisms.txt, where a path may leave out its folder.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const PROJECT = join(import.meta.dirname, "../..");
const ROWS = join(import.meta.dirname, "mechanisms.txt");

/** A path in code marks: a folder ends with a slash, and a file has a dot, unlike code words. */
const PATH = /^[\w@.-]+(?:\/[\w@.-]+)*(?:\/|\.(?:tsx?|mjs|md|tsv|html|css|json))$/;

/** The folders that paths start from, the source first. */
const ROOTS = ["src", ""];

/**
 * Writes each path of a row in full, as a link. A path of one segment is in the folder of the
 * previous path, or in a parent folder. Throws for a missing path.
 */
export const linkPaths = (cell, exists = (path) => existsSync(join(PROJECT, path))) => {
  let folder = null;
  return cell.replace(/`([^`]+)`(?!\]\()/g, (code, path) => {
    if (!PATH.test(path)) return code;
    const inRoots = ROOTS.map((root) => join(root, path));
    // A path of one segment is near the previous path. A longer path begins at a root.
    const isStep = !path.slice(0, -1).includes("/");
    const near = isStep ? ancestorsOf(folder).map((ancestor) => join(ancestor, path)) : [];
    const candidates = [...near, ...inRoots];
    const found = candidates.find((candidate) => exists(candidate));
    if (found === undefined) throw new Error(`${path} is not there; row: ${cell}`);
    folder = path.endsWith("/") ? found : dirname(found);
    const shown = found.replace(/^src\//, "");
    return `[\`${shown}\`](../${found})`;
  });
};

/** Returns a folder and its parent folders. */
const ancestorsOf = (folder) =>
  folder === null || folder === "." ? [] : [folder, ...ancestorsOf(dirname(folder))];

/** The page of the mechanisms, as Markdown. */
export const mechanismsPage = () => {
  const rows = readFileSync(ROWS, "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      if (line === "") return "";
      if (line.startsWith("## ")) return `${line}\n\n| Mechanism | Files |\n|---|---|`;
      const [subject = "", files = ""] = line.split(" → ");
      return `| ${subject} | ${linkPaths(files)} |`;
    });
  return `# Mechanisms\n\nEach row leads from a subject to every file of its answer. Paths are under \`src/\`, if they have no other folder. A test\nholds that each is there.\n\n${rows.join("\n").replaceAll("\n\n##", "\n\n##")}\n`;
};
