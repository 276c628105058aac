import type { Language } from "../../../protocol/vocabulary.ts";
import type { LeftOutRows, OpenFact } from "../connectors/files.ts";
import type { NewFile } from "../connectors/new-file.ts";
import { openLogin } from "../connectors/open-login.ts";
import { Fault } from "../fault.ts";
import type { Item } from "../items/item.ts";
import type { TransactionDeps } from "./deps.ts";
import { extraInvestmentsJob } from "./investments/investment-jobs.ts";
import { extraPullJob } from "./transaction-jobs.ts";

/**
 * The options of `addFileTo`. By default refusals are in English, and a file is stored without a
 * transaction.
 */
type AddOptions<Deps> = {
  language?: Language;
  /** Called with the read share of the file, from 0 to 1. */
  onRead?: (share: number) => void;
  /**
   * Calls `store`, which returns false if a concurrent file was stored first. `added` is the number
   * of new rows.
   */
  write?(store: (services: Deps) => Promise<boolean>, added: number): Promise<boolean>;
};

/**
 * Adds a file to an Item by compare-and-set: concurrent files are merged one after another. Returns
 * the number of new rows, or the question that the file leaves open. Throws INVALID_FILE with the
 * line.
 */
export const addFileTo = async <Deps extends TransactionDeps>(
  services: Deps,
  item: Item,
  file: NewFile,
  { language, onRead, write = (store) => store(services) }: AddOptions<Deps> = {},
): Promise<{ added: number; leftOut: LeftOutRows } | OpenFact> => {
  const connector = services.directory.connectorOf(item.institutionId);
  if (!connector.files)
    throw new Fault("INVALID_INSTITUTION", { message: "the Item was not made from a file" });
  const accounts = await services.store.items.accounts(item.itemId);
  const keys = accounts.map(({ key }) => key);
  const isInvested = accounts.some(({ account }) => account.type === "investment");
  for (;;) {
    const login = await openLogin(services, item);
    const result = await connector.files.add(login, file, {
      ...{ language, onRead, person: item.itemId },
    });
    if ("leftOpen" in result) return result;
    const { connectorState, addedKeys, added, leftOut } = result;
    if (addedKeys.some((key) => !keys.includes(key)))
      throw new Fault("INVALID_FILE", {
        message: "the file is of an account that the Item does not have; its user adds it in Link",
      });
    if (connectorState === login.connectorState) return { added, leftOut };
    const isStored = await write(async (inTransaction) => {
      const current = await openLogin(inTransaction, item);
      if (current.connectorState !== login.connectorState) return false;
      // The pull outlives this request.
      const jobs = [
        extraPullJob(services, item),
        ...(isInvested ? [extraInvestmentsJob(services, item)] : []),
      ];
      return (await current.replaceState(connectorState, jobs)).isStored;
    }, added);
    if (isStored) return { added, leftOut };
  }
};
