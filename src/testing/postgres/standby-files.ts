import { execFile } from "node:child_process";
import { chownSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { readAddress } from "../../server/store/dialects/postgres/address.ts";

/**
 * Files that a copy leaves out: the primary streams its log, and the other files belong to its
 * process.
 */
const LEFT_OUT = ["pg_wal", "postmaster.pid", "postmaster.opts"];

/** The user of a server's files. */
export type User = { uid: number; gid: number };

/** Copies the data of the running server at an address into a new folder, as the server's user. */
export const copyData = async (
  address: string,
  folder: string,
  user: Partial<User>,
): Promise<void> => {
  const client = new pg.Client(readAddress(address).hosts[0]);
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    const from = rows[0]?.data_directory ?? "";
    await client.query("select pg_backup_start('copy', fast => true)");
    const names = readdirSync(from).filter((name) => !LEFT_OUT.includes(name));
    const run = (command: string, args: string[]) => promisify(execFile)(command, args, user);
    await run("mkdir", ["-p", "-m", "700", join(folder, "pg_wal")]);
    await run("chmod", ["700", folder]);
    await run("cp", ["-R", ...names.map((name) => join(from, name)), folder]);
    const label = "select labelfile from pg_backup_stop(wait_for_archive => false)";
    const { rows: labels } = await client.query<{ labelfile: string }>(label);
    writeOwned(join(folder, "backup_label"), labels[0]?.labelfile ?? "", user);
  } finally {
    await client.end();
  }
};

/**
 * Makes a stopped server start as a standby. The standby follows the primary at an address, if
 * given.
 */
export const makeStandby = (
  folder: string,
  primary: string | undefined,
  user: Partial<User>,
): void => {
  writeOwned(join(folder, "standby.signal"), "", user);
  // Also drops the standbys for which the server waited as a primary.
  const setting = primary === undefined ? "" : `primary_conninfo = '${primary}'\n`;
  writeOwned(join(folder, "postgresql.auto.conf"), setting, user);
};

function writeOwned(file: string, text: string, { uid, gid }: Partial<User>): void {
  writeFileSync(file, text);
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
}
