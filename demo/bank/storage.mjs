import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** @typedef {Record<string, any>} Payload */
/** @typedef {{ payload: Payload, expiresAt: number }} Row */

/** The oldest go first; a grant has a handful of rows. */
const MAX_ROWS = 5_000;

/** The kinds of rows that survive a restart: consents and their tokens. All others are valid only for minutes. */
const KINDS = ["Grant", "AccessToken", "RefreshToken", "Consent", "Intent"];

/**
 * The bank's storage: grants, tokens and consents. In memory, and, if a file is named, in JSON that only its
 * owner can read, so that links survive a restart.
 * @param {{ file?: string | undefined, clock: () => number }} options
 */
export const openStorage = ({ file, clock }) => {
  const { rows: storedRows = [], ...state } = file ? read(file) : {};
  /** @type {Map<string, Row>} */
  const rows = new Map(storedRows);

  /** @param {string} key */
  const save = (key) => {
    if (!file || !KINDS.includes(key.split(":", 1)[0] ?? "")) return;
    const lasting = [...rows].filter(([each]) => KINDS.includes(each.split(":", 1)[0] ?? ""));
    write(file, JSON.stringify({ ...state, rows: lasting }));
  };

  return {
    /** The state that is created once: keys and secrets. */
    state: /** @type {Payload} */ (state),
    /** Writes the changed state. */
    saveState: () => save("Grant:"),
    /** @param {string} key */
    get: (key) => {
      const row = rows.get(key);
      if (row && row.expiresAt <= clock()) rows.delete(key);
      return row && row.expiresAt > clock() ? row.payload : undefined;
    },
    /**
     * @param {string} key
     * @param {Payload} payload
     * @param {number | undefined} seconds for which it is good; undefined for ever
     */
    set: (key, payload, seconds) => {
      rows.delete(key);
      // JSON has no infinity.
      const expiresAt = seconds ? clock() + seconds * 1000 : Number.MAX_SAFE_INTEGER;
      rows.set(key, { payload, expiresAt });
      for (const oldest of rows.keys()) {
        if (rows.size <= MAX_ROWS) break;
        rows.delete(oldest);
      }
      save(key);
    },
    /** @param {string} key */
    delete: (key) => {
      if (rows.delete(key)) save(key);
    },
    /**
     * The keys of one kind whose payload fits.
     * @param {string} kind
     * @param {(payload: Payload) => boolean} fits
     */
    find: (kind, fits) =>
      [...rows]
        .filter(([key, { payload }]) => key.startsWith(`${kind}:`) && fits(payload))
        .map(([key]) => key),
  };
};

/** @typedef {ReturnType<typeof openStorage>} Storage */

/**
 * The storage as oidc-provider wants it: an adapter for each kind of thing that it stores.
 * @param {Storage} storage
 */
export const adapterOf = (storage) => (/** @type {string} */ kind) => ({
  find: async (/** @type {string} */ id) => storage.get(`${kind}:${id}`),
  upsert: async (
    /** @type {string} */ id,
    /** @type {Payload} */ payload,
    /** @type {number} */ seconds,
  ) => storage.set(`${kind}:${id}`, payload, seconds),
  consume: async (/** @type {string} */ id) => {
    const payload = storage.get(`${kind}:${id}`);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    if (payload) storage.set(`${kind}:${id}`, payload, payload.exp - payload.consumed);
  },
  destroy: async (/** @type {string} */ id) => storage.delete(`${kind}:${id}`),
  findByUid: async (/** @type {string} */ uid) => {
    const [key] = storage.find(kind, (payload) => payload.uid === uid);
    return key === undefined ? undefined : storage.get(key);
  },
  findByUserCode: async () => undefined,
  revokeByGrantId: async (/** @type {string} */ grantId) => {
    for (const key of storage.find(kind, (payload) => payload.grantId === grantId))
      storage.delete(key);
  },
  revokeByCustomerOf: async (/** @type {string} */ grantId) => {
    const own = storage.find(kind, (payload) => payload.grantId === grantId).map(storage.get);
    const customers = new Set(own.map((payload) => payload?.accountId));
    for (const key of storage.find(kind, (payload) => customers.has(payload.accountId)))
      storage.delete(key);
  },
});

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return {};
    throw new Error(`the demo bank's file ${file} cannot be read`, { cause });
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
