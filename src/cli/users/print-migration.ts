import type { Context } from "../context.ts";
import { withExistingStore } from "../open-existing-store.ts";
import { migrationReport } from "./migration-report.ts";

/** Prints which clients still use the legacy user API; it changes nothing, with `--dry-run` or without. */
export const printMigration = ({ data }: { data: string }, { out }: Context): Promise<void> =>
  withExistingStore(data, async ({ legacyUses }) => out(migrationReport(await legacyUses.all())));
