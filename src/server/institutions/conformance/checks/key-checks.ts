import type { Check, CheckOf } from "../check.ts";
import { countRows, MAX_ROWS, readRows, readText } from "../reply.ts";

const SECRET_PARTS = ["d", "p", "q", "dp", "dq", "qi", "k"];
const MIN_RSA_BITS = 2048;

type Key = Record<string, unknown>;

/** A check of the published keys, if they can be read. */
const inKeys = (check: CheckOf<[keys: Key[]]>): Check => ({
  ...check,
  area: "Keys",
  find: ({ keys }) =>
    keys === null || keys.failure !== null
      ? undefined
      : check.find(readRows(keys.body, "keys") ?? []),
});

/** Returns a key's id for the report. */
const toName = (key: Key): string => readText(key, "kid") ?? "a key without kid";

/** Checks of the keys behind `jwks_uri`. */
export const keyChecks: readonly Check[] = [
  {
    id: "keys-readable",
    area: "Keys",
    what: "can be read",
    fix: "answer jwks_uri with a JSON Web Key Set, without credentials",
    find: ({ keys }) => (keys === null ? undefined : keys.failure),
  },
  inKeys({
    id: "keys-present",
    what: "are there",
    fix: "publish the public part of each key that signs id tokens",
    find: (keys) => (keys.length === 0 ? "has no key" : null),
  }),
  {
    id: "keys-few",
    area: "Keys",
    what: "are so few that each can be looked at",
    fix: "publish the keys in use, and those just before and after them: a client that verifies a token reads all",
    find: ({ keys }) => {
      if (keys === null || keys.failure !== null) return undefined;
      const count = countRows(keys.body, "keys");
      return count > MAX_ROWS ? `has ${count}; only the first ${MAX_ROWS} were checked` : null;
    },
  },
  inKeys({
    id: "keys-public",
    what: "are public parts only",
    fix: "replace these keys at once, everywhere: any reader of this page can sign for you",
    find: (keys) => {
      const open = keys.filter((key) => SECRET_PARTS.some((part) => part in key));
      return open.length === 0
        ? null
        : `publishes the secret part of ${open.map(toName).join(", ")}`;
    },
  }),
  inKeys({
    id: "keys-strong",
    what: "are strong enough: RSA has 2,048 bits at least",
    fix: "sign with a longer RSA key, or with ES256",
    find: (keys) => {
      const weak = keys.filter((key) => key.kty === "RSA" && bitsOf(key) < MIN_RSA_BITS);
      return weak.length === 0
        ? null
        : `has ${weak.map((key) => `${bitsOf(key)} bits in ${toName(key)}`).join(", ")}`;
    },
  }),
  inKeys({
    id: "keys-distinct",
    what: "have each an id of its own",
    fix: "give each key another kid: it is how the right one is found while keys are replaced",
    find: (keys) => {
      if (keys.length < 2) return null;
      const ids = keys.map((key) => readText(key, "kid"));
      if (ids.includes(undefined)) return "has several keys, and one without kid";
      return new Set(ids).size === ids.length ? null : "has one kid twice";
    },
  }),
];

const bitsOf = ({ n }: Key): number =>
  typeof n === "string" ? Buffer.from(n, "base64url").length * 8 : 0;
