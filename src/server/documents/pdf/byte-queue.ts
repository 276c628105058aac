/** Bytes that were written and not yet taken. */
export type ByteQueue = {
  add(bytes: Uint8Array): void;
  /** Takes all bytes so far, in pieces. */
  take(): Generator<Uint8Array>;
};

/** The size of a piece in bytes, about that of a page with its structure. */
const PIECE_BYTES = 64 * 1024;

/**
 * Creates an empty queue. Small writes share a piece, so the queue takes little more memory than
 * their bytes.
 */
export const createByteQueue = (): ByteQueue => {
  const full: Uint8Array[] = [];
  let piece = new Uint8Array(PIECE_BYTES);
  let used = 0;
  return {
    add: (bytes) => {
      for (let from = 0; from < bytes.length; ) {
        const part = bytes.subarray(from, from + PIECE_BYTES - used);
        piece.set(part, used);
        used += part.length;
        from += part.length;
        if (used < PIECE_BYTES) continue;
        full.push(piece);
        piece = new Uint8Array(PIECE_BYTES);
        used = 0;
      }
    },
    take: function* () {
      for (let next = full.shift(); next; next = full.shift()) yield next;
      if (used === 0) return;
      yield piece.slice(0, used);
      used = 0;
    },
  };
};
