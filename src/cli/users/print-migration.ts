import type { Context } from "../context.ts";
import { anyStore, withExistingStore } from "../open-existing-store.ts";
import { migrationReport } from "./migration-report.ts";

/** Prints which clients still use the legacy user API; it changes nothing, with `--dry-run` or without. */
export const printMigration = (
  { data }: { data: string },
  { variables, out }: Context,
): Promise<void> =>
  withExistingStore(anyStore(data, variables), async ({ legacyUses }) =>
    out(migrationReport(await legacyUses.all())),
  );
