import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { connectorsFor } from "../server/connectors/index.ts";
import type { Store } from "../server/domain/ports.ts";
import { optionsError } from "../server/settings/command-options.ts";
import { readSettings, type Settings, SettingsError } from "../server/settings/settings.ts";
import { FileError } from "./institution-files/file-row.ts";
import { type ReadInstitutions, readInstitutions } from "./institution-files/read-institutions.ts";
import { institutionsCsv, institutionsJson } from "./institution-files/write-institutions.ts";
import { withStore } from "./open-existing-store.ts";
import { type ProgressOutput, showProgress } from "./progress.ts";

/** Where a command says what it did, and shows how far it is. */
type Outputs = { out: { write(text: string): unknown }; err: ProgressOutput };

type Call = Outputs & { store: Store; settings: Settings; operand: string; skipBad: boolean };

/** What can be done with institutions of one's own; a running server sees it within two seconds. */
const ACTIONS: Record<string, { operand: string; run(call: Call): Promise<void> }> = {
  import: { operand: "FILE", run: importFile },
  export: { operand: "[FILE]", run: exportFile },
  list: { operand: "", run: list },
  remove: { operand: "ID", run: remove },
};

/** Puts institutions of one's own into the store, or shows, writes or removes those that are there. */
export const institutions = async (
  args: string[],
  variables: Record<string, string | undefined>,
  { out, err }: Outputs = { out: process.stdout, err: process.stderr },
): Promise<void> => {
  const { values, positionals } = parse(args);
  const [name = "", operand = "", ...more] = positionals;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action)
    throw new SettingsError(`say what to do: institutions ${Object.keys(ACTIONS).join(" | ")}`);
  const isWanted = /^\w/.test(action.operand);
  const isMore = more.length > 0 || (operand !== "" && action.operand === "");
  if (isMore || (isWanted && operand === ""))
    throw new SettingsError(`write it like: institutions ${`${name} ${action.operand}`.trim()}`);
  const settings = readSettings(["--data", values.data], variables);
  await withStore(settings, (store) =>
    action.run({ out, err, store, settings, operand, skipBad: values["skip-bad"] }),
  );
};

async function importFile({ out, err, store, settings, operand: file, skipBad }: Call) {
  const progress = showProgress(err);
  const { institutions, bad } = await read(file, settings, (share) =>
    progress.at(`reading ${file}`, share),
  );
  const rows = institutions.length + bad.length;
  progress.done(`${count(rows, "row")} read from ${file}`);
  for (const { line, problems } of bad) err.write(`${file}:${line}: ${problems.join("; ")}\n`);
  if (bad.length > 0 && !skipBad)
    throw new SettingsError(
      `${bad.length} of ${count(rows, "row")} cannot be imported, so nothing was; ` +
        "mend them, or leave them out with --skip-bad",
    );
  const { added } = await store.institutions.put(institutions, (written) =>
    progress.at("writing", written / institutions.length),
  );
  const changed = institutions.length - added;
  progress.done(`${count(institutions.length, "institution")} written`);
  out.write(`${added} new, ${changed} changed, ${bad.length} left out\n`);
  if (bad.length > 0)
    throw new SettingsError(`${bad.length} of ${count(rows, "row")} were left out`);
}

async function read(
  file: string,
  settings: Settings,
  tell: (share: number) => void,
): Promise<ReadInstitutions> {
  try {
    return await readInstitutions(file, { now: Date.now(), taken: builtIn(settings), tell });
  } catch (cause) {
    if (cause instanceof FileError)
      throw new SettingsError(`${file} cannot be imported: ${cause.message}`, { cause });
    if (cause instanceof Error && "syscall" in cause)
      throw new SettingsError(`${file} cannot be read: ${cause.message}`, { cause });
    throw cause;
  }
}

async function exportFile({ out, store, operand: file }: Call) {
  const all = await store.institutions.all();
  if (file !== "" && !/\.(csv|json)$/i.test(file))
    throw new SettingsError(`${file} cannot be written: its name has to end in .csv or .json`);
  const text = /\.json$/i.test(file) ? institutionsJson(all) : institutionsCsv(all);
  if (file === "") return void out.write(text);
  writeFileSync(file, text);
  out.write(`${count(all.length, "institution")} written to ${file}\n`);
}

async function list({ out, store }: Call) {
  const all = await store.institutions.all();
  if (all.length === 0) return void out.write("no institutions of your own\n");
  const width = Math.max(...all.map(({ institutionId }) => institutionId.length));
  out.write(
    all
      .map((one) => {
        const end = one.supported ? "" : ", no longer supported";
        return `${one.institutionId.padEnd(width)}  ${one.name} (${one.countryCodes.join(", ")}${end})\n`;
      })
      .join(""),
  );
}

async function remove({ out, store, settings, operand: id }: Call) {
  const { removed, liveItems } = await store.institutions.remove(id);
  if (liveItems > 0)
    throw new SettingsError(
      `${count(liveItems, "Item")} would have no institution without ${id}; ` +
        "import it again with supported set to false, and nobody connects to it any more",
    );
  if (removed) return void out.write(`${id} removed\n`);
  const name = builtIn(settings).get(id);
  throw new SettingsError(
    name ? `${id} is ${name}, which is the sandbox's and stays` : `there is no ${id} of your own`,
  );
}

/** The names of the institutions that are there without being put in, by id. */
const builtIn = ({ environment }: Settings): Map<string, string> =>
  new Map(
    connectorsFor(environment, Date.now, () => [])
      .flatMap((connector) => connector.institutions())
      .map(({ institutionId, name }) => [institutionId, name]),
  );

const count = (number: number, noun: string): string =>
  `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        data: { type: "string", default: "./data" },
        "skip-bad": { type: "boolean", default: false },
      },
    });
  } catch (cause) {
    throw optionsError(cause, args, ["data", "skip-bad"]);
  }
}
