import { readFileSync, statSync } from "node:fs";
import { type OwnMerchants, parseOwnMerchants } from "../../domain/enrichment/knowledge.ts";
import { type Settings, SettingsError } from "./settings.ts";

/** Some 100,000 merchants, and a few tens of MB in memory. */
const MAX_BYTES = 8_000_000;

/**
 * Reads the operator's file of merchants. Throws a SettingsError that names the invalid line and
 * the reason.
 */
export const readMerchantsFile = ({
  merchantsFile,
}: Pick<Settings, "merchantsFile">): OwnMerchants | undefined => {
  if (merchantsFile === undefined) return undefined;
  try {
    const { size } = statSync(merchantsFile);
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes, and ${MAX_BYTES} are allowed`);
    return parseOwnMerchants(readFileSync(merchantsFile, "utf8"));
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message : String(cause);
    throw new SettingsError(`MERCHANTS_FILE (${merchantsFile}) cannot be used: ${fault}`, {
      cause,
    });
  }
};
