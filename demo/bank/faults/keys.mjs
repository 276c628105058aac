import { generateKeyPairSync } from "node:crypto";

/** @import { Fault } from "./types.d.mts" */

/** @type {object | undefined} */
let weakKey;

/** @type {readonly Fault[]} */
export const keyFaults = [
  {
    name: "keys-missing",
    description: "The keys cannot be read",
    reply: (part) => (part === "keys" ? { status: 404, body: "Not found" } : undefined),
  },
  { name: "keys-none", description: "There is no key", keys: () => ({ keys: [] }) },
  {
    name: "keys-private",
    description: "A key is published with its private part",
    keys: ({ keys: [first, ...rest] }) => ({ keys: [{ ...first, d: "c2VjcmV0" }, ...rest] }),
  },
  {
    name: "keys-weak",
    description: "A key is an RSA key of 1,024 bits",
    keys: ({ keys }) => {
      weakKey ??= {
        ...generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ format: "jwk" }),
        kid: "weak",
        use: "sig",
        alg: "RS256",
      };
      return { keys: [...keys, weakKey] };
    },
  },
  {
    name: "keys-same-id",
    description: "Two keys have the same id",
    keys: ({ keys: [first, ...rest] }) => ({
      keys: [first, ...rest.map((/** @type {object} */ key) => ({ ...key, kid: first.kid }))],
    }),
  },
];
