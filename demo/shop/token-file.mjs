import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * An Item that the shop may read.
 * @typedef {{ item_id: string, access_token: string }} Item
 */

/**
 * The data that the shop keeps: its Items, and the account that was chosen to be paid into.
 * @typedef {{ items: Item[], paid_into?: string }} Kept
 */

/**
 * The shop's Items, kept in a JSON file that only its owner can open.
 * @param {string} file
 */
export const openTokenFile = (file) => {
  let tokens = read(file);

  /** @param {Partial<Kept>} change */
  const save = (change) => {
    const next = { ...tokens, ...change };
    write(file, JSON.stringify(next, null, 2));
    tokens = next;
  };

  return {
    all: () => tokens.items,
    /** @param {Item} item */
    add: (item) => save({ items: [...tokens.items, item] }),
    /** @param {string} itemId */
    remove: (itemId) => save({ items: tokens.items.filter(({ item_id }) => item_id !== itemId) }),
    paidInto: () => tokens.paid_into ?? null,
    /** @param {string} accountId */
    payInto: (accountId) => save({ paid_into: accountId }),
  };
};

/** @typedef {ReturnType<typeof openTokenFile>} TokenFile */

/**
 * @param {string} file
 * @returns {Kept}
 */
function read(file) {
  try {
    const content = JSON.parse(readFileSync(file, "utf8"));
    if (!Array.isArray(content.items)) throw new Error("it has no list of items");
    return content;
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return { items: [] };
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
