import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import SQLite from "better-sqlite3";
import { classifyStore } from "../../migrations/index.ts";
import { CONNECTIONS, type Inspection, OPEN_MOVES } from "../dialect.ts";

const NOTHING: Inspection = {
  isEmpty: false,
  problem: null,
  foreign: [],
  pending: [],
  unknown: [],
  storeSettings: {},
  publicKeys: [],
  connections: [],
  openMoves: [],
  lastPart: null,
  damage: [],
};

/** Inspects a database file; throws if the file is no database. */
export const inspect = (file: string, { pages = false } = {}): Inspection => {
  if (isEmpty(file)) return { ...NOTHING, isEmpty: true };
  const log = `${file}-wal`;
  if (isLogDamaged(log))
    return {
      ...NOTHING,
      problem: {
        reason: `${log} is damaged, and has the last writes`,
        advice: `put it and ${file} back from a backup, or move it away to go on without that`,
      },
    };
  // Closing removes the log files that opening created, unless this process may only read. Existing
  // log files belong to a running or killed server, and stay.
  const beside = [`${file}-wal`, `${file}-shm`];
  const isAlone = !beside.some((path) => existsSync(path));
  // A concurrent inspection may have created the files, too; the last one to close removes them.
  const readonly = !isEmpty(`${file}-wal`);
  const database = new SQLite(file, { readonly, fileMustExist: true });
  try {
    const names = (query: string) =>
      database
        .prepare<[], { name: string }>(query)
        .all()
        .map(({ name }) => name);
    const tables = names("select name from sqlite_master where type = 'table'");
    const has = (table: string) => tables.includes(table);
    const storeMigrations = has("kysely_migration")
      ? names("select name from kysely_migration")
      : [];
    const { isOurs, state } = classifyStore(tables, storeMigrations, file);
    const settings =
      isOurs && has("mark")
        ? database
            .prepare<[], { name: string; value: string }>("select name, value from mark")
            .all()
        : [];
    return {
      isEmpty: false,
      ...state,
      storeSettings: Object.fromEntries(settings.map(({ name, value }) => [name, value])),
      publicKeys:
        isOurs && has("client")
          ? names("select public_key as name from client order by public_key_enabled desc")
          : [],
      connections:
        isOurs && has("institution_connection")
          ? database.prepare<[], Inspection["connections"][number]>(CONNECTIONS).all()
          : [],
      openMoves:
        isOurs && has("client_move")
          ? database.prepare<[], Inspection["openMoves"][number]>(OPEN_MOVES).all()
          : [],
      lastPart: null,
      damage: pages ? findDamage(database) : [],
    };
  } catch (failure) {
    database.close();
    // Closing deletes these files only after a successful opening, which has failed here.
    if (isAlone && isEmpty(`${file}-wal`)) for (const path of beside) rmSync(path, { force: true });
    throw failure;
  } finally {
    database.close();
  }
};

const isEmpty = (file: string): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;

function findDamage(database: SQLite.Database): string[] {
  return database
    .prepare<[], { quick_check: string }>("pragma quick_check(3)")
    .all()
    .map(({ quick_check }) => quick_check)
    .filter((line) => line !== "ok");
}

const HEADER = 32;
const FRAME_HEADER = 24;
/** The log's magic numbers, with the byte order of the checksums. */
const MAGIC = { 931071618: "readUInt32LE", 931071619: "readUInt32BE" } as const;

/** The maximum size, in bytes, of a log to check. SQLite keeps its log at about four megabytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Whether a store's write-ahead log has lost commits. SQLite silently skips a frame with a wrong
 * checksum and all later frames. A power cut tears only the last commit, so a whole commit after a
 * broken frame proves later damage.
 */
const isLogDamaged = (file: string): boolean => {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= HEADER + FRAME_HEADER || size > MAX_BYTES) return false;
  const previous = readLog(file);
  if (previous === null || !isDamaged(previous)) return false;
  // A writer may have been active, or have removed the log by closing the store.
  const updated = readLog(file);
  return updated !== null && previous.equals(updated);
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
      // The rest of the log is older, or this frame is broken.
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

/** SQLite's checksum over its log, word by word. */
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
