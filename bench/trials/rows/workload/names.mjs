// The names of rows in a filled store, and of rows that are added to it.

import { createHash } from "node:crypto";
import { samples } from "../../../../dist/bench/parts.js";

export const DAY_MS = 86_400_000;

export const md5 = (text) => createHash("md5").update(text).digest("hex");
export const longId = (kind, n) => `${md5(`${kind}${n}`)}xxxxx`;
export const digest = (kind, n) => `${md5(`${kind}${n}`)}xxxxxxxxxxx`;

/** The author of a change, and its time. */
export const originAt = (now) => ({ at: now, actor: { kind: "operator", name: "bench" } });

/** A new Item with its public token. `changes` sets fields such as the client. */
export const itemNamed = (name, changes) => {
  const one = samples.sampleItem(name, changes);
  const { clientId, createdAt } = one.item;
  return {
    ...one,
    publicToken: { ...one.publicToken, clientId, createdAt, expiresAt: createdAt + 1_800_000 },
  };
};
