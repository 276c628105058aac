import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openDatabase } from "../../server/store/dialects/index.ts";
import { openStore } from "../../server/store/open-store.ts";
import { runCli } from "../run-cli.fixture.ts";

/**
 * Runs `service-link institutions` in a separate data folder, with the files that the command uses.
 */
export const institutionFiles = (variables: Record<string, string> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), "service-link-institutions-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const data = join(folder, "data");
  const run = async (action: string, ...operands: string[]) => {
    const line = ["institutions", action, ...operands, "--data", data];
    const { out, err } = await runCli(line, { variables });
    const [, notes = "", failure = ""] = /^(.*?)(?:service-link: ([^\n]*)\n)?$/s.exec(err) ?? [];
    const short = (text: string) => text.replaceAll(`${folder}/`, "");
    return { out: short(out), err: short(notes), failure: short(failure) };
  };
  const file = (name: string, text: string | Uint8Array) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const storedInstitutions = async () => {
    const store = await openStore(openDatabase(join(data, "service-link.db")));
    const all = await store.institutions.all();
    await store.close();
    return all;
  };
  return { run, file, stored: storedInstitutions, path: (name: string) => join(folder, name) };
};

/** The header of a file with the required columns. */
export const HEADER = "institution_id,name,country_codes";

/** A file with these rows. */
export const csv = (...rows: string[]) => `${[HEADER, ...rows].join("\n")}\n`;
