import type { LegacyField, LegacyUse } from "../../server/domain/users/legacy-use.ts";
import type { Context } from "../context.ts";
import { anyStore, withExistingStore } from "../open-existing-store.ts";

/**
 * Prints the clients that still use the legacy user API. Changes nothing, with or without
 * `--dry-run`.
 */
export const printMigration = (
  { data }: { data: string },
  { variables, out }: Context,
): Promise<void> =>
  withExistingStore(anyStore(data, variables), async ({ legacyUses }) =>
    out(migrationReport(await legacyUses.all())),
  );

/** The change that an integration makes for each legacy field. */
const CHANGES: Readonly<Record<LegacyField, string>> = {
  user_token: "send the user_token that you have stored as user_id",
  consumer_report_user_identity: "send identity, as docs/users.md shows",
  with_upgraded_user:
    "send with_upgraded_user: true; the answer is a user_id, without a user_token",
};

const NOTE =
  "Nothing is to be migrated on the server, and nothing was changed: users keep their ids, and the\n" +
  "legacy fields go on working. Only the code of each client changes.\n";

/** The clients that use the legacy user API, and the required changes of each, for a terminal. */
export const migrationReport = (uses: readonly LegacyUse[]): string => {
  if (uses.length === 0) return `No client has used the legacy user API.\n\n${NOTE}`;
  const clientIds = [...new Set(uses.map(({ clientId }) => clientId))];
  const parts = clientIds.map((clientId) => {
    const own = uses.filter((use) => use.clientId === clientId);
    return `${clientId}\n${own.map(entry).join("")}`;
  });
  return `${parts.join("\n")}\n${NOTE}`;
};

const entry = ({ path, field, count, lastAt, requestId }: LegacyUse): string =>
  `  ${path}: ${field === "with_upgraded_user" ? "no with_upgraded_user" : field}\n` +
  `    ${count === 1 ? "1 call" : `${count} calls`}, last ${new Date(lastAt).toISOString()}, request_id ${requestId}\n` +
  `    ${CHANGES[field]}\n`;
