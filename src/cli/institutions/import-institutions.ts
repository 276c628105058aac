import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { createInstitutionHttp } from "../../server/adapters/institution-http.ts";
import { builtInInstitutions } from "../../server/connectors/index.ts";
import type { CustomInstitution } from "../../server/domain/institutions/institution.ts";
import type { Store } from "../../server/domain/store.ts";
import { readSettings, type Settings, SettingsError } from "../../server/host/settings/settings.ts";
import { FileError, formatOf } from "../../server/institutions/files/institution-file.ts";
import { readOwnLogos } from "../../server/institutions/files/own-logos.ts";
import {
  type ReadInstitutions,
  readInstitutions,
} from "../../server/institutions/files/read-institutions.ts";
import type { Context } from "../context.ts";
import { withStore } from "../open-existing-store.ts";
import { operator } from "../operator.ts";
import { type Progress, plural, showProgress } from "./progress.ts";

/**
 * Imports the institutions of a file: all or none, unless bad rows are skipped. A running server
 * sees them within two seconds.
 */
export const importInstitutions = async (
  file: string,
  { data, skipBad }: { data: string; skipBad: boolean },
  { variables, out, err, clock }: Context,
): Promise<void> => {
  const settings = readSettings({ data }, variables);
  await withStore(settings, async (store) => {
    const progress = showProgress(err);
    const fileRows = await read(file, settings, progress, clock());
    const { institutions, badLogos } = await readLogos(fileRows.institutions, store, settings);
    const bad = [...fileRows.bad, ...badLogos];
    const rows = plural(institutions.length + bad.length, "row");
    progress.done(`${rows} read from ${file}`);
    for (const { line, problems } of bad) err.write(`${file}:${line}: ${problems.join("; ")}\n`);
    if (bad.length > 0 && !skipBad)
      throw new SettingsError(
        `${bad.length} of ${rows} cannot be imported, so nothing was; ` +
          "mend them, or leave them out with --skip-bad",
      );
    const { added } = await store.transact(async (transaction) => {
      const answer = await transaction.institutions.put(institutions, (count) =>
        progress.at("writing", count / institutions.length),
      );
      await transaction.audit.append({
        at: clock(),
        actor: operator(),
        action: "institutions.import",
        subject: basename(file),
        details: { rows: institutions.length, added: answer.added },
      });
      return answer;
    });
    const updates = institutions.length - added;
    progress.done(`${plural(institutions.length, "institution")} written`);
    out(`${added} new, ${updates} changed, ${bad.length} left out\n`);
    if (bad.length > 0) throw new SettingsError(`${bad.length} of ${rows} were left out`);
  });
};

/** Reads the institutions' own logos, by the rules for requests to institutions. */
async function readLogos(
  institutions: readonly CustomInstitution[],
  store: Pick<Store, "institutions">,
  { environment, outboundHosts, privateInstitutionHosts: privateHosts }: Settings,
) {
  const http = createInstitutionHttp({ environment, outboundHosts, privateHosts });
  try {
    const read = await readOwnLogos(institutions, await store.institutions.all(), http);
    const bad = new Set(read.bad.map(({ institutionId }) => institutionId));
    return {
      institutions: read.institutions.filter(({ institutionId }) => !bad.has(institutionId)),
      badLogos: read.bad.map(({ institutionId, problem }) => ({
        line: institutionId,
        problems: [problem],
      })),
    };
  } finally {
    await http.close();
  }
}

async function read(
  file: string,
  settings: Settings,
  progress: Progress,
  now: number,
): Promise<ReadInstitutions> {
  const builtIn = builtInInstitutions(settings.environment);
  try {
    const format = formatOf(file);
    const { size } = await stat(file);
    const source = { format, size, open: () => createReadStream(file) };
    return await readInstitutions(source, {
      now,
      taken: builtIn,
      tell: (share) => progress.at(`reading ${file}`, share),
    });
  } catch (cause) {
    if (cause instanceof FileError)
      throw new SettingsError(`${file} cannot be imported: ${cause.message}`, { cause });
    if (cause instanceof Error && "syscall" in cause)
      throw new SettingsError(`${file} cannot be read: ${cause.message}`, { cause });
    throw cause;
  }
}
