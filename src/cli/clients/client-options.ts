import {
  ACCOUNT_SELECTIONS,
  type AccountSelection,
  LINK_PRODUCTS,
  type LinkProduct,
} from "../../protocol/vocabulary.ts";
import { MAX_NAME_LENGTH } from "../../server/domain/clients/client.ts";
import { isPlainName, PLAIN_NAME_RULE } from "../../server/domain/clients/new-client.ts";
import { parseOrigin } from "../../server/domain/clients/origin.ts";
import { redirectUriProblem } from "../../server/domain/clients/redirect-uri.ts";
import type { Keys } from "../../server/host/data-folder/client-keys.ts";
import { SettingsError } from "../../server/host/settings/settings.ts";
import { findVersion, VERSIONS } from "../../server/versions/index.ts";

/** Returns the value of an `on` or `off` option; null without the option. */
export const parseSwitch = (option: string, text: string | undefined): boolean | null => {
  if (text === undefined) return null;
  if (text !== "on" && text !== "off")
    throw new SettingsError(`--${option} must be on or off, not ${text}`);
  return text === "on";
};

/** Returns a client's account selection. */
export const parseSelection = (text: string | undefined): AccountSelection | undefined =>
  text === undefined ? undefined : parseChoice("select-account", ACCOUNT_SELECTIONS, text);

/** Returns a client's default version. */
export const parseVersion = (text: string | undefined): string | undefined => {
  if (text === undefined || findVersion(text) !== null) return text;
  throw new SettingsError(`--default-version must be one of ${VERSIONS.join(", ")}, not ${text}`);
};

/**
 * Returns the products that a client may use. The names are separated by commas or given in several
 * options.
 */
export const parseProducts = (texts: readonly string[]): LinkProduct[] =>
  texts
    .flatMap((text) => text.split(","))
    .map((name) => parseChoice("product", LINK_PRODUCTS, name.trim()));

/** Returns a client's institutions from ids separated by commas; `none` means no institution. */
export const parseInstitutions = (text: string | undefined): string[] | undefined => {
  if (text === undefined) return undefined;
  if (text === "none") return [];
  const ids = text.split(",").map((id) => id.trim());
  const wrong = ids.filter((id) => !/^ins_\d+$/.test(id));
  if (wrong.length > 0)
    throw new SettingsError(
      `--institutions must be ids like ins_1001, separated by commas, or none; not ${wrong.join(", ")}`,
      { advice: "npx service-link institutions list shows those of your own" },
    );
  return [...new Set(ids)];
};

/** Returns the operator's name for a client. */
export const clientName = (text: string): string => {
  const name = text.trim();
  if (name.length > MAX_NAME_LENGTH)
    throw new SettingsError(`--name must have at most ${MAX_NAME_LENGTH} characters`);
  if (!isPlainName(name)) throw new SettingsError(`--name ${PLAIN_NAME_RULE}`);
  return name;
};

/** Returns the origin of pages that may show Link. */
export const requireOrigin = (text: string): string => {
  const origin = parseOrigin(text);
  if (origin === null)
    throw new SettingsError(
      `${text} is not an origin; write it like https://shop.example, without a path`,
    );
  return origin;
};

/** Returns the page for users' return from their institution. */
export const parseRedirectUri = (text: string): string => {
  const problem = redirectUriProblem(text);
  if (problem === null) return text;
  throw new SettingsError(`${text} is not a redirect URI: it ${problem}`);
};

function parseChoice<T extends string>(option: string, choices: readonly T[], text: string): T {
  const choice = choices.find((choice) => choice === text);
  if (choice === undefined)
    throw new SettingsError(`--${option} must be one of ${choices.join(", ")}, not ${text}`);
  return choice;
}

/** Returns a client's keys as lines for a shell or a `.env` file. Unknown keys are omitted. */
export const envLines = (keys: Pick<Keys, "client_id" | "public_key"> & Partial<Keys>): string =>
  [
    ["SERVICE_LINK_CLIENT_ID", keys.client_id],
    ["SERVICE_LINK_SECRET", keys.secret],
    ["SERVICE_LINK_PUBLIC_KEY", keys.public_key],
  ]
    .map(([name, value]) =>
      value === undefined ? `# ${name} is not on this machine\n` : `${name}=${shellQuote(value)}\n`,
    )
    .join("");

const shellQuote = (value: string): string =>
  /^[\w.:-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
