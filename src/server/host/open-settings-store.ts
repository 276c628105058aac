import type { FastifyBaseLogger } from "fastify";
import type { Timers } from "../domain/runtime.ts";
import type { Store } from "../domain/store.ts";
import type { ColumnCipher } from "../store/column-cipher.ts";
import { openDatabase, openStandby } from "../store/dialects/index.ts";
import { openStore } from "../store/open-store.ts";
import { createFailureLog, type FailureLog } from "./create-failure-log.ts";
import { standbyAddress, storeAddress } from "./data-folder/store-address.ts";
import { systemFailure } from "./data-folder/system-failure.ts";
import type { Settings } from "./settings/settings.ts";

/** Creates the log of failures of the disk and of the store of these settings. */
export const createStoreFailureLog = (
  settings: Settings,
  log: Pick<FastifyBaseLogger, "error">,
): FailureLog => {
  const address = storeAddress(settings);
  return createFailureLog({
    log,
    reasonOf: (failure) => systemFailure(failure, address)?.reason ?? null,
    after: (call, ms) => void setTimeout(call, ms).unref(),
  });
};

type Options = {
  cipher: ColumnCipher;
  failures: FailureLog;
  /** Opens the database of an address. */
  database?: typeof openDatabase | undefined;
  elapsed?: Timers["elapsed"] | undefined;
};

/** Opens the store of these settings, with its standbys if it has some. */
export const openSettingsStore = (
  settings: Settings,
  { cipher, failures, database = openDatabase, elapsed }: Options,
): Promise<Store> => {
  const address = standbyAddress(settings);
  const db = address === null ? null : openStandby(address);
  const onFailure = (err: unknown) => failures.error({ err }, "a standby cannot be read");
  return openStore(database(storeAddress(settings)), cipher, {
    ...(elapsed && { elapsed }),
    standby: db && { db, onFailure },
  });
};
