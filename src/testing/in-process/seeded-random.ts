import { createCipheriv, createHash } from "node:crypto";
import type { Random } from "../../server/domain/identifiers.ts";

/**
 * Returns random bytes from a seed: the key stream of AES-CTR. Each restart yields different bytes,
 * so that an entry cached by id never matches a later record.
 */
export const seededRandom = (seed: string): { bytes: Random; restart(): void } => {
  let restarts = 0;
  let stream = streamOf(seed, restarts);
  return {
    bytes: (count) => stream.update(Buffer.alloc(count)),
    restart: () => {
      restarts += 1;
      stream = streamOf(seed, restarts);
    },
  };
};

const streamOf = (seed: string, restarts: number) =>
  createCipheriv(
    "aes-256-ctr",
    createHash("sha256").update(`${restarts}\n${seed}`).digest(),
    Buffer.alloc(16),
  );
