import { FILES_INSTITUTION_ID } from "../../protocol/vocabulary.ts";
import { builtInInstitutions } from "../../server/connectors/index.ts";
import {
  doesRebook,
  doIdsMove,
  ID_SETTINGS,
} from "../../server/domain/institutions/institution-ids.ts";
import { readSettings, SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { withStore } from "../open-existing-store.ts";
import { operator } from "../operator.ts";
import { plural } from "./progress.ts";

type IdValues = { data: string; set: string | undefined };

/**
 * Sets whether the ids of an institution's transactions move, if requested. Then shows the setting.
 */
export const showIds = async (
  id: string,
  { data, set }: IdValues,
  { variables, out, clock }: Context,
): Promise<void> => {
  const setting = ID_SETTINGS.find((word) => word === set) ?? null;
  if (set !== undefined && set !== "learn" && setting === null)
    throw new SettingsError(`--set takes ${ID_SETTINGS.join(", ")} or learn, not ${set}`);
  if (set !== undefined && id === FILES_INSTITUTION_ID)
    throw new SettingsError(
      `${id} stands for the files of any bank: each account learns the ids of its own files, and nothing is set`,
    );
  const settings = readSettings({ data }, variables);
  const ids = await withStore(settings, async (store) => {
    const own = await store.institutions.all();
    const isOwn = own.some(({ institutionId }) => institutionId === id);
    if (!isOwn && !builtInInstitutions(settings.environment).has(id))
      throw new SettingsError(
        `there is no institution ${id} (service-link institutions list shows your own)`,
      );
    if (set !== undefined)
      await store.transact(async (transaction) => {
        await transaction.institutionIds.set(id, setting);
        const record = { action: "institution.ids", subject: id } as const;
        const entry = { at: clock(), actor: operator(), ...record, details: { ids: set } };
        await transaction.audit.append(entry);
      });
    return store.institutionIds.get(id);
  });
  const source = ids.setting === null ? "as seen so far" : "as set";
  const again = doesRebook(ids) ? " and change once a payment is booked again" : "";
  const counts = `${plural(ids.moved, "id")} moved, ${plural(ids.rebooked, "payment")} booked again`;
  out(`The ids of ${id} ${doIdsMove(ids) ? "move" : "stay"}${again}, ${source}; ${counts}\n`);
};
