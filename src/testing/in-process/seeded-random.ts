import { createCipheriv, createHash } from "node:crypto";
import type { Random } from "../../server/domain/identifiers.ts";

/**
 * Returns random bytes that follow from a seed: the key stream of AES-CTR. After each restart they are
 * others, so that no entry that is cached by an id is mistaken for the next holder of the id.
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
