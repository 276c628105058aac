import { existsSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { systemFailure } from "../../server/host/data-folder/system-failure.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import { copyDatabase } from "../../server/store/dialects/sqlite/copy.ts";
import type { Context } from "../context.ts";
import { showProgress } from "../institutions/progress.ts";
import { anyStore, requireStore } from "../open-existing-store.ts";
import { sizeOf } from "./size.ts";
import { requireStoreFile } from "./store-file.ts";

/** Copies the store of a data folder to a file, which appears once it is whole and checked. */
export const backUpStore = async (
  target: string,
  data: string,
  { variables, clock, err, out }: Context,
): Promise<void> => {
  const settings = anyStore(data, variables);
  const file = requireStoreFile(settings);
  await requireStore(settings);
  if (existsSync(target))
    throw new SettingsError(`${target} is there already`, {
      advice: "name a new file, or remove it first",
    });
  const show = showProgress(err);
  const part = `${target}.part`;
  try {
    rmSync(part, { force: true });
    const { bytes } = await copyDatabase(file, part, {
      note: new Date(clock()).toISOString(),
      progress: (share) => show.at("Copying the store", share),
    });
    renameSync(part, target);
    show.done(`Copied and checked ${sizeOf(bytes)}`);
  } catch (failure) {
    throw systemFailure(failure, target) ?? failure;
  }
  out(summary(resolve(target), existsSync(join(data, "master.key"))));
};

const summary = (file: string, hasKeyFile: boolean): string => `
${file}
  has    the whole store, as it was when the copy began
  lacks  the master key, without which what is sealed in it cannot be opened: ${
    hasKeyFile ? "keep master.key of the data folder, too" : "keep SERVICE_LINK_MASTER_KEY, too"
  }
Keep the two in different places. service-link restore puts it back.
`;
