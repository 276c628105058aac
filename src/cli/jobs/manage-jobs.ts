import type { DeadLetter } from "../../server/domain/jobs/job.ts";
import { readSettings, SettingsError } from "../../server/host/settings/settings.ts";
import type { Context } from "../context.ts";
import { anyStore, withExistingStore } from "../open-existing-store.ts";
import { operator } from "../operator.ts";

/** Shows the last dead letters. */
export const listDeadLetters = async (
  { data, count }: { data: string; count: string },
  { variables, out }: Context,
): Promise<void> => {
  if (!/^[1-9]\d{0,3}$/.test(count))
    throw new SettingsError(`--count must be a number from 1 to 9999, not ${count}`);
  await withExistingStore(anyStore(data, variables), async ({ jobs }) => {
    const all = await jobs.deadLetters(Number(count));
    out(all.length === 0 ? "No job gave up\n" : all.map(line).join(""));
  });
};

/** Has a dead letter run again. */
export const retryDeadLetter = (
  id: string,
  data: string,
  { variables, clock, out }: Context,
): Promise<void> =>
  withExistingStore(readSettings({ data }, variables), async (store) => {
    const at = clock();
    await store.transact(async ({ jobs, audit }) => {
      if (!(await jobs.revive(id, at)))
        throw new SettingsError(`no job ${id} gave up; jobs list shows those that did`);
      await audit.append({ at, actor: operator(), action: "job.retry", subject: id });
    });
    out(`${id} runs again in the server, or as soon as one runs\n`);
  });

/** A job as two lines, since an id may be long. */
const line = ({ jobId, name, payload, givenUpAt, isCrashed }: DeadLetter): string => {
  const time = new Date(givenUpAt).toISOString().replace("T", " ").replace(/\..*$/, "Z");
  const item = typeof payload.item_id === "string" ? `  item ${payload.item_id}` : "";
  return `${time}  ${isCrashed ? "crashed " : "gave up "}  ${name}${item}\n  ${jobId}\n`;
};
