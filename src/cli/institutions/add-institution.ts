import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtInInstitutions } from "../../server/connectors/index.ts";
import { BankExamples, checkExamples } from "../../server/connectors/token-banks/check-examples.ts";
import {
  type BankDescription,
  baseProblem,
  hasHoldings,
  listCountries,
} from "../../server/domain/institutions/bank-description.ts";
import type { CustomInstitution } from "../../server/domain/institutions/institution.ts";
import { outboundHostProblem } from "../../server/domain/outbound-hosts.ts";
import { readSettings, type Settings, SettingsError } from "../../server/host/settings/settings.ts";
import {
  MAX_DESCRIPTION_BYTES,
  readDescription,
} from "../../server/institutions/files/read-description.ts";
import type { Context } from "../context.ts";
import { withStore } from "../open-existing-store.ts";
import { operator } from "../operator.ts";
import { PROJECT } from "../project.ts";

/**
 * Checks the description of a bank, and the recorded examples in the same folder, if any. Then adds
 * the bank or replaces its description. A running server sees the change within two seconds.
 */
export const addInstitution = async (
  operand: string,
  data: string,
  { variables, out, clock }: Context,
): Promise<void> => {
  const settings = readSettings({ data }, variables);
  const file = descriptionFile(operand);
  const description = descriptionIn(file);
  requireUsable(file, description, settings);
  const examples = await examplesBeside(file, description);
  const institution = toInstitution(description, clock());
  const { added } = await withStore(settings, (store) =>
    store.transact(async (transaction) => {
      const { institutionId } = institution;
      const connections = await transaction.institutions.connections();
      if (connections.some((connection) => connection.institutionId === institutionId))
        throw new SettingsError(
          `${institutionId} is connected by its data API: disconnect it first, or use another institution_id`,
        );
      const answer = await transaction.institutions.put([institution]);
      await transaction.audit.append({
        at: clock(),
        actor: operator(),
        action: "institutions.import",
        subject: basename(file),
        details: { added: answer.added, replaced: 1 - answer.added },
      });
      return answer;
    }),
  );
  out(
    `${description.institution_id} ${description.name} ${added === 1 ? "added" : "replaced"}` +
      `${examples === 0 ? "" : `, ${examples} recorded examples are read as they should be`}\n`,
  );
};

/** The file of a description: a path, or the name of a description in the package. */
function descriptionFile(operand: string): string {
  if (existsSync(operand) || /[./\\]/.test(operand)) return operand;
  const folder = fileURLToPath(new URL("banks", PROJECT));
  const file = join(folder, `${operand}.json`);
  if (existsSync(file)) return file;
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".json") && !name.endsWith(".examples.json"))
    .map((name) => name.replace(/\.json$/, ""));
  throw new SettingsError(
    `there is no file ${operand}, and the banks that come along are ${names.join(", ")}`,
  );
}

function readText(file: string): string {
  try {
    if (statSync(file).size > MAX_DESCRIPTION_BYTES)
      throw new SettingsError(`${file} has more than ${MAX_DESCRIPTION_BYTES} bytes`);
    return readFileSync(file, "utf8");
  } catch (cause) {
    if (cause instanceof Error && "syscall" in cause)
      throw new SettingsError(`${file} cannot be read: ${cause.message}`, { cause });
    throw cause;
  }
}

function descriptionIn(file: string): BankDescription {
  const result = readDescription(readText(file));
  if ("description" in result) return result.description;
  const lines = result.problems.map(({ line, problem }) => `${file}:${line}: ${problem}`);
  throw new SettingsError(`the description is refused, and nothing was added\n${lines.join("\n")}`);
}

function requireUsable(file: string, description: BankDescription, settings: Settings): void {
  const { institution_id: id } = description;
  const taken = builtInInstitutions(settings.environment).get(id);
  if (taken !== undefined) throw new SettingsError(`${id} is ${taken}; use another institution_id`);
  if (description.protocol === "fints")
    throw new SettingsError(
      `${file}: banks of FinTS come from the list of your registration: service-link institutions import-fints`,
    );
  if (description.protocol !== "token") return;
  const problem =
    baseProblem(description.base, settings.environment) ??
    outboundHostProblem(description.base, settings.outboundHosts);
  if (problem !== null) throw new SettingsError(`${file}: base ${problem}`);
}

/** Checks the examples of `bank.json` in `bank.examples.json`; returns how many there are. */
async function examplesBeside(file: string, description: BankDescription): Promise<number> {
  const beside = file.replace(/\.json$/, ".examples.json");
  if (description.protocol !== "token" || beside === file || !existsSync(beside)) return 0;
  let value: unknown;
  try {
    value = JSON.parse(readText(beside));
  } catch (cause) {
    if (cause instanceof SyntaxError)
      throw new SettingsError(`${beside} is not valid JSON`, { cause });
    throw cause;
  }
  const examples = BankExamples.safeParse(value);
  if (!examples.success) {
    const fields = examples.error.issues.map(
      ({ path, message }) => `${path.join(".")}: ${message}`,
    );
    throw new SettingsError(`${beside}: ${fields.join("; ")}`);
  }
  const differences = await checkExamples(description, examples.data);
  if (differences.length > 0)
    throw new SettingsError(
      `the examples are not read as they should be, and nothing was added\n${differences
        .map((difference) => `${beside}: ${difference}`)
        .join("\n")}`,
    );
  return examples.data.exchanges.length;
}

function toInstitution(description: BankDescription, addedAt: number): CustomInstitution {
  const hasNumbers = description.protocol === "token" && description.accounts.numbers !== undefined;
  return {
    institutionId: description.institution_id,
    name: description.name,
    aliases: description.aliases ?? [],
    products: [
      ...(hasNumbers ? (["auth"] as const) : []),
      "balance",
      "transactions",
      ...(hasHoldings(description) ? (["investments"] as const) : []),
    ],
    countryCodes: listCountries(description),
    routingNumbers: [],
    oauth: false,
    url: description.url ?? null,
    supported: true,
    logoShape: description.mark ?? null,
    color: description.primary_color ?? null,
    description,
    addedAt,
  };
}
