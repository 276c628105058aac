import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * An Item that the shop may read.
 * @typedef {{ item_id: string, access_token: string }} Item
 */

/**
 * The shop's Items, kept in a JSON file that only its owner can open.
 * @param {string} file
 */
export const openTokenFile = (file) => {
  let items = read(file);

  /** @param {Item[]} next */
  const save = (next) => {
    write(file, JSON.stringify({ items: next }, null, 2));
    items = next;
  };

  return {
    all: () => items,
    /** @param {Item} item */
    add: (item) => save([...items, item]),
    /** @param {string} itemId */
    remove: (itemId) => save(items.filter(({ item_id }) => item_id !== itemId)),
  };
};

/** @typedef {ReturnType<typeof openTokenFile>} TokenFile */

/**
 * @param {string} file
 * @returns {Item[]}
 */
function read(file) {
  try {
    const { items } = JSON.parse(readFileSync(file, "utf8"));
    if (!Array.isArray(items)) throw new Error("it has no list of items");
    return items;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return [];
    throw new Error(`the shop's token file ${file} cannot be read`, { cause });
  }
}

/**
 * Replaces the file in one step, so that a crash leaves the old one or the new one.
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  const next = `${file}.next`;
  mkdirSync(dirname(file), { recursive: true });
  rmSync(next, { force: true });
  writeFileSync(next, text, { mode: 0o600, flag: "wx", flush: true });
  renameSync(next, file);
}
