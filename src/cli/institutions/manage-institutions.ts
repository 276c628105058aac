import { writeFileSync } from "node:fs";
import { builtInInstitutions } from "../../server/connectors/index.ts";
import type { BankDescription } from "../../server/domain/institutions/bank-description.ts";
import { deviationTexts } from "../../server/domain/institutions/deviations.ts";
import {
  hasTokens,
  type InstitutionRegistration,
} from "../../server/domain/institutions/institution-registration.ts";
import type { Store } from "../../server/domain/store.ts";
import { readSettings, SettingsError } from "../../server/host/settings/settings.ts";
import {
  institutionsCsv,
  institutionsJson,
} from "../../server/institutions/files/write-institutions.ts";
import type { Context } from "../context.ts";
import { withStore } from "../open-existing-store.ts";
import { operator } from "../operator.ts";
import { plural } from "./progress.ts";
import { quotaWords } from "./request-quota.ts";

/** Writes the imported institutions to a file, or as CSV to standard output. */
export const exportInstitutions = async (
  file: string,
  data: string,
  { variables, out, file: write }: Context,
): Promise<void> => {
  const all = await storedInstitutions(data, variables);
  if (file !== "" && !/\.(csv|json)$/i.test(file))
    throw new SettingsError(`${file} cannot be written: its name has to end in .csv or .json`);
  const text = /\.json$/i.test(file) ? institutionsJson(all) : institutionsCsv(all);
  if (file === "") return write(text);
  writeFileSync(file, text);
  out(`${plural(all.length, "institution")} written to ${file}\n`);
};

/** Lists the imported institutions, one per line. */
export const listInstitutions = async (
  data: string,
  { variables, out }: Context,
): Promise<void> => {
  const { all, connections } = await withStore(
    readSettings({ data }, variables),
    async ({ institutions }) => ({
      all: (await institutions.all()).filter(({ aggregated }) => aggregated === undefined),
      connections: await institutions.connections(),
    }),
  );
  if (all.length === 0) return out("no institutions of your own\n");
  const words = new Map(
    connections.map((connection) => [connection.institutionId, connectionWords(connection)]),
  );
  const width = Math.max(...all.map(({ institutionId }) => institutionId.length));
  const lines = all.map(({ institutionId, name, countryCodes, supported, description }) => {
    const end = supported ? "" : ", no longer supported";
    const connection = words.get(institutionId) ?? descriptionWords(description);
    return `${institutionId.padEnd(width)}  ${name} (${countryCodes.join(", ")}${end})${connection}\n`;
  });
  out(lines.join(""));
};

const connectionWords = ({
  issuer,
  clientId,
  authentication,
  flow,
  quota,
  dpop,
  standard,
}: InstitutionRegistration) =>
  `  ${issuer} as ${clientId} by ${authentication}` +
  `${flow === "ciba" ? ", approved in its app" : ""}${hasTokens(standard) ? "" : `, by ${standard.approach}`}${dpop ? "" : ", without DPoP"}${quota ? `, ${quotaWords(quota)}` : ""}` +
  deviationTexts(standard.deviations)
    .map((text) => `, ${text}`)
    .join("");

const descriptionWords = (description: BankDescription | undefined): string => {
  if (description === undefined) return "";
  if (description.protocol === "fints") return `  by FinTS at ${new URL(description.address).host}`;
  return description.protocol === "simplefin"
    ? "  by a setup token of the user's own"
    : `  by a token of the user's own at ${new URL(description.base).host}`;
};

/** Removes an imported institution, unless an Item is linked to it. */
export const removeInstitution = async (
  id: string,
  data: string,
  { variables, out, clock }: Context,
): Promise<void> => {
  const settings = readSettings({ data }, variables);
  const { removed, liveItems } = await withStore(settings, (store) =>
    store.transact(async (transaction) => {
      const answer = await transaction.institutions.remove(id, clock());
      const record = { action: "institution.remove", subject: id } as const;
      if (answer.removed)
        await transaction.audit.append({ at: clock(), actor: operator(), ...record });
      return answer;
    }),
  );
  if (liveItems > 0)
    throw new SettingsError(
      `${plural(liveItems, "Item")} would have no institution without ${id}; ` +
        "import it again with supported set to false, and no new user can connect to it",
    );
  if (removed) return out(`${id} removed\n`);
  const name = builtInInstitutions(settings.environment).get(id);
  throw new SettingsError(
    name ? `${id} is ${name}, which is the sandbox's and stays` : `there is no ${id} of your own`,
  );
};

const storedInstitutions = (
  data: string,
  variables: Context["variables"],
): ReturnType<Store["institutions"]["all"]> =>
  withStore(readSettings({ data }, variables), async ({ institutions }) =>
    (await institutions.all()).filter(({ aggregated }) => aggregated === undefined),
  );
