import type { Store } from "../../server/domain/store.ts";
import type { Database } from "../../server/store/tables.ts";
import type { DialectName } from "./dialects.ts";

/**
 * The tools of the contract's tests. Everything that a tool opens is closed at the end of the test.
 */
export type ContractContext = {
  dialect: DialectName;
  /** The address of a new, empty database. */
  newDatabase(): Promise<string>;
  /** The address of a new database with the schema only, which takes less time. */
  migratedDatabase(): Promise<string>;
  connect(address: string): Database;
  open(address: string): Promise<Store>;
  /** A store in a new database. */
  empty(): Promise<Store>;
  /** The number of runs of a property that needs a new database for each run. */
  runs: number;
};
