import { createRequire } from "node:module";
import type { Dialect } from "./dialect.ts";
import { describeAddress, isPostgresAddress, readAddress } from "./postgres/address.ts";
import { connectClient } from "./postgres/connect-client.ts";
import { explain } from "./postgres/explain.ts";
import { blockWrites, isInUse } from "./postgres/in-use.ts";
import { inspect } from "./postgres/inspect.ts";
import { open } from "./postgres/open.ts";
import { partition, planPartitions } from "./postgres/partitions/partition.ts";
import { requireWritable } from "./postgres/require-writable.ts";
import { openStandby } from "./postgres/standby.ts";
import { startWatch, stopWatch } from "./postgres/watch-rows.ts";

/** A PostgreSQL database, which any number of machines may have open. */
export const postgres: Dialect = {
  name: "PostgreSQL",
  accepts: isPostgresAddress,
  check: (address) => void readAddress(address),
  nameOf: (address) => `the database ${describeAddress(address)}`,
  open,
  standbys: {
    check: (address) => void readAddress(address, "standby"),
    tryConnect: async (address) => {
      const client = await connectClient(address, "standby");
      await client.end();
    },
    open: openStandby,
  },
  inspect,
  requireWritable,
  isInUse,
  blockWrites,
  partitions: { plan: planPartitions, apply: partition },
  rowWatch: { start: startWatch, stop: stopWatch },
  version: () => `pg ${createRequire(import.meta.url)("pg/package.json").version}`,
  explain,
  files: () => [],
};
