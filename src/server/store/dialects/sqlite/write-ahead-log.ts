import { readFileSync, statSync } from "node:fs";

const HEADER = 32;
const FRAME_HEADER = 24;
/** As a little-endian and a big-endian machine would count its checksums. */
const MAGIC = { 931071618: "readUInt32LE", 931071619: "readUInt32BE" } as const;

/** A log beyond this is not read: SQLite keeps it at about four megabytes. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Whether the write-ahead log beside a store's file lost commits: SQLite leaves out what does not have
 * its checksum, and all behind it, without a word. A commit that a power cut tore is the last one, so
 * that a log with a whole commit behind a broken one was damaged later.
 */
export const isLogDamaged = (file: string): boolean => {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= HEADER + FRAME_HEADER || size > MOST_BYTES) return false;
  const before = readLog(file);
  if (before === null || !isDamaged(before)) return false;
  // Somebody may have been writing just then, or have closed the store, which takes the log away.
  const after = readLog(file);
  return after !== null && before.equals(after);
};

function readLog(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw failure;
  }
}

function isDamaged(log: Buffer): boolean {
  const magic = log.readUInt32BE(0) as keyof typeof MAGIC;
  const word = MAGIC[magic];
  if (word === undefined) return true;
  const frame = FRAME_HEADER + log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  const sum = checksum(log, word);
  sum.add(0, 24);
  if (!sum.is(24)) return true;
  let isBroken = false;
  let commitsBehind = 0;
  for (let at = HEADER; at + frame <= log.length; at += frame) {
    if (!log.subarray(at + 8, at + 16).equals(salts)) {
      // What follows is older, and was overwritten by nothing; or this frame itself is the broken one.
      isBroken = true;
      continue;
    }
    if (!isBroken) {
      sum.add(at, at + 8);
      sum.add(at + FRAME_HEADER, at + frame);
      isBroken = !sum.is(at + 16);
    }
    if (isBroken && log.readUInt32BE(at + 4) > 0) commitsBehind++;
  }
  return commitsBehind > 1;
}

/** The sum that SQLite counts over its log, word by word. */
function checksum(log: Buffer, word: (typeof MAGIC)[keyof typeof MAGIC]) {
  let [first, second] = [0, 0];
  return {
    add: (from: number, to: number) => {
      for (let at = from; at < to; at += 8) {
        first = (first + log[word](at) + second) >>> 0;
        second = (second + log[word](at + 4) + first) >>> 0;
      }
    },
    is: (at: number) => log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second,
  };
}
