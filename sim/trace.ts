import { createHash } from "node:crypto";

/** The newest lines that a failure shows the end of. */
const KEPT_LINES = 20_000;

/** Characters. */
const HASHED_AT_ONCE = 16_384;

export type Trace = {
  add(line: string): void;
  /** The newest lines. */
  tail(count: number): string[];
  /** The digest of all lines, which is the same for the same seed. */
  digest(): string;
  lines(): number;
};

/** Collects the lines of a simulation. */
export const createTrace = (sink: ((line: string) => void) | undefined): Trace => {
  const hash = createHash("sha256");
  const ring: string[] = [];
  let count = 0;
  let unhashed = "";
  const hashRest = (): void => {
    hash.update(unhashed);
    unhashed = "";
  };
  return {
    add: (line) => {
      unhashed += `${line}\n`;
      if (unhashed.length > HASHED_AT_ONCE) hashRest();
      sink?.(line);
      ring[count++ % KEPT_LINES] = line;
    },
    tail: (wanted) => {
      const kept = Math.min(count, KEPT_LINES, wanted);
      return Array.from({ length: kept }, (_, at) => ring[(count - kept + at) % KEPT_LINES] ?? "");
    },
    digest: () => {
      hashRest();
      return hash.copy().digest("hex");
    },
    lines: () => count,
  };
};
