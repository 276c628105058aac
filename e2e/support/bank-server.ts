import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { type Bank, startBank } from "../../demo/bank/server.mjs";
import { ask } from "./api.ts";
import { command, type Running } from "./server.ts";

/** The demo bank as a connected institution, and a second one with approval in its app. */
export const LANTERN = "ins_700001";
const LANTERN_APP = "ins_700002";

const SECRET = "a-secret-of-thirty-two-characters";

/**
 * Starts a demo bank that is connected to a server, and waits until the server sees the connection.
 */
export const startConnectedBank = async (server: Running): Promise<Bank> => {
  const redirectUris = [`${server.api}/oauth/return`];
  const client = { id: "service-link", name: "Corner Shop", secret: SECRET, redirectUris };
  const bank = await startBank({ port: 0, clients: [client] });
  await connect(server.folder, bank.issuer);
  // A running server sees the connection a little later.
  const institution = { institution_id: LANTERN, country_codes: ["US"] };
  await expect
    .poll(async () => (await ask(server, "/institutions/get_by_id", institution)).answer)
    .toMatchObject({ institution: { oauth: true } });
  return bank;
};

/** Connects the bank to the server, as the operator does. */
async function connect(data: string, issuer: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "service-link-e2e-bank-"));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const run = (...line: string[]) => command(data, ["institutions", ...line]);
  const rows = [`${LANTERN_APP},Pocket Bank,US`, `${LANTERN},Lanternfield Bank,US`];
  await run(
    "import",
    file("institutions.csv", `institution_id,name,country_codes\n${rows.join("\n")}\n`),
  );
  const client = [
    ...["--issuer", issuer, "--client-id", "service-link"],
    ...["--client-secret-file", file("secret", SECRET)],
  ];
  await run("connect", LANTERN_APP, ...client, "--ciba");
  await run("connect", LANTERN, ...client);
  rmSync(folder, { recursive: true });
}
