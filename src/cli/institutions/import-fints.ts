import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { builtInInstitutions } from "../../server/connectors/index.ts";
import {
  BankDescription,
  baseProblem,
  listCountries,
} from "../../server/domain/institutions/bank-description.ts";
import type { CustomInstitution } from "../../server/domain/institutions/institution.ts";
import { institutionUrlProblem } from "../../server/domain/institutions/institution-registration.ts";
import { outboundHostProblem } from "../../server/domain/outbound-hosts.ts";
import { readSettings, type Settings, SettingsError } from "../../server/host/settings/settings.ts";
import { FileError } from "../../server/institutions/files/institution-file.ts";
import {
  type FintsList,
  type ListedBank,
  MAX_LIST_BYTES,
  readFintsList,
} from "../../server/institutions/files/read-fints-list.ts";
import type { Context } from "../context.ts";
import { withStore } from "../open-existing-store.ts";
import { operator } from "../operator.ts";
import { plural } from "./progress.ts";

/**
 * Imports the banks of the list that comes with a product ID. Imports all banks or none, unless bad
 * rows are skipped. An existing bank with one of the same bank codes keeps its id.
 */
export const importFints = async (
  file: string,
  { data, skipBad }: { data: string; skipBad: boolean },
  { variables, out, err, clock }: Context,
): Promise<void> => {
  const settings = readSettings({ data }, variables);
  const { banks, bad, without } = readList(file, settings);
  for (const { line, problem } of bad) err.write(`${file}:${line}: ${problem}\n`);
  if (bad.length > 0 && !skipBad)
    throw new SettingsError(
      `${plural(bad.length, "row")} cannot be imported, so nothing was; mend them, or leave them out with --skip-bad`,
    );
  const added = await withStore(settings, (store) =>
    store.transact(async (transaction) => {
      const before = await transaction.institutions.all();
      const institutions = toInstitutions(banks, before, settings, clock());
      const answer = await transaction.institutions.put(institutions);
      await transaction.audit.append({
        at: clock(),
        actor: operator(),
        action: "institutions.import",
        subject: basename(file),
        details: { rows: institutions.length, added: answer.added },
      });
      return answer.added;
    }),
  );
  out(
    `${plural(added, "new bank")}, ${banks.length - added} changed, ${plural(without, "row")} without FinTS 3.0 by PIN and TAN\n`,
  );
  if (settings.fintsProductId === null)
    out(
      "set FINTS_PRODUCT_ID to the product ID of your registration: until then they are listed only\n",
    );
  if (bad.length > 0) throw new SettingsError(`left out: ${plural(bad.length, "row")}`);
};

function readList(file: string, { environment, outboundHosts }: Settings): FintsList {
  try {
    if (statSync(file).size > MAX_LIST_BYTES)
      throw new SettingsError(`${file} has more than ${MAX_LIST_BYTES} bytes`);
    return readFintsList(
      readFileSync(file),
      (address) =>
        institutionUrlProblem(address) ??
        baseProblem(address, environment) ??
        outboundHostProblem(address, outboundHosts),
    );
  } catch (cause) {
    if (cause instanceof FileError)
      throw new SettingsError(`${file} cannot be imported: ${cause.message}`, { cause });
    if (cause instanceof Error && "syscall" in cause)
      throw new SettingsError(`${file} cannot be read: ${cause.message}`, { cause });
    throw cause;
  }
}

function toInstitutions(
  banks: readonly ListedBank[],
  before: readonly CustomInstitution[],
  { environment }: Settings,
  now: number,
): CustomInstitution[] {
  const idsByCode = new Map<string, string>();
  for (const { institutionId, description } of before)
    if (description?.protocol === "fints")
      for (const code of description.bank_codes) idsByCode.set(code, institutionId);
  const known = new Set(before.map(({ institutionId }) => institutionId));
  const builtIn = builtInInstitutions(environment);
  const taken = new Set<string>();
  return banks.map((bank) => {
    const mine = bank.bankCodes
      .flatMap((code) => idsByCode.get(code) ?? [])
      .find((id) => !taken.has(id));
    const id =
      mine ?? freeId(bank, (each) => known.has(each) || builtIn.has(each) || taken.has(each));
    taken.add(id);
    return toInstitution(bank, id, now);
  });
}

/** The id of a newly listed bank, from its first bank code. */
function freeId({ bankCodes: [code = ""] }: ListedBank, isTaken: (id: string) => boolean): string {
  for (let attempt = 0; ; attempt++) {
    const id = `ins_28${code}${attempt === 0 ? "" : attempt}`;
    if (!isTaken(id)) return id;
  }
}

/** The maximum number of bank codes that find a bank. */
const MAX_ALIASES = 20;

function toInstitution(
  { name, address, bankCodes, line }: ListedBank,
  institution_id: string,
  addedAt: number,
): CustomInstitution {
  const result = BankDescription.safeParse({
    ...{ institution_id, name, country_codes: ["DE"], protocol: "fints" },
    ...{ address, bank_codes: bankCodes },
  });
  if (!result.success)
    throw new SettingsError(
      `line ${line}: ${result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")}`,
    );
  const description = result.data;
  return {
    institutionId: institution_id,
    name,
    aliases: bankCodes.slice(0, MAX_ALIASES),
    products: ["auth", "balance", "transactions"],
    countryCodes: listCountries(description),
    routingNumbers: [],
    ...{ oauth: false, supported: true, url: null, logoShape: null, color: null },
    description,
    addedAt,
  };
}
