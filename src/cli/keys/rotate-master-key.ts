import { randomBytes } from "node:crypto";
import type { AuditRecord } from "../../server/domain/audit/audit-entry.ts";
import type { ResealKeys } from "../../server/domain/sealed-text.ts";
import type { Store } from "../../server/domain/store.ts";
import { createVault, type MasterKeys, type Vault } from "../../server/domain/vault.ts";
import {
  addMasterKeyFile,
  finishRotation,
  isRotated,
  openVault,
  readMasterKeys,
  removeOldMasterKeyFile,
  retainKeys,
} from "../../server/host/data-folder/master-key.ts";
import { type Settings, SettingsError } from "../../server/host/settings/settings.ts";
import { withClientStore } from "../clients/client-store.ts";
import type { Context } from "../context.ts";
import { showProgress } from "../institutions/progress.ts";
import { operator } from "../operator.ts";

const ROWS_AT_ONCE = 200;

/**
 * Seals all texts under the old master key again under the current key, while servers run with both
 * keys. An interrupted rotation continues at the next call. The store stays open under both keys
 * until the last text is sealed.
 */
export const rotateMasterKey = (data: string, context: Context): Promise<void> =>
  withClientStore(data, context.variables, async (store, settings) => {
    const keys = readMasterKeys(settings, randomBytes, false);
    const { old } = keys;
    const ids = { current: toId(keys.current), old: old === undefined ? "" : toId(old) };
    if (old === undefined || ids.old === ids.current) return begin(settings, keys, context);
    if (!(await isRotated(store, keys))) {
      const vault = await openVault(store, keys, settings);
      await reseal(store, { vault, keys: { ...keys, old } }, ids, context);
    }
    // Data sealed under the old key is still in deleted pages.
    await store.eraseDeletedRows();
    removeOldMasterKeyFile(settings);
    context.out(
      `${ids.old} opens nothing in ${data} any more\n${
        settings.oldMasterKey === undefined
          ? "master.key.old was removed"
          : "Unset SERVICE_LINK_OLD_MASTER_KEY, and restart"
      }\n`,
    );
  });

/**
 * Creates a new key if the server manages its key. Otherwise the operator has to provide the key.
 */
function begin(settings: Settings, { current }: MasterKeys, { out }: Context): void {
  if (settings.masterKey !== undefined)
    throw new SettingsError("there is no old master key to rotate from", {
      advice:
        "set SERVICE_LINK_OLD_MASTER_KEY to the one in use and SERVICE_LINK_MASTER_KEY to a new one " +
        "for every server and worker, restart them, and call this again with both",
    });
  addMasterKeyFile(settings, Buffer.from(current).toString("hex"), randomBytes);
  out("master.key has a new key, and master.key.old the one before\n");
  out("Restart the server, and call this again to seal everything under the new one\n");
}

/** Seals all texts in the store under the old key again under the current key. */
export async function reseal(
  store: Store,
  { vault, keys }: { vault: Vault; keys: MasterKeys & { old: Uint8Array } },
  ids: ResealKeys,
  context: Pick<Context, "clock" | "err">,
): Promise<void> {
  const record = (action: AuditRecord["action"], details = {}): AuditRecord => ({
    at: context.clock(),
    actor: operator(),
    action,
    subject: ids.current,
    details: { from: ids.old, ...details },
  });
  await store.transact(async (transaction) => {
    if (await retainKeys(transaction, vault, keys))
      await transaction.audit.append(record("master_key.begin_rotation"));
  });
  for (;;) {
    const texts = await resealAll(store, vault, ids, context);
    const isDone = await store.transact(async (transaction) => {
      // A server may have written a text in the meantime.
      if ((await transaction.sealedTexts.countOthers(ids)) > 0) return false;
      await finishRotation(transaction, vault);
      await transaction.audit.append(record("master_key.end_rotation", { texts }));
      return true;
    });
    if (isDone) return;
  }
}

/** Seals the remaining rows, a few at a time; returns their number. */
async function resealAll(
  { sealedTexts }: Store,
  vault: Vault,
  ids: ResealKeys,
  { err }: Pick<Context, "err">,
): Promise<number> {
  const progress = showProgress(err);
  const total = await sealedTexts.countOthers(ids);
  let count = 0;
  for (;;) {
    const changes = await sealedTexts.reseal(ids, vault.reseal, ROWS_AT_ONCE);
    if (changes === 0) break;
    count += changes;
    progress.at("sealing", count / Math.max(total, 1));
  }
  progress.done(`${count} sealed under ${ids.current}`);
  return count;
}

const toId = (masterKey: Uint8Array): string =>
  createVault({ current: masterKey }, randomBytes).keyId;
