/** The lifetime of a proof in ms, and the number of cached secrets. */
const VALID_MS = 1000;
const MAX_PROOFS = 10_000;

/**
 * Caches secrets that callers have recently proven in this process. Repeating a proven secret is no
 * guess, so such a call skips the count of wrong secrets.
 */
export type ProvenSecrets = {
  has(caller: string, secretDigest: string): boolean;
  record(caller: string, secretDigest: string): void;
  /** Deletes the proof of a caller that guesses. */
  forget(caller: string): void;
};

export const createProvenSecrets = (clock: () => number): ProvenSecrets => {
  const proofs = new Map<string, { secretDigest: string; at: number }>();
  return {
    has: (caller, secretDigest) => {
      const proof = proofs.get(caller);
      return proof?.secretDigest === secretDigest && Math.abs(clock() - proof.at) < VALID_MS;
    },
    record: (caller, secretDigest) => {
      proofs.delete(caller);
      const [oldest] = proofs.size >= MAX_PROOFS ? proofs.keys() : [];
      if (oldest !== undefined) proofs.delete(oldest);
      proofs.set(caller, { secretDigest, at: clock() });
    },
    forget: (caller) => void proofs.delete(caller),
  };
};
