import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * An Item that the shop may read.
 * @typedef {{ item_id: string, access_token: string }} Item
 */

/**
 * The data that the shop keeps of a visitor: the Items, and the account that was chosen to be paid into.
 * @typedef {{ items: Item[], paid_into?: string }} Kept
 */

/**
 * The Items of the shop's visitors, kept in a JSON file that only its owner can open. Returns those of one visitor.
 * @param {string} file
 */
export const openTokenFile = (file) => {
  let visitors = read(file);

  /** @param {string} visitor */
  return (visitor) => {
    const kept = () => visitors.get(visitor) ?? { items: [] };

    /** @param {Partial<Kept>} change */
    const save = (change) => {
      const next = new Map(visitors).set(visitor, { ...kept(), ...change });
      write(file, JSON.stringify({ visitors: Object.fromEntries(next) }, null, 2));
      visitors = next;
    };

    return {
      all: () => kept().items,
      /** @param {Item} item */
      add: (item) => save({ items: [...kept().items, item] }),
      /** @param {string} itemId */
      remove: (itemId) => save({ items: kept().items.filter(({ item_id }) => item_id !== itemId) }),
      paidInto: () => kept().paid_into ?? null,
      /** @param {string} accountId */
      payInto: (accountId) => save({ paid_into: accountId }),
    };
  };
};

/** @typedef {ReturnType<ReturnType<typeof openTokenFile>>} Tokens */

/**
 * @param {string} file
 * @returns {Map<string, Kept>}
 */
function read(file) {
  try {
    const content = JSON.parse(readFileSync(file, "utf8"));
    if (!content.visitors) throw new Error("it has no visitors");
    return new Map(Object.entries(content.visitors));
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return new Map();
    throw new Error(
      `the shop's token file ${file} cannot be read; delete it, and the shop begins without accounts`,
      { cause },
    );
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
